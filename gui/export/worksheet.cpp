// SPDX-License-Identifier: GPL-3.0-or-later
// Where a worksheet's run is cut, and its table of costs.
// Not here: how the cut run is painted (figure_page.cpp, timeline/painter.h).
#include "gui/export/worksheet.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/analysis/fit.h"
#include "core/analysis/labels.h"
#include "core/analysis/scope.h"
#include "gui/axis/frontend_index.h"
#include "gui/axis/time_axis.h"
#include "gui/export/wrapped_text.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr double kTask = 34, kLine = 20, kFactLine = 21, kAround = 10, kGap = 36, kInner = 16;
/// More kinds of tasks are told by operation and line, with the range of their times.
constexpr std::size_t kMostCosts = 18;
constexpr double kBeyond = 1.25;
constexpr std::size_t kMostTimes = 48, kTimesRows = 6;

QFont factFont() {
  return uiFont(14);
}
QFont costFont() {
  return monoFont(13);
}
QFont quietFont() {
  return uiFont(13);
}

/// "2.00 µs", "2.00–3.10 µs", of what was measured in all runs.
QString rangeText(std::int64_t least, std::int64_t most) {
  const QString from = formatTime(least), to = formatTime(most);
  return from == to ? to : from + QStringLiteral("–") + to;
}

struct Range {
  std::int64_t least = 0, most = 0;
  bool known = false;
  void include(const Estimate& estimate) {
    if (estimate.count == 0) return;
    include(estimate.lower_ns, estimate.upper_ns);
  }
  void include(std::int64_t low, std::int64_t high) {
    least = known ? std::min(least, low) : low;
    most = known ? std::max(most, high) : high;
    known = true;
  }
  QString text() const { return rangeText(least, most); }
};

}  // namespace

SheetCut sheetCut(const Trace& trace) {
  const Scope scope = scope_of(trace, loop_region(trace));
  SheetCut cut{scope.first, trace.size(), false};
  const std::uint32_t first =
      bisect(trace.wait_count(), [&](std::uint32_t wait) { return trace.wait(wait).begin < scope.first; });
  if (first == trace.wait_count()) return cut;
  cut.until = std::min(trace.size(), trace.wait(first).begin + 1);
  cut.waits = true;
  return cut;
}

double sheetEnd(double endNs) {
  const double wanted = std::max(1.0, endNs * kBeyond);
  static constexpr double kSteps[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
  return roundAbove(wanted, kSteps);
}

FigureSheet::Costs FigureSheet::costsOf(const Trace& trace, const SheetCut& cut) {
  struct Group {
    TaskId first;
    std::uint32_t count = 0;
    Range range;
  };
  const auto grouped = [&](bool by_cost) {
    std::map<std::tuple<NameId, int, std::int64_t>, std::size_t> places;
    std::vector<Group> groups;
    for (TaskId id = 0; id < trace.task_count(); ++id) {
      const Task task = trace.task(id);
      if (task.issue() < cut.given || task.start == kNever || task.end == kNever) continue;
      const std::int64_t cost_ns = trace.time_ns(task.end) - trace.time_ns(task.start);
      const int line = task.statement == runahead::kNone ? 0 : trace.statement(task.statement).line;
      const auto [place, added] = places.try_emplace({task.name, line, by_cost ? cost_ns : 0}, groups.size());
      if (added) groups.push_back({id, 0, {}});
      Group& group = groups[place->second];
      ++group.count;
      group.range.include(cost_ns, cost_ns);
      if (by_cost && groups.size() > kMostCosts) break;
    }
    return groups;
  };
  std::vector<Group> groups = grouped(true);
  if (groups.size() > kMostCosts) groups = grouped(false);
  Costs costs;
  for (const Group& group : groups) {
    const Task task = trace.task(group.first);
    const QString name = QString::fromStdString(trace.name(task.name));
    costs.push_back({group.count == 1 ? taskLabel(trace, group.first)
                                      : tr("%1, %2 times").arg(name, formatCount(group.count)),
                     task.statement == runahead::kNone
                         ? QString()
                         : tr("line %1").arg(trace.statement(task.statement).line),
                     group.range.text()});
  }
  return costs;
}

FigureSheet::TimesTable FigureSheet::timesOf(const Trace& trace, const SheetCut& cut) {
  TimesTable table;
  std::size_t used = 0;
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) used += trace.lane_task_count(lane) > 0;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (task.issue() < cut.given || task.start == kNever || task.end == kNever) continue;
    if (table.rows.size() == kMostTimes) {
      ++table.leftOut;
      continue;
    }
    table.rows.push_back({taskLabel(trace, id), formatTime(trace.time_ns(task.start)),
                          formatTime(trace.time_ns(task.end)),
                          used > 1 ? toText(lane_label(trace, task.lane)) : QString()});
  }
  return table;
}

