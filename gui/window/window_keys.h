// SPDX-License-Identifier: GPL-3.0-or-later
// WindowKeys: the keys without Ctrl, wherever the focus is in the window, except while somebody types.
// Not here: keys with Ctrl and function keys; those are shortcuts of menu actions.
#pragma once

#include <QObject>

class QKeyEvent;
class QMainWindow;

namespace runahead::gui {

enum class WindowKey {
  zoomIn,
  zoomOut,
  panLeft,
  panRight,
  zoomToSelection,
  fitAll,
  mark,
  find,
  nextTask,
  previousTask,
  followBack,
  followForward,
  keys,
  clear,
};

class WindowKeys : public QObject {
  Q_OBJECT
 public:
  /// Watches the application's events for those that go to `window`.
  explicit WindowKeys(QMainWindow* window);

 signals:
  void pressed(runahead::gui::WindowKey key);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QMainWindow* m_window;
};

}  // namespace runahead::gui
