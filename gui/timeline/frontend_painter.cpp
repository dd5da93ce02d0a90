// SPDX-License-Identifier: GPL-3.0-or-later
// The frontend's two rows: statements with their lines above what they did: deferrals, enqueues and waits.
// Not here: marks (painter.cpp), threads to the workers (queue_painter.cpp).
#include "core/analysis/labels.h"
#include "gui/axis/bars.h"
#include "gui/text/format.h"
#include "gui/text/words.h"
#include "gui/timeline/paint_context.h"

#include <algorithm>

namespace runahead::gui {

namespace {

/// Merged neighbours as one band; a gap that could be seen ends it.
struct Band {
  std::uint32_t first = 0, last = 0;
  double x0 = 0, x1 = -1;
};

/// Calls bar(span) for each bar and band(Band) for each run of merged columns, in order.
template <class Bars, class OnBar, class OnBand>
void bandsAndBars(const PaintContext& context, const Bars& bars, OnBar on_bar, OnBand on_band) {
  Band band;
  const auto flush = [&] {
    if (band.x1 > band.x0) on_band(band);
    band = Band{};
  };
  mergeBars(context.axis, context.column_px, context.bounds, bars, [&](const BarSpan& span) {
    if (!span.merged) {
      flush();
      on_bar(span);
      return;
    }
    if (band.x1 > band.x0 && span.x0 - band.x1 < kMergeBelowPx) {
      band.last = std::max(band.last, span.last);
      band.x1 = span.x1;
    } else {
      flush();
      band = {span.first, span.last, span.x0, span.x1};
    }
  });
  flush();
}

/// "4", or "lines 6–10": the lines of a band as far as its first and last few statements tell them.
QString bandLines(const Trace& trace, const Band& band) {
  // Wherever the band begins in a loop, so many statements hold all lines of any loop that fits on a screen.
  constexpr std::uint32_t kLook = 64;
  int low = trace.statement(band.first).line, high = low;
  const auto look = [&](std::uint32_t i) {
    const int line = trace.statement(i).line;
    low = std::min(low, line);
    high = std::max(high, line);
  };
  for (std::uint32_t i = band.first; i < band.last && i < band.first + kLook; ++i) look(i);
  for (std::uint32_t i = band.last; i > band.first && i + kLook > band.last; --i) look(i - 1);
  return low == high ? tr("line %1").arg(low) : tr("lines %1–%2").arg(low).arg(high);
}

/// `ground`: what lies under the label where the band has a pattern.
void bandLabel(PaintContext& context, const QRectF& rect, const QColor& colour, const QStringList& forms,
               const QColor& ground = QColor()) {
  const QRectF visible = context.visible(rect).adjusted(6, 0, -2, 0);
  if (rect.height() < kLeastWords_px) return;
  for (const QString& form : forms) {
    const double width = context.textWidth(form.size());
    if (!LabelFit::holds(visible.width(), width)) continue;
    if (ground.isValid()) {
      const double line = 3 * std::max(1.0, context.column_px);
      context.painter.fillRect(
          QRectF(visible.left() - 3, rect.top() + line, width + 6, rect.height() - 2 * line), ground);
    }
    context.text(visible, Qt::AlignLeft | Qt::AlignVCenter, colour, form);
    return;
  }
}

void paintStatements(PaintContext& context, const TimelineScene& scene) {
  const Theme& theme = context.theme;
  const RowPx& row = scene.layout.statements;
  bandsAndBars(
      context, StatementBars{{scene.trace, context.now_ns}},
      [&](const BarSpan& span) {
        const QRectF rect = context.barRect(span.x0, span.x1, row);
        const Named part(context.names, {PartKind::statement, span.first,
                                         context.after(scene.trace.statement(span.first).begin)});
        context.fillBar(rect, theme.statementFill, theme.enqueue);
        const int line = scene.trace.statement(span.first).line;
        const QString number = QString::number(line);
        const QRectF visible = context.visible(rect);
        if (visible.width() < context.textWidth(number.size()) + 3) return;
        const QString source = line >= 1 && line <= scene.listing.size()
                                   ? number + QStringLiteral("  ") + scene.listing[line - 1].trimmed()
                                   : QString();
        const bool whole =
            !source.isEmpty() && LabelFit::holds(visible.width() - 8, context.textWidth(source.size()));
        if (whole || visible.width() > 60) {
          context.text(visible.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, theme.statementText,
                       whole ? source : number);
        } else {
          context.text(visible, Qt::AlignCenter, theme.statementText, number);
        }
      },
      [&](const Band& band) {
        const QRectF rect(band.x0, row.top, band.x1 - band.x0, row.height);
        if (rect.width() < 6) {
          context.painter.fillRect(rect, theme.statementFill);
          context.painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), theme.enqueue);
          context.painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.enqueue);
          return;
        }
        context.fillBar(rect, theme.statementFill, theme.enqueue);
        if (rect.width() < 30) return;
        const QString count = formatCount(band.last - band.first);
        const Named part(context.names, {.from = context.after(scene.trace.statement(band.last - 1).begin)});
        bandLabel(context, rect, theme.statementText,
                  {tr("%1, %2 statements").arg(bandLines(scene.trace, band), count),
                   tr("%1 statements").arg(count), count});
      });
}

