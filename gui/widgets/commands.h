// SPDX-License-Identifier: GPL-3.0-or-later
// Commands: the action of each command, whether it can be used now, and what a reader is told of its key.
// Menus, buttons and keys trigger the actions. Not here: the table (text/window_commands.h), what a command
// does (window/window_commands.cpp).
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>
#include <QString>
#include <QStringList>
#include <utility>
#include <vector>

#include "gui/text/key_lines.h"

namespace runahead::gui {

class Commands : public QObject {
 public:
  explicit Commands(QObject* parent = nullptr);

  QAction* action(WindowCommand what) const { return m_actions[static_cast<std::size_t>(what)]; }
  /// Whether what they need is there.
  void setAvailable(Needs needs, bool available);
  void setEnabled(WindowCommand what, bool enabled) { action(what)->setEnabled(enabled); }
  /// `receiver`: with it the connection ends.
  template <class Receiver, class Do>
  void on(WindowCommand what, const Receiver* receiver, Do&& then) {
    connect(action(what), &QAction::triggered, receiver, std::forward<Do>(then));
  }

 private:
  std::vector<QAction*> m_actions;
};

/// Those that are taken also while the user types.
QList<QKeySequence> shortcutsOf(WindowCommand what);
/// Those of one hand.
QList<QKeySequence> handKeysOf(WindowCommand what);
/// "Shift+→": the first.
QString keyText(WindowCommand what);

/// In the user's language.
QString keyMeaning(const KeyLine& line);
/// What stands on the caps: "Shift", "←", "→"; an empty one before another way: "", "PgUp", "PgDn".
QStringList keyCaps(const KeyLine& line);

}  // namespace runahead::gui
