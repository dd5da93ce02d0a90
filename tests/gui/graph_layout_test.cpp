// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for the places of every graph: nothing overlaps, edges lead to the right, the same graph lies
// the same.
#include <QTest>
#include <random>

#include "gui/panes/graph_layout.h"
#include "gui/panes/graph_painter.h"
#include "tests/gui/graph_tests.h"
#include "tests/gui/synthetic_trace.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

struct Graph {
  std::vector<GraphBox> boxes;
  std::vector<GraphEdge> edges;
  void connect(std::uint32_t from, std::uint32_t to) {
    edges.push_back({from, to, GraphEdge::Link::read, EdgeKind::read_after_write, false, true});
  }
};

Graph randomGraph(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto draw = [&random](std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); };
  Graph graph;
  const std::uint32_t count = 1 + draw(60);
  for (std::uint32_t node = 0; node < count; ++node) {
    graph.boxes.push_back({QSizeF(30 + draw(80), 24 + draw(10)), draw(2) == 0});
    for (std::uint32_t i = draw(4); node > 0 && i-- > 0;) graph.connect(draw(node), node);
  }
  return graph;
}

class GraphLayoutTest : public QObject {
  Q_OBJECT
 private slots:
  void nothingOverlaps();
  void edgesLeadToTheRight();
  void theSameGraphLiesTheSame();
  void stepsOfTheCursorMoveNothing();
  void straightChainsAreStraight();
  void sourcesStandBesideTheirReaders();
  void gapsUseTheRoom();
  void tasksWithoutEdgesFillRows();
};

void GraphLayoutTest::nothingOverlaps() {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = randomGraph(seed);
    const GraphSpacing spacing{.width_px = 344};
    const GraphLayout layout = layoutGraph(graph.boxes, graph.edges, spacing);
    QCOMPARE(layout.nodes.size(), graph.boxes.size());
    const QRectF all = QRectF(QPointF(), layout.size).adjusted(-1, -1, 1, 1);
    for (std::size_t a = 0; a < layout.nodes.size(); ++a) {
      QVERIFY(all.contains(layout.nodes[a]));
      QCOMPARE(layout.nodes[a].height(), graph.boxes[a].size.height());
      QVERIFY(layout.nodes[a].width() >= graph.boxes[a].size.width());
      for (std::size_t b = a + 1; b < layout.nodes.size(); ++b) {
        // Rounding to whole pixels takes at most one of the caption's room.
        const QRectF room = layout.nodes[a].adjusted(0, 0, 0, spacing.rowGap_px - 1);
        const QRectF other = layout.nodes[b].adjusted(0, 0, 0, spacing.rowGap_px - 1);
        QVERIFY2(!room.intersects(other), qPrintable(QStringLiteral("seed %1").arg(seed)));
      }
    }
  }
}

void GraphLayoutTest::edgesLeadToTheRight() {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = randomGraph(seed);
    const GraphLayout layout = layoutGraph(graph.boxes, graph.edges, {.width_px = 344});
    QCOMPARE(layout.edges.size(), graph.edges.size());
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
      const QRectF& from = layout.nodes[graph.edges[i].from];
      const QRectF& to = layout.nodes[graph.edges[i].to];
      const QPolygonF& way = layout.edges[i];
      QCOMPARE(way.first(), QPointF(from.right(), from.center().y()));
      QCOMPARE(way.last(), QPointF(to.left(), to.center().y()));
      QVERIFY(to.left() - from.right() >= layout.gap_px - 1);
      for (qsizetype step = 1; step < way.size(); ++step) QVERIFY(way[step].x() >= way[step - 1].x());
      // On its way it passes beside boxes, not through them.
      for (qsizetype step = 1; step + 2 < way.size(); step += 2) {
        for (const QRectF& box : layout.nodes) {
          const bool same = box.left() >= way[step].x() - 1 && box.right() <= way[step + 1].x() + 1;
          QVERIFY(!same || way[step].y() < box.top() || way[step].y() > box.bottom());
        }
      }
    }
  }
}

