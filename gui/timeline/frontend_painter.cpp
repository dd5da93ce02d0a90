// SPDX-License-Identifier: GPL-3.0-or-later
// The frontend's two rows: statements with their lines above what they did, enqueues and waits.
// Not here: marks (painter.cpp), threads to the workers (queue_painter.cpp).
#include "gui/theme/format.h"
#include "gui/timeline/bars.h"
#include "gui/timeline/paint_context.h"

#include <QCoreApplication>

namespace runahead::gui {

namespace {

QString tr(const char* text, int count = -1) {
  return QCoreApplication::translate("Timeline", text, nullptr, count);
}

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

void bandLabel(PaintContext& context, const QRectF& rect, const QColor& colour, const QStringList& forms) {
  const QRectF visible = context.visible(rect).adjusted(6, 0, -2, 0);
  for (const QString& form : forms) {
    if (!LabelFit::holds(visible.width(), context.textWidth(form.size()))) continue;
    context.text(visible, Qt::AlignLeft | Qt::AlignVCenter, colour, form);
    return;
  }
}

void paintStatements(PaintContext& context, const TimelineScene& scene) {
  const Theme& theme = context.theme;
  const RowPx& row = scene.layout.statements;
  bandsAndBars(
      context, StatementBars{{scene.trace}},
      [&](const BarSpan& span) {
        const QRectF rect = context.barRect(span.x0, span.x1, row);
        context.fillBar(rect, theme.statementFill, theme.enqueue);
        const int line = scene.trace.statement(span.first).line;
        const QString number = QString::number(line);
        const QRectF visible = context.visible(rect);
        if (visible.width() < context.textWidth(number.size()) + 3) return;
        const QString source = line >= 1 && line <= scene.listing.size()
                                   ? number + QStringLiteral("  ") + scene.listing[line - 1].trimmed()
                                   : QString();
        if (!source.isEmpty() && LabelFit::holds(visible.width() - 8, context.textWidth(source.size()))) {
          context.text(visible.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, theme.statementText,
                       source);
        } else if (visible.width() > 60) {
          context.text(visible.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, theme.statementText,
                       number);
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
        bandLabel(context, rect, theme.statementText,
                  {tr("%1, %2 statements").arg(bandLines(scene.trace, band), count),
                   tr("%1 statements").arg(count), count});
      });
}

void paintEnqueues(PaintContext& context, const TimelineScene& scene) {
  const Theme& theme = context.theme;
  const RowPx& row = scene.layout.enqueues;
  bandsAndBars(
      context, EnqueueBars{{scene.trace}},
      [&](const BarSpan& span) { context.fillBar(context.barRect(span.x0, span.x1, row), theme.enqueue); },
      [&](const Band& band) {
        const QRectF rect(band.x0, row.top, band.x1 - band.x0, row.height);
        context.painter.fillRect(rect, theme.enqueue);
        if (rect.width() < 30) return;
        const QString count = formatCount(band.last - band.first);
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
    const double line = std::max(1.0, context.column_px);
    context.painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), line), theme.waitEdge);
    context.painter.fillRect(QRectF(rect.left(), rect.bottom() - line, rect.width(), line), theme.waitEdge);
    if (rect.width() < 4) return;
    context.painter.fillRect(QRectF(rect.left(), rect.top(), line, rect.height()), theme.waitEdge);
    context.painter.fillRect(QRectF(rect.right() - line, rect.top(), line, rect.height()), theme.waitEdge);
  };
  const auto plate = [&](const QRectF& rect, const QStringList& forms) {
    const QRectF visible = context.visible(rect).adjusted(9, 0, -3, 0);
    for (const QString& form : forms) {
      const double width = context.textWidth(form.size());
      if (!LabelFit::holds(visible.width() - 6, width)) continue;
      const QRectF ground(visible.left(), rect.top() + 5, width + 10, rect.height() - 10);
      context.painter.fillRect(ground, theme.waitGround);
      QFont bold = context.label;
      bold.setWeight(QFont::Bold);
      context.painter.setFont(bold);
      context.painter.setPen(theme.waitEdge);
      context.painter.drawText(ground, Qt::AlignCenter, form);
      context.painter.setFont(context.label);
      return;
    }
  };
  bandsAndBars(
      context, WaitBars{{trace}},
      [&](const BarSpan& span) {
        const QRectF rect = context.barRect(span.x0, span.x1, row);
        bar(rect);
        if (rect.width() < 50) return;
        const Wait wait = trace.wait(span.first);
        const QString reason = QString::fromUtf8(to_string(wait.reason));
        const QString time = formatTime(endTime(trace, wait.end) - trace.time_ns(wait.begin));
        const QString gap = QStringLiteral("  ");
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
        plate(rect, {tr("%1 waits").arg(formatCount(band.last - band.first))});
      });
}

}  // namespace

void paintFrontend(PaintContext& context, const TimelineScene& scene) {
  paintStatements(context, scene);
  paintEnqueues(context, scene);
  paintWaits(context, scene);
}

void paintFrontendStrip(PaintContext& context, const RowPx& row) {
  const auto paint_enqueues = [&](const BarSpan& span) {
    context.painter.fillRect(span.merged ? QRectF(span.x0, row.top, span.x1 - span.x0, row.height)
                                         : context.barRect(span.x0, span.x1, row),
                             context.theme.enqueue);
  };
  mergeBars(context.axis, context.column_px, context.bounds, EnqueueBars{{context.trace}}, paint_enqueues);
  bandsAndBars(
      context, WaitBars{{context.trace}},
      [&](const BarSpan& span) { context.fillWait(context.barRect(span.x0, span.x1, row)); },
      [&](const Band& band) {
        context.fillWait(QRectF(band.x0, row.top, std::max(1.0, band.x1 - band.x0), row.height));
      });
}

}  // namespace runahead::gui
