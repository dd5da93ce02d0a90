// SPDX-License-Identifier: GPL-3.0-or-later
// Which key is which, and which controls keep a key. W A S D are places on the keyboard, the others are
// characters. Not here: what they do (main_window.cpp, bottom_bar.cpp).
#include "gui/window/window_keys.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextEdit>
#include <QTreeView>
#include <optional>

#include "gui/widgets/segmented_control.h"

namespace runahead::gui {
namespace {

bool typesInto(const QWidget* widget) {
  return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
         qobject_cast<const QTextEdit*>(widget) || qobject_cast<const QPlainTextEdit*>(widget);
}

/// Whether the focused control does something of its own with the key.
bool keeps(const QWidget* widget, const QKeyEvent& event) {
  if (event.modifiers() & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier)) {
    return qobject_cast<const QMenuBar*>(widget);
  }
  const bool list = qobject_cast<const QListView*>(widget), tree = qobject_cast<const QTreeView*>(widget);
  const bool choice = qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSlider*>(widget);
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
      return tree || choice || qobject_cast<const QTabBar*>(widget) ||
             qobject_cast<const QMenuBar*>(widget) || qobject_cast<const SegmentedControl*>(widget);
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      return list || tree || choice;
    case Qt::Key_Space:
      return tree || choice || qobject_cast<const QAbstractButton*>(widget);
    default:
      return false;
  }
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
      return WindowKey::fitAll;
    case Qt::Key_B:
      return WindowKey::breakPoint;
    case Qt::Key_I:
      return WindowKey::driveIssue;
    case Qt::Key_T:
      return WindowKey::driveStart;
    case Qt::Key_E:
      return WindowKey::driveEnd;
    case Qt::Key_N:
      return WindowKey::driveToWait;
    case Qt::Key_P:
      return WindowKey::driveToBreakPoint;
    case Qt::Key_G:
      return WindowKey::driveToEnd;
    case Qt::Key_M:
      return WindowKey::mark;
    case Qt::Key_C:
      return WindowKey::compare;
    case Qt::Key_K:
      return WindowKey::keepRun;
    case Qt::Key_Delete:
      return WindowKey::removeFlag;
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

/// Keys that move the cursor: how far is the modifier's.
std::optional<WindowKey> byStep(const QKeyEvent& event) {
  const bool back = event.key() == Qt::Key_Left;
  const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
      switch (modifiers) {
        case Qt::NoModifier:
          return back ? WindowKey::previousEvent : WindowKey::nextEvent;
        case Qt::ShiftModifier:
          return back ? WindowKey::previousStatement : WindowKey::nextStatement;
        case Qt::ControlModifier:
          return back ? WindowKey::previousWait : WindowKey::nextWait;
        case Qt::AltModifier:
          return back ? WindowKey::previousTaskMoment : WindowKey::nextTaskMoment;
        default:
          return std::nullopt;
      }
    default:
      break;
  }
  if (modifiers != Qt::NoModifier) return std::nullopt;
  switch (event.key()) {
    case Qt::Key_Space:
      return WindowKey::play;
    case Qt::Key_PageUp:
      return WindowKey::previousStatement;
    case Qt::Key_PageDown:
      return WindowKey::nextStatement;
    case Qt::Key_Home:
      return WindowKey::goToStart;
    case Qt::Key_End:
      return WindowKey::goToEnd;
    default:
      return std::nullopt;
  }
}

std::optional<WindowKey> meaning(const QKeyEvent& event) {
  if (const auto step = byStep(event)) return step;
  if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return std::nullopt;
  const QString platform = QGuiApplication::platformName();
  const bool knowsPlaces = event.nativeScanCode() != 0 && (platform == QLatin1String("xcb") ||
                                                           platform.startsWith(QLatin1String("wayland")));
  // N alone runs to a wait while somebody drives.
  if (event.key() == Qt::Key_N && event.modifiers() & Qt::ShiftModifier) return WindowKey::note;
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
  const auto known = meaning(key);
  if (!known) return false;
  // A key that the focused control did not want comes by again on its way up: it is still that control's.
  const QWidget* focused = QApplication::focusWidget();
  const QWidget* receiver = focused && widget->isAncestorOf(focused) ? focused : widget;
  if (*known != WindowKey::clear && (typesInto(receiver) || keeps(receiver, key))) return false;
  // Held down, a switch would flutter.
  const bool isSwitch = *known == WindowKey::play || *known == WindowKey::breakPoint ||
                        *known == WindowKey::mark || *known == WindowKey::keys ||
                        *known == WindowKey::compare;
  if (!isSwitch || !key.isAutoRepeat()) emit pressed(*known);
  return true;
}

}  // namespace runahead::gui
