// SPDX-License-Identifier: GPL-3.0-or-later
// A QChart in a scene of its own, never shown, only rendered. Its x axis is in pixels: zooming and panning
// replace points and leave its axes alone, which is what costs most in Qt Charts. Series with a value per
// pixel are painted as columns instead, because Qt fills a path in time by the square of its edges. Not here:
// reduction to pixels (chart_content.cpp).
#include "gui/timeline/plot.h"

#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QPainter>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include "gui/widgets/fill_rects.h"
#include "gui/widgets/part_names.h"

namespace runahead::gui {

namespace {

/// The highest line is drawn at its full width below the upper edge.
constexpr double kHeadroom = 1.08;
constexpr double kSwatch_px = 20, kBetween_px = 20;  // in the head: the widest sample, from entry to entry

QPen roundPen(const QColor& colour, double width) {
  return {colour, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin};
}

QPen dashPen(const QColor& colour, double width, const QList<qreal>& pattern_px) {
  QPen pen(colour, width, Qt::CustomDashLine, Qt::FlatCap, Qt::MiterJoin);
  QList<qreal> pattern;
  for (const qreal px : pattern_px) pattern.append(px / width);
  pen.setDashPattern(pattern);
  return pen;
}

QPen edgePen(SeriesLook look, const Theme& theme) {
  if (look == SeriesLook::blocked) return dashPen(theme.blocked, 1.4, {4, 3});
  if (look == SeriesLook::ready) return roundPen(theme.running, 1.4);
  if (look == SeriesLook::running) return Qt::NoPen;
  if (look == SeriesLook::pool) return dashPen(theme.pool, 2, {9, 5});
  if (look == SeriesLook::resident) return dashPen(theme.resident, 2, {2, 3});
  return look == SeriesLook::total ? roundPen(theme.text, 2.2) : roundPen(theme.live, 2.6);
}
QBrush fillBrush(SeriesLook look, const Theme& theme, const QBrush& blocked) {
  if (look == SeriesLook::blocked) return blocked;
  if (look == SeriesLook::ready) return theme.ready;
  if (look == SeriesLook::running) return theme.running;
  return look == SeriesLook::live ? QBrush(theme.liveFill) : Qt::NoBrush;
}

QColor halfPaper(const QColor& colour, const Theme& theme) {
  return {(colour.red() + theme.paper.red()) / 2, (colour.green() + theme.paper.green()) / 2,
          (colour.blue() + theme.paper.blue()) / 2};
}

bool isArea(SeriesLook look) {
  return look == SeriesLook::running || look == SeriesLook::ready || look == SeriesLook::blocked;
}
/// Lines have no ground, but live bytes do.
bool hasGround(SeriesLook look) {
  return isArea(look) || look == SeriesLook::live;
}

}  // namespace

struct Plot::Parts {
  QGraphicsScene scene;
  QChart* chart = new QChart;  // the scene's
  QValueAxis* x = new QValueAxis;
  QValueAxis* y = new QValueAxis;

  struct Layer {
    QAreaSeries* area = nullptr;
    QLineSeries* upper = nullptr;  // of the area
    QLineSeries* line = nullptr;
  };
  std::vector<Layer> layers;
  std::vector<SeriesLook> looks;

  Parts() {
    scene.addItem(chart);
    chart->legend()->hide();
    chart->setMargins({});
    chart->setBackgroundVisible(false);
    chart->setPlotAreaBackgroundVisible(false);
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->addAxis(x, Qt::AlignBottom);
    chart->addAxis(y, Qt::AlignLeft);
    x->setVisible(false);
    y->setVisible(false);
    // Qt Charts clips to the words that it does not show, in a font that depends on the language.
    chart->setTitleFont(uiFont(12));
    for (QAbstractAxis* axis : {x, y}) {
      axis->setTitleFont(uiFont(12));
      axis->setLabelsFont(uiFont(12));
    }
  }

  void attach(QAbstractSeries* series) {
    chart->addSeries(series);
    series->attachAxis(x);
    series->attachAxis(y);
  }