/// The cursor from which on the band's deferrals are all known, and what became of them.
Seq lastOf(const Trace& trace, const FrontendIndex& index, const Band& band) {
  Seq last = 0;
  for (std::uint32_t i = band.first; i < band.last; ++i) {
    const Task task = trace.task(index.deferrals()[i].task);
    const bool eliminated = task.end != kNever && task.outcome == Outcome::eliminated;
    last = std::max({last, index.deferrals()[i].end + 1, eliminated ? task.end + 1 : 0});
  }
  return last;
}

/// At 45° through the middle of [x0, x1).
void paintSlash(PaintContext& context, double x0, double x1, const RowPx& row) {
  const double half = std::min(row.height / 2 - 4, (x1 - x0) / 2 - 1);
  const QPointF middle((x0 + x1) / 2, row.top + row.height / 2);
  const Smooth smooth(context.painter);
  context.painter.setPen(QPen(context.theme.eliminated, 1.2));
  context.painter.drawLine(middle + QPointF(-half, half), middle + QPointF(half, -half));
}

/// What the frontend deferred into a graph: an outline, dashed as long as it may still run, slashed when
/// nothing needed it.
void paintRecordings(PaintContext& context, const TimelineScene& scene) {
  const FrontendIndex& index = scene.laneIndex.frontend();
  if (index.deferrals().empty()) return;
  const Theme& theme = context.theme;
  const RowPx& row = scene.layout.enqueues;
  const Seq cursor = scene.cursorShown ? scene.cursor : scene.trace.size();
  bandsAndBars(
      context, DeferBars{{scene.trace, context.now_ns}, index},
      [&](const BarSpan& span) {
        const QRectF rect = context.barRect(span.x0, span.x1, row);
        const bool eliminated = index.eliminated(span.first, span.last, cursor) > 0;
        const TaskId task = index.deferrals()[span.first].task;
        Part known{PartKind::task, task, context.after(index.deferrals()[span.first].end)};
        if (context.names != nullptr && eliminated) {
          known.until = context.after(scene.trace.task(task).end);
          const Named part(context.names, known);
          context.outlineBar(rect, theme.enqueue, true);
        }
        const Named part(
            context.names,
            {PartKind::task, task, eliminated ? context.after(scene.trace.task(task).end) : known.from});
        context.outlineBar(rect, eliminated ? theme.eliminated : theme.enqueue, !eliminated);
        if (eliminated) paintSlash(context, rect.left(), rect.right(), row);
        if (!scene.isMatch(task)) return;
        paintBox(context.painter, rect.adjusted(0.8, 0.8, -0.8, -0.8), QPen(theme.cursor, 1.6), Qt::NoBrush);
      },
      [&](const Band& band) {
        // That some of them are eliminated is known at the end.
        const Named part(context.names, {.from = context.names ? lastOf(scene.trace, index, band) : 0});
        const std::uint32_t count = band.last - band.first;
        const std::uint32_t eliminated = index.eliminated(band.first, band.last, cursor);
        const bool all = eliminated == count;
        const QRectF rect(band.x0, row.top, band.x1 - band.x0, row.height);
        context.outlineBar(rect, all ? theme.eliminated : theme.enqueue, !all);
        constexpr double kSlash_px = 24;
        const QRectF visible = context.visible(rect);
        for (double x = visible.left(); eliminated > 0 && x + kSlash_px <= visible.right(); x += kSlash_px) {
          paintSlash(context, x, x + kSlash_px, row);
        }
        if (rect.width() < 30) return;
        const QString recorded = tr("%1 recorded").arg(formatCount(count));
        const QString gone = tr("%1 eliminated").arg(formatCount(eliminated));
        const QStringList forms = all              ? QStringList{gone, formatCount(count)}
                                  : eliminated > 0 ? QStringList{tr("%1, %2").arg(recorded, gone), recorded}
                                                   : QStringList{recorded, formatCount(count)};
        bandLabel(context, rect, all ? theme.eliminated : theme.enqueue, forms, theme.paper);
      });
}

