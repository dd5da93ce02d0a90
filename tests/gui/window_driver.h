// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers that find parts of the window by name and work them with mouse and keys.
// Not here: expectations.
#pragma once

#include <QAbstractButton>
#include <QLineEdit>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "gui/scenarios/scenario_delegate.h"
#include "gui/view/view_state.h"
#include "gui/widgets/segmented_control.h"
#include "gui/window/main_window.h"

namespace runahead::test {

template <class Widget = QWidget>
Widget* part(const QWidget& window, const char* name) {
  auto* widget = window.findChild<Widget*>(QString::fromLatin1(name));
  if (!widget) qFatal("the window has no part named %s", name);
  return widget;
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