FigureSheet::FigureSheet(std::span<const Trace> traces) {
  bool waits = false, earlier = false, streams = false;
  Range t1, t3, wake_latency;
  Range workers;
  for (std::size_t run = 0; run < traces.size(); ++run) {
    const Trace& trace = traces[run];
    const SheetCut cut = sheetCut(trace);
    const Fit model = fit(trace);
    waits |= cut.waits;
    earlier |= cut.waits && trace.wait(0).begin < cut.given;
    t1.include(model.t1);
    t3.include(model.t3);
    if (model.wake_latency.median_ns > 0) wake_latency.include(model.wake_latency);
    workers.include(model.workers, model.workers);
    streams |= hasLane(trace, LaneKind::stream);
    const Costs costs = costsOf(trace, cut);
    const QString letter = runLetter(static_cast<int>(run));
    m_times.push_back(timesOf(trace, cut));
    m_times.back().head =
        traces.size() == 1 ? tr("When each task runs") : tr("When each task runs in %1").arg(letter);
    const auto known = std::ranges::find(m_tables, costs, &Table::costs);
    if (known == m_tables.end()) {
      m_tables.push_back({letter, costs});
    } else {
      known->head += QStringLiteral(" ") + letter;
    }
  }
  for (Table& table : m_tables) {
    table.head =
        m_tables.size() == 1 ? tr("What each task takes") : tr("What each task takes in %1").arg(table.head);
  }
  m_task = !waits    ? tr("Draw when each task runs.")
           : earlier ? tr("Draw when each task runs, and what the frontend does after the last wait shown.")
                     : tr("Draw when each task runs, and what the frontend does after its first wait.");
  QStringList facts;
  facts << (streams ? tr("A stream executes its tasks in the order in which they were issued.")
            : workers.least != workers.most ? tr("A worker takes the ready tasks in the order in which they "
                                                 "became ready.")
            : workers.most == 1 ? tr("One worker takes the ready tasks in the order in which they "
                                     "became ready.")
                                : tr("%1 workers take the ready tasks in the order in which they became "
                                     "ready.")
                                      .arg(workers.most));
  if (t1.known) facts << tr("The frontend takes %1 to enqueue a task.").arg(t1.text());
  if (t3.known)
    facts << tr("After a wait it continues %1 after the end of the task that it waited for.").arg(t3.text());
  if (wake_latency.known) facts << tr("A task starts %1 after it could.").arg(wake_latency.text());
  m_facts = facts.join(QStringLiteral(" "));
}

QStringList FigureSheet::facts(double width_px) const {
  return wrapped(m_facts, factFont(), width_px);
}

FigureSheet::Columns FigureSheet::columnsOf(double width_px) const {
  const QFontMetricsF mono(costFont()), quiet(quietFont());
  double task = 0, line = 0, time = 0;
  std::size_t most = 1;
  for (const Table& table : m_tables) {
    most = std::max(most, table.costs.size());
    for (const Cost& cost : table.costs) {
      task = std::max(task, mono.horizontalAdvance(cost.task));
      line = std::max(line, quiet.horizontalAdvance(cost.line));
      time = std::max(time, mono.horizontalAdvance(cost.time));
    }
  }
  const double width = task + kInner + line + kInner + time;
  // Beside one another only where one column would be long.
  const int fitting = std::max(1, static_cast<int>((width_px + kGap) / (width + kGap)));
  const int wanted = static_cast<int>((most + 4) / 5);
  return {std::min(fitting, wanted), width, task + kInner, width};
}

double FigureSheet::height(double width_px) const {
  double height = kTask + static_cast<double>(facts(width_px).size()) * kFactLine;
  const auto columns = static_cast<std::size_t>(columnsOf(width_px).count);
  for (const Table& table : m_tables) {
    height += kAround + kLine * static_cast<double>(1 + (table.costs.size() + columns - 1) / columns);
  }
  return height + timesHeight(width_px) + kAround;
}

FigureSheet::TimesColumns FigureSheet::timesColumns(double width_px) const {
  const QFontMetricsF mono(costFont()), quiet(quietFont());
  TimesColumns columns{1, mono.horizontalAdvance(tr("task")), 0, 0};
  columns.time = quiet.horizontalAdvance(tr("starts"));
  std::size_t most = 0;
  for (const TimesTable& table : m_times) {
    most = std::max(most, table.rows.size());
    for (const Times& row : table.rows) {
      columns.task = std::max(columns.task, mono.horizontalAdvance(row.task));
      columns.time =
          std::max({columns.time, mono.horizontalAdvance(row.start), mono.horizontalAdvance(row.end)});
      columns.lane = std::max(columns.lane, quiet.horizontalAdvance(row.lane));
    }
  }
  columns.task += kInner / 2;
  columns.time += kInner;
  columns.lane += columns.lane > 0 ? kInner : 0;
  const auto fitting = static_cast<std::size_t>(std::max(1.0, (width_px + kGap) / (columns.width() + kGap)));
  columns.count = std::clamp<std::size_t>((most + kTimesRows - 1) / kTimesRows, 1, fitting);
  return columns;
}