void paintEnqueues(PaintContext& context, const TimelineScene& scene) {
  const Theme& theme = context.theme;
  const RowPx& row = scene.layout.enqueues;
  const EnqueueBars bars{{scene.trace, context.now_ns}, scene.laneIndex.frontend()};
  bandsAndBars(
      context, bars,
      [&](const BarSpan& span) {
        const Named part(context.names,
                         {PartKind::task, bars.task(span.first), context.after(bars.end(span.first))});
        context.fillBar(context.barRect(span.x0, span.x1, row), theme.enqueue);
      },
      [&](const Band& band) {
        const QRectF rect(band.x0, row.top, band.x1 - band.x0, row.height);
        context.painter.fillRect(rect, theme.enqueue);
        if (rect.width() < 30) return;
        const QString count = formatCount(band.last - band.first);
        const Named part(context.names, {.from = context.after(bars.end(band.last - 1))});
        bandLabel(context, rect, theme.enqueueText, {tr("%1 enqueues").arg(count), count});
      });
}

void paintWaits(PaintContext& context, const TimelineScene& scene) {
  const Trace& trace = scene.trace;
  const Theme& theme = context.theme;
  const RowPx& row = scene.layout.enqueues;
  const auto bar = [&](const QRectF& rect) {
    context.fillWait(rect);
    context.painter.setPen(Qt::NoPen);
    context.frame(rect, theme.waitEdge, 4);
  };
  const auto plate = [&](const QRectF& rect, const QStringList& forms) {
    const QRectF visible = context.visible(rect).adjusted(9, 0, -3, 0);
    if (rect.height() < kLeastWords_px) return;
    for (const QString& form : forms) {
      const double width = context.textWidth(form.size());
      if (!LabelFit::holds(visible.width() - 6, width)) continue;
      const double inset = std::clamp((rect.height() - 16) / 2, 1.0, 5.0);
      const QRectF ground(visible.left(), rect.top() + inset, width + 10, rect.height() - 2 * inset);
      context.painter.fillRect(ground, theme.waitGround);
      QFont bold = context.label;
      bold.setWeight(QFont::Bold);
      paintText(context.painter, ground, Qt::AlignCenter, bold, theme.waitEdge, form);
      context.painter.setFont(context.label);
      return;
    }
  };
  bandsAndBars(
      context, WaitBars{{trace, context.now_ns}},
      [&](const BarSpan& span) {
        const QRectF rect = context.barRect(span.x0, span.x1, row);
        const Wait wait = trace.wait(span.first);
        const Named part(context.names, {PartKind::wait, span.first, context.after(wait.begin)});
        bar(rect);
        if (rect.width() < 50) return;
        const QString reason = toText(reason_label(trace, wait.reason));
        const QString time = formatTime(endTime(trace, wait.end, context.now_ns) - trace.time_ns(wait.begin));
        const QString gap = QStringLiteral("  ");
        // Where the end is to be found out, or others step, the length of what is drawn means nothing.
        if ((scene.openUntilNs || context.names) && wait.end == kNever) return plate(rect, {reason});
        if (context.names != nullptr) {
          const Named until(context.names, {.until = context.after(wait.end)});
          plate(rect, {reason});
        }
        const Named told(context.names, {.from = context.after(wait.end)});
        QStringList forms;
        if (wait.ended_by != kNone) {
          forms << reason + gap + time + gap + tr("until %1").arg(taskLabel(trace, wait.ended_by));
        }
        forms << reason + gap + time << reason;
        plate(rect, forms);
      },
      [&](const Band& band) {
        const QRectF rect(band.x0, row.top, band.x1 - band.x0, row.height);
        bar(rect);
        if (rect.width() < 50) return;
        const Named part(context.names, {.from = context.after(trace.wait(band.last - 1).end)});
        plate(rect, {tr("%1 waits").arg(formatCount(band.last - band.first))});
      });
}

}  // namespace

