// SPDX-License-Identifier: GPL-3.0-or-later
// Which entries there are, where they stand, and their samples.
#include "gui/export/figure_legend.h"

#include <QFontMetricsF>
#include <QPainter>
#include <optional>
#include <utility>

#include "gui/text/words.h"
#include "gui/widgets/part_names.h"

namespace runahead::gui {

namespace {

constexpr double kLegendAround = 14, kLegendLine = 22, kSample = 27, kLegendGap = 22;

}  // namespace

FigureLegend::FigureLegend(const std::vector<Run>& runs, Shows shows, const Theme& t, double left_px,
                           double right_px) {
  using First = std::optional<std::pair<std::uint32_t, Seq>>;  // a run, and an event of it
  First errors, races, eliminated;
  bool deferred = false, copies = false, waits = false;
  for (const Run& run : runs) {
    const auto number = static_cast<std::uint32_t>(&run - runs.data());
    const FrontendIndex& frontend = run.laneIndex.frontend();
    const auto deferrals = static_cast<std::uint32_t>(frontend.deferrals().size());
    // That the user stopped a run is an error of no task.
    for (std::uint32_t i = 0; i < run.trace.error_count(); ++i) {
      const ErrorRecord error = run.trace.error(i);
      First& first = error.kind == ErrorKind::race ? races : errors;
      if (!first && error.origin != kNone) first = {number, error.seq};
    }
    waits |= run.trace.wait_count() > 0;
    deferred |= frontend.defersBefore(run.trace.size());
    if (!eliminated && frontend.eliminated(0, deferrals, run.trace.size()) > 0)
      eliminated = {number, run.trace.next_of(kinds(EventKind::eliminate), 0)};
    copies |= hasLane(run.trace, LaneKind::copy);
  }
  using Sample = Entry::Sample;
  if (shows.statements) m_entries.push_back({tr("statement, by line"), t.statementFill, t.enqueue});
  if (deferred) m_entries.push_back({tr("recorded"), t.paper, dashedPen(t.enqueue, 1, {3.2, 2.4})});
  if (eliminated)
    m_entries.push_back({tr("eliminated"), Qt::transparent, t.eliminated, false, Sample::slashed, 0, 0,
                         eliminated->first, eliminated->second + 1});
  m_entries.push_back({tr("enqueue"), t.enqueue, t.enqueue});
  if (waits) m_entries.push_back({tr("wait"), {}, t.waitEdge, true});
  if (shows.backend) {
    m_entries.push_back({tr("running"), t.running, t.running});
    if (copies) m_entries.push_back({tr("copy ›"), t.copyFill, t.copyEdge});
    if (errors)
      m_entries.push_back(
          {tr("failed ✕"), t.error, t.error, false, Sample::box, 0, 0, errors->first, errors->second + 1});
    if (races)
      m_entries.push_back(
          {tr("race"), {}, QPen(t.error, 3), false, Sample::thread, 0, 0, races->first, races->second + 1});
    if (shows.queue) {
      m_entries.push_back({tr("in the queue"), {}, QPen(t.blocked, 1.2), false, Sample::thread});
      m_entries.push_back({tr("blocked"), {}, dashedPen(t.blocked, 1.2, {3.6, 3}), false, Sample::thread});
    }
  }
  const QFontMetricsF metrics(uiFont(13));
  double x = left_px;
  int row = 0;
  for (Entry& entry : m_entries) {
    const double width = kSample + metrics.horizontalAdvance(entry.text);
    if (x > left_px && x + width > right_px) x = left_px, ++row;
    entry.x = x;
    entry.row = row;
    x += width + kLegendGap;
  }
}

double FigureLegend::height() const {
  return m_entries.empty() ? 0 : kLegendAround + (m_entries.back().row + 1) * kLegendLine;
}

void FigureLegend::paint(QPainter& painter, double top, const Theme& theme) const {
  for (const Entry& entry : m_entries) {
    PartNames* const names = entry.from > 0 ? PartNames::of(painter) : nullptr;
    const Named of(names, {.kind = PartKind::run, .id = entry.run});
    const Named known(names, {.from = entry.from});
    const double middle = top + 18 + entry.row * kLegendLine;
    if (entry.sample == Entry::Sample::thread) {
      painter.setPen(entry.edge);
      painter.drawLine(QPointF(entry.x, middle - 5), QPointF(entry.x + 20, middle + 5));
    } else {
      if (entry.sample == Entry::Sample::slashed) {
        painter.setPen(QPen(theme.eliminated, 1.2));
        painter.drawLine(QPointF(entry.x + 6, middle + 4), QPointF(entry.x + 14, middle - 4));
      }
      painter.setRenderHint(QPainter::Antialiasing);
      paintBox(painter, QRectF(entry.x + 0.5, middle - 6.5, 19, 13), entry.edge,
               entry.waits ? waitBrush(theme, painter) : QBrush(entry.fill), 2);
    }
    paintText(painter, QPointF(entry.x + kSample, middle + 4.5), uiFont(13), theme.text, entry.text);
  }
}

}  // namespace runahead::gui
