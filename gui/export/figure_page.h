// SPDX-License-Identifier: GPL-3.0-or-later
// One page of a figure, measured and painted at a width. Not here: which width and how much detail it gets
// (figure.cpp), the parts themselves (figure_parts.h, figure_charts.h, figure_table.h, timeline/painter.h).
#pragma once

#include <QStringList>
#include <vector>

#include "gui/export/figure_charts.h"
#include "gui/export/figure_content.h"
#include "gui/export/figure_legend.h"
#include "gui/timeline/layout.h"

namespace runahead::gui {

/// How much of each run's timeline is seen, from most to least.
enum class FigureRows {
  usual,
  low,       ///< lower gutter and lanes
  compared,  ///< of several runs: frontend and lanes only
  tight,     ///< and a run's heading in the column of its rows' heads; without the question
};

class FigurePage {
 public:
  FigurePage(const FigureContent& content, FigureRows rows, const FigureParts& parts, double width_px);

  /// The lowest that the page can be.
  double neededHeight() const;
  /// Whether the headings fit into their column.
  bool holdsHeadings() const;
  void paint(QPainter& painter, double height_px) const;
  /// Of the first run, where it stands on the page.
  TimeAxis axis() const;

 private:
  struct Room {
    double timelines = 0, charts = 0, gap = 0;  ///< of each timeline, plot and gap more than needed
  };
  Room share(double free_px) const;

  double rowsHeight(const FigureRun& run, FigureRows rows) const;
  double fullRowsHeight(const FigureRun& run) const;
  double mostRowsHeight(const FigureRun& run) const;
  double headHeight() const;
  double footHeight() const;
  double headingHeight() const;
  double gap() const;
  double rulerHeight() const;
  double graphHeading() const;
  double sweepHeight(double plot_px) const;
  double noteRow(const FigureRun& run) const;
  double saidHeight() const;
  /// Timelines, charts and legend at their lowest, without what stands beside them.
  double mainHeight() const;
  bool onAxis() const { return m_parts.timeline || m_parts.charts; }
  double textWidth() const { return m_width - 2 * m_margin; }
  double left() const;
  void wrapWords();
  double contentWidth() const;
  TimeAxis axisOf(std::size_t run) const;

  void paintTitle(QPainter& painter) const;
  void paintHeading(QPainter& painter, std::size_t run, double y) const;
  void paintRun(QPainter& painter, std::size_t run, double y, double height) const;
  void paintBareRuler(QPainter& painter, double y) const;
  void paintFooter(QPainter& painter, double height_px) const;

  const FigureContent& m_content;
  const FigureOptions& m_options;
  const Theme& m_theme;
  FigureRows m_rows;
  FigureParts m_parts;
  double m_width, m_margin;
  QStringList m_title, m_question, m_notice, m_said, m_caption, m_footer;
  double m_listing = 0;  ///< height
  double m_side = 0;     ///< its width beside timelines and charts, with the gap; 0: it stands below them
  std::vector<FigureGraph> m_graphs;
  std::size_t m_charted = 0;  ///< runs in the charts over time
  FigureLegend m_legend;
  TimeAxis m_axis;
};

}  // namespace runahead::gui
