// SPDX-License-Identifier: GPL-3.0-or-later
// The graph's nodes and edges against traces whose dependencies are known.
#include <QTest>
#include <set>

#include "gui/panes/graph_painter.h"
#include "gui/panes/graph_tool_tip.h"
#include "tests/gui/graph_tests.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/support/random_trace.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

QStringList labels(const GraphModel& model) {
  QStringList all;
  for (const GraphNode& node : model.nodes) all << node.label;
  return all;
}

const GraphNode& node(const GraphModel& model, const QString& label) {
  for (const GraphNode& candidate : model.nodes) {
    if (candidate.label == label) return candidate;
  }
  qFatal("no node is called %s", qPrintable(label));
}

const GraphEdge* edge(const GraphModel& model, const QString& from, const QString& to) {
  for (const GraphEdge& candidate : model.edges) {
    if (model.nodes[candidate.from].label == from && model.nodes[candidate.to].label == to) return &candidate;
  }
  return nullptr;
}

class GraphModelTest : public QObject {
  Q_OBJECT
 private slots:
  void alikeNeighboursAreGrouped();
  void dependentTasksAreNeverGrouped();
  void arraysWithoutANameAreKnownByTheirWriter();
  void recordedAndEliminatedTasksAreThere();
  void recordingCountsWhatWasKept();
  void blockedTasksNameWhatTheyWaitFor();
  void writersBeforeTheWindowAreShown();
  void windowLeavesOutAndCounts();
  void windowIsSharedByNeighbours();
  void focusIsWhatRuns();
  void everythingHoldsForRandomTraces();
  void longRunsCostNoMore();
};

void GraphModelTest::alikeNeighboursAreGrouped() {
  const Trace trace = test::incrementLoopTrace(16);
  const GraphModel model = graphModel(trace, trace.task(11).start + 1, 0);
  QCOMPARE(labels(model), (QStringList{"ones 0", "x", "add 1–10", "add 11", "add 12–16", "y"}));
  QVERIFY(model.grouped);
  QCOMPARE(model.shown, 17U);
  QCOMPARE(model.earlier() + model.later(), 0U);
  QCOMPARE(node(model, "ones 0").state, TaskState::done);
  QCOMPARE(node(model, "add 1–10").state, TaskState::done);
  QCOMPARE(node(model, "add 11").state, TaskState::running);
  QCOMPARE(node(model, "add 12–16").state, TaskState::ready);
  QCOMPARE(model.edges.size(), std::size_t{5});
  QCOMPARE(edge(model, "ones 0", "x")->link, GraphEdge::Link::write);
  for (const char* reader : {"add 1–10", "add 11", "add 12–16"}) {
    const GraphEdge* read = edge(model, "x", QString::fromUtf8(reader));
    QVERIFY2(read, reader);
    QCOMPARE(read->link, GraphEdge::Link::read);
    QVERIFY(read->fulfilled && !read->blocks);
  }
  // The name y stands for what the last addition will write.
  QVERIFY(!edge(model, "add 12–16", "y")->fulfilled);
  QVERIFY(!edge(model, "add 11", "y"));
  QVERIFY(graphToolTip(trace, {}, node(model, "add 12–16"), trace.end_ns()).contains("5 tasks, ready"));
}

void GraphModelTest::dependentTasksAreNeverGrouped() {
  const Trace trace = test::chainTrace(3);
  const GraphModel model = graphModel(trace, trace.size(), 0);
  QVERIFY(!model.grouped);
  QCOMPARE(labels(model), (QStringList{"x", "add 0", "x·1", "add 1", "x·2", "add 2", "x·3"}));
  QVERIFY(edge(model, "x·1", "add 1")->fulfilled);
  QVERIFY(edge(model, "x·2", "add 2")->blocks);
  QVERIFY(!edge(model, "add 1", "x·2")->fulfilled);
}

void GraphModelTest::arraysWithoutANameAreKnownByTheirWriter() {
  test::Scribe scribe;
  const VariableId a = scribe.variable("a"), b = scribe.variable("b");
  const VariableId product = scribe.variable(""), c = scribe.variable("c");
  scribe.enqueue("ones", {}, {a});
  scribe.enqueue("ones", {}, {b});
  scribe.enqueue("mul", {a, b}, {product}, false);
  scribe.enqueue("add", {product}, {c}, false);
  const Trace trace = scribe.trace(false);
  const GraphModel model = graphModel(trace, trace.size(), 0);
  QCOMPARE(labels(model), (QStringList{"ones 0", "a", "ones 1", "b", "mul 2", "add 3", "c"}));
  const GraphEdge* direct = edge(model, "mul 2", "add 3");
  QVERIFY(direct && direct->blocks);
  QCOMPARE(direct->kind, EdgeKind::read_after_write);
}

