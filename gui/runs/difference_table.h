// SPDX-License-Identifier: GPL-3.0-or-later
// DifferenceTable: what sets compared runs apart, and their numbers, a column for each run, with the ratio to
// the first below. Not here: the numbers (core/analysis/comparison.h).
#pragma once

#include <QWidget>
#include <vector>

#include "gui/text/compared_text.h"

namespace runahead::gui {

/// Beside the table, and beside what stands over it.
inline constexpr int kSidePx = 14;

class DifferenceTable : public QWidget {
  Q_OBJECT
 public:
  explicit DifferenceTable(QWidget* parent = nullptr);

  /// `shown`: which of the runs is on show.
  void setComparison(const Comparison& comparison, int shown);

  /// The letters of the runs stay in sight, so far above the lines.
  void setScrolled(int px);
  /// As it is drawn.
  const std::vector<ComparedLine>& lines() const { return m_lines; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Head;
  /// What a row is stands above its values where there is no room beside them.
  bool stacked() const;
  int lineHeight(const ComparedLine& line) const;
  int valueHeight(const ComparedLine& line) const;
  void arrange();
  /// What the widest value of a column needs.
  int columnFor(const QFont& font) const;
  /// Where the columns begin, and how wide each is.
  double columnsFrom() const;
  double columnPx() const;

  std::vector<ComparedLine> m_lines;
  int m_runs = 0;
  int m_shown = 0;
  int m_columnPx = 0;    ///< what a run needs
  bool m_small = false;  ///< letters, where the columns would not fit else
  Head* m_head;
};

}  // namespace runahead::gui
