// SPDX-License-Identifier: GPL-3.0-or-later
// The oracle counts statements and tasks directly, without events.
#include "tests/gui/window_fold_test.h"

#include <QTest>
#include <random>
#include <vector>

#include "gui/listing/line_fold.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/support/random_trace.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

LineStatus countFromScratch(const Trace& trace, Seq cursor, int line) {
  LineStatus status;
  bool open = false, pending = false, deferred = false, waiting = false;
  for (StatementId id = 0; id < trace.statement_count(); ++id) {
    const Statement statement = trace.statement(id);
    if (statement.line != line || statement.begin >= cursor) continue;
    status.iterations += !statement.continues;
    if (statement.end >= cursor) open = true;
  }
  bool met = false, eliminated = false;
  TaskId failed = kNone, skipped = kNone, surfaced = kNone;
  for (std::uint32_t i = trace.error_count(); i-- > 0;) {
    const ErrorRecord error = trace.error(i);
    if (error.kind != ErrorKind::surfaced || error.seq >= cursor || error.statement == kNone) continue;
    if (trace.statement(error.statement).line != line) continue;
    met = true;
    surfaced = error.origin != kNone ? error.origin : error.task;
  }
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (task.statement == kNone || trace.statement(task.statement).line != line) continue;
    if (task.enqueue < cursor && task.end >= cursor) pending = true;
    if (task.end < cursor && task.outcome == Outcome::failed) failed = std::min(failed, id);
    if (task.end < cursor && task.outcome == Outcome::skipped) skipped = std::min(skipped, id);
    if (task.defer < cursor && task.enqueue >= cursor && task.end >= cursor) deferred = true;
    if (task.end < cursor && task.outcome == Outcome::eliminated) eliminated = true;
  }
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.statement == kNone) continue;
    if (wait.begin < cursor && wait.end >= cursor && trace.statement(wait.statement).line == line)
      waiting = true;
  }
  if (status.iterations == 0) return status;
  status.current = open;
  status.state = waiting            ? LineState::waiting
                 : failed != kNone  ? LineState::failed
                 : met              ? LineState::surfaced
                 : open || pending  ? LineState::issued
                 : deferred         ? LineState::deferred
                 : skipped != kNone ? LineState::skipped
                 : eliminated       ? LineState::eliminated
                                    : LineState::done;
  if (status.state == LineState::failed) status.about = failed;
  if (status.state == LineState::surfaced) status.about = surfaced;
  if (status.state == LineState::skipped) status.about = skipped;
  return status;
}

bool same(const LineStatus& a, const LineStatus& b) {
  return a.state == b.state && a.iterations == b.iterations && a.current == b.current && a.about == b.about;
}

}  // namespace

void FoldTest::agreesWithCountingFromScratch() {
  const Trace traces[] = {test::incrementLoopTrace(40, false), test::incrementLoopTrace(40, true),
                          testing_support::random_trace({.steps = 800})};
  for (const Trace& trace : traces) {
    LineFold fold;
    std::mt19937 random(7);
    std::uniform_int_distribution<Seq> anywhere(0, trace.size());
    for (int i = 0; i < 200; ++i) {
      // Every other time one event on, as stepping does.
      const Seq cursor = i % 2 == 0 ? anywhere(random) : std::min(fold.position() + 1, trace.size());
      QVERIFY(fold.moveTo(trace, cursor));
      for (int line = 1; line <= 8; ++line) {
        QVERIFY2(same(fold.at(trace, line), countFromScratch(trace, cursor, line)),
                 qPrintable(QStringLiteral("line %1 after %2 events").arg(line).arg(cursor)));
      }
    }
  }
}

void FoldTest::knowsRecordedAndEliminatedLines() {
  const Trace trace = test::lazyLoopTrace(5);
  LineFold fold;
  const auto at = [&](Seq cursor, int line) {
    fold.moveTo(trace, cursor);
    return fold.at(trace, line).state;
  };
  const Task third = trace.task(3), last = trace.task(5);
  QVERIFY(at(third.defer, 4) == LineState::issued);  // the frontend is in it
  QVERIFY(at(third.defer + 2, 4) == LineState::deferred);
  QVERIFY(at(third.defer + 2, 1) == LineState::deferred);
  QVERIFY(at(last.enqueue + 1, 4) == LineState::issued);
  QVERIFY(at(trace.size(), 4) == LineState::eliminated);  // not all of its iterations were needed

  // The same line, nothing of whose latest iteration is needed.
  TraceBuilder builder(TraceInfo{});
  builder.add_lane(LaneKind::frontend, "Frontend");
  for (int iteration = 0; iteration < 2; ++iteration) {
    const StatementId statement = builder.begin_statement(iteration, 4);
    builder.defer(iteration, builder.intern("add"), statement, {});
    builder.end_statement(iteration, statement);
  }
  builder.eliminate(5, 1);
  builder.publish();
  fold.reset();
  fold.moveTo(builder.snapshot(), builder.snapshot().size());
  QVERIFY(fold.at(builder.snapshot(), 4).state == LineState::deferred);  // the first iteration may still be
  builder.enqueue_deferred(6, 0, true);
  builder.publish();
  fold.moveTo(builder.snapshot(), builder.snapshot().size());
  QVERIFY(fold.at(builder.snapshot(), 4).state == LineState::issued);
  builder.end(7, 0, Outcome::ok);
  builder.publish();
  fold.moveTo(builder.snapshot(), builder.snapshot().size());
  QVERIFY(fold.at(builder.snapshot(), 4).state == LineState::eliminated);
}