void GraphModelTest::recordedAndEliminatedTasksAreThere() {
  const Trace trace = test::lazyTrace(6);
  // All recorded, before the first is eliminated.
  GraphModel model = graphModel(trace, 7, 0);
  QCOMPARE(labels(model), (QStringList{"ones 0", "x", "add 1–6", "y"}));
  QCOMPARE(node(model, "add 1–6").state, TaskState::deferred);
  QCOMPARE(graphCaption(node(model, "add 1–6")), QStringList{"recorded"});
  QVERIFY(!edge(model, "x", "add 1–6")->fulfilled);

  // After execution what was eliminated is still there; the name y stands for what was computed.
  model = graphModel(trace, trace.size(), 0);
  QCOMPARE(labels(model), (QStringList{"ones 0", "x", "add 1–5", "add 6", "y"}));
  QCOMPARE(node(model, "add 1–5").state, TaskState::eliminated);
  QCOMPARE(graphCaption(node(model, "add 1–5")), QStringList{"eliminated"});
  QCOMPARE(node(model, "add 6").state, TaskState::done);
  QVERIFY(edge(model, "add 6", "y"));
  QVERIFY(!edge(model, "add 1–5", "y"));
}

void GraphModelTest::recordingCountsWhatWasKept() {
  const Trace lazy = test::lazyTrace(100);
  QVERIFY(!deferredAt(lazy, 0));
  QCOMPARE(deferredAt(lazy, 50)->open, 50U);
  const DeferredTasks after = *deferredAt(lazy, lazy.size());
  QVERIFY(!after.traced);
  QCOMPARE(after.kept, 2U);
  QCOMPARE(after.pruned, 99U);
  QCOMPARE(after.open, 0U);
  QVERIFY(!deferredAt(test::incrementLoopTrace(5), 40));

  // Calls of the function enqueue without recording: they do not count as kept.
  test::Scribe scribe;
  const VariableId x = scribe.variable("x");
  const RegionId mark = scribe.beginTracing();
  const TaskId kept = scribe.defer("add", {x}, {scribe.variable("y")});
  scribe.eliminate(scribe.defer("add", {x}, {scribe.variable("y")}));
  scribe.eliminate(scribe.defer("add", {x}, {scribe.variable("y")}));
  scribe.endRegion(mark);
  scribe.enqueueDeferred(kept, true);
  for (int call = 0; call < 5; ++call) scribe.enqueue("add", {x}, {scribe.variable("y")});
  const Trace traced = scribe.trace(false);
  const DeferredTasks tracing = *deferredAt(traced, traced.size());
  QVERIFY(tracing.traced);
  QCOMPARE(tracing.kept, 1U);
  QCOMPARE(tracing.pruned, 2U);
}

void GraphModelTest::blockedTasksNameWhatTheyWaitFor() {
  test::Scribe scribe;
  const VariableId v = scribe.variable("v"), w = scribe.variable("w"), u = scribe.variable("u");
  const TaskId writes = scribe.enqueue("normal", {}, {v, u});
  const TaskId reads = scribe.enqueue("dot", {v}, {w}, false);
  const TaskId replaces = scribe.enqueue("zeros", {}, {v}, false);
  const TaskId again = scribe.enqueue("ones", {}, {u}, false);
  scribe.start(writes);
  scribe.end(writes);
  const Trace trace = scribe.trace();
  const GraphModel model = graphModel(trace, trace.size() - 1, 0);
  const auto only = [&](TaskId task, EdgeKind kind, TaskId on, VariableId variable) {
    const GraphNode& blocked = model.nodes[model.nodeOf(task)];
    return blocked.waitsFor.size() == 1 && blocked.waitsFor[0].kind == kind &&
           blocked.waitsFor[0].task == on && blocked.waitsFor[0].variable == variable;
  };
  QVERIFY(only(reads, EdgeKind::read_after_write, writes, v));
  QVERIFY(only(replaces, EdgeKind::write_after_read, reads, v));
  QVERIFY(only(again, EdgeKind::write_after_write, writes, u));
  QCOMPARE(graphCaption(node(model, "dot 1")), (QStringList{"read after", "write"}));
  QCOMPARE(graphCaption(node(model, "zeros 2")), (QStringList{"write after", "read"}));
  QCOMPARE(graphCaption(node(model, "ones 3")), (QStringList{"write after", "write"}));
  QVERIFY(edge(model, "v·1", "dot 1")->blocks);
  QCOMPARE(edge(model, "dot 1", "zeros 2")->link, GraphEdge::Link::order);
  QVERIFY(edge(model, "dot 1", "zeros 2")->blocks);
  QCOMPARE(edge(model, "normal 0", "ones 3")->kind, EdgeKind::write_after_write);
  QVERIFY(graphToolTip(trace, {}, node(model, "zeros 2"), trace.end_ns())
              .contains("waits for dot 1: write after read, v"));

  // Once what they waited for has ended, nothing is named any more.
  const GraphModel later = graphModel(trace, trace.size(), 0);
  QVERIFY(later.nodes[later.nodeOf(again)].waitsFor.empty());
  QVERIFY(!edge(later, "v·1", "dot 1")->blocks);
}

