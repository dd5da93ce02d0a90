// SPDX-License-Identifier: GPL-3.0-or-later
// Which controls keep a key. W A S D are places on the keyboard, the others are
// characters. Not here: what they do (window_commands.cpp).
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

#include "gui/lecture/asking.h"
#include "gui/listing/code_view.h"
#include "gui/widgets/segmented_control.h"

namespace runahead::gui {
namespace {

bool typesInto(const QWidget* widget) {
  const auto* code = qobject_cast<const CodeView*>(widget);
  return (code && code->editing()) || qobject_cast<const QLineEdit*>(widget) ||
         qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QTextEdit*>(widget) ||
         qobject_cast<const QPlainTextEdit*>(widget);
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
    case Qt::Key_Delete:
      return list;
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

/// Keys that move the cursor: how far is the modifier's.
bool isStep(Qt::Key key) {
  return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Space || key == Qt::Key_PageUp ||
         key == Qt::Key_PageDown || key == Qt::Key_Home || key == Qt::Key_End;
}

bool pressed(const QKeyEvent& event, const WindowCommandRow& row, QKeyCombination keys) {
  const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
  const bool command = modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
  const QString platform = QGuiApplication::platformName();
  const bool knowsPlaces = event.nativeScanCode() != 0 && (platform == QLatin1String("xcb") ||
                                                           platform.startsWith(QLatin1String("wayland")));
  if (row.place != 0 && knowsPlaces ? event.nativeScanCode() != row.place : event.key() != keys.key())
    return false;
  // Characters may need Shift to be typed.
  const auto with = keys.keyboardModifiers();
  return isStep(keys.key()) ? modifiers == with : !command && (modifiers & with) == with;
}

}  // namespace

WindowKeys::WindowKeys(QMainWindow* window, Commands* commands, Asking* asking)
    : QObject(window), m_window(window), m_commands(commands), m_asking(asking) {
  for (const WindowCommandRow& row : kWindowCommands) {
    for (const QKeySequence& keys : handKeysOf(row.what)) m_keys.push_back({row.what, keys[0]});
  }
  qApp->installEventFilter(this);
}

std::optional<WindowCommand> WindowKeys::meaning(const QKeyEvent& event) const {
  std::optional<WindowCommand> known;
  for (const auto& [what, keys] : m_keys) {
    if (!pressed(event, row_of(what), keys)) continue;
    if (m_commands->action(what)->isEnabled()) return what;
    known = what;
  }
  return known;
}

bool WindowKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || !watched->isWidgetType()) return false;
  const auto* widget = static_cast<QWidget*>(watched);
  const auto& key = *static_cast<QKeyEvent*>(event);
  // A program is left by Esc, since Tab indents it.
  const bool leaves = key.key() == Qt::Key_Escape && qobject_cast<const CodeView*>(widget);
  if (widget->window() != m_window || QApplication::activePopupWidget() || (typesInto(widget) && !leaves))
    return false;
  if (!qobject_cast<const QAbstractButton*>(QApplication::focusWidget()) && m_asking->takeKey(key))
    return true;
  const auto known = meaning(key);
  if (!known) return false;
  // A key that the focused control did not want comes by again on its way up: it is still that control's.
  const QWidget* focused = QApplication::focusWidget();
  const QWidget* receiver = focused && widget->isAncestorOf(focused) ? focused : widget;
  if (*known != WindowCommand::clear && (typesInto(receiver) || keeps(receiver, key))) return false;
  if ((row_of(*known).flags & kSteady) == 0 || !key.isAutoRepeat()) m_commands->action(*known)->trigger();
  return true;
}

}  // namespace runahead::gui