  /// Series of the looks that are asked for, in their order; kept as long as these stay the same.
  void arrange(const ChartContent& content) {
    std::vector<SeriesLook> wanted;
    for (const ChartSeries& series : content.series) wanted.push_back(series.look);
    if (wanted == looks) return;
    chart->removeAllSeries();
    layers.clear();
    looks = wanted;
    for (const SeriesLook look : looks) {
      Layer layer;
      if (hasGround(look)) {
        layer.upper = new QLineSeries;
        layer.area = new QAreaSeries(layer.upper);
        layer.upper->setParent(layer.area);  // which does not take it
        layer.area->setPen(Qt::NoPen);
        attach(layer.area);
      }
      if (look != SeriesLook::running) {
        layer.line = new QLineSeries;
        attach(layer.line);
      }
      layers.push_back(layer);
    }
  }
};

Plot::Plot(By by) : m_parts(by == By::charts ? std::make_unique<Parts>() : nullptr) {}
Plot::~Plot() = default;

void Plot::setContent(const ChartContent& content, const Theme& theme, QSizeF plotSize,
                      const QBrush& blocked) {
  const bool tasks = content.unit == ChartUnit::tasks;
  m_unit = content.unit;
  m_top = std::max(content.max * kHeadroom, tasks ? 1.2 : 1000.0);
  m_ticks = valueTicks(m_top, std::clamp(static_cast<int>(plotSize.height() / 34), 1, 5), tasks);
  m_endPx = content.endPx;
  m_blocked = blocked;
  m_dense.clear();
  m_steps.clear();
  for (const ChartSeries& series : content.series) {
    if (!series.columns.empty()) m_dense.push_back(series);
    if (!series.points.isEmpty() && !m_parts) m_steps.push_back(series);
  }
  if (!m_parts) return;
  Parts& parts = *m_parts;
  if (parts.chart->size() != plotSize) {
    parts.scene.setSceneRect(QRectF(QPointF(), plotSize));
    parts.chart->resize(plotSize);
    parts.chart->setPlotArea(QRectF(QPointF(), plotSize));
    parts.x->setRange(0, plotSize.width());
  }
  if (parts.y->min() != 0 || parts.y->max() != m_top) parts.y->setRange(0, m_top);
  parts.arrange(content);
  for (std::size_t i = 0; i < content.series.size(); ++i) {
    const ChartSeries& series = content.series[i];
    const Parts::Layer& layer = parts.layers[i];
    if (layer.area != nullptr) {
      layer.area->setBrush(fillBrush(series.look, theme, blocked));
      layer.upper->replace(series.points);
    }
    if (layer.line != nullptr) {
      layer.line->setPen(edgePen(series.look, theme));
      layer.line->replace(series.points);
    }
  }
}

void Plot::paintSteps(QPainter& painter, const QRectF& plot, const ChartSeries& series,
                      const Theme& theme) const {
  QPolygonF line;
  line.reserve(series.points.size() + 2);
  for (const QPointF& point : series.points) {
    line << QPointF(plot.left() + point.x(), plot.bottom() - point.y() / m_top * plot.height());
  }
  if (hasGround(series.look)) {
    QPolygonF area = line;
    area << QPointF(line.back().x(), plot.bottom()) << QPointF(line.front().x(), plot.bottom());
    painter.setPen(Qt::NoPen);
    painter.setBrush(fillBrush(series.look, theme, m_blocked));
    painter.drawPolygon(area);
  }
  const QPen pen = edgePen(series.look, theme);
  if (pen.style() == Qt::NoPen) return;
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
}

void Plot::paintColumns(QPainter& painter, const QRectF& plot, const ChartSeries& series,
                        const Theme& theme) const {
  const double device = 1 / std::max(1.0, painter.device()->devicePixelRatioF());
  const double per_px = plot.height() / m_top;
  const QBrush fill = fillBrush(series.look, theme, m_blocked);
  const bool line = !isArea(series.look);
  const QPen pen = edgePen(series.look, theme);
  const double half_line = line ? pen.widthF() / 2 : 0.5;
  static thread_local std::vector<QRectF> full, part, edge;  // their room is kept
  full.clear(), part.clear(), edge.clear();
  const auto y = [&](double value) {
    return std::clamp(plot.bottom() - value * per_px, plot.top(), plot.bottom());
  };
  const auto bar = [&](std::vector<QRectF>& bars, double x0, double x1, double top, double bottom) {
    if (bottom > top && x1 > x0) bars.emplace_back(plot.left() + x0, top, x1 - x0, bottom - top);
  };
  for (std::size_t i = 0; i < series.columns.size(); ++i) {
    const ChartSeries::Column& column = series.columns[i];
    const double x0 = std::floor(column.x / device) * device;
    const double next =
        i + 1 < series.columns.size() ? std::floor(series.columns[i + 1].x / device) * device : m_endPx;
    if (column.bandTo > 0) {
      const double end = std::min(std::floor(column.bandTo / device) * device, next);
      bar(full, x0, end, y(column.least), plot.bottom());
      bar(part, x0, end, y(column.most), y(column.least));
      if (series.look != SeriesLook::running) {
        if (column.most >= 0) bar(edge, x0, end, y(column.most) - half_line, y(column.most) + half_line);
        if (line) bar(edge, x0, end, y(column.least) - half_line, y(column.least) + half_line);
      }
      bar(full, end, next, y(column.after), plot.bottom());
      if (series.look != SeriesLook::running && column.after >= 0)
        bar(edge, end, next, y(column.after) - half_line, y(column.after) + half_line);
      continue;
    }
    const double x1 = std::min(x0 + device, next);
    // The column itself, then its level until the next one.
    bar(full, x0, x1, y(line ? column.most : column.least), plot.bottom());
    if (!line) bar(part, x0, x1, y(column.most), y(column.least));
    bar(full, x1, next, y(column.after), plot.bottom());
    if (series.look == SeriesLook::running) continue;
    // Where nothing is blocked its level is below the axis.
    if (column.most >= 0) {
      const double before = std::max(0.0, i > 0 ? series.columns[i - 1].after : column.most);
      const double least = line ? column.least : std::min(column.most, before);
      bar(edge, x0, x1, y(column.most) - half_line, y(least) + half_line);
    }
    if (column.after >= 0) bar(edge, x1, next, y(column.after) - half_line, y(column.after) + half_line);
  }
  fillRects(painter, full, fill);
  // Of a stack, what is always there is full, what comes and goes within a pixel is half.
  fillRects(painter, part,
            series.look == SeriesLook::blocked ? fill
            : line                             ? QBrush(mixed(theme.paper, pen.color(), kBandTone))
                                               : QBrush(halfPaper(fill.color(), theme)));
  fillRects(painter, edge, pen.color());
}

void Plot::paint(QPainter& painter, const QRectF& plot, const std::vector<double>& grid_px,
                 const Theme& theme) const {
  const Kept kept(painter);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(uiFont(12));
  const double device = 1 / std::max(1.0, painter.device()->devicePixelRatioF());
  const auto snap = [device](double px) { return std::round(px / device) * device; };
  for (const double x : grid_px) {
    painter.fillRect(QRectF(snap(x), plot.top(), device, plot.height()), theme.grid);
  }
  for (const double value : m_ticks) {
    const double y = snap(plot.bottom() - value / top() * plot.height());
    if (value > 0) painter.fillRect(QRectF(plot.left(), y, plot.width(), device), theme.grid);
    painter.setPen(theme.text2);
    painter.drawText(QRectF(0, y - 9, plot.left() - 8, 18),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, axisLabel(value, top(), m_unit));
  }
  {
    const Named passing(PartNames::of(painter), {PartKind::passing});
    painter.save();
    painter.setClipRect(plot, Qt::IntersectClip);
    for (const ChartSeries& series : m_dense) paintColumns(painter, plot, series, theme);
    painter.restore();
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_parts) m_parts->scene.render(&painter, plot, QRectF(QPointF(), plot.size()), Qt::IgnoreAspectRatio);
    for (const ChartSeries& series : m_steps) paintSteps(painter, plot, series, theme);
  }
  // Not every format can clip: what lies below the axis is covered, and the axis drawn last.
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double axis_y = snap(plot.bottom());
  painter.fillRect(QRectF(plot.left() - 2, axis_y, plot.width() + 4, plot.height() * kBelowAxis + 3),
                   theme.paper);
  painter.fillRect(QRectF(plot.left(), axis_y, plot.width(), device), theme.edge);
}

