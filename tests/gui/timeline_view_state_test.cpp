// SPDX-License-Identifier: GPL-3.0-or-later
// ViewState: one axis, one cursor, one selection; live growth, keys' actions, search. No window.
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "gui/panes/state_facts.h"
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
  void barsOfACutTraceEndWithIt();
  void hiddenTimeIsNotShown();
  void theAxisTellsNothingOfWhatIsHidden();
};

void ViewStateTest::newRunIsFittedAndFollowed() {
  RecordedTrace record;
  ViewState view(&record);
  QSignalSpy changed(view.shown(), &ShownTrace::changed);
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  QCOMPARE(changed.size(), 1);
  QCOMPARE(view.visible()->fromNs(), 0.0);
  QVERIFY(view.visible()->toNs() > 1'000'000 && view.visible()->toNs() < 1'100'000);
  QCOMPARE(view.cursor()->seq(), trace.size());
  QVERIFY(view.cursor()->followEnd() && view.visible()->fitting());
}

void ViewStateTest::whoIsToldOfAnotherRunFindsTheCursorInIt() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  view.annotations()->setBookmarks({Bookmark{}});
  view.selection()->selectTask(0);
  QVERIFY(view.cursor()->seq() > 0);
  int told = 0;
  bool inside = true;
  const auto look = [&] {
    ++told;
    inside = inside && view.cursor()->seq() <= view.shown()->trace().size();
  };
  QObject::connect(view.selection(), &Selection::changed, look);
  QObject::connect(view.annotations(), &Annotations::bookmarksChanged, look);
  QObject::connect(&record, &RecordedTrace::changed, look);
  QObject::connect(view.shown(), &ShownTrace::changed, look);
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
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.setTrace(grow(10'000), false);
  const double first = view.visible()->toNs();
  view.setTrace(grow(50'000), true);
  QVERIFY(view.visible()->toNs() > first * 4);
  QCOMPARE(view.cursor()->ns(), std::int64_t{50'100});
  view.visible()->set(1000, 2000);
  view.cursor()->set(2);
  view.selection()->selectTask(0);
  view.setTrace(grow(90'000), true);
  QCOMPARE(view.visible()->fromNs(), 1000.0);
  QCOMPARE(view.visible()->toNs(), 2000.0);
  QCOMPARE(view.cursor()->seq(), Seq{2});
  QCOMPARE(view.selection()->task(), TaskId{0});
  view.cursor()->setFollowEnd(true);
  view.visible()->fitAll();
  view.setTrace(grow(200'000), true);
  QVERIFY(view.visible()->toNs() > 200'000);
  QCOMPARE(view.cursor()->ns(), std::int64_t{200'100});
}

void ViewStateTest::zoomKeepsTheTimeInPlace() {
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.setTrace(test::smallTrace(), false);
  const auto part = [&](double ns) {
    return (ns - view.visible()->fromNs()) / (view.visible()->toNs() - view.visible()->fromNs());
  };
  const double before = part(400'000);
  const double length = view.visible()->toNs() - view.visible()->fromNs();
  view.visible()->zoomAt(400'000, 4);
  QVERIFY(std::abs(part(400'000) - before) < 1e-9);
  QVERIFY(std::abs((view.visible()->toNs() - view.visible()->fromNs()) * 4 - length) < 1e-6);
  QVERIFY(!view.visible()->fitting());
  view.visible()->zoomAt(400'000, 1e9);  // no deeper than the clock tells
  QVERIFY(view.visible()->toNs() - view.visible()->fromNs() >= 20);
  view.visible()->zoomAt(400'000, 1e-9);
  QCOMPARE(view.visible()->fromNs(), 0.0);
}

void ViewStateTest::zoomingOutToAllOfItFits() {
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.setTrace(test::smallTrace(), false);
  view.visible()->zoomAt(300'000, 4);
  QVERIFY(!view.visible()->fitting());
  view.visible()->zoomAt(300'000, 1 / 8.0);
  QVERIFY(view.visible()->fitting());
  // What it is compared with then is in sight, too.
  view.visible()->setExtent(-100'000, 3'000'000);
  QCOMPARE(view.visible()->fromNs(), -100'000.0);
  QCOMPARE(view.visible()->toNs(), 3'000'000.0);
}

void ViewStateTest::zoomAnimatesToItsTarget() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  const double wide = view.visible()->toNs();
  view.visible()->zoomTo(100'000, 200'000);
  QVERIFY(view.visible()->toNs() - view.visible()->fromNs() > 150'000 || view.visible()->toNs() == wide);
  QTRY_COMPARE(view.visible()->fromNs(), 100'000.0);
  QCOMPARE(view.visible()->toNs(), 200'000.0);
}

void ViewStateTest::rangeIsClampedToTheRun() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  view.visible()->set(100'000, 200'000);
  view.visible()->panBy(-1e9);
  QCOMPARE(view.visible()->fromNs(), 0.0);
  QCOMPARE(view.visible()->toNs(), 100'000.0);
  view.visible()->panBy(1e9);
  QVERIFY(view.visible()->toNs() < 1'100'000);
  QVERIFY(std::abs(view.visible()->toNs() - view.visible()->fromNs() - 100'000) < 1e-6);
}

void ViewStateTest::cursorCountsEvents() {
  RecordedTrace record;
  ViewState view(&record);
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  view.cursor()->setTime(300'000);
  QCOMPARE(view.cursor()->ns(), std::int64_t{300'000});
  QCOMPARE(view.cursor()->seq(), trace.first_after(300'000));
  QVERIFY(!view.cursor()->followEnd());
  view.cursor()->set(trace.task(0).start + 1);
  QCOMPARE(view.cursor()->ns(), std::int64_t{200'000});
  view.cursor()->set(0);
  QCOMPARE(view.cursor()->ns(), std::int64_t{0});
}

void ViewStateTest::tasksStepAlongTheirLane() {
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.setTrace(test::incrementLoopTrace(5), false);
  view.cursor()->set(0);
  QVERIFY(view.selection()->nextTask());
  QCOMPARE(view.selection()->task(), TaskId{0});
  QVERIFY(view.selection()->nextTask());
  QCOMPARE(view.selection()->task(), TaskId{1});
  QCOMPARE(view.cursor()->seq(), view.shown()->trace().task(1).start + 1);
  QVERIFY(view.selection()->previousTask());
  QVERIFY(!view.selection()->previousTask());
  QCOMPARE(view.selection()->task(), TaskId{0});
}

void ViewStateTest::arrowsAreFollowed() {
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  QVERIFY(!view.selection()->followArrowBack());
  view.selection()->selectTask(1);
  QVERIFY(view.selection()->followArrowBack());
  QCOMPARE(view.cursor()->seq(), trace.task(1).enqueue + 1);
  QVERIFY(view.selection()->followArrowBack());  // it read what dot 0 wrote
  QCOMPARE(view.selection()->task(), TaskId{0});
  QCOMPARE(view.cursor()->seq(), trace.task(0).start + 1);
  QVERIFY(view.selection()->followArrowForward());  // at its start already: on to who reads it
  QCOMPARE(view.selection()->task(), TaskId{1});
  QVERIFY(view.selection()->followArrowBack());
  QVERIFY(view.selection()->followArrowForward());
  QCOMPARE(view.cursor()->seq(), trace.task(1).start + 1);
}

void ViewStateTest::escapeClearsOneThingAtATime() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  view.search()->setText("dot");
  view.selection()->selectTask(1);
  view.selection()->setRange(TimeRange{100, 200});
  QVERIFY(view.clearOne());
  QVERIFY(!view.selection()->range() && view.selection()->task() == 1);
  QVERIFY(view.clearOne());
  QVERIFY(view.selection()->task() == kNone && view.search()->text() == "dot");
  QVERIFY(view.clearOne());
  QVERIFY(view.search()->text().isEmpty());
  QVERIFY(!view.clearOne());
}

void ViewStateTest::marksAreDroppedAndTakenUp() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  view.cursor()->setTime(300'000);
  view.annotations()->toggleBookmark();
  view.cursor()->setTime(100'000);
  view.annotations()->toggleBookmark();
  const auto times = [&view] {
    std::vector<std::int64_t> ns;
    for (const Bookmark& bookmark : view.annotations()->bookmarks()) ns.push_back(bookmark.moment.time_ns);
    return ns;
  };
  QCOMPARE(times(), (std::vector<std::int64_t>{100'000, 300'000}));
  view.annotations()->toggleBookmark();
  QCOMPARE(times(), (std::vector<std::int64_t>{300'000}));
}

void ViewStateTest::searchFindsNamesAndNumbers() {
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.setTrace(test::incrementLoopTrace(12), false);
  view.search()->setText("ADD");
  QCOMPARE(view.search()->matches().size(), std::size_t{12});
  view.search()->setText("add 1");
  QVERIFY(std::ranges::equal(view.search()->matches(), std::vector<TaskId>{1, 10, 11, 12}));
  QVERIFY(view.search()->nextMatch());
  QCOMPARE(view.selection()->task(), TaskId{1});
  QVERIFY(view.search()->previousMatch());
  QCOMPARE(view.selection()->task(), TaskId{12});
  QVERIFY(view.search()->nextMatch());
  QCOMPARE(view.selection()->task(), TaskId{1});
  view.search()->setText("nothing");
  QVERIFY(view.search()->matches().empty() && !view.search()->nextMatch());
}

void ViewStateTest::statesOfATask() {
  const Trace trace = test::smallTrace();
  const Task dot = trace.task(0), add = trace.task(1);
  QVERIFY(!stateOf(dot, dot.enqueue));
  QCOMPARE(stateOf(dot, dot.enqueue + 1), TaskState::ready);
  QCOMPARE(stateOf(dot, dot.start + 1), TaskState::running);
  QCOMPARE(stateOf(dot, dot.end + 1), TaskState::done);
  QCOMPARE(stateOf(add, add.end + 1), TaskState::failed);
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
      QCOMPARE(stateOf(trace.task(id), cursor).has_value(), cursor > trace.task(id).defer);
    }
  }
  QCOMPARE(stateOf(trace.task(0), trace.size()), TaskState::eliminated);
  QCOMPARE(stateOf(trace.task(1), trace.task(1).enqueue), TaskState::deferred);
  QCOMPARE(stateOf(trace.task(2), trace.size()), TaskState::deferred);
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.setTrace(trace, false);
  for (const TaskId id : {0U, 2U}) {
    view.selection()->selectTask(id);
    view.selection()->zoom();
    QVERIFY(view.visible()->fromNs() <= 1002 && view.visible()->toNs() >= 2000);
  }
  view.selection()->selectTask(1);
  QVERIFY(view.selection()->followArrowBack());
  QCOMPARE(view.cursor()->seq(), trace.task(1).enqueue + 1);
}

void ViewStateTest::wholeRangeAndIndexGrowWithTheRun() {
  const Trace trace = test::incrementLoopTrace(16);
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(trace, false);
  QCOMPARE(view.shown()->wholeRange().max_depth, trace.counter_range(0, trace.size()).max_depth);
  QCOMPARE(view.shown()->laneIndex().row(1).starts.size(), std::size_t{17});
  std::int64_t busy = 0;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    busy += trace.time_ns(trace.task(id).end) - trace.time_ns(trace.task(id).start);
  }
  QCOMPARE(view.shown()->laneIndex().row(1).busy_ns.back(), busy);
  view.setTrace(test::smallTrace(), false);  // nothing of the run before stays
  QCOMPARE(view.shown()->wholeRange().max_depth, 1U);
  QCOMPARE(view.shown()->laneIndex().row(1).starts.size(), std::size_t{2});
}

void ViewStateTest::statesOfARecordedTask() {
  const Trace trace = test::lazyLoopTrace(3);
  const Task gone = trace.task(1), kept = trace.task(3);
  QVERIFY(!stateOf(gone, gone.defer));
  QCOMPARE(stateOf(gone, gone.defer + 1), TaskState::deferred);
  QCOMPARE(stateOf(gone, gone.end), TaskState::deferred);
  QCOMPARE(stateOf(gone, gone.end + 1), TaskState::eliminated);
  QCOMPARE(stateOf(kept, kept.enqueue), TaskState::deferred);
  QCOMPARE(stateOf(kept, kept.enqueue + 1), TaskState::blocked);
  QCOMPARE(stateOf(kept, kept.ready + 1), TaskState::ready);
  QCOMPARE(stateOf(kept, kept.end + 1), TaskState::done);
}

void ViewStateTest::tasksThatNeverStartAreReached() {
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  const Trace trace = test::lazyLoopTrace(3);
  view.setTrace(trace, false);
  // Around the cursor comes the recording of add 1 before the start of any task.
  view.cursor()->set(trace.task(0).defer + 1);
  QVERIFY(view.selection()->nextTask());
  QCOMPARE(view.selection()->task(), TaskId{1});
  QCOMPARE(view.cursor()->seq(), trace.task(1).defer + 1);
  QVERIFY(view.selection()->nextTask());
  QCOMPARE(view.selection()->task(), TaskId{2});
  QVERIFY(view.selection()->nextTask());
  QCOMPARE(view.selection()->task(), TaskId{3});
  QVERIFY(!view.selection()->nextTask());
  QVERIFY(view.selection()->previousTask());
  QCOMPARE(view.selection()->task(), TaskId{0});  // along the worker

  // A run of which nothing was needed.
  TraceBuilder builder(TraceInfo{});
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.defer(10, builder.intern("add"), kNone, {});
  builder.eliminate(20, 0);
  builder.publish(true);
  view.setTrace(builder.snapshot(), false);
  QVERIFY(view.selection()->previousTask());
  QCOMPARE(view.selection()->task(), TaskId{0});
  view.search()->setText("add");
  QVERIFY(view.search()->nextMatch());
  QCOMPARE(view.cursor()->seq(), Seq{1});
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
    QCOMPARE(index.defersBefore(trace.size()), !deferrals.empty());
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
  RecordedTrace record;
  ViewState view(&record);
  const auto grow = [&](bool keep) {
    builder.publish();
    view.setTrace(builder.snapshot(), keep);
  };
  const StatementId statement = builder.begin_statement(0, 1);
  builder.enqueue(10, add, statement, {}, true);
  grow(false);
  const FrontendIndex& index = view.shown()->laneIndex().frontend();
  QVERIFY(!index.defersBefore(kNever));
  const TaskId deferred = builder.defer(20, add, statement, {});
  grow(true);
  QVERIFY(index.defersBefore(kNever));
  QCOMPARE(index.enqueues().size(), std::size_t{1});
  QCOMPARE(index.deferrals().size(), std::size_t{1});
  QCOMPARE(index.deferrals()[0].begin, Seq{1});  // the enqueue before
  builder.enqueue_deferred(30, deferred, true);
  grow(true);
  QCOMPARE(index.enqueues().size(), std::size_t{2});
  QCOMPARE(index.enqueues()[1].task, deferred);
  view.setTrace(test::smallTrace(), false);
  QVERIFY(!view.shown()->laneIndex().frontend().defersBefore(kNever));
}

template <class Bars>
bool sameBars(const Bars& one, const Bars& other) {
  if (one.count() != other.count()) return false;
  for (std::uint32_t i = 0; i < one.count(); ++i) {
    if (one.task(i) != other.task(i) || one.begin(i) != other.begin(i) || one.end(i) != other.end(i))
      return false;
    if constexpr (Bars::kShaded) {
      if (one.busy_ns(0, i + 1) != other.busy_ns(0, i + 1)) return false;
    }
  }
  return true;
}

void ViewStateTest::barsOfACutTraceEndWithIt() {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Trace trace = testing_support::RandomTrace({.seed = seed, .steps = 300}).build();
    const LaneIndex whole(trace);
    for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
      const Trace cut = trace.until(cursor);
      const LaneIndex own(cut);
      const TraceBars now{cut};
      QVERIFY(sameBars(EnqueueBars{now, whole.frontend()}, EnqueueBars{now, own.frontend()}));
      QVERIFY(sameBars(DeferBars{now, whole.frontend()}, DeferBars{now, own.frontend()}));
      for (LaneId lane = 0; lane < cut.lane_count(); ++lane)
        QVERIFY(sameBars(LaneBars{now, lane, whole.row(lane)}, LaneBars{now, lane, own.row(lane)}));
    }
  }
}

void ViewStateTest::hiddenTimeIsNotShown() {
  RecordedTrace record;
  ViewState view(&record);
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  view.cursor()->setTime(300'000);
  QCOMPARE(view.shown()->trace().size(), trace.size());
  QCOMPARE(view.shown()->endNs(), trace.end_ns());
  view.cursor()->setFutureVisibility(FutureVisibility::hide);
  QCOMPARE(view.shown()->trace().size(), view.cursor()->seq());
  QCOMPARE(view.shown()->trace().task_count(), 1U);
  QCOMPARE(view.shown()->endNs(), std::int64_t{300'000});
  view.cursor()->setTime(800'000);
  QCOMPARE(view.shown()->trace().task_count(), 2U);
  view.cursor()->setFollowEnd(true);
  QCOMPARE(view.shown()->trace().size(), trace.size());
  // A new run waits for the prediction, also while it grows.
  view.setTrace(trace, false);
  QCOMPARE(view.shown()->trace().size(), Seq{0});
  view.setTrace(trace, true);
  QCOMPARE(view.cursor()->seq(), Seq{0});
  view.cursor()->setFutureVisibility(FutureVisibility::dim);
  view.cursor()->set(0);
  QCOMPARE(view.shown()->trace().size(), trace.size());
}

void ViewStateTest::theAxisTellsNothingOfWhatIsHidden() {
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.cursor()->setFutureVisibility(FutureVisibility::hide);
  const Trace trace = test::smallTrace();
  view.setTrace(trace, false);
  QVERIFY(view.shown()->hasRun() && !view.shown()->tellsEnd());
  QCOMPARE(record.trace().size(), trace.size());
  QCOMPARE(view.visible()->toNs(), 50'000.0);
  QCOMPARE(view.shown()->wholeRange().max_depth, 0U);
  // Round times, farther than what is known.
  view.cursor()->setTime(150'000);
  QCOMPARE(view.visible()->toNs(), 200'000.0);
  QCOMPARE(view.shown()->wholeRange().max_depth, 1U);
  QCOMPARE(view.shown()->wholeRange().max.live_bytes, std::int64_t{0});
  view.cursor()->setTime(600'000);
  QCOMPARE(view.visible()->toNs(), 1'000'000.0);
  // It does not shrink under a mouse that drags the cursor back, but for who begins anew.
  view.cursor()->setTime(20'000);
  QCOMPARE(view.visible()->toNs(), 1'000'000.0);
  view.cursor()->goToStart();
  QCOMPARE(view.visible()->toNs(), 50'000.0);
  view.visible()->set(0, 900'000);
  QCOMPARE(view.visible()->toNs(), 50'000.0);
  // What is selected and found is there once it has come.
  view.selection()->selectTask(1);
  QCOMPARE(view.selection()->task(), TaskId{kNone});
  view.search()->setText(QStringLiteral("a"));
  QVERIFY(view.search()->matches().empty());
  view.cursor()->setTime(800'000);
  QCOMPARE(view.selection()->task(), TaskId{1});
  QVERIFY(std::ranges::equal(view.search()->matches(), std::vector<TaskId>{1}));
  view.cursor()->set(trace.size());
  QVERIFY(view.shown()->tellsEnd() && view.shown()->trace().finished());
  view.visible()->fitAll();
  QCOMPARE(view.visible()->toNs(), static_cast<double>(trace.end_ns()) * VisibleRange::kMargin);
  view.cursor()->set(3);
  view.cursor()->setFutureVisibility(FutureVisibility::show);
  QVERIFY(view.shown()->tellsEnd());
  QCOMPARE(view.shown()->trace().size(), trace.size());
}

}  // namespace

int test::viewStateTest(int argc, char** argv) {
  ViewStateTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "tests/support/patience.h"
#include "timeline_view_state_test.moc"
