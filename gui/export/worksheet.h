// SPDX-License-Identifier: GPL-3.0-or-later
// A worksheet: what is given of a run, and what a student needs to find out the rest: what tasks take, how
// many workers there are, what the frontend needs to hand over and to go on. Not here: the page
// (figure_page.h).
#pragma once

#include <QPointF>
#include <QString>
#include <QStringList>
#include <span>
#include <vector>

#include "core/trace/trace.h"
#include "gui/widgets/theme.h"

class QPainter;

namespace runahead::gui {

/// What is given: all that happened before the scope (the loop, or what follows the initialisation), and then
/// what the frontend does until its first wait, which only the backend ends.
struct SheetCut {
  Seq given = 0;       ///< the first events, of which the lanes are shown too
  Seq until = 0;       ///< those of which the frontend is shown
  bool waits = false;  ///< at their end
};
SheetCut sheetCut(const Trace& trace);

/// The end of a worksheet's time axis: round, and well beyond the end, which it must not give away.
double sheetEnd(double endNs);

class FigureSheet {
 public:
  explicit FigureSheet(std::span<const Trace> traces);

  double height(double width_px) const;
  void paint(QPainter& painter, QPointF topLeft, double width_px, bool solution, const Theme& theme) const;

 private:
  struct Cost {
    QString task, line, time;
    bool operator==(const Cost&) const = default;
  };
  using Costs = std::vector<Cost>;
  static Costs costsOf(const Trace& trace, const SheetCut& cut);

  struct Table {
    QString head;
    Costs costs;
  };
  /// When a task runs: to be written down on the worksheet, given in the solution.
  struct Times {
    QString task, start, end, lane;
  };
  struct TimesTable {
    QString head;
    std::vector<Times> rows;
    std::size_t leftOut = 0;
  };
  static TimesTable timesOf(const Trace& trace, const SheetCut& cut);
  struct Columns {
    int count;
    double width, line, time;
  };
  Columns columnsOf(double width_px) const;
  struct TimesColumns {
    std::size_t count;
    double task, time, lane;
    double width() const { return task + 2 * time + lane; }
  };
  TimesColumns timesColumns(double width_px) const;
  double timesHeight(double width_px) const;
  void paintTimes(QPainter& painter, QPointF topLeft, double width_px, bool solution,
                  const Theme& theme) const;
  QStringList facts(double width_px) const;

  QString m_task;  ///< what is to be drawn
  QString m_facts;
  std::vector<Table> m_tables;      ///< one for runs of the same tasks
  std::vector<TimesTable> m_times;  ///< of each run
};

}  // namespace runahead::gui
