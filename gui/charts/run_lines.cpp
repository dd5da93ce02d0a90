// SPDX-License-Identifier: GPL-3.0-or-later
// Dashes, letters, and the lines of compared runs.
// Not here: the run on show, which the plot draws (plot.cpp).
#include "gui/charts/run_lines.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
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

namespace {

/// The parts of [x0, x1) in which a line with these dashes is drawn; dashes begin at 0.
template <class Visit>
void dashes(const Stroke& stroke, double scale, double x0, double x1, Visit visit) {
  if (stroke.dashes_px.isEmpty()) return visit(x0, x1);
  double period = 0;
  for (const qreal px : stroke.dashes_px) period += px * scale;
  double x = std::floor(x0 / period) * period;
  while (x < x1) {
    for (qsizetype i = 0; i < stroke.dashes_px.size(); ++i) {
      const double next = x + stroke.dashes_px[i] * scale;
      if (i % 2 == 0 && next > x0 && x < x1) visit(std::max(x, x0), std::min(next, x1));
      x = next;
    }
  }
}

/// Steps as boxes of whole pixels: Qt strokes a dashed line that is up and down in every pixel far too
/// slowly.
void addSteps(std::vector<QRect>& boxes, const Stroke& stroke, double scale, const QList<QPointF>& points) {
  const int width = std::max(1, qRound(stroke.width * scale));
  const auto edge = [&](double y) { return qRound(y - width / 2.0); };
  for (qsizetype i = 1; i < points.size(); ++i) {
    const QPointF from = points[i - 1], to = points[i];
    dashes(stroke, scale, from.x(), to.x(), [&](double x0, double x1) {
      const int left = qRound(x0), right = qRound(x1);
      if (right > left) boxes.emplace_back(left, edge(from.y()), right - left, width);
    });
    const int top = edge(std::min(from.y(), to.y())), bottom = edge(std::max(from.y(), to.y())) + width;
    if (bottom - top <= width) continue;
    bool drawn = false;
    dashes(stroke, scale, to.x(), to.x() + 1, [&](double, double) { drawn = true; });
    if (drawn) boxes.emplace_back(edge(to.x()), top, width, bottom - top);
  }
}

}  // namespace

QString runLetter(int index) {
  constexpr int kLetters = 26;
  const QString letter(QChar(u'A' + index % kLetters));
  return index < kLetters ? letter : letter + QString::number(index / kLetters + 1);
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
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  // Whole device pixels: Qt fills those fastest, and lines are equally wide.
  const bool raster = painter.paintEngine()->type() == QPaintEngine::Raster;
  const double device =
      1 / (painter.device()->devicePixelRatioF() * (raster ? std::abs(painter.transform().m11()) : 1));
  painter.save();
  painter.scale(device, device);
  std::vector<QRect> boxes;
  for (const RunLine& line : lines) {
    if (line.filled || line.points.isEmpty()) continue;
    QList<QPointF> points;
    points.reserve(line.points.size());
    for (const QPointF& point : line.points) points << place(point) / device;
    boxes.clear();
    addSteps(boxes, kStrokes[static_cast<std::size_t>(line.letter) % kStrokes.size()], 1 / device, points);
    painter.drawRects(boxes.data(), static_cast<int>(boxes.size()));
  }
  painter.restore();
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
      return std::any_of(taken.begin(), taken.end(),
                         [&](const QRectF& other) { return other.intersects(box); });
    };
    const double step = kLetterPx + 3;
    while (meets() && box.right() + step < plot.right()) box.translate(step, 0);
    while (meets() && box.left() - step > plot.left()) box.translate(-step, 0);
    taken.push_back(box);
    paintRunLetter(painter, box, line.letter, line.filled, theme);
  }
  painter.restore();
}

}  // namespace runahead::gui
