// SPDX-License-Identifier: GPL-3.0-or-later
// Dashes, letters, and the lines of compared runs.
// Not here: the run on show, which the plot draws (plot.cpp).
#include "gui/charts/run_lines.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

namespace runahead::gui {
namespace {

constexpr double kLetterPx = 16;

struct Stroke {
  double width;
  QList<qreal> dashes_px;  ///< none: a whole line
};
const std::array<Stroke, 8> kStrokes = {{{2.2, {}},
                                         {2, {8, 4}},
                                         {2, {2, 3}},
                                         {1.6, {12, 3, 3, 3}},
                                         {1.2, {}},
                                         {1.2, {6, 6}},
                                         {1.2, {1, 4}},
                                         {2.8, {14, 6}}}};

}  // namespace

QString runLetter(int index) {
  return QString(QChar(u'A' + index));
}

QPen runPen(int index, const QColor& colour) {
  const Stroke& stroke = kStrokes[static_cast<std::size_t>(index) % kStrokes.size()];
  QPen pen(colour, stroke.width, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin);
  if (stroke.dashes_px.isEmpty()) return pen;
  QList<qreal> pattern;
  for (const qreal px : stroke.dashes_px) pattern << px / stroke.width;
  pen.setDashPattern(pattern);
  return pen;
}

void paintRunLetter(QPainter& painter, const QRectF& box, int index, bool shown, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.cursor, 1.4));
  painter.setBrush(shown ? theme.cursor : theme.paper);
  painter.drawRoundedRect(box.adjusted(0.7, 0.7, -0.7, -0.7), 3, 3);
  painter.setFont(monoFont(12, QFont::Bold));
  painter.setPen(shown ? theme.cursorText : theme.text);
  painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, runLetter(index));
  painter.restore();
}

void paintRunLines(QPainter& painter, const QRectF& plot, double top, const std::vector<RunLine>& lines,
                   const QColor& colour, const Theme& theme) {
  painter.save();
  painter.setClipRect(plot.adjusted(0, -2, 0, 0), Qt::IntersectClip);
  const auto place = [&](const QPointF& point) {
    return QPointF(plot.left() + point.x(), plot.bottom() - point.y() / top * plot.height());
  };
  for (const RunLine& line : lines) {
    if (line.filled || line.points.isEmpty()) continue;
    QList<QPointF> points;
    points.reserve(line.points.size());
    for (const QPointF& point : line.points) points << place(point);
    // Dashes of a line that is up and down within pixels are many: whole lines are as fast as can be.
    painter.setRenderHint(QPainter::Antialiasing, points.size() < 400);
    painter.setPen(runPen(line.letter, colour));
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
  }
  std::vector<QRectF> taken;
  for (const RunLine& line : lines) {
    const auto highest = std::max_element(line.points.begin(), line.points.end(),
                                          [](QPointF one, QPointF two) { return one.y() < two.y(); });
    if (highest == line.points.end()) continue;
    const QPointF at = place(*highest);
    QRectF box(std::clamp(at.x() + 5, plot.left() + 2, plot.right() - kLetterPx - 2),
               std::clamp(at.y() + 3, plot.top(), plot.bottom() - kLetterPx - 1), kLetterPx, kLetterPx);
    // Beside one another where they meet.
    const auto meets = [&] {
      return std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); });
    };
    while (meets() && box.right() + kLetterPx + 3 < plot.right()) box.translate(kLetterPx + 3, 0);
    taken.push_back(box);
    paintRunLetter(painter, box, line.letter, line.filled, theme);
  }
  painter.restore();
}

}  // namespace runahead::gui
