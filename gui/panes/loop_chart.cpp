// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry and painting of the loop's chart.
// Not here: the formulas (core/analysis/loop_model.h).
#include "gui/panes/loop_chart.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr double kLeft_px = 66, kRight_px = 14, kRegions_px = 24, kTimes_px = 24;
/// So far to both sides of the bend, and so much room around the present point where that is farther out.
constexpr double kReach = 16, kAround = 1.6;
/// Room below the lowest line and above the highest.
constexpr double kBelow = 2.5, kAbove = 1.25;
constexpr double kStep_px = 6;
constexpr double kPlate_px = 20;

std::int64_t timeOf(const LoopModel& model, LoopLine line) {
  if (line == LoopLine::each) return model.waiting_ns();
  if (line == LoopLine::none) return model.running_ahead_ns();
  return line == LoopLine::book ? model.book_ns() : model.issuing_ns();
}

double timeAt(LoopModel model, LoopLine line, double t1) {
  model.t1 = std::max<std::int64_t>(1, std::llround(t1));
  return static_cast<double>(timeOf(model, line));
}

double share(const LoopModel& model) {
  return static_cast<double>(model.t2) / model.workers;
}

/// 1, 2 and 5 times powers of ten in [from, to], as many of them as stand `spacing_px` apart.
std::vector<double> logTicks(double from, double to, double length_px, double spacing_px) {
  const double decade_px = length_px / std::log10(to / from);
  std::vector<double> found;
  const auto every = static_cast<int>(std::ceil(spacing_px / decade_px));
  for (int power = static_cast<int>(std::floor(std::log10(from))); power <= 19; ++power) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double value = digit * std::pow(10, power);
      if (value > to) return found;
      // The closest two of a decade are 1 and 2, or 5 and 10.
      if (digit > 1 && decade_px * 0.301 < spacing_px) continue;
      if (value >= from * 0.999 && (every <= 1 || power % every == 0)) found.push_back(value);
    }
  }
  return found;
}

/// "200 ns", "5 µs", "20 s": of a tick, so it has no fraction.
QString tickText(double ns) {
  constexpr std::pair<double, const char*> kUnits[] = {{1e9, " s"}, {1e6, " ms"}, {1e3, " µs"}};
  for (const auto& [unit, name] : kUnits) {
    if (ns >= unit * 0.999) return QString::number(ns / unit, 'f', 0) + QString::fromUtf8(name);
  }
  return QString::number(ns, 'f', 0) + QStringLiteral(" ns");
}

class Picture {
 public:
  Picture(QPainter& painter, const LoopModel& model, const QRectF& rect, const Theme& theme)
      : m_painter(painter), m_model(model), m_theme(theme), m_place(layoutLoop(model, rect)), m_rect(rect) {}

  void paint() {
    // A pane may be dragged together to nothing.
    if (std::min(m_place.plot.width(), m_place.plot.height()) < kPlate_px) return;
    m_painter.fillRect(broken(), m_theme.grid);
    grid();
    const Smooth smooth(m_painter);
    verticals();
    m_painter.save();
    m_painter.setClipRect(m_place.plot.adjusted(0, -4, 0, 0));
    for (const LoopLine line : {LoopLine::issuing, LoopLine::each, LoopLine::book, LoopLine::none})
      draw(line);
    m_painter.restore();
    names();
    points();
    regions();
    presentPlate();
  }

 private:
  void text(const QRectF& rect, Qt::Alignment alignment, const QFont& font, const QColor& colour,
            const QString& words) {
    paintText(m_painter, rect, static_cast<int>(alignment | Qt::TextDontClip), font, colour, words);
  }

  static double widthOf(const QFont& font, const QString& words) {
    return QFontMetricsF(font).horizontalAdvance(words);
  }

  /// Where the book's formula does not hold; empty where it does everywhere.
  QRectF broken() const {
    const QRectF& plot = m_place.plot;
    const double left = std::max(m_place.broken_x.value_or(plot.right()), plot.left());
    return {left, plot.top(), std::max(0.0, plot.right() - left), plot.height()};
  }

