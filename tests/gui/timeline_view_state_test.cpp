// SPDX-License-Identifier: GPL-3.0-or-later
// ViewState: one axis, one cursor, one selection; live growth, keys' actions, search. No window.
#include <QSignalSpy>
#include <QTest>

#include "gui/view/view_state.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

class ViewStateTest : public QObject {
  Q_OBJECT
 private slots:
  void newRunIsFittedAndFollowed();
  void growthFollowsUntilTheUserMoves();
  void zoomKeepsTheTimeInPlace();
  void zoomAnimatesToItsTarget();
  void rangeIsClampedToTheRun();
  void cursorCountsEvents();
  void tasksStepAlongTheirLane();
  void arrowsAreFollowed();
  void escapeClearsOneThingAtATime();
  void marksAreDroppedAndTakenUp();
  void searchFindsNamesAndNumbers();
  void statesOfATask();
  void wholeRangeAndIndexGrowWithTheRun();
};

void ViewStateTest::newRunIsFittedAndFollowed() {
  ViewState view;
  QSignalSpy changed(&view, &ViewState::traceChanged);
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  QCOMPARE(changed.size(), 1);
  QCOMPARE(view.visibleFromNs(), 0.0);
  QVERIFY(view.visibleToNs() > 1'000'000 && view.visibleToNs() < 1'100'000);
  QCOMPARE(view.cursor(), trace.size());
  QVERIFY(view.followEnd() && view.fitting());
}