std::vector<double> gridOf(const TimeAxis& axis) {
  std::vector<double> lines;
  for (const Tick& tick : ticks(axis)) lines.push_back(axis.x(tick.ns));
  return lines;
}

double paintSwatch(QPainter& painter, QPointF left_middle, SeriesLook look, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const bool line = !isArea(look);
  const double width = line ? 20 : 15;
  if (line) {
    painter.setPen(edgePen(look, theme));
    painter.drawLine(left_middle, left_middle + QPointF(width, 0));
  } else {
    const QRectF box = QRectF(left_middle.x(), left_middle.y() - 5, width, 10).adjusted(0.7, 0.7, -0.7, -0.7);
    paintBox(painter, box,
             QPen(look == SeriesLook::running ? roundPen(theme.running, 1.4) : edgePen(look, theme)),
             fillBrush(look, theme, blockedBrush(theme, painter)));
  }
  painter.restore();
  return width;
}

void paintChartHead(QPainter& painter, const ChartHead& head, const QRectF& rect, double leftPx,
                    const Theme& theme, bool values) {
  const Kept kept(painter);
  QFont label_font = uiFont(13), value_font = monoFont(13, QFont::Bold);
  QFontMetricsF label_metrics(label_font), value_metrics(value_font);
  const auto word = [&](double x, const QFont& font, const QColor& colour, const QString& text) {
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    paintText(painter, QRectF(x, rect.top(), width + 2, rect.height()),
              Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, font, colour, text);
    return width;
  };
  // Room for as many digits as the value may grow to without moving what follows.
  const auto value_width = [&](const ChartHead::Entry& entry) {
    return std::max(value_metrics.horizontalAdvance(entry.value),
                    value_metrics.horizontalAdvance(QStringLiteral("00")));
  };
  const double right = rect.right() - kRightMarginPx;
  double entries = -kBetween_px;
  for (const ChartHead::Entry& entry : head.entries)
    entries += kSwatch_px + label_metrics.horizontalAdvance(entry.label) +
               (values ? 14 + value_width(entry) : 7) + kBetween_px;
  const QFont title_font = uiFont(14, QFont::DemiBold);
  const double title_px = 14 + QFontMetricsF(title_font).horizontalAdvance(head.title) + 14;
  // In little room the legend comes nearer to the title, then stands in its place, then is smaller.
  const bool titled = rect.left() + title_px + entries <= right;
  double x =
      titled ? std::clamp(right - entries, rect.left() + title_px, std::max(leftPx, rect.left() + title_px))
             : rect.left() + 14;
  double between = titled ? kBetween_px : kBetween_px / 2, gap = 7;
  const auto count = static_cast<double>(head.entries.size());
  if (!titled && x + entries - (count - 1) * (kBetween_px - between) > rect.right()) {
    x -= 6;
    between = 6;
    gap = 4;
    label_font = uiFont(12);
    value_font = monoFont(12, QFont::Bold);
    label_metrics = QFontMetricsF(label_font);
    value_metrics = QFontMetricsF(value_font);
  }
  if (titled || head.entries.empty()) word(rect.left() + 14, title_font, theme.text, head.title);
  for (const ChartHead::Entry& entry : head.entries) {
    x += paintSwatch(painter, {x, rect.center().y()}, entry.look, theme) + gap;
    x += word(x, label_font, theme.text2, entry.label);
    if (values) {
      x += gap;
      word(x, value_font, theme.text, entry.value);
      x += value_width(entry);
    }
    x += between;
  }
  const double note = label_metrics.horizontalAdvance(head.note);
  if (!head.note.isEmpty() && x + note <= rect.right() - kRightMarginPx) {
    word(rect.right() - kRightMarginPx - note, label_font, theme.text3, head.note);
  }
}

}  // namespace runahead::gui
