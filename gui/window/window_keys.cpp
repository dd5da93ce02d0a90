// SPDX-License-Identifier: GPL-3.0-or-later
// Which key is which. W A S D are places on the keyboard, the others are characters.
// Not here: what they do (main_window.cpp).
#include "gui/window/window_keys.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QTextEdit>
#include <optional>

namespace runahead::gui {
namespace {

bool typesInto(const QWidget* widget) {
  return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
         qobject_cast<const QTextEdit*>(widget) || qobject_cast<const QPlainTextEdit*>(widget);
}

/// X11 and Wayland number keys by their place: 24 is the one right of Tab.
std::optional<WindowKey> byPlace(quint32 scanCode) {
  switch (scanCode) {
    case 25:
      return WindowKey::zoomIn;
    case 39:
      return WindowKey::zoomOut;
    case 38:
      return WindowKey::panLeft;
    case 40:
      return WindowKey::panRight;
    default:
      return std::nullopt;
  }
}

std::optional<WindowKey> byLetter(int key) {
  switch (key) {
    case Qt::Key_W:
      return WindowKey::zoomIn;
    case Qt::Key_S:
      return WindowKey::zoomOut;
    case Qt::Key_A:
      return WindowKey::panLeft;
    case Qt::Key_D:
      return WindowKey::panRight;
    default:
      return std::nullopt;
  }
}

std::optional<WindowKey> byCharacter(int key) {
  switch (key) {
    case Qt::Key_F:
      return WindowKey::zoomToSelection;
    case Qt::Key_0:
    case Qt::Key_Home:
      return WindowKey::fitAll;
    case Qt::Key_M:
      return WindowKey::mark;
    case Qt::Key_Slash:
      return WindowKey::find;
    case Qt::Key_Comma:
      return WindowKey::previousTask;
    case Qt::Key_Period:
      return WindowKey::nextTask;
    case Qt::Key_BracketLeft:
      return WindowKey::followBack;
    case Qt::Key_BracketRight:
      return WindowKey::followForward;
    case Qt::Key_Question:
      return WindowKey::keys;
    case Qt::Key_Escape:
      return WindowKey::clear;
    default:
      return std::nullopt;
  }
}

std::optional<WindowKey> meaning(const QKeyEvent& event) {
  if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return std::nullopt;
  const QString platform = QGuiApplication::platformName();
  const bool knowsPlaces = event.nativeScanCode() != 0 && (platform == QLatin1String("xcb") ||
                                                           platform.startsWith(QLatin1String("wayland")));
  const auto place = knowsPlaces ? byPlace(event.nativeScanCode()) : byLetter(event.key());
  return place ? place : byCharacter(event.key());
}

}  // namespace

WindowKeys::WindowKeys(QMainWindow* window) : QObject(window), m_window(window) {
  qApp->installEventFilter(this);
}

bool WindowKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || !watched->isWidgetType()) return false;
  const auto* widget = static_cast<QWidget*>(watched);
  if (widget->window() != m_window || QApplication::activePopupWidget() || typesInto(widget)) return false;
  const auto& key = *static_cast<QKeyEvent*>(event);
  if (key.key() == Qt::Key_Home && qobject_cast<const QAbstractItemView*>(widget)) return false;
  const auto known = meaning(key);
  if (!known) return false;
  emit pressed(*known);
  return true;
}

}  // namespace runahead::gui
