// SPDX-License-Identifier: GPL-3.0-or-later
// ViewState: one axis, one cursor, one selection; live growth, keys' actions, search. No window.
#include <QSignalSpy>
#include <QTest>

#include "gui/view/view_state.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"
#include "tests/support/random_trace.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

class ViewStateTest : public QObject {
  Q_OBJECT
 private slots:
  void newRunIsFittedAndFollowed();
  void whoIsToldOfAnotherRunFindsTheCursorInIt();
  void growthFollowsUntilTheUserMoves();
  void zoomKeepsTheTimeInPlace();
  void zoomingOutToAllOfItFits();
  void zoomAnimatesToItsTarget();
  void rangeIsClampedToTheRun();
  void cursorCountsEvents();
  void tasksStepAlongTheirLane();
  void arrowsAreFollowed();
  void escapeClearsOneThingAtATime();
  void marksAreDroppedAndTakenUp();
  void searchFindsNamesAndNumbers();
  void statesOfATask();
  void deferredTasksHaveAPlace();
  void wholeRangeAndIndexGrowWithTheRun();
  void statesOfARecordedTask();
  void tasksThatNeverStartAreReached();
  void frontendIndexHasEveryStepInOrder();
  void frontendIndexGrowsWithTheRun();
  void hiddenTimeIsNotShown();
  void theAxisTellsNothingOfWhatIsHidden();
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

void ViewStateTest::whoIsToldOfAnotherRunFindsTheCursorInIt() {
  ViewState view;
  view.setTrace(test::smallTrace(), false);
  view.setBookmarks({Bookmark{}});
  view.selectTask(0);
  QVERIFY(view.cursor() > 0);
  int told = 0;
  bool inside = true;
  const auto look = [&] {
    ++told;
    inside = inside && view.cursor() <= view.trace().size();
  };
  QObject::connect(&view, &ViewState::selectionChanged, look);
  QObject::connect(&view, &ViewState::bookmarksChanged, look);
  QObject::connect(&view, &ViewState::recordChanged, look);
  QObject::connect(&view, &ViewState::traceChanged, look);
  view.setTrace(Trace(), false);
  QCOMPARE(told, 4);
  QVERIFY(inside);
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

void ViewStateTest::zoomingOutToAllOfItFits() {
  ViewState view;
  view.setAnimationMs(0);
  view.setTrace(test::smallTrace(), false);
  view.zoomAt(300'000, 4);
  QVERIFY(!view.fitting());
  view.zoomAt(300'000, 1 / 8.0);
  QVERIFY(view.fitting());
  // What it is compared with then is in sight, too.
  view.setExtent(-100'000, 3'000'000);
  QCOMPARE(view.visibleFromNs(), -100'000.0);
  QCOMPARE(view.visibleToNs(), 3'000'000.0);
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
  view.toggleBookmark();
  view.setCursorTime(100'000);
  view.toggleBookmark();
  const auto times = [&view] {
    std::vector<std::int64_t> ns;
    for (const Bookmark& bookmark : view.marks()) ns.push_back(bookmark.moment.time_ns);
    return ns;
  };
  QCOMPARE(times(), (std::vector<std::int64_t>{100'000, 300'000}));
  view.toggleBookmark();
  QCOMPARE(times(), (std::vector<std::int64_t>{300'000}));
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

/// One is eliminated, one enqueued and run, one waits in its graph still.
void ViewStateTest::deferredTasksHaveAPlace() {
  TraceBuilder builder(test::incrementLoopInfo(1));
  builder.add_lane(LaneKind::frontend, "Frontend");
  const LaneId worker = builder.add_lane(LaneKind::worker, "Worker");
  for (std::int64_t i = 0; i < 3; ++i) builder.defer(1000 + i, 0, kNone, {});
  builder.eliminate(2000, 0);
  builder.enqueue_deferred(3000, 1, true);
  builder.start(4000, 1, worker);
  builder.end(5000, 1, Outcome::ok);
  builder.publish(true);
  const Trace trace = builder.snapshot();
  for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
    for (TaskId id = 0; id < 3; ++id) {
      QCOMPARE(ViewState::stateOf(trace.task(id), cursor).has_value(), cursor > trace.task(id).defer);
    }
  }
  QCOMPARE(ViewState::stateOf(trace.task(0), trace.size()), TaskState::eliminated);
  QCOMPARE(ViewState::stateOf(trace.task(1), trace.task(1).enqueue), TaskState::deferred);
  QCOMPARE(ViewState::stateOf(trace.task(2), trace.size()), TaskState::deferred);
  ViewState view;
  view.setAnimationMs(0);
  view.setTrace(trace, false);
  for (const TaskId id : {0U, 2U}) {
    view.selectTask(id);
    view.zoomToSelection();
    QVERIFY(view.visibleFromNs() <= 1002 && view.visibleToNs() >= 2000);
  }
  view.selectTask(1);
  QVERIFY(view.followArrowBack());
  QCOMPARE(view.cursor(), trace.task(1).enqueue + 1);
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

void ViewStateTest::statesOfARecordedTask() {
  const Trace trace = test::lazyLoopTrace(3);
  const Task gone = trace.task(1), kept = trace.task(3);
  QVERIFY(!ViewState::stateOf(gone, gone.defer));
  QCOMPARE(ViewState::stateOf(gone, gone.defer + 1), TaskState::deferred);
  QCOMPARE(ViewState::stateOf(gone, gone.end), TaskState::deferred);
  QCOMPARE(ViewState::stateOf(gone, gone.end + 1), TaskState::eliminated);
  QCOMPARE(ViewState::stateOf(kept, kept.enqueue), TaskState::deferred);
  QCOMPARE(ViewState::stateOf(kept, kept.enqueue + 1), TaskState::blocked);
  QCOMPARE(ViewState::stateOf(kept, kept.ready + 1), TaskState::ready);
  QCOMPARE(ViewState::stateOf(kept, kept.end + 1), TaskState::done);
}

void ViewStateTest::tasksThatNeverStartAreReached() {
  ViewState view;
  view.setAnimationMs(0);
  const Trace trace = test::lazyLoopTrace(3);
  view.setTrace(trace, false);
  // Around the cursor comes the recording of add 1 before the start of any task.
  view.setCursor(trace.task(0).defer + 1);
  QVERIFY(view.nextTask());
  QCOMPARE(view.selectedTask(), TaskId{1});
  QCOMPARE(view.cursor(), trace.task(1).defer + 1);
  QVERIFY(view.nextTask());
  QCOMPARE(view.selectedTask(), TaskId{2});
  QVERIFY(view.nextTask());
  QCOMPARE(view.selectedTask(), TaskId{3});
  QVERIFY(!view.nextTask());
  QVERIFY(view.previousTask());
  QCOMPARE(view.selectedTask(), TaskId{0});  // along the worker

  // A run of which nothing was needed.
  TraceBuilder builder(TraceInfo{});
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.defer(10, builder.intern("add"), kNone, {});
  builder.eliminate(20, 0);
  builder.publish(true);
  view.setTrace(builder.snapshot(), false);
  QVERIFY(view.previousTask());
  QCOMPARE(view.selectedTask(), TaskId{0});
  view.setSearch("add");
  QVERIFY(view.nextMatch());
  QCOMPARE(view.cursor(), Seq{1});
}

void ViewStateTest::frontendIndexHasEveryStepInOrder() {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Trace trace = testing_support::RandomTrace({.seed = seed, .steps = 600}).build();
    const LaneIndex lanes(trace);
    const FrontendIndex& index = lanes.frontend();
    std::vector<std::pair<Seq, TaskId>> deferrals, enqueues;
    for (TaskId id = 0; id < trace.task_count(); ++id) {
      const Task task = trace.task(id);
      if (task.defer != kNever) deferrals.emplace_back(task.defer, id);
      if (task.enqueue != kNever) enqueues.emplace_back(task.enqueue, id);
    }
    std::sort(enqueues.begin(), enqueues.end());
    QCOMPARE(index.defers(), !deferrals.empty());
    if (deferrals.empty()) continue;
    const auto same = [](const std::vector<FrontendIndex::Step>& steps,
                         const std::vector<std::pair<Seq, TaskId>>& expected) {
      Seq before = 0;
      for (std::size_t i = 0; i < steps.size() && i < expected.size(); ++i) {
        if (steps[i].end != expected[i].first || steps[i].task != expected[i].second) return false;
        if (steps[i].begin < before || steps[i].begin > steps[i].end) return false;
        before = steps[i].end;
      }
      return steps.size() == expected.size();
    };
    QVERIFY(same(index.deferrals(), deferrals));
    QVERIFY(same(index.enqueues(), enqueues));
    for (Seq cursor = 0; cursor <= trace.size(); cursor += 37) {
      std::uint32_t eliminated = 0;
      for (std::uint32_t i = 0; i < deferrals.size(); ++i) {
        const Task task = trace.task(deferrals[i].second);
        eliminated += task.end < cursor && task.outcome == Outcome::eliminated ? 1 : 0;
        QCOMPARE(index.deferralOf(task.id), i);
      }
      QCOMPARE(index.eliminated(0, static_cast<std::uint32_t>(deferrals.size()), cursor), eliminated);
    }
  }
}

void ViewStateTest::frontendIndexGrowsWithTheRun() {
  // Events before the first deferred task count as well when it comes.
  TraceBuilder builder(TraceInfo{});
  builder.add_lane(LaneKind::frontend, "Frontend");
  const NameId add = builder.intern("add");
  ViewState view;
  const auto grow = [&](bool keep) {
    builder.publish();
    view.setTrace(builder.snapshot(), keep);
  };
  const StatementId statement = builder.begin_statement(0, 1);
  builder.enqueue(10, add, statement, {}, true);
  grow(false);
  const FrontendIndex& index = view.laneIndex().frontend();
  QVERIFY(!index.defers());
  const TaskId deferred = builder.defer(20, add, statement, {});
  grow(true);
  QVERIFY(index.defers());
  QCOMPARE(index.enqueues().size(), std::size_t{1});
  QCOMPARE(index.deferrals().size(), std::size_t{1});
  QCOMPARE(index.deferrals()[0].begin, Seq{1});  // the enqueue before
  builder.enqueue_deferred(30, deferred, true);
  grow(true);
  QCOMPARE(index.enqueues().size(), std::size_t{2});
  QCOMPARE(index.enqueues()[1].task, deferred);
  view.setTrace(test::smallTrace(), false);
  QVERIFY(!view.laneIndex().frontend().defers());
}

void ViewStateTest::hiddenTimeIsNotShown() {
  ViewState view;
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  view.setCursorTime(300'000);
  QCOMPARE(view.trace().size(), trace.size());
  QCOMPARE(view.shownToNs(), trace.end_ns());
  view.setFutureVisibility(FutureVisibility::hide);
  QCOMPARE(view.trace().size(), view.cursor());
  QCOMPARE(view.trace().task_count(), 1U);
  QCOMPARE(view.shownToNs(), std::int64_t{300'000});
  view.setCursorTime(800'000);
  QCOMPARE(view.trace().task_count(), 2U);
  view.setFollowEnd(true);
  QCOMPARE(view.trace().size(), trace.size());
  // A new run waits for the prediction, also while it grows.
  view.setTrace(trace, false);
  QCOMPARE(view.trace().size(), Seq{0});
  view.setTrace(trace, true);
  QCOMPARE(view.cursor(), Seq{0});
  view.setFutureVisibility(FutureVisibility::dim);
  view.setCursor(0);
  QCOMPARE(view.trace().size(), trace.size());
}

void ViewStateTest::theAxisTellsNothingOfWhatIsHidden() {
  ViewState view;
  view.setAnimationMs(0);
  view.setFutureVisibility(FutureVisibility::hide);
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  QVERIFY(view.hasRun() && !view.tellsEnd());
  QCOMPARE(view.recorded().size(), trace.size());
  QCOMPARE(view.visibleToNs(), 50'000.0);
  QCOMPARE(view.wholeRange().max_depth, 0U);
  // Round times, farther than what is known.
  view.setCursorTime(150'000);
  QCOMPARE(view.visibleToNs(), 200'000.0);
  QCOMPARE(view.wholeRange().max_depth, 1U);
  QCOMPARE(view.wholeRange().max.live_bytes, std::int64_t{0});
  view.setCursorTime(600'000);
  QCOMPARE(view.visibleToNs(), 1'000'000.0);
  // It does not shrink under a mouse that drags the cursor back, but for who begins anew.
  view.setCursorTime(20'000);
  QCOMPARE(view.visibleToNs(), 1'000'000.0);
  view.goToStart();
  QCOMPARE(view.visibleToNs(), 50'000.0);
  view.setVisible(0, 900'000);
  QCOMPARE(view.visibleToNs(), 50'000.0);
  // What is selected and found is there once it has come.
  view.selectTask(1);
  QCOMPARE(view.selectedTask(), TaskId{kNone});
  view.setSearch(QStringLiteral("a"));
  QVERIFY(view.searchMatches().empty());
  view.setCursorTime(800'000);
  QCOMPARE(view.selectedTask(), TaskId{1});
  QCOMPARE(view.searchMatches(), std::vector<TaskId>{1});
  view.setCursor(trace.size());
  QVERIFY(view.tellsEnd() && view.trace().finished());
  view.fitAll();
  QCOMPARE(view.visibleToNs(), static_cast<double>(trace.end_ns()) * ViewState::kMargin);
  view.setCursor(3);
  view.setFutureVisibility(FutureVisibility::show);
  QVERIFY(view.tellsEnd());
  QCOMPARE(view.trace().size(), trace.size());
}

}  // namespace

int test::viewStateTest(int argc, char** argv) {
  ViewStateTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "tests/support/patience.h"
#include "timeline_view_state_test.moc"
