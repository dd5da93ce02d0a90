// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring and painting them. Not here: the graph's layout (gui/panes).
#include "gui/export/figure_parts.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "gui/panes/graph_painter.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {

namespace {

constexpr double kListingInset = 8, kNumberWidth = 34, kListingAround = 8;
constexpr float kFailedGround = 0.14F;
constexpr double kLeastGraphScale = 0.85;
constexpr double kMostGraphHeight = 420, kLeftOutLine = 24;
constexpr TaskId kFewTasks = 12;  // as many may be as high as they are

constexpr double kListingNote = 22, kLetterGap = 8;

/// Where the text of lines begins, behind their numbers and whose they are.
double textFrom(std::span<const ListedLine> lines) {
  double letters = 0;
  for (const ListedLine& line : lines)
    letters = std::max(letters, QFontMetricsF(monoFont(13)).horizontalAdvance(line.letters));
  return kNumberWidth + (letters > 0 ? letters + kLetterGap : 0);
}

bool differs(std::span<const ListedLine> lines) {
  return std::ranges::any_of(lines, [](const ListedLine& line) { return !line.letters.isEmpty(); });
}

QString listingNote() {
  return tr("A letter: only that run has the line");
}

double linesHeight(std::span<const ListedLine> lines) {
  return static_cast<double>(lines.size()) * kListingLine_px + 2 * kListingInset +
         (differs(lines) ? kListingNote : 0);
}

}  // namespace

QSizeF listingSize(std::span<const ListedLine> lines) {
  const QFontMetricsF metrics(monoFont(13));
  double width = differs(lines) ? QFontMetricsF(uiFont(13)).horizontalAdvance(listingNote()) : 0;
  const double from = textFrom(lines);
  for (const ListedLine& line : lines) {
    width = std::max(
        width,
        from + metrics.horizontalAdvance(line.text) +
            (line.waiters.isEmpty() ? 0 : metrics.horizontalAdvance(line.waiters) + 2 * kListingAround));
  }
  return {width + 2 * kListingInset, linesHeight(lines)};
}

void paintListing(QPainter& painter, const QRectF& rect, std::span<const ListedLine> lines,
                  const Theme& theme) {
  const QFont font = monoFont(13);
  const QFontMetricsF metrics(font);
  const double height = linesHeight(lines);
  const double textAt = textFrom(lines);
  painter.setRenderHint(QPainter::Antialiasing);
  paintBox(painter, QRectF(rect.left() + 0.5, rect.top() + 0.5, rect.width() - 1, height - 1),
           QPen(theme.hairline, 1), Qt::NoBrush, 4);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const auto words = [&](double x, double base, const QColor& colour, const QString& text) {
    paintText(painter, QPointF(x, base), font, colour, text);
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const ListedLine& line = lines[i];
    const double top = rect.top() + kListingInset + static_cast<double>(i) * kListingLine_px;
    const double base = top + 13.5;
    double most = rect.width() - textAt - 2 * kListingInset;
    const QString& letters = line.waiters;
    const double letters_width = letters.isEmpty() ? 0 : metrics.horizontalAdvance(letters);
    if (letters_width > 0) most -= letters_width + 2 * kListingAround;
    const QString text = metrics.elidedText(line.text, Qt::ElideRight, most);
    if (line.waited) {
      // Beside the words, not under them: printers would let its edges through.
      const double from = rect.left() + textAt + metrics.horizontalAdvance(text) + 14;
      const double to =
          rect.right() - (letters_width > 0 ? letters_width + kListingInset + kListingAround / 2 : 1);
      painter.fillRect(QRectF(from, top, to - from, kListingLine_px), waitBrush(theme, painter));
      painter.fillRect(QRectF(rect.left() + 1, top, from - rect.left() - 1, kListingLine_px),
                       theme.waitGround);
      painter.fillRect(QRectF(rect.left() + 1, top, 4, kListingLine_px), theme.waitEdge);
      if (letters_width > 0) {
        painter.fillRect(QRectF(to, top, rect.right() - 1 - to, kListingLine_px), theme.waitGround);
        words(rect.right() - kListingInset - letters_width, base, theme.waitEdge, letters);
      }
    }
    const bool fails = line.failed;
    if (fails) {
      const double to = rect.left() + textAt + metrics.horizontalAdvance(text) + 14;
      painter.fillRect(QRectF(rect.left() + 1, top, to - rect.left() - 1, kListingLine_px), theme.paper);
      QColor ground = theme.error;
      ground.setAlphaF(kFailedGround);
      painter.fillRect(QRectF(rect.left() + 1, top, to - rect.left() - 1, kListingLine_px), ground);
      painter.fillRect(QRectF(rect.left() + 1, top, 4, kListingLine_px), theme.error);
    }
    const QString number = (fails ? QStringLiteral("✕") : QString()) + QString::number(line.number);
    words(rect.left() + kListingInset + 20 - metrics.horizontalAdvance(number), base,
          fails ? theme.error : theme.text3, number);
    if (!line.letters.isEmpty()) words(rect.left() + kListingInset + 28, base, theme.text2, line.letters);
    if (!text.trimmed().isEmpty()) {
      const double left = rect.left() + kListingInset + textAt;
      const std::vector<TextSpan> struck = line.struck() ? line.goes : std::vector<TextSpan>();
      const auto at = [&](qsizetype letter) { return left + metrics.horizontalAdvance(text.left(letter)); };
      std::vector<TextPiece> pieces = piecesOf(text, struck);
      if (strikesAll(text, struck)) pieces = {{text, true}};
      qsizetype letter = 0;
      for (const TextPiece& piece : pieces) {
        words(at(letter), base, piece.struck ? theme.text2 : theme.text, piece.text);
        letter += piece.text.size();
      }
      for (const TextSpan& span : struck) {
        if (at(span.end) > at(span.begin))
          painter.fillRect(QRectF(at(span.begin), base - 4.5, at(span.end) - at(span.begin), 1.2),
                           theme.text2);
      }
    }
  }
  if (differs(lines))
    paintText(painter, QPointF(rect.left() + kListingInset, rect.top() + height - kListingInset), uiFont(13),
              theme.text2, listingNote());
}