void GraphLayoutTest::theSameGraphLiesTheSame() {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = randomGraph(seed);
    const GraphLayout once = layoutGraph(graph.boxes, graph.edges, {.width_px = 344});
    const GraphLayout twice = layoutGraph(graph.boxes, graph.edges, {.width_px = 344});
    QVERIFY(once.nodes == twice.nodes && once.edges == twice.edges && once.size == twice.size);
  }
  QCOMPARE(layoutGraph({}, {}, {}).nodes.size(), std::size_t{0});
}

void GraphLayoutTest::stepsOfTheCursorMoveNothing() {
  test::Scribe scribe;
  const VariableId a = scribe.variable("a"), b = scribe.variable("b"), product = scribe.variable("");
  scribe.enqueue("ones", {}, {a});
  scribe.enqueue("zeros", {}, {b});
  scribe.enqueue("mul", {a, b}, {product}, false);
  scribe.enqueue("add", {product}, {a}, false);
  const Seq issued = scribe.trace(false).size();
  for (TaskId task = 0; task < 4; ++task) {
    if (task > 1) scribe.ready(task);
    scribe.start(task);
    scribe.end(task);
  }
  const Trace trace = scribe.trace();
  const auto places = [&](Seq cursor) {
    const GraphModel model = graphModel(trace, cursor, 0);
    return layoutGraph(graphBoxes(model, false), model.edges, graphSpacing(344, false)).nodes;
  };
  for (Seq cursor = issued; cursor <= trace.size(); ++cursor) QVERIFY(places(cursor) == places(issued));
}

void GraphLayoutTest::straightChainsAreStraight() {
  Graph graph;
  for (std::uint32_t node = 0; node < 8; ++node) {
    graph.boxes.push_back({QSizeF(60 + node, 28)});
    if (node > 0) graph.connect(node - 1, node);
  }
  const GraphLayout layout = layoutGraph(graph.boxes, graph.edges, {});
  for (const QRectF& box : layout.nodes) QCOMPARE(box.center().y(), layout.nodes[0].center().y());
}

void GraphLayoutTest::sourcesStandBesideTheirReaders() {
  // 0 → 1 → 2 → 3 → 4, and a pair 5 → 6 that only 4 reads.
  Graph graph;
  graph.boxes.assign(7, {QSizeF(60, 28)});
  graph.connect(0, 1);
  graph.connect(1, 2);
  graph.connect(2, 3);
  graph.connect(4, 5);
  graph.connect(3, 6);
  graph.connect(5, 6);
  const GraphLayout layout = layoutGraph(graph.boxes, graph.edges, {});
  QCOMPARE(layout.nodes[5].left(), layout.nodes[3].left());
  QCOMPARE(layout.nodes[4].left(), layout.nodes[2].left());
}

void GraphLayoutTest::gapsUseTheRoom() {
  Graph graph;
  graph.boxes.assign(4, {QSizeF(60, 28)});
  for (std::uint32_t node = 1; node < 4; ++node) graph.connect(node - 1, node);
  GraphSpacing spacing{.width_px = 240 + 3 * 24};
  QCOMPARE(layoutGraph(graph.boxes, graph.edges, spacing).size.width(), spacing.width_px);
  spacing.width_px = 10;
  QCOMPARE(layoutGraph(graph.boxes, graph.edges, spacing).gap_px, spacing.wideGap_px);
  spacing.width_px = 1000;
  QCOMPARE(layoutGraph(graph.boxes, graph.edges, spacing).gap_px, spacing.maxGap_px);
}

void GraphLayoutTest::tasksWithoutEdgesFillRows() {
  const std::vector<GraphBox> boxes(12, {QSizeF(70, 28)});
  const GraphLayout layout = layoutGraph(boxes, {}, {.width_px = 344});
  QVERIFY(layout.size.width() <= 344);
  QVERIFY(layout.size.height() < 3 * 60);
  QVERIFY(layout.nodes[1].left() > layout.nodes[0].left());
  QCOMPARE(layout.nodes[1].top(), layout.nodes[0].top());
}

}  // namespace

int runahead::test::graphLayoutTest(int argc, char** argv) {
  GraphLayoutTest tests;
  return QTest::qExec(&tests, argc, argv);
}

#include "graph_layout_test.moc"
