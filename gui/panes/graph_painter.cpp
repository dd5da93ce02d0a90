// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes for tasks, pills for variables, curves with heads for edges. The weight of an outline says how far a
// task is; its glyph and caption say the same without colour.
#include "gui/panes/graph_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "gui/panes/graph_tool_tip.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr double kRadius_px = 3;
constexpr double kHead_px = 7;
constexpr double kStack_px = 3;  ///< by which a group's second card looks out
constexpr double kCaptionLine_px = 14;

struct Measures {
  QFont font;
  double height, glyph, pad;
};

Measures measures(bool dense) {
  return dense ? Measures{monoFont(12, QFont::Medium), 26, 14, 5}
               : Measures{monoFont(13, QFont::Medium), 28, 15, 6};
}

QFont versionFont(bool dense) {
  return monoFont(dense ? 12 : 13, QFont::Bold);
}

/// A task's state as it is painted: weight first, then hue.
struct Look {
  QColor fill, text, edge;
  Qt::PenStyle outline = Qt::NoPen;
  std::optional<TaskState> glyph = std::nullopt;
};

Look lookOf(TaskState state, const Theme& theme) {
  switch (state) {
    case TaskState::deferred:
      return {theme.paper, theme.text2, theme.text3, Qt::DotLine};
    case TaskState::eliminated:
      return {theme.paper, theme.eliminated, theme.eliminated, Qt::SolidLine, TaskState::skipped};
    case TaskState::blocked:
      return {theme.paper, theme.text, theme.blocked, Qt::DashLine, TaskState::blocked};
    case TaskState::ready:
      return {theme.ready, theme.readyText, theme.running, Qt::SolidLine, TaskState::ready};
    case TaskState::running:
      return {theme.running, theme.runningText, theme.running, Qt::NoPen, TaskState::running};
    case TaskState::failed:
      return {theme.error, theme.errorText, theme.error, Qt::NoPen, TaskState::failed};
    case TaskState::skipped:
      return {theme.paper, theme.eliminated, theme.eliminated, Qt::SolidLine, TaskState::skipped};
    case TaskState::done:
    case TaskState::waiting:
    case TaskState::issued:
      break;  // the last two are states of lines
  }
  return {theme.done, theme.doneText, theme.done, Qt::NoPen, TaskState::done};
}

QPen outlinePen(const Look& look, double width) {
  if (look.outline == Qt::DashLine) return dashedPen(look.edge, width, {4, 3});
  if (look.outline == Qt::DotLine) return dashedPen(look.edge, width, {1.6, 2.4});
  return {look.edge, width, look.outline, Qt::FlatCap};
}

/// A sheet: written down, not handed over.
void paintDeferredGlyph(QPainter& painter, const QRectF& box, const QColor& colour) {
  const Kept kept(painter);
  painter.translate(box.topLeft());
  painter.scale(box.width() / 16, box.height() / 16);
  paintBox(painter, QRectF(3.4, 2, 9.2, 12), QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin),
           Qt::NoBrush, 1.2);
  for (const double y : {5.6, 8.0, 10.4}) painter.drawLine(QPointF(5.8, y), QPointF(10.2, y));
}

void paintGlyph(QPainter& painter, const QRectF& box, const Look& look, const Theme& theme) {
  if (!look.glyph) {
    paintDeferredGlyph(painter, box, look.text);
    return;
  }
  // On a fill of its own colour a glyph is cut out.
  Theme inverse = theme;
  if (look.glyph == TaskState::running) std::swap(inverse.running, inverse.runningText);
  if (look.glyph == TaskState::failed) std::swap(inverse.error, inverse.errorText);
  paintStateGlyph(painter, box, *look.glyph, inverse);
}

void paintHalo(QPainter& painter, const QRectF& box, double radius, const Theme& theme) {
  paintBox(painter, box.adjusted(-0.8, -0.8, 0.8, 0.8), QPen(theme.paper, 1.6), Qt::NoBrush, radius);
  painter.setPen(QPen(theme.cursor, 2.4));
  painter.drawRoundedRect(box.adjusted(-2.8, -2.8, 2.8, 2.8), radius + 2, radius + 2);
}

