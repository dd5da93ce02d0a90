// SPDX-License-Identifier: GPL-3.0-or-later
// Two plots, their points and values, and the knee across both.
// Not here: lines and value axes (plot.cpp).
#include "gui/timeline/sweep_picture.h"

#include <QFontMetricsF>
#include <algorithm>

#include "gui/text/format.h"
#include "gui/text/words.h"
#include "gui/timeline/plot.h"

namespace runahead::gui {
namespace {

constexpr double kHead_px = 30, kNames_px = 26, kSweepGap_px = 10, kInset_px = 40;
/// A value stands above its point: room for that of the highest.
constexpr double kValue_px = 26;
/// So much more at the next point, and the line may run through a value that is centred above this one.
constexpr double kSteep = 1.2;

struct Half {
  SeriesLook look;
  ChartUnit unit;
  std::vector<double> values;
  std::vector<QString> texts;
};

Half timeHalf(const Sweep& sweep) {
  Half half{SeriesLook::total, ChartUnit::ns, {}, {}};
  for (const SweepPoint& point : sweep.points) {
    half.values.push_back(static_cast<double>(point.time_ns));
    half.texts.push_back(formatTime(point.time_ns));
  }
  return half;
}

Half memoryHalf(const Sweep& sweep) {
  Half half{SeriesLook::peak, ChartUnit::bytes, {}, {}};
  for (const SweepPoint& point : sweep.points) {
    half.values.push_back(static_cast<double>(point.peakLiveBytes));
    half.texts.push_back(formatBytes(point.peakLiveBytes));
  }
  return half;
}

class Picture {
 public:
  Picture(QPainter& painter, const Sweep& sweep, const QRectF& rect, const Theme& theme, std::int64_t untilNs)
      : m_painter(painter),
        m_sweep(sweep),
        m_rect(rect),
        m_theme(theme),
        m_untilNs(untilNs),
        m_place(layoutSweep(sweep, rect)) {
    const bool all =
        std::ranges::all_of(sweep.points, [&](const SweepPoint& point) { return isShown(point); });
    if (all) m_knee = sweep.knee;
  }

  void paint() {
    head(m_place.timeHead, tr("Total time"), SeriesLook::total, tr("of all iterations"),
         m_knee ? tr("knee: where time and memory are both low") : QString());
    head(m_place.memoryHead, tr("Peak memory"), SeriesLook::peak, tr("most in use"), {});
    half(m_place.timePlot, timeHalf(m_sweep));
    half(m_place.memoryPlot, memoryHalf(m_sweep));
    names();
    if (m_knee) kneePlate();
  }

 private:
  bool isShown(const SweepPoint& point) const { return point.range.to_ns <= m_untilNs; }

  void head(const QRectF& rect, const QString& title, SeriesLook look, const QString& label,
            const QString& note) {
    paintChartHead(m_painter, {title, {{look, label, {}, -1}}, note}, rect, m_place.timePlot.left(), m_theme,
                   false);
  }

  void half(const QRectF& plot, const Half& half) {
    ChartSeries series{half.look, {}, {}};
    for (std::size_t i = 0; i < half.values.size(); ++i) {
      if (!isShown(m_sweep.points[i])) continue;
      series.points.append({m_place.x[i] - plot.left(), half.values[i]});
    }
    const double most = *std::ranges::max_element(half.values);
    Plot chart(Plot::By::painter);
    chart.setContent(
        {{series}, plot.width(), most * plot.height() / std::max(1.0, plot.height() - kValue_px), half.unit},
        m_theme, plot.size(), QBrush());
    m_painter.save();
    m_painter.translate(m_rect.left(), 0);  // the labels of the value axis begin at the painter's left edge
    std::vector<double> grid;
    for (const double x : m_place.x) grid.push_back(x - m_rect.left());
    chart.paint(m_painter, plot.translated(-m_rect.left(), 0), grid, m_theme);
    m_painter.restore();
    if (m_knee) kneeLine(plot);
    const Smooth smooth(m_painter);
    double free_x = plot.left() - 1;
    for (std::size_t i = 0; i < half.values.size(); ++i) {
      if (!isShown(m_sweep.points[i])) continue;
      const bool knee = m_knee == i;
      const QPointF point(m_place.x[i], plot.bottom() - half.values[i] / chart.top() * plot.height());
      if (knee && half.unit == ChartUnit::ns) m_kneeY = point.y();
      m_painter.setPen(QPen(m_theme.paper, 1.5));
      m_painter.setBrush(knee ? m_theme.cursor : half.look == SeriesLook::peak ? m_theme.live : m_theme.text);
      m_painter.drawEllipse(point, knee ? 5.5 : 4, knee ? 5.5 : 4);
      const QFont font = monoFont(12, knee ? QFont::Bold : QFont::Normal);
      const double width = QFontMetricsF(font).horizontalAdvance(half.texts[i]) + 4;
      // Where the line rises to the next point, the value stands left of it.
      const bool rises = i + 1 < half.values.size() && half.values[i + 1] > half.values[i] * kSteep;
      const bool falls = i > 0 && half.values[i - 1] > half.values[i] * kSteep;
      double left = point.x() - width / 2;
      if (rises) left = point.x() - width;
      if (falls && !rises) left = point.x() + 2;
      if (knee) left = rises ? point.x() - width - 6 : point.x() + 6;  // beside the knee's line
      left = std::clamp(left, plot.left() + 2, plot.right() - width);
      if (left < free_x) continue;
      free_x = left + width + 4;
      const QRectF place(left, point.y() - 23, width, 16);
      m_painter.fillRect(place.adjusted(1, 1, -1, -1), m_theme.paper);  // no grid through the digits
      paintText(m_painter, place, Qt::AlignCenter | Qt::TextDontClip, font,
                knee ? m_theme.text : m_theme.text2, half.texts[i]);
    }
  }