  /// And why.
  void brokenWords() {
    if (!m_place.broken_x) return;
    const QRectF& plot = m_place.plot;
    const double left = broken().left();
    const std::pair<QFont, QString> lines[] = {
        {monoFont(12, QFont::Bold), tr("n %1 < (n − 1) t1").arg(shareText(m_model))},
        {uiFont(12), tr("the book’s formula does not hold")},
        {uiFont(12), tr("its end lies before the last task was issued")}};
    // As many lines as there is room for in the corner below the book's line, which rises to the right.
    double width = 0;
    int fitting = 0;
    for (int count = 1; count <= 3; ++count) {
      const auto& [font, words] = lines[count - 1];
      width = std::max(width, widthOf(font, words));
      const double from = plot.right() - 8 - width;
      if (from < left + 8) break;
      const double book = m_place.y(timeAt(m_model, LoopLine::book, m_place.t1(from)));
      if (book + 6 > plot.bottom() - 6 - 16 * count) break;
      fitting = count;
    }
    double y = plot.bottom() - 6 - 16 * fitting;
    for (int i = 0; i < fitting; ++i, y += 16) {
      // The present's line may pass here.
      const double words_px = widthOf(lines[i].first, lines[i].second);
      m_painter.fillRect(QRectF(plot.right() - words_px - 12, y, words_px + 8, 16), m_theme.grid);
      text(QRectF(left, y, plot.right() - left - 8, 16), Qt::AlignRight | Qt::AlignVCenter, lines[i].first,
           i == 0 ? m_theme.text : m_theme.text2, lines[i].second);
    }
  }

  /// Where the ground is the grid's colour, the lines are the paper's.
  void gridLine(const QRectF& line) {
    m_painter.fillRect(line, m_theme.grid);
    m_painter.fillRect(line & broken(), m_theme.paper);
  }

