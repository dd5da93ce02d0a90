// SPDX-License-Identifier: GPL-3.0-or-later
// The paint engine: what a painter draws, in the words of SVG, as short as they get.
#include "gui/export/picture_recorder.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

namespace runahead::gui {
namespace {

QByteArray attribute(const char* name, double value) {
  return QByteArray(" ") + name + "=\"" + shortNumber(value) + '"';
}

/// Numbers after a letter, with no more between them than is needed.
void append(QByteArray& path, char letter, std::initializer_list<double> numbers) {
  path += letter;
  bool first = true;
  for (const double value : numbers) {
    const QByteArray number = shortNumber(value);
    if (!first && !number.startsWith('-')) path += ' ';
    path += number;
    first = false;
  }
}

void appendPoint(QByteArray& path, const QPointF& from, const QPointF& to) {
  const auto same = [](double a, double b) { return std::abs(a - b) < 0.05; };
  if (same(from.y(), to.y())) {
    append(path, 'H', {to.x()});
  } else if (same(from.x(), to.x())) {
    append(path, 'V', {to.y()});
  } else {
    append(path, 'L', {to.x(), to.y()});
  }
}

QByteArray rectTag(const QRectF& rect, double radius = 0) {
  QByteArray tag = "rect" + attribute("x", rect.x()) + attribute("y", rect.y()) +
                   attribute("width", rect.width()) + attribute("height", rect.height());
  return radius > 0 ? tag + attribute("rx", radius) : tag;
}

QByteArray pathTag(const QByteArray& data) {
  return "path d=\"" + data + '"';
}

/// The radius, if the path is a box with round corners.
std::optional<double> radiusOf(const QPainterPath& path) {
  if (path.elementCount() < 13) return std::nullopt;
  const QRectF box = path.controlPointRect();
  const double radius = path.elementAt(0).y - box.top();
  if (radius < 0 || 2 * radius > std::min(box.width(), box.height()) + 1e-6) return std::nullopt;
  QPainterPath expected;
  expected.addRoundedRect(box, radius, radius);
  if (expected.elementCount() != path.elementCount()) return std::nullopt;
  for (int i = 0; i < path.elementCount(); ++i) {
    const QPointF a = path.elementAt(i), b = expected.elementAt(i);
    if ((a - b).manhattanLength() > 0.01) return std::nullopt;
  }
  return radius;
}

}  // namespace

QByteArray shortNumber(double value) {
  const auto tenths = std::llround(value * 10);
  QByteArray text = QByteArray::number(std::abs(tenths) / 10);
  if (const auto rest = std::abs(tenths) % 10; rest != 0) {
    if (text == "0") text.clear();
    text += '.' + QByteArray::number(rest);
  }
  return tenths < 0 ? '-' + text : text;
}

class PictureRecorder::Engine : public QPaintEngine {
 public:
  explicit Engine(PictureRecorder* recorder)
      : QPaintEngine(AllFeatures & ~(PatternBrush | PerspectiveTransform | ConicalGradientFill)),
        m_recorder(recorder) {}

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState&) override {}
  /// What painters ask for who cannot have their patterns painted.
  Type type() const override { return SVG; }
  /// A page holds no images: figures paint none.
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}

  void drawRects(const QRectF* rects, int count) override {
    if (count == 1) {
      const QRectF rect = transform().mapRect(rects[0]);
      draw(rectTag(rect), rect);
      return;
    }
    QByteArray data;
    QRectF bounds;
    for (int i = 0; i < count; ++i) {
      const QRectF rect = transform().mapRect(rects[i]);
      bounds |= rect;
      append(data, 'M', {rect.x(), rect.y()});
      append(data, 'h', {rect.width()});
      append(data, 'v', {rect.height()});
      append(data, 'h', {-rect.width()});
      data += 'z';
    }
    if (count > 0) draw(pathTag(data), bounds);
  }

  void drawLines(const QLineF* lines, int count) override {
    QByteArray data;
    QRectF bounds;
    for (int i = 0; i < count; ++i) {
      const QLineF line = transform().map(lines[i]);
      append(data, 'M', {line.x1(), line.y1()});
      appendPoint(data, line.p1(), line.p2());
      bounds |= QRectF(line.p1(), line.p2()).normalized().adjusted(-0.5, -0.5, 0.5, 0.5);
    }
    draw(pathTag(data), bounds, false);
  }

  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    QByteArray data;
    QPolygonF mapped;
    for (int i = 0; i < count; ++i) {
      mapped << transform().map(points[i]);
      if (i == 0) {
        append(data, 'M', {mapped[0].x(), mapped[0].y()});
      } else {
        appendPoint(data, mapped[i - 1], mapped[i]);
      }
    }
    if (mode != PolylineMode) data += 'z';
    draw(pathTag(data), mapped.boundingRect(), mode != PolylineMode);
  }

  void drawEllipse(const QRectF& box) override {
    const QRectF rect = transform().mapRect(box);
    draw("ellipse" + attribute("cx", rect.center().x()) + attribute("cy", rect.center().y()) +
             attribute("rx", rect.width() / 2) + attribute("ry", rect.height() / 2),
         rect);
  }

  void drawPath(const QPainterPath& drawn) override {
    const QPainterPath path = transform().map(drawn);
    if (const auto radius = radiusOf(path)) {
      draw(rectTag(path.controlPointRect(), *radius), path.controlPointRect());
      return;
    }
    QByteArray data;
    for (int i = 0; i < path.elementCount(); ++i) {
      const QPainterPath::Element point = path.elementAt(i);
      if (point.isMoveTo()) {
        append(data, 'M', {point.x, point.y});
      } else if (point.isLineTo()) {
        appendPoint(data, path.elementAt(i - 1), point);
      } else {
        const QPointF second = path.elementAt(i + 1), to = path.elementAt(i + 2);
        append(data, 'C', {point.x, point.y, second.x(), second.y(), to.x(), to.y()});
        i += 2;
      }
    }
    if (!data.isEmpty()) draw(pathTag(data), path.controlPointRect());
  }

  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    if (item.text().trimmed().isEmpty()) return;
    const QPointF place = transform().map(at);
    const double scale = transform().m22();
    PictureElement element;
    element.shape.tag =
        "text" + attribute("x", place.x()) + attribute("y", place.y()) +
        (item.text().size() > 1 ? attribute("textLength", item.width() * scale) : QByteArray());
    element.shape.text = item.text();
    element.shape.font = item.font();
    element.shape.font->setPixelSize(qRound(QFontInfo(item.font()).pixelSize() * scale));
    element.shape.filled = true;
    element.fill = painter()->pen().color();
    m_recorder->add(std::move(element),
                    QRectF(place.x(), place.y() - item.ascent() * scale, item.width() * scale,
                           (item.ascent() + item.descent()) * scale));
  }

 private:
  QTransform transform() const { return painter()->deviceTransform(); }

  void draw(const QByteArray& tag, const QRectF& bounds, bool fills = true) {
    PictureElement element;
    element.shape.tag = tag;
    const QBrush brush = painter()->brush();
    if (fills && brush.style() != Qt::NoBrush) {
      element.shape.filled = true;
      element.shape.pattern = patternOf(brush.color());
      element.fill = brush.color();
    }
    const QPen pen = painter()->pen();
    double half = 0;
    if (pen.style() != Qt::NoPen) {
      const double scale = transform().m22(), width = std::max(pen.widthF(), 1.0);
      element.shape.strokeWidth = width * scale;
      element.shape.cap = pen.capStyle();
      if (pen.style() != Qt::SolidLine) {
        for (const double part : pen.dashPattern()) {
          if (!element.shape.dashes.isEmpty()) element.shape.dashes += ' ';
          element.shape.dashes += shortNumber(part * width * scale);
        }
      }
      element.stroke = pen.color();
      half = element.shape.strokeWidth / 2;
    }
    if (!element.shape.filled && half == 0) return;
    m_recorder->add(std::move(element), bounds.adjusted(-half, -half, half, half));
  }

  PictureRecorder* m_recorder;
};

