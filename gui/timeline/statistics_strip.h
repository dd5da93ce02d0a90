// SPDX-License-Identifier: GPL-3.0-or-later
// StatisticsStrip: one line of numbers about the selected range; hidden while there is none.
// Not here: the numbers themselves (core/analysis/summary.h).
#pragma once

#include <QWidget>
#include <vector>

#include "core/analysis/summary.h"
#include "gui/view/selection.h"
#include "gui/widgets/later.h"

namespace runahead::gui {

class StatisticsStrip : public QWidget {
  Q_OBJECT
 public:
  StatisticsStrip(const ShownTrace* shown, const Selection* selection, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

  struct Item {
    QString label;
    QString value;
  };
  /// What the strip writes for some statistics, most important first.
  static std::vector<Item> items(const Trace& trace, const TimeRange& range,
                                 const RangeStatistics& statistics);

  /// Where an item stands, in px of a line; of those that do not fit, none.
  struct PlacedItem {
    std::size_t item;
    int line;
    double x;
  };
  /// Whole items only, in at most two lines; what is left out is counted behind the last one.
  static std::vector<PlacedItem> layOut(const std::vector<Item>& items, double width_px);

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  void refresh();
  void recompute();
  void arrange();

  const ShownTrace* m_shown;
  const Selection* m_selection;
  /// A range of a large trace is not added up on every move of the mouse.
  Later m_timer{60, this, &StatisticsStrip::recompute};
  std::vector<Item> m_items;
  std::vector<PlacedItem> m_placed;
};

}  // namespace runahead::gui
