// SPDX-License-Identifier: GPL-3.0-or-later
// StatisticsStrip: one line of numbers about the selected range; hidden while there is none.
// Not here: the numbers themselves (core/analysis/summary.h).
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "core/analysis/summary.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

class StatisticsStrip : public QWidget {
  Q_OBJECT
 public:
  explicit StatisticsStrip(ViewState* view, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {600, 34}; }
  QSize minimumSizeHint() const override { return {200, 34}; }

  struct Item {
    QString label;
    QString value;
  };
  /// What the strip writes for some statistics, most important first.
  static std::vector<Item> items(const Trace& trace, const TimeRange& range,
                                 const RangeStatistics& statistics);

 protected:
  void paintEvent(QPaintEvent*) override;
  void changeEvent(QEvent*) override;

 private:
  void refresh();
  void recompute();

  ViewState* m_view;
  QTimer m_timer;  // a range of a large trace is not added up on every move of the mouse
  std::vector<Item> m_items;
};

}  // namespace runahead::gui
