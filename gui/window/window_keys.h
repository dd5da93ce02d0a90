// SPDX-License-Identifier: GPL-3.0-or-later
// WindowKeys: the keys of one hand, wherever the focus is in the window: letters, signs, Space, and the keys
// that move the cursor. Not while the user types, and not where the focused control has a use for the key.
// Not here: letters with Ctrl and function keys; those are shortcuts of the actions.
#pragma once

#include <QObject>
#include <optional>
#include <utility>
#include <vector>

#include "gui/widgets/commands.h"

class QKeyEvent;
class QMainWindow;

namespace runahead::gui {

class Asking;

class WindowKeys : public QObject {
  Q_OBJECT
 public:
  /// Watches the application's events for those that go to `window`; while something is asked, keys
  /// may answer.
  WindowKeys(QMainWindow* window, Commands* commands, Asking* asking);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::optional<WindowCommand> meaning(const QKeyEvent& event) const;

  QMainWindow* m_window;
  Commands* m_commands;
  Asking* m_asking;
  std::vector<std::pair<WindowCommand, QKeyCombination>> m_keys;
};

}  // namespace runahead::gui
