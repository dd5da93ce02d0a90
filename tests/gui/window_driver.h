// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers that open the window, find its parts by name and work them with mouse and keys.
#pragma once

#include <QAbstractButton>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <memory>

#include "core/io/trace_file.h"
#include "gui/runs/scenario_delegate.h"
#include "gui/view/view_state.h"
#include "gui/widgets/segmented_control.h"
#include "gui/widgets/settings.h"
#include "gui/window/main_window.h"
#include "gui/window/session_files.h"

namespace runahead::test {

/// The window as it is at its first start, in a wide size and without animations.
inline std::unique_ptr<gui::MainWindow> openWindow() {
  gui::settings().clear();
  // What earlier windows left is not there.
  static const QTemporaryDir data;
  static int number = 0;
  qputenv("XDG_DATA_HOME", data.filePath(QString::number(++number)).toUtf8());
  auto window = std::make_unique<gui::MainWindow>();
  window->viewState()->visible()->setAnimationMs(0);
  window->resize(1600, 1000);
  window->show();
  window->activateWindow();
  if (!QTest::qWaitForWindowActive(window.get())) qFatal("the window did not become active");
  return window;
}

template <class Widget = QWidget>
Widget* part(const QWidget& window, const char* name) {
  auto* widget = window.findChild<Widget*>(QString::fromLatin1(name));
  if (!widget) qFatal("the window has no part named %s", name);
  return widget;
}

/// By way of a file, as a user does it.
inline void openRecording(gui::MainWindow& window, const Trace& trace) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("recording.json"));
  if (!write_trace_json({&trace, 1}, path.toStdString())) qFatal("the recording was not written");
  window.viewState()->setTrace(Trace(), false);
  window.sessionFiles()->open(path);
  if (!QTest::qWaitFor([&] { return window.record()->trace().size() == trace.size(); })) {
    qFatal("the recording was not opened");
  }
}

inline void click(const QWidget& window, const char* name) {
  QTest::mouseClick(part(window, name), Qt::LeftButton);
}

inline QString textOf(const QWidget& window, const char* name) {
  return part(window, name)->property("text").toString();
}

inline void clickSegment(const QWidget& window, const char* name, const QString& id) {
  auto* control = part<gui::SegmentedControl>(window, name);
  const int index = static_cast<int>(control->ids().indexOf(id));
  QTest::mouseClick(control, Qt::LeftButton, {}, control->itemRect(index).center());
}

inline QTreeWidgetItem* scenarioItem(QTreeWidget* tree, const QString& id) {
  for (QTreeWidgetItemIterator it(tree); *it; ++it) {
    if ((*it)->data(0, gui::ScenarioDelegate::kId).toString() == id) return *it;
  }
  return nullptr;
}

inline void clickScenario(const QWidget& window, const QString& id) {
  auto* tree = part<QTreeWidget>(window, "scenarioTree");
  QTreeWidgetItem* item = scenarioItem(tree, id);
  tree->scrollToItem(item);
  QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(item).center());
}

}  // namespace runahead::test