void paintTasks(QPainter& painter, const GraphScene& scene, const GraphNode& node, const QRectF& place) {
  const Measures measure = measures(scene.dense);
  const Look look = lookOf(node.state, scene.theme);
  const bool group = node.count() > 1;
  const QRectF box = group ? place.adjusted(0, 0, -kStack_px, -kStack_px) : place;
  const double width = 1.3;
  const auto card = [&](const QRectF& rect) {
    const double inset = look.outline == Qt::NoPen ? 0 : width / 2;
    paintBox(painter, rect.adjusted(inset, inset, -inset, -inset), outlinePen(look, width), look.fill,
             kRadius_px);
  };
  if (group) {
    card(box.translated(kStack_px, kStack_px));
    paintBox(painter, box.adjusted(-0.4, -0.4, 0.8, 0.8), QPen(scene.theme.paper, 1.6), Qt::NoBrush,
             kRadius_px);
  }
  card(box);
  if (node.holds(scene.selected)) paintHalo(painter, place, kRadius_px, scene.theme);
  paintGlyph(
      painter,
      QRectF(box.left() + measure.pad, box.center().y() - measure.glyph / 2, measure.glyph, measure.glyph),
      look, scene.theme);
  painter.setFont(measure.font);
  painter.setPen(look.text);
  const QRectF text = box.adjusted(measure.pad + measure.glyph + 4, 0, -measure.pad, 0);
  painter.drawText(text, Qt::AlignCenter, node.label);
  if (node.state == TaskState::eliminated || node.state == TaskState::skipped) {
    const double half = QFontMetricsF(measure.font).horizontalAdvance(node.label) / 2 + 2;
    painter.setPen(QPen(look.edge, 1.2));
    painter.drawLine(QPointF(text.center().x() - half, text.center().y() + 1),
                     QPointF(text.center().x() + half, text.center().y() + 1));
  }
}

void paintVersion(QPainter& painter, const GraphScene& scene, const GraphNode& node, const QRectF& box) {
  const Theme& theme = scene.theme;
  const bool there = node.state == TaskState::done;
  QColor colour = there ? theme.text : theme.blocked;
  if (node.state == TaskState::failed || node.state == TaskState::skipped) colour = theme.error;
  paintBox(painter, box.adjusted(0.7, 0.7, -0.7, -0.7),
           there ? QPen(colour, 1.4, Qt::SolidLine, Qt::FlatCap) : dashedPen(colour, 1.4, {4, 3}),
           theme.paper, box.height() / 2);
  paintText(painter, box, Qt::AlignCenter, versionFont(scene.dense), there ? theme.text : theme.text2,
            node.label);
}

/// Flat where it leaves, passes and arrives.
QPainterPath curve(const QPolygonF& way, double shorten) {
  QPainterPath path(way.first());
  for (qsizetype i = 1; i < way.size(); ++i) {
    QPointF to = way[i];
    if (i + 1 == way.size()) to.rx() -= shorten;
    const QPointF from = way[i - 1];
    const double reach = (to.x() - from.x()) / 2;
    path.cubicTo(from + QPointF(reach, 0), to - QPointF(reach, 0), to);
  }
  return path;
}

void paintEdge(QPainter& painter, const GraphScene& scene, const GraphEdge& edge, const QPolygonF& way) {
  const Theme& theme = scene.theme;
  const TaskState from = scene.model.nodes[edge.from].state;
  const TaskState to = scene.model.nodes[edge.to].state;
  QColor colour = theme.text2;
  double width = 1.2;
  if (from == TaskState::eliminated || to == TaskState::eliminated) {
    colour = theme.eliminated;
  } else if (edge.blocks) {
    colour = theme.text;
    width = 1.6;
  } else if (edge.link == GraphEdge::Link::read && to == TaskState::running) {
    colour = theme.running;
    width = 2;
  }
  painter.setPen(edge.fulfilled ? QPen(colour, width, Qt::SolidLine, Qt::FlatCap)
                                : dashedPen(colour, width, {3.6, 2.8}));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(curve(way, kHead_px - 1));
  const QPointF tip = way.last();
  const QPolygonF head({tip, tip + QPointF(-kHead_px, 3.4), tip + QPointF(-kHead_px, -3.4)});
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  if (edge.link == GraphEdge::Link::order) {  // carries no data: an open head
    painter.setPen(QPen(colour, 1.2));
    painter.setBrush(theme.paper);
  }
  painter.drawPolygon(head);
}