void FoldTest::agreesOnRandomRuns() {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const Trace trace = testing_support::RandomTrace({.seed = seed, .steps = 500}).build();
    LineFold fold;
    for (Seq cursor = 0; cursor <= trace.size(); cursor += 23) {
      QVERIFY(fold.moveTo(trace, cursor));
      for (int line = 1; line <= 12; ++line) {
        LineStatus expected = countFromScratch(trace, cursor, line);
        QVERIFY2(same(fold.at(trace, line), expected),
                 qPrintable(QStringLiteral("seed %1, line %2 after %3").arg(seed).arg(line).arg(cursor)));
      }
    }
  }
}

void FoldTest::goesAnywhereInALongTrace() {
  const Trace trace = test::largeTrace(60000, 4);
  QVERIFY(trace.size() > 3 * LineFold::kCheckpointEvents);
  LineFold fold;
  std::mt19937 random(11);
  std::uniform_int_distribution<Seq> anywhere(0, trace.size());
  for (int i = 0; i < 20; ++i) {
    const Seq cursor = anywhere(random);
    while (!fold.moveTo(trace, cursor)) {
    }
    LineFold fresh;
    while (!fresh.moveTo(trace, cursor)) {
    }
    for (int line = 3; line < 8; ++line) QVERIFY(same(fold.at(trace, line), fresh.at(trace, line)));
  }
}

void FoldTest::readsNoMoreThanItsBudget() {
  const Trace trace = test::largeTrace(60000, 4);
  LineFold fold;
  QVERIFY(!fold.moveTo(trace, trace.size(), 1000));
  QCOMPARE(fold.position(), Seq{1000});
  while (!fold.moveTo(trace, trace.size())) {
  }
  // Back and forth along the checkpoints costs at most the distance between two of them.
  QVERIFY(fold.moveTo(trace, 5, 5));
  QVERIFY(fold.moveTo(trace, trace.size() - 3, LineFold::kCheckpointEvents));
}

void FoldTest::followsALiveRun() {
  TraceBuilder builder(test::incrementLoopInfo(2));
  const LaneId frontend = builder.add_lane(LaneKind::frontend, "Frontend");
  const LaneId worker = builder.add_lane(LaneKind::worker, "Worker 1");
  QCOMPARE(frontend, LaneId{0});
  LineFold fold;
  const auto at = [&](int line) {
    builder.publish();
    const Trace trace = builder.snapshot();
    fold.moveTo(trace, trace.size());
    return fold.at(trace, line);
  };
  QVERIFY(at(4).state == LineState::untouched);
  const StatementId first = builder.begin_statement(10, 4);
  QVERIFY(at(4).current);
  const TaskId task = builder.enqueue(20, builder.intern("add"), first, {}, true);
  builder.end_statement(30, first);
  QVERIFY(at(4).state == LineState::issued);
  const StatementId second = builder.begin_statement(40, 5);
  const WaitId wait = builder.begin_wait(50, WaitReason::waitall, second, kNone);
  QVERIFY(at(5).state == LineState::waiting);
  builder.start(60, task, worker);
  builder.end(70, task, Outcome::ok);
  QVERIFY(at(4).state == LineState::done);
  builder.end_wait(80, wait, task);
  builder.end_statement(90, second);
  QVERIFY(at(5).state == LineState::done);
  QCOMPARE(at(5).iterations, 1U);
}

void FoldTest::forgetsTheRunBefore() {
  const Trace first = test::incrementLoopTrace(40);
  const Trace second = test::incrementLoopTrace(3);
  LineFold fold;
  QVERIFY(fold.moveTo(first, first.size()));
  QCOMPARE(fold.at(first, 4).iterations, 40U);
  fold.reset();
  QVERIFY(fold.moveTo(second, second.size()));
  QCOMPARE(fold.at(second, 4).iterations, 3U);
}
