// SPDX-License-Identifier: GPL-3.0-or-later
// RunTabs: a strip with one tab for each run, how long two of them took, and the switch that puts one under
// the other. It is there once there are two runs. Not here: the runs (run_list.h), the second timeline
// (beside_pane.h).
#pragma once

#include <QComboBox>
#include <QTabBar>
#include <QWidget>

#include "gui/runs/run_list.h"

namespace runahead::gui {

class SegmentedControl;
class TextLabel;

class RunTabs : public QWidget {
  Q_OBJECT
 public:
  explicit RunTabs(RunList* runs, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();

  RunList* m_runs;
  QTabBar* m_bar;
  TextLabel* m_comparison;
  SegmentedControl* m_beside;
  QComboBox* m_other;
};

/// "waits each 13.0 ms, waits none 10.0 ms: 1.30 times as fast", the slower one first; "" unless both runs
/// came to their end.
QString comparison(const RunList::Run& one, const RunList::Run& other);

}  // namespace runahead::gui