  void grid() {
    const QRectF& plot = m_place.plot;
    for (const double ns : logTicks(m_place.from_ns, m_place.to_ns, plot.height(), 26)) {
      const double y = std::round(m_place.y(ns));
      gridLine(QRectF(plot.left(), y, plot.width(), 1));
      text(QRectF(m_rect.left(), y - 8, plot.left() - m_rect.left() - 8, 16),
           Qt::AlignRight | Qt::AlignVCenter, uiFont(12), m_theme.text3, tickText(ns));
    }
    const QRectF present = presentRect();
    for (const double t1 : logTicks(m_place.fromT1, m_place.toT1, plot.width(), 58)) {
      const double x = std::round(m_place.x(t1));
      gridLine(QRectF(x, plot.top(), 1, plot.height()));
      const double width = widthOf(uiFont(12), tickText(t1)) + 2;
      const QRectF label(std::clamp(x - width / 2, plot.left() - 8, plot.right() + kRight_px - width),
                         m_place.times.top(), width, m_place.times.height());
      if (label.intersects(present.adjusted(-6, 0, 6, 0))) continue;
      text(label, Qt::AlignCenter, uiFont(12), m_theme.text3, tickText(t1));
    }
    m_painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), m_theme.edge);
  }

  void verticals() {
    const QRectF& plot = m_place.plot;
    if (m_place.bend_x) {
      m_painter.setPen(dashedPen(m_theme.cursor, 1.4, {4, 3}));
      m_painter.drawLine(QPointF(*m_place.bend_x, plot.top()), QPointF(*m_place.bend_x, plot.bottom()));
    }
    m_painter.setPen(QPen(m_theme.cursor, 2, Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLine(QPointF(m_place.present_x, plot.top()), QPointF(m_place.present_x, plot.bottom()));
  }

  void draw(LoopLine line) {
    const std::vector<QPointF> points = loopPoints(m_model, m_place, line);
    m_painter.setPen(loopPen(line, m_theme));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPolyline(points.data(), static_cast<int>(points.size()));
  }

  /// Each line's name beside it, where there is room.
  void names() {
    brokenWords();
    const QRectF& plot = m_place.plot;
    const QFont font = monoFont(12, QFont::Bold);
    const double left_t1 = m_place.fromT1;
    const double each = m_place.y(timeAt(m_model, LoopLine::each, left_t1));
    const double none = m_place.y(timeAt(m_model, LoopLine::none, left_t1));
    const double at = plot.left() + 8;
    const bool clear = m_place.present_x > at + widthOf(font, tr("none")) + 4 || m_place.present_x < at - 4;
    const double x = clear ? at : m_place.present_x + 10;
    text(QRectF(x, each - 20, 60, 16), Qt::AlignLeft | Qt::AlignVCenter, font, m_theme.waitEdge, tr("each"));
    if (none + 24 < plot.bottom())
      text(QRectF(x, none + 4, 60, 16), Qt::AlignLeft | Qt::AlignVCenter, font, m_theme.text, tr("none"));
    bookName(font);
    issuingName();
  }

  void bookName(const QFont& font) {
    const QRectF& plot = m_place.plot;
    const double width = widthOf(font, tr("book"));
    double right = plot.right() - 8;
    if (m_place.present_x > right - width - 8) right = std::min(right, m_place.present_x - 10);
    const double y = m_place.y(timeAt(m_model, LoopLine::book, m_place.t1(right))) - 20;
    const double none = m_place.y(timeAt(m_model, LoopLine::none, m_place.t1(right - width)));
    if (none + 6 > y) return;
    text(QRectF(right - width, y, width, 16), Qt::AlignRight | Qt::AlignVCenter, font, m_theme.running,
         tr("book"));
  }

  void issuingName() {
    const QRectF& plot = m_place.plot;
    const QString words = tr("n t1 + t3: issuing alone");
    const double width = widthOf(uiFont(12), words);
    const double y = plot.bottom() - 14;
    // Left of where the line passes at this height.
    double right = plot.left();
    for (const QPointF& point : loopPoints(m_model, m_place, LoopLine::issuing)) {
      if (point.y() > y + 8) right = point.x();
    }
    const QRectF place(right - width - 10, y - 8, width, 16);
    const double none = m_place.y(timeAt(m_model, LoopLine::none, m_place.fromT1));
    if (place.left() < plot.left() + 4 || place.top() < none + 20 || right > plot.right() - 1) return;
    if (m_place.present_x > place.left() - 4 && m_place.present_x < place.right() + 4) return;
    text(place, Qt::AlignRight | Qt::AlignVCenter, uiFont(12), m_theme.enqueue, words);
  }

  void points() {
    const auto t1 = static_cast<double>(m_model.t1);
    for (const LoopLine line : {LoopLine::book, LoopLine::each, LoopLine::none}) {
      const QPointF point(m_place.present_x, m_place.y(timeAt(m_model, line, t1)));
      paintDisc(m_painter, point, line == LoopLine::none ? 5.5 : 4.5, QPen(m_theme.paper, 1.5),
                loopPen(line, m_theme).color());
    }
  }

  void plate(const QRectF& rect, const QFont& font, const QString& words) {
    paintBox(m_painter, rect, Qt::NoPen, m_theme.cursor, 4);
    text(rect, Qt::AlignCenter, font, m_theme.cursorText, words);
  }

  /// Above the plot: who is the bottleneck left and right of the bend.
  void regions() {
    const QRectF& row = m_place.regions;
    const QFont font = uiFont(12);
    const bool many = m_model.workers > 1;
    const QString worker = many ? tr("workers are the bottleneck") : tr("worker is the bottleneck");
    const QString frontend = tr("frontend is the bottleneck");
    double left = m_place.plot.left(), right = left;
    if (m_place.bend_x) {
      const QFont bold = uiFont(12, QFont::DemiBold);
      const QString words = tr("t1 = %1").arg(shareText(m_model));
      const double width = widthOf(bold, words) + 16;
      left = std::clamp(*m_place.bend_x - width / 2, m_place.plot.left(), m_place.plot.right() - width);
      right = left + width;
      // Outlined: the filled plate is the present's.
      const QRectF rect(left, row.top() + 1, width, kPlate_px);
      paintBox(m_painter, rect, QPen(m_theme.cursor, 1.2), m_theme.paper, 4);
      text(rect, Qt::AlignCenter, bold, m_theme.text, words);
      if (const double width_px = widthOf(font, worker); left - 10 - width_px >= m_place.plot.left()) {
        text(QRectF(left - 10 - width_px, row.top() + 1, width_px, kPlate_px),
             Qt::AlignRight | Qt::AlignVCenter, font, m_theme.text2, worker);
      }
    }
    if (right + 10 + widthOf(font, frontend) <= m_rect.right()) {
      text(QRectF(right + 10, row.top() + 1, widthOf(font, frontend), kPlate_px),
           Qt::AlignLeft | Qt::AlignVCenter, font, m_theme.text2, frontend);
    }
  }

  QString presentWords() const { return QStringLiteral("t1 ") + formatTime(m_model.t1); }

  QRectF presentRect() const {
    const double width = widthOf(monoFont(12, QFont::Bold), presentWords()) + 14;
    const double left =
        std::clamp(m_place.present_x - width / 2, m_place.plot.left(), m_rect.right() - width);
    return {left, m_place.times.top() + 2, width, kPlate_px};
  }

  void presentPlate() { plate(presentRect(), monoFont(12, QFont::Bold), presentWords()); }

  QPainter& m_painter;
  const LoopModel& m_model;
  const Theme& m_theme;
  LoopGeometry m_place;
  QRectF m_rect;
};

}  // namespace

