// SPDX-License-Identifier: GPL-3.0-or-later
// WindowKeys: the keys of one hand, wherever the focus is in the window: letters, signs, Space, and the keys
// that move the cursor. Not while somebody types, and not where the focused control has a use for the key.
// Not here: letters with Ctrl and function keys; those are shortcuts of menu actions.
#pragma once

#include <QObject>

#include "gui/widgets/keys.h"

class QMainWindow;

namespace runahead::gui {

class Asking;

class WindowKeys : public QObject {
  Q_OBJECT
 public:
  /// Watches the application's events for those that go to `window`; while something is asked, keys
  /// may answer.
  WindowKeys(QMainWindow* window, Asking* asking);

 signals:
  void pressed(runahead::gui::WindowKey key);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QMainWindow* m_window;
  Asking* m_asking;
};

}  // namespace runahead::gui
