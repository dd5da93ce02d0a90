// SPDX-License-Identifier: GPL-3.0-or-later
// LoopModelPane: the pane of the scenario loop-model: sliders for its times, the chart of the loop's time
// against t1, and the table of formulas beside simulated runs.
// Not here: simulating (loop_runs.h), showing the run in the other panes (window/).
#pragma once

#include <QWidget>
#include <vector>

#include "gui/panes/loop_facts.h"

namespace runahead::gui {

class LoopField;
class LoopRuns;
class PaneHead;

/// Where things stand in a pane of `size`, below its head.
struct LoopPaneLayout {
  QRect sliders, chart, table;
  bool tall = true;  ///< the table stands beside the chart, with all sentences; else under it
};
LoopPaneLayout layoutLoopPane(QSize size);

class LoopModelPane : public QWidget {
  Q_OBJECT
 public:
  /// So high it wants to be; with less than kLeastPx it says nothing.
  static constexpr int kWantedPx = 330, kLeastPx = 226;

  explicit LoopModelPane(LoopRuns* runs, QWidget* parent = nullptr);
  const LoopFacts& facts() const { return m_facts; }
  /// False: the sliders alone, and nothing of what follows from them.
  void setTold(bool told);
  QSize sizeHint() const override { return {900, kWantedPx}; }
  QSize minimumSizeHint() const override { return {400, kLeastPx}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();
  void arrange();
  static QString hiddenWords();

  LoopRuns* m_runs;
  LoopFacts m_facts;
  LoopPaneLayout m_place;
  bool m_told = true;
  PaneHead* m_head;
  std::vector<LoopField*> m_fields;
};

}  // namespace runahead::gui