double LoopGeometry::x(double t1) const {
  return plot.left() + std::log(t1 / fromT1) / std::log(toT1 / fromT1) * plot.width();
}

double LoopGeometry::t1(double x) const {
  return fromT1 * std::pow(toT1 / fromT1, (x - plot.left()) / plot.width());
}

double LoopGeometry::y(double time_ns) const {
  return plot.bottom() - std::log(time_ns / from_ns) / std::log(to_ns / from_ns) * plot.height();
}

LoopGeometry layoutLoop(const LoopModel& model, const QRectF& rect) {
  LoopGeometry place;
  place.regions = {rect.left(), rect.top(), rect.width(), kRegions_px};
  place.times = {rect.left(), rect.bottom() - kTimes_px, rect.width(), kTimes_px};
  place.plot = QRectF(QPointF(rect.left() + kLeft_px, place.regions.bottom()),
                      QPointF(rect.right() - kRight_px, place.times.top()));
  const double bend = share(model), t1 = static_cast<double>(model.t1);
  // Times are whole ns.
  place.fromT1 = std::max(1.0, std::min(bend / kReach, t1 / kAround));
  place.toT1 = std::max({bend * kReach, t1 * kAround, place.fromT1 * kReach});
  place.from_ns =
      std::min(timeAt(model, LoopLine::none, place.fromT1), timeAt(model, LoopLine::book, place.fromT1)) /
      kBelow;
  place.to_ns = timeAt(model, LoopLine::each, place.toT1) * kAbove;
  if (bend >= place.fromT1) place.bend_x = place.x(bend);
  if (model.n > 1) {
    const double broken = bend * static_cast<double>(model.n) / static_cast<double>(model.n - 1);
    if (broken < place.toT1) place.broken_x = place.x(std::max(broken, place.fromT1));
  }
  place.present_x = place.x(t1);
  return place;
}

std::vector<QPointF> loopPoints(const LoopModel& model, const LoopGeometry& place, LoopLine line) {
  std::vector<QPointF> points;
  const double bend = share(model);
  const double length = std::log(place.toT1 / place.fromT1);
  const int steps = std::max(2, static_cast<int>(place.plot.width() / kStep_px));
  double last = 0;
  const auto add = [&](double t1) {
    const double whole = std::max(1.0, std::round(t1));
    if (whole <= last) return;
    last = whole;
    points.emplace_back(place.x(whole), place.y(timeAt(model, line, whole)));
  };
  for (int i = 0; i <= steps; ++i) {
    const double t1 = place.fromT1 * std::exp(length * i / steps);
    if (bend > last && bend < t1) {
      add(std::floor(bend));
      add(std::ceil(bend));
    }
    add(t1);
  }
  return points;
}

QPen loopPen(LoopLine line, const Theme& theme) {
  const auto solid = [](const QColor& colour, double width) {
    return QPen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
  };
  if (line == LoopLine::each) return solid(theme.waitEdge, 2);
  if (line == LoopLine::none) return solid(theme.text, 2.6);
  if (line == LoopLine::issuing) return solid(theme.enqueue, 1.4);
  QPen pen = solid(theme.running, 2);
  pen.setDashPattern({3.5, 2});
  return pen;
}

void paintLoop(QPainter& painter, const LoopModel& model, const QRectF& rect, const Theme& theme) {
  const Kept kept(painter);
  Picture(painter, model, rect, theme).paint();
}

}  // namespace runahead::gui