void GraphModelTest::writersBeforeTheWindowAreShown() {
  const Trace trace = test::chainTrace(500);
  const GraphModel model = graphModel(trace, trace.size(), 200);
  QCOMPARE(labels(model).mid(0, 3), (QStringList{"add 199", "x·200", "add 200"}));
  QCOMPARE(model.first, 200U);
  QCOMPARE(model.earlier(), 199U);
}

void GraphModelTest::windowLeavesOutAndCounts() {
  const Trace trace = test::chainTrace(500);
  GraphLimits limits;
  limits.tasks = 10;
  const GraphModel model = graphModel(trace, trace.size(), 100, limits);
  QCOMPARE(model.shown, 11U);
  QCOMPARE(model.earlier(), 99U);
  QCOMPARE(model.later(), 390U);
  // Neighbours that only lengthen a group come with it.
  const Trace loop = test::incrementLoopTrace(1000);
  const GraphModel grouped = graphModel(loop, loop.size(), 480, limits);
  QCOMPARE(labels(grouped), (QStringList{"ones 0", "x", "add 1–1000", "y"}));
  QCOMPARE(grouped.earlier() + grouped.later(), 0U);
  limits.stretch = 100;
  const GraphModel part = graphModel(loop, loop.size(), 480, limits);
  QCOMPARE(part.last - part.first, 110U);
  QCOMPARE(part.earlier() + part.later() + part.shown, 1001U);
  QCOMPARE(graphModel(trace, 0, 0).nodes.size(), std::size_t{0});
}

void GraphModelTest::windowIsSharedByNeighbours() {
  GraphLimits limits;
  std::set<TaskId> windows;
  for (TaskId task = 0; task < 480; ++task) {
    const TaskId first = windowAround(task, limits);
    QVERIFY(first <= task && task < first + limits.tasks);
    windows.insert(first);
  }
  QVERIFY(windows.size() <= 20);
}

void GraphModelTest::focusIsWhatRuns() {
  const Trace trace = test::incrementLoopTrace(16);
  QCOMPARE(focusAt(trace, 0), kNone);
  QCOMPARE(focusAt(trace, trace.task(11).start + 1), 11U);
  QCOMPARE(focusAt(trace, trace.task(11).end + 1), 12U);
  QCOMPARE(focusAt(trace, trace.size()), 16U);
}

void GraphModelTest::everythingHoldsForRandomTraces() {
  GraphLimits limits;
  limits.tasks = 24;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const Trace trace = testing_support::random_trace({.seed = seed, .steps = 1200});
    for (Seq cursor = 0; cursor <= trace.size(); cursor += 37) {
      const TaskId focus = focusAt(trace, cursor);
      const GraphModel model =
          graphModel(trace, cursor, focus == kNone ? 0 : windowAround(focus, limits), limits);
      QCOMPARE(model.issued, trace.state_at(cursor).issued);
      QCOMPARE(model.earlier() + model.shown + model.later(), model.issued);
      QVERIFY(focus == kNone || model.nodeOf(focus) != kNone);
      TaskId shown = 0;
      for (const GraphNode& each : model.nodes) {
        if (!each.isTasks()) continue;
        shown += each.count();
        for (TaskId id = each.first; id <= each.last; ++id) {
          QCOMPARE(graphStateOf(trace.task(id), cursor), each.state);
          QCOMPARE(trace.task(id).name, trace.task(each.first).name);
        }
        QVERIFY(each.state == TaskState::blocked || each.waitsFor.empty());
      }
      QCOMPARE(shown, model.shown);
      for (const GraphEdge& each : model.edges) {
        QVERIFY(each.from < each.to && each.to < model.nodes.size());
        QVERIFY(each.link == GraphEdge::Link::write ? !model.nodes[each.to].isTasks()
                                                    : model.nodes[each.to].isTasks());
        QVERIFY(!each.blocks || model.nodes[each.to].state == TaskState::blocked);
      }
    }
  }
}

void GraphModelTest::longRunsCostNoMore() {
  const Trace chain = test::chainTrace(1'000'000);
  const Trace loop = test::largeTrace(200'000, 4);
  const GraphLimits limits;
  for (const Trace* trace : {&chain, &loop}) {
    for (const Seq cursor : {trace->size() / 3, trace->size()}) {
      for (const TaskId first : {TaskId{0}, trace->task_count() / 4, trace->task_count() - 10}) {
        const GraphModel model = graphModel(*trace, cursor, first);
        QVERIFY(model.last - model.first <= limits.tasks + limits.stretch);
        QVERIFY(model.nodes.size() <= limits.tasks + limits.writers + limits.versions);
        QCOMPARE(model.earlier() + model.shown + model.later(), model.issued);
      }
    }
  }
}

}  // namespace

int runahead::test::graphModelTest(int argc, char** argv) {
  GraphModelTest tests;
  return QTest::qExec(&tests, argc, argv);
}

#include "graph_model_test.moc"