PictureRecorder::PictureRecorder(QSizeF size) : m_size(size), m_engine(std::make_unique<Engine>(this)) {}
PictureRecorder::~PictureRecorder() = default;

QPaintEngine* PictureRecorder::paintEngine() const {
  return m_engine.get();
}

void PictureRecorder::beginPart(const Part& part) {
  PictureElement::Place place = m_places.back();
  place.from = std::max(place.from, part.from);
  place.until = std::min(place.until, part.until);
  if (part.kind == PartKind::run) {
    place.run = part.id;
  } else if (part.kind == PartKind::passing) {
    place.passing = true;
  } else if (part.kind != PartKind::other) {
    place.kind = part.kind;
    place.id = part.id;
  }
  m_places.push_back(place);
}

void PictureRecorder::add(PictureElement element, const QRectF& bounds) {
  element.place = m_places.back();
  QRectF seen = bounds;
  if (const QPainter* painter = m_engine->painter(); painter->hasClipping()) {
    const QRectF clip = painter->deviceTransform().mapRect(painter->clipBoundingRect());
    seen &= clip;
    if (seen.isEmpty()) return;
    constexpr double kUnseen = 0.05;
    if (!clip.adjusted(-kUnseen, -kUnseen, kUnseen, kUnseen).contains(bounds)) element.place.clip = clip;
  }
  if (element.place.passing) m_passing |= seen;
  m_elements.push_back(std::move(element));
}

int PictureRecorder::metric(PaintDeviceMetric metric) const {
  constexpr double kMmPerPx = 25.4 / 96;
  switch (metric) {
    case PdmWidth:
      return qRound(m_size.width());
    case PdmHeight:
      return qRound(m_size.height());
    case PdmWidthMM:
      return qRound(m_size.width() * kMmPerPx);
    case PdmHeightMM:
      return qRound(m_size.height() * kMmPerPx);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
      return 96;
    case PdmDepth:
      return 32;
    case PdmNumColors:
      return 0;
    case PdmDevicePixelRatio:
      return 1;
    case PdmDevicePixelRatioScaled:
      return static_cast<int>(devicePixelRatioFScale());
  }
  return 0;
}

}  // namespace runahead::gui