void paintCaption(QPainter& painter, const GraphScene& scene, const GraphNode& node, const QRectF& box) {
  const QStringList lines = graphCaption(node);
  if (lines.isEmpty()) return;
  const QFont font = uiFont(12);
  const QFontMetricsF metrics(font);
  painter.setFont(font);
  painter.setPen(scene.theme.text2);
  const double room = box.width() + scene.layout.gap_px - 4;
  double top = box.bottom() + 3;
  for (const QString& line : lines) {
    const QString shown = metrics.elidedText(line, Qt::ElideRight, room);
    painter.drawText(QRectF(box.center().x() - room / 2, top, room, kCaptionLine_px), Qt::AlignCenter, shown);
    top += kCaptionLine_px;
  }
}

}  // namespace

QStringList graphCaption(const GraphNode& node) {
  if (!node.isTasks()) return {};
  static constexpr TaskState kNamed[] = {TaskState::deferred, TaskState::eliminated, TaskState::failed,
                                         TaskState::skipped};
  if (std::ranges::find(kNamed, node.state) != std::end(kNamed)) return {graphStateName(node.state)};
  if (node.state != TaskState::blocked) return {};
  std::vector<EdgeKind> kinds;
  for (const GraphReason& reason : node.waitsFor) {
    if (std::ranges::find(kinds, reason.kind) == kinds.end()) kinds.push_back(reason.kind);
  }
  if (kinds.empty()) return {graphStateName(node.state)};
  QString name = edgeKindName(kinds.front());
  if (kinds.size() > 1) name += QStringLiteral(" +%1").arg(kinds.size() - 1);
  // "read after" over "write": no wider than a box.
  const qsizetype last = name.indexOf(QLatin1Char(' '), name.indexOf(QLatin1Char(' ')) + 1);
  return last < 0 ? QStringList{name} : QStringList{name.left(last), name.mid(last + 1)};
}

std::vector<GraphBox> graphBoxes(const GraphModel& model, bool dense) {
  const Measures measure = measures(dense);
  const QFontMetricsF tasks(measure.font), versions(versionFont(dense));
  std::vector<GraphBox> boxes;
  for (const GraphNode& node : model.nodes) {
    double width = 0, height = measure.height;
    if (node.isTasks()) {
      width = tasks.horizontalAdvance(node.label) + 2 * measure.pad + measure.glyph + 4;
      if (node.count() > 1) {
        width += kStack_px;
        height += kStack_px;
      }
    } else {
      height -= 2;
      width = std::max(height + 3, versions.horizontalAdvance(node.label) + 18);
    }
    boxes.push_back({QSizeF(std::ceil(width), height), node.isTasks()});
  }
  return boxes;
}

GraphSpacing graphSpacing(double width_px, bool dense) {
  GraphSpacing spacing;
  spacing.width_px = width_px;
  if (dense) spacing.minGap_px = 13;
  return spacing;
}

void paintGraph(QPainter& painter, const GraphScene& scene) {
  const Kept kept(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF clip = painter.clipBoundingRect();
  const auto seen = [&](const QRectF& rect) {
    const double margin = kGraphMargin_px;
    return clip.isNull() || clip.intersects(rect.adjusted(-margin, -margin, margin, margin));
  };
  const GraphModel& model = scene.model;
  // What blocks is drawn above what does not.
  for (const bool blocking : {false, true}) {
    for (std::size_t i = 0; i < model.edges.size(); ++i) {
      const GraphEdge& edge = model.edges[i];
      if (edge.blocks != blocking || (edge.link == GraphEdge::Link::order && !blocking)) continue;
      if (seen(scene.layout.edges[i].boundingRect())) paintEdge(painter, scene, edge, scene.layout.edges[i]);
    }
  }
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const QRectF& box = scene.layout.nodes[i];
    if (!seen(box)) continue;
    if (model.nodes[i].isTasks()) {
      paintTasks(painter, scene, model.nodes[i], box);
      paintCaption(painter, scene, model.nodes[i], box);
    } else {
      paintVersion(painter, scene, model.nodes[i], box);
    }
  }
}

}  // namespace runahead::gui