double FigureGraph::height() const {
  if (model.nodes.empty()) return 0;
  return (layout.size.height() + 2 * kGraphMargin_px) * scale + (leftOut.isEmpty() ? 0 : kLeftOutLine);
}

FigureGraph figureGraph(const Trace& trace, Seq cursor, double width_px) {
  FigureGraph graph;
  GraphLimits limits;
  limits.versions = 24;
  const double room = width_px - 2 * kGraphMargin_px;
  // As many tasks of the window's as can be read.
  for (const TaskId tasks : {48U, 36U, 24U, 18U, kFewTasks, 9U, 6U, 4U}) {
    limits.tasks = tasks;
    limits.versions = 2 * tasks;
    graph.model = graphModel(trace, cursor, 0, limits);
    graph.layout = layoutGraph(graphBoxes(graph.model, true), graph.model.edges, graphSpacing(room, true));
    const double width = std::max(1.0, graph.layout.size.width() + 2 * kGraphMargin_px);
    graph.scale = std::min(1.0, width_px / width);
    if (graph.scale >= kLeastGraphScale &&
        (tasks <= kFewTasks || graph.layout.size.height() * graph.scale <= kMostGraphHeight))
      break;
  }
  if (graph.model.later() > 0) {
    graph.leftOut = tr("The first %1 of %2 tasks; %3 more are left out.")
                        .arg(formatCount(graph.model.issued - graph.model.later()),
                             formatCount(graph.model.issued), formatCount(graph.model.later()));
  }
  return graph;
}

void paintFigureGraph(QPainter& painter, QPointF topLeft, const FigureGraph& graph, const Theme& theme) {
  if (graph.model.nodes.empty()) return;
  painter.save();
  painter.translate(topLeft);
  painter.scale(graph.scale, graph.scale);
  painter.translate(kGraphMargin_px, kGraphMargin_px);
  paintGraph(painter, {graph.model, graph.layout, theme, true, kNone});
  painter.restore();
  if (graph.leftOut.isEmpty()) return;
  paintText(painter, topLeft + QPointF(0, graph.height() - 8), uiFont(13), theme.text2, graph.leftOut);
}

}  // namespace runahead::gui