void paintFrontend(PaintContext& context, const TimelineScene& scene) {
  if (scene.layout.statements.height > 0) paintStatements(context, scene);
  paintRecordings(context, scene);
  paintEnqueues(context, scene);
  paintWaits(context, scene);
}

std::vector<std::pair<double, double>> frontendBarsOf(const PaintContext& context, const FrontendIndex& index,
                                                      const Task& task) {
  std::vector<std::pair<double, double>> bars;
  const auto add = [&](Seq begin, Seq end) { bars.emplace_back(context.x(begin), context.x(end)); };
  if (const std::uint32_t deferral = index.deferralOf(task.id); deferral != kNone) {
    add(index.deferrals()[deferral].begin, task.defer);
  }
  if (task.enqueue == kNever) return bars;
  const EnqueueBars enqueues{{context.trace, context.now_ns}, index};
  const std::uint32_t place =
      enqueues.defers() ? EnqueueBars::stepsBefore(index.enqueues(), task.enqueue) : task.id;
  add(enqueues.begin(place), task.enqueue);
  return bars;
}

void paintFrontendStrip(PaintContext& context, const FrontendIndex& index, const RowPx& row) {
  const TraceBars trace{context.trace, context.now_ns};
  const auto bar = [&](const BarSpan& span) { return context.barRect(span.x0, span.x1, row); };
  const auto band = [&](const Band& wide) {
    return QRectF(wide.x0, row.top, std::max(1.0, wide.x1 - wide.x0), row.height);
  };
  bandsAndBars(
      context, DeferBars{trace, index},
      [&](const BarSpan& span) { context.outlineBar(bar(span), context.theme.enqueue, false); },
      [&](const Band& wide) { context.outlineBar(band(wide), context.theme.enqueue, false); });
  mergeBars(context.axis, context.column_px, context.bounds, EnqueueBars{trace, index},
            [&](const BarSpan& span) {
              context.painter.fillRect(
                  span.merged ? QRectF(span.x0, row.top, span.x1 - span.x0, row.height) : bar(span),
                  context.theme.enqueue);
            });
  bandsAndBars(
      context, WaitBars{trace}, [&](const BarSpan& span) { context.fillWait(bar(span)); },
      [&](const Band& wide) { context.fillWait(band(wide)); });
}

}  // namespace runahead::gui