  void kneeLine(const QRectF& plot) {
    QPen pen(m_theme.cursor, 1.4, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({4 / 1.4, 3 / 1.4});
    m_painter.setPen(pen);
    const double x = m_place.x[*m_knee];
    m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  }

  void kneePlate() {
    const QString text = tr("knee: %1").arg(m_sweep.points[*m_knee].name);
    const QFont font = uiFont(12, QFont::DemiBold);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + 16;
    constexpr double kSweepPlate_px = 22;
    const QRectF& plot = m_place.timePlot;
    const double x = m_place.x[*m_knee];
    const double left = std::clamp(x - width / 2, plot.left(), plot.right() - width);
    // At the end of the line that is farther from the curve.
    const bool high = m_kneeY < plot.center().y();
    const QRectF plate(left, high ? plot.bottom() - kSweepPlate_px - 6 : plot.top() - 2, width,
                       kSweepPlate_px);
    const Smooth smooth(m_painter);
    paintBox(m_painter, plate, QPen(m_theme.paper, 1.5), m_theme.cursor, 4);
    paintText(m_painter, plate, Qt::AlignCenter, font, m_theme.cursorText, text);
  }

  void names() {
    paintText(m_painter,
              QRectF(m_rect.left(), m_place.names.top(), m_place.timePlot.left() - m_rect.left() - 8,
                     m_place.names.height()),
              Qt::AlignRight | Qt::AlignVCenter, uiFont(13), m_theme.text2, tr("waits"));
    double free_x = m_rect.left();
    for (std::size_t i = 0; i < m_sweep.points.size(); ++i) {
      const bool knee = m_knee == i;
      const QFont font = uiFont(12, knee ? QFont::DemiBold : QFont::Normal);
      const QString& name = m_sweep.points[i].name;
      const double width = QFontMetricsF(font).horizontalAdvance(name) + 2;
      const double left = m_place.x[i] - width / 2;
      if (left < free_x) continue;
      free_x = left + width + 6;
      paintText(m_painter, QRectF(left, m_place.names.top(), width, m_place.names.height()), Qt::AlignCenter,
                font, knee ? m_theme.text : m_theme.text2, name);
    }
  }

  QPainter& m_painter;
  const Sweep& m_sweep;
  QRectF m_rect;
  const Theme& m_theme;
  std::int64_t m_untilNs;
  SweepGeometry m_place;
  std::optional<std::size_t> m_knee;
  double m_kneeY = 0;  // in the plot of time
};

}  // namespace

SweepGeometry layoutSweep(const Sweep& sweep, const QRectF& rect) {
  SweepGeometry place;
  const TimeAxis columns = paneAxis(rect.width(), 0, 1);
  const double left = rect.left() + columns.leftPx;
  const double plot_px = std::max(20.0, (rect.height() - 2 * kHead_px - kNames_px - kSweepGap_px) / 2);
  place.timeHead = {rect.left(), rect.top(), rect.width(), kHead_px};
  place.timePlot = {left, place.timeHead.bottom(), columns.widthPx, plot_px};
  place.memoryHead = {rect.left(), place.timePlot.bottom() + kSweepGap_px, rect.width(), kHead_px};
  place.memoryPlot = {left, place.memoryHead.bottom(), columns.widthPx, plot_px};
  place.names = {left, place.memoryPlot.bottom(), columns.widthPx, kNames_px};
  const double first = sweep.points.front().position;
  const double length = std::max(1e-9, sweep.points.back().position - first);
  for (const SweepPoint& point : sweep.points) {
    place.x.push_back(left + kInset_px +
                      (point.position - first) / length * (columns.widthPx - 2 * kInset_px));
  }
  return place;
}

void paintSweep(QPainter& painter, const Sweep& sweep, const QRectF& rect, const Theme& theme,
                std::int64_t untilNs) {
  const Kept kept(painter);
  Picture(painter, sweep, rect, theme, untilNs).paint();
}

}  // namespace runahead::gui