void ViewStateTest::growthFollowsUntilTheUserMoves() {
  TraceBuilder builder(test::incrementLoopInfo(4));
  const LaneId lane =
      (builder.add_lane(LaneKind::frontend, "Frontend"), builder.add_lane(LaneKind::worker, "Worker"));
  const auto grow = [&](std::int64_t ns) {
    const TaskId id = builder.enqueue(ns, builder.intern("add"), kNone, {}, true);
    builder.start(ns, id, lane);
    builder.end(ns + 100, id, Outcome::ok);
    builder.publish();
    return builder.snapshot();
  };
  ViewState view;
  view.setAnimationMs(0);
  view.setTrace(grow(10'000), false);
  const double first = view.visibleToNs();
  view.setTrace(grow(50'000), true);
  QVERIFY(view.visibleToNs() > first * 4);
  QCOMPARE(view.cursorNs(), std::int64_t{50'100});
  view.setVisible(1000, 2000);
  view.setCursor(2);
  view.selectTask(0);
  view.setTrace(grow(90'000), true);
  QCOMPARE(view.visibleFromNs(), 1000.0);
  QCOMPARE(view.visibleToNs(), 2000.0);
  QCOMPARE(view.cursor(), Seq{2});
  QCOMPARE(view.selectedTask(), TaskId{0});
  view.setFollowEnd(true);
  view.fitAll();
  view.setTrace(grow(200'000), true);
  QVERIFY(view.visibleToNs() > 200'000);
  QCOMPARE(view.cursorNs(), std::int64_t{200'100});
}

void ViewStateTest::zoomKeepsTheTimeInPlace() {
  ViewState view;
  view.setAnimationMs(0);
  view.setTrace(test::smallTrace(), false);
  const auto part = [&](double ns) {
    return (ns - view.visibleFromNs()) / (view.visibleToNs() - view.visibleFromNs());
  };
  const double before = part(400'000);
  const double length = view.visibleToNs() - view.visibleFromNs();
  view.zoomAt(400'000, 4);
  QVERIFY(std::abs(part(400'000) - before) < 1e-9);
  QVERIFY(std::abs((view.visibleToNs() - view.visibleFromNs()) * 4 - length) < 1e-6);
  QVERIFY(!view.fitting());
  view.zoomAt(400'000, 1e9);  // no deeper than the clock tells
  QVERIFY(view.visibleToNs() - view.visibleFromNs() >= 20);
  view.zoomAt(400'000, 1e-9);
  QCOMPARE(view.visibleFromNs(), 0.0);
}

void ViewStateTest::zoomAnimatesToItsTarget() {
  ViewState view;
  view.setTrace(test::smallTrace(), false);
  const double wide = view.visibleToNs();
  view.zoomTo(100'000, 200'000);
  QVERIFY(view.visibleToNs() - view.visibleFromNs() > 150'000 || view.visibleToNs() == wide);
  QTRY_COMPARE(view.visibleFromNs(), 100'000.0);
  QCOMPARE(view.visibleToNs(), 200'000.0);
}

void ViewStateTest::rangeIsClampedToTheRun() {
  ViewState view;
  view.setTrace(test::smallTrace(), false);
  view.setVisible(100'000, 200'000);
  view.panBy(-1e9);
  QCOMPARE(view.visibleFromNs(), 0.0);
  QCOMPARE(view.visibleToNs(), 100'000.0);
  view.panBy(1e9);
  QVERIFY(view.visibleToNs() < 1'100'000);
  QVERIFY(std::abs(view.visibleToNs() - view.visibleFromNs() - 100'000) < 1e-6);
}

void ViewStateTest::cursorCountsEvents() {
  ViewState view;
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  view.setCursorTime(300'000);
  QCOMPARE(view.cursorNs(), std::int64_t{300'000});
  QCOMPARE(view.cursor(), trace.first_after(300'000));
  QVERIFY(!view.followEnd());
  view.setCursor(trace.task(0).start + 1);
  QCOMPARE(view.cursorNs(), std::int64_t{200'000});
  view.setCursor(0);
  QCOMPARE(view.cursorNs(), std::int64_t{0});
}

void ViewStateTest::tasksStepAlongTheirLane() {
  ViewState view;
  view.setAnimationMs(0);
  view.setTrace(test::incrementLoopTrace(5), false);
  view.setCursor(0);
  QVERIFY(view.nextTask());
  QCOMPARE(view.selectedTask(), TaskId{0});
  QVERIFY(view.nextTask());
  QCOMPARE(view.selectedTask(), TaskId{1});
  QCOMPARE(view.cursor(), view.trace().task(1).start + 1);
  QVERIFY(view.previousTask());
  QVERIFY(!view.previousTask());
  QCOMPARE(view.selectedTask(), TaskId{0});
}

void ViewStateTest::arrowsAreFollowed() {
  ViewState view;
  view.setAnimationMs(0);
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  QVERIFY(!view.followArrowBack());
  view.selectTask(1);
  QVERIFY(view.followArrowBack());
  QCOMPARE(view.cursor(), trace.task(1).enqueue + 1);
  QVERIFY(view.followArrowBack());  // it read what dot 0 wrote
  QCOMPARE(view.selectedTask(), TaskId{0});
  QCOMPARE(view.cursor(), trace.task(0).start + 1);
  QVERIFY(view.followArrowForward());  // at its start already: on to who reads it
  QCOMPARE(view.selectedTask(), TaskId{1});
  QVERIFY(view.followArrowBack());
  QVERIFY(view.followArrowForward());
  QCOMPARE(view.cursor(), trace.task(1).start + 1);
}

void ViewStateTest::escapeClearsOneThingAtATime() {
  ViewState view;
  view.setTrace(test::smallTrace(), false);
  view.setSearch("dot");
  view.selectTask(1);
  view.setRange(TimeRange{100, 200});
  QVERIFY(view.clearOne());
  QVERIFY(!view.range() && view.selectedTask() == 1);
  QVERIFY(view.clearOne());
  QVERIFY(view.selectedTask() == kNone && view.search() == "dot");
  QVERIFY(view.clearOne());
  QVERIFY(view.search().isEmpty());
  QVERIFY(!view.clearOne());
}

void ViewStateTest::marksAreDroppedAndTakenUp() {
  ViewState view;
  view.setTrace(test::smallTrace(), false);
  view.setCursorTime(300'000);
  view.toggleMark();
  view.setCursorTime(100'000);
  view.toggleMark();
  QCOMPARE(view.marks(), (std::vector<std::int64_t>{100'000, 300'000}));
  view.toggleMark();
  QCOMPARE(view.marks(), (std::vector<std::int64_t>{300'000}));
}

void ViewStateTest::searchFindsNamesAndNumbers() {
  ViewState view;
  view.setAnimationMs(0);
  view.setTrace(test::incrementLoopTrace(12), false);
  view.setSearch("ADD");
  QCOMPARE(view.searchMatches().size(), std::size_t{12});
  view.setSearch("add 1");
  QCOMPARE(view.searchMatches(), (std::vector<TaskId>{1, 10, 11, 12}));
  QVERIFY(view.nextMatch());
  QCOMPARE(view.selectedTask(), TaskId{1});
  QVERIFY(view.previousMatch());
  QCOMPARE(view.selectedTask(), TaskId{12});
  QVERIFY(view.nextMatch());
  QCOMPARE(view.selectedTask(), TaskId{1});
  view.setSearch("nothing");
  QVERIFY(view.searchMatches().empty() && !view.nextMatch());
}

void ViewStateTest::statesOfATask() {
  const Trace trace = test::smallTrace();
  const Task dot = trace.task(0), add = trace.task(1);
  QVERIFY(!ViewState::stateOf(dot, dot.enqueue));
  QCOMPARE(ViewState::stateOf(dot, dot.enqueue + 1), TaskState::ready);
  QCOMPARE(ViewState::stateOf(dot, dot.start + 1), TaskState::running);
  QCOMPARE(ViewState::stateOf(dot, dot.end + 1), TaskState::done);
  QCOMPARE(ViewState::stateOf(add, add.end + 1), TaskState::failed);
}

void ViewStateTest::wholeRangeAndIndexGrowWithTheRun() {
  const Trace trace = test::incrementLoopTrace(16);
  ViewState view;
  view.setTrace(trace, false);
  QCOMPARE(view.wholeRange().max_depth, trace.counter_range(0, trace.size()).max_depth);
  QCOMPARE(view.laneIndex().row(1).starts.size(), std::size_t{17});
  std::int64_t busy = 0;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    busy += trace.time_ns(trace.task(id).end) - trace.time_ns(trace.task(id).start);
  }
  QCOMPARE(view.laneIndex().row(1).busy_ns.back(), busy);
  view.setTrace(test::smallTrace(), false);  // nothing of the run before stays
  QCOMPARE(view.wholeRange().max_depth, 1U);
  QCOMPARE(view.laneIndex().row(1).starts.size(), std::size_t{2});
}

}  // namespace

int test::viewStateTest(int argc, char** argv) {
  ViewStateTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "timeline_view_state_test.moc"