double FigureSheet::timesHeight(double width_px) const {
  const std::size_t columns = timesColumns(width_px).count;
  double height = 0;
  for (const TimesTable& table : m_times) {
    if (table.rows.empty()) continue;
    const std::size_t rows = (table.rows.size() + columns - 1) / columns;
    height += kAround + kLine * static_cast<double>(2 + rows + (table.leftOut > 0 ? 1 : 0));
  }
  return height;
}

void FigureSheet::paintTimes(QPainter& painter, QPointF topLeft, double width_px, bool solution,
                             const Theme& theme) const {
  const TimesColumns columns = timesColumns(width_px);
  const QFontMetricsF mono(costFont()), quiet(quietFont());
  double base = topLeft.y();
  for (const TimesTable& table : m_times) {
    if (table.rows.empty()) continue;
    base += kAround + kLine;
    paintText(painter, {topLeft.x(), base}, uiFont(13, QFont::DemiBold), theme.text, table.head);
    const std::size_t rows = (table.rows.size() + columns.count - 1) / columns.count;
    const auto ending = [&](double right, double y, const QFont& font, const QFontMetricsF& metrics,
                            const QColor& colour, const QString& text) {
      paintText(painter, {right - metrics.horizontalAdvance(text), y}, font, colour, text);
    };
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const Times& row = table.rows[i];
      const double x = topLeft.x() + static_cast<double>(i / rows) * (columns.width() + kGap);
      const double starts = x + columns.task + columns.time, ends = starts + columns.time;
      if (i % rows == 0) {
        ending(starts, base + kLine, quietFont(), quiet, theme.text2, tr("starts"));
        ending(ends, base + kLine, quietFont(), quiet, theme.text2, tr("ends"));
      }
      const double y = base + kLine * static_cast<double>(2 + i % rows);
      paintText(painter, {x, y}, costFont(), theme.text, row.task);
      if (solution) {
        ending(starts, y, costFont(), mono, theme.text, row.start);
        ending(ends, y, costFont(), mono, theme.text, row.end);
        paintText(painter, {ends + kInner, y}, quietFont(), theme.text2, row.lane);
        continue;
      }
      for (const double right : {starts, ends})
        painter.fillRect(QRectF(right - columns.time + kInner, y + 3, columns.time - kInner, 1), theme.edge);
      if (columns.lane > 0)
        painter.fillRect(QRectF(ends + kInner, y + 3, columns.lane - kInner, 1), theme.edge);
    }
    base += kLine * static_cast<double>(1 + rows);
    if (table.leftOut == 0) continue;
    base += kLine;
    paintText(painter, {topLeft.x(), base}, quietFont(), theme.text2,
              tr("and %1 more").arg(formatCount(table.leftOut)));
  }
}

void FigureSheet::paint(QPainter& painter, QPointF topLeft, double width_px, bool solution,
                        const Theme& theme) const {
  const auto word = [&](double x, double base, const QFont& font, const QColor& colour, const QString& text) {
    paintText(painter, QPointF(topLeft.x() + x, base), font, colour, text);
  };
  double base = topLeft.y() + 18;
  word(0, base, uiFont(16, QFont::DemiBold), theme.text, solution ? tr("Solution") : m_task);
  base = topLeft.y() + kTask + 8;
  for (const QString& line : facts(width_px)) {
    word(0, base, factFont(), theme.text, line);
    base += kFactLine;
  }
  const Columns columns = columnsOf(width_px);
  const QFontMetricsF mono(costFont());
  for (const Table& table : m_tables) {
    base += kAround;
    word(0, base, uiFont(13, QFont::DemiBold), theme.text, table.head);
    const std::size_t rows = (table.costs.size() + static_cast<std::size_t>(columns.count) - 1) /
                             static_cast<std::size_t>(columns.count);
    for (std::size_t i = 0; i < table.costs.size(); ++i) {
      const Cost& cost = table.costs[i];
      const double x = static_cast<double>(i / rows) * (columns.width + kGap);
      const double y = base + kLine * static_cast<double>(1 + i % rows);
      word(x, y, costFont(), theme.text, cost.task);
      word(x + columns.line, y, quietFont(), theme.text2, cost.line);
      word(x + columns.time - mono.horizontalAdvance(cost.time), y, costFont(), theme.text, cost.time);
    }
    base += kLine * static_cast<double>(1 + rows);
  }
  paintTimes(painter, {topLeft.x(), base - kLine}, width_px, solution, theme);
}

}  // namespace runahead::gui
