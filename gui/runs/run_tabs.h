// SPDX-License-Identifier: GPL-3.0-or-later
// RunTabs: a strip with one tab for each run, and how long two of them took; while runs are compared, a box
// in each tab says whether it takes part, and as which letter. It is there once there are two runs. Not here:
// the runs (run_list.h), the comparison (compare/).
#pragma once

#include <QStringList>
#include <QWidget>

#include "gui/runs/run_list.h"

class QTabBar;

namespace runahead::gui {

class TextLabel;

class RunTabs : public QWidget {
  Q_OBJECT
 public:
  explicit RunTabs(RunList* runs, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Tabs;
  class Box;
  void follow();
  /// The longest form of the comparison that fits.
  void fit();

  RunList* m_runs;
  Tabs* m_tabs;
  TextLabel* m_comparison;
  QStringList m_forms;
};

/// "13.0 ms", or what kept it from having a total: "running", "failed", "stopped"; "left": driven by hand up
/// to somewhere, and not on show any more.
QString outcome(const RunList::Run& run, bool shown);

/// "waits each 13.0 ms, waits none 10.0 ms: 1.30 times as fast", the slower one first, and shorter forms of
/// it; empty unless both runs did the same work, to its end.
QStringList comparisonForms(const RunList::Run& one, const RunList::Run& other);

}  // namespace runahead::gui
