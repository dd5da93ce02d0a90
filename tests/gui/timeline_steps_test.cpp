// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the cursor against a walk over all events, and what the view makes of them: following, panning,
// and many steps in a row. No window.
#include <QSignalSpy>
#include <QTest>

#include "gui/axis/steps.h"
#include "gui/timeline/player.h"
#include "gui/timeline/speed.h"
#include "gui/view/view_state.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"
#include "tests/support/random_trace.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

class StepsTest : public QObject {
  Q_OBJECT
 private slots:
  void stepsAgreeWithAWalk();
  void linesAgreeWithAWalk();
  void emptyTracesHaveNowhereToGo();
  void steppingBackFromBetweenTwoEventsMissesNone();
  void stepsEndTheFollowingAndEndResumesIt();
  void stepsBringTheCursorInSight();
  void rapidStepsDoNotQueueUp();
  void playsInProportion();
  void stopsAtTheEndAndStartsOver();
  void stopsAtBreakPoints();
  void stopsWhenTheCursorIsMoved();
  void waitsAtTheLiveEnd();
  void speedsFitTheRun();
  void speedsHaveWords();
};

bool isStop(const Trace& trace, Seq cursor, StepKind kind) {
  if (cursor == 0 || cursor == trace.size()) return true;
  const EventKind event = trace.event(cursor - 1).kind;
  switch (kind) {
    case StepKind::event:
      return true;
    case StepKind::statement:
      return event == EventKind::statement_begin;
    case StepKind::task:
      return event == EventKind::start || event == EventKind::end;
    case StepKind::wait:
      return event == EventKind::wait_begin || event == EventKind::wait_end;
  }
  return false;
}

int lineBegunAt(const Trace& trace, Seq cursor) {
  if (cursor == 0 || trace.event(cursor - 1).kind != EventKind::statement_begin) return 0;
  return trace.statement(trace.event(cursor - 1).id).line;
}

void StepsTest::stepsAgreeWithAWalk() {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const Trace whole =
        testing_support::random_trace({.seed = seed, .steps = 1200, .finished = seed % 2 == 0});
    for (const Trace& trace : {whole, whole.until(whole.size() / 2)}) {
      for (const StepKind kind : {StepKind::event, StepKind::statement, StepKind::task, StepKind::wait}) {
        Seq before = 0;
        for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
          QCOMPARE(stepFrom(trace, cursor, kind, -1), before);
          if (isStop(trace, cursor, kind)) before = cursor;
        }
        Seq after = trace.size();
        for (Seq cursor = trace.size() + 1; cursor-- > 0;) {
          QCOMPARE(stepFrom(trace, cursor, kind, 1), after);
          if (isStop(trace, cursor, kind)) after = cursor;
        }
      }
    }
  }
}

void StepsTest::linesAgreeWithAWalk() {
  for (std::uint32_t seed = 11; seed <= 14; ++seed) {
    const Trace trace = testing_support::random_trace({.seed = seed, .steps = 1200});
    for (const std::set<int>& lines :
         {std::set<int>{3}, std::set<int>{2, 5, 19}, std::set<int>{}, std::set<int>{99}}) {
      std::optional<Seq> before;
      int line = 0;
      for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
        QVERIFY(stepToLine(trace, cursor, lines, -1) == before);
        if (lines.contains(lineBegunAt(trace, cursor))) before = cursor;
        if (const int begun = lineBegunAt(trace, cursor)) line = begun;
        QCOMPARE(lineAt(trace, cursor), line);
      }
      std::optional<Seq> after;
      for (Seq cursor = trace.size() + 1; cursor-- > 0;) {
        QVERIFY(stepToLine(trace, cursor, lines, 1) == after);
        const Seq to = std::min(cursor + 40, trace.size());
        QVERIFY(firstLineBetween(trace, cursor, to, lines) == (after && *after <= to ? after : std::nullopt));
        if (lines.contains(lineBegunAt(trace, cursor))) after = cursor;
      }
    }
  }
}

void StepsTest::emptyTracesHaveNowhereToGo() {
  QCOMPARE(stepFrom(Trace(), 0, StepKind::event, 1), Seq{0});
  QCOMPARE(stepFrom(Trace(), 0, StepKind::wait, -1), Seq{0});
  QVERIFY(!stepToLine(Trace(), 0, {1}, 1));
  QVERIFY(!stepToLine(Trace(), 0, {1}, -1));
  QCOMPARE(lineAt(Trace(), 0), 0);
  RecordedTrace record;
  ViewState view(&record);
  view.cursor()->step(StepKind::statement, 1);
  view.cursor()->goToStart();
  view.cursor()->goToEnd();
  Player player(&record, &view);
  player.play();
  QVERIFY(!player.playing());
}

void StepsTest::steppingBackFromBetweenTwoEventsMissesNone() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  view.cursor()->setTime(300'000);  // dot 0 started at 200, ends at 600
  const Seq cursor = view.cursor()->seq();
  view.cursor()->step(StepKind::event, -1);
  QCOMPARE(view.cursor()->seq(), cursor);
  QCOMPARE(view.cursor()->ns(), std::int64_t{200'000});
  view.cursor()->step(StepKind::event, -1);
  QCOMPARE(view.cursor()->seq(), cursor - 1);
  view.cursor()->setTime(300'000);
  view.cursor()->step(StepKind::task, -1);
  QCOMPARE(view.shown()->trace().event(view.cursor()->seq() - 1).kind, EventKind::start);
  QCOMPARE(view.cursor()->ns(), std::int64_t{200'000});
}

/// A run that grows by a statement with a task at a time.
class Growing {
 public:
  Growing() : m_builder(TraceInfo{}) {
    m_builder.add_lane(LaneKind::frontend, "Frontend");
    m_builder.add_lane(LaneKind::worker, "Worker");
  }
  Trace grow(std::int64_t ns, bool finished = false) {
    const StatementId statement = m_builder.begin_statement(ns, ++m_line);
    const TaskId id = m_builder.enqueue(ns, m_builder.intern("add"), statement, {}, true);
    m_builder.end_statement(ns + 10, statement);
    m_builder.start(ns + 20, id, 1);
    m_builder.end(ns + 100, id, Outcome::ok);
    m_builder.publish(finished);
    return m_builder.snapshot();
  }

 private:
  TraceBuilder m_builder;
  int m_line = 0;
};

void StepsTest::stepsEndTheFollowingAndEndResumesIt() {
  Growing run;
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.setTrace(run.grow(1000), false);
  view.setTrace(run.grow(2000), true);
  QVERIFY(view.cursor()->followEnd());
  view.cursor()->step(StepKind::statement, -1);
  QCOMPARE(view.cursor()->ns(), std::int64_t{2000});
  const Seq cursor = view.cursor()->seq();
  for (int i = 3; i < 50; ++i) view.setTrace(run.grow(i * 1000), true);
  QCOMPARE(view.cursor()->seq(), cursor);
  QVERIFY(view.visible()->fitting());  // nothing was out of sight
  view.cursor()->step(StepKind::statement, 1);
  QCOMPARE(view.cursor()->ns(), std::int64_t{3000});
  view.cursor()->goToEnd();
  view.setTrace(run.grow(50'000), true);
  QCOMPARE(view.cursor()->seq(), view.shown()->trace().size());
  view.cursor()->goToStart();
  view.setTrace(run.grow(51'000), true);
  QCOMPARE(view.cursor()->seq(), Seq{0});
}

void StepsTest::stepsBringTheCursorInSight() {
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.setTrace(test::incrementLoopTrace(200), false);
  view.cursor()->setTime(1'000'000);
  view.visible()->set(950'000, 1'050'000);
  const auto seen = [&] {
    const auto ns = static_cast<double>(view.cursor()->ns());
    return ns >= view.visible()->fromNs() && ns <= view.visible()->toNs() &&
           std::abs(view.visible()->toNs() - view.visible()->fromNs() - 100'000) < 1;
  };
  for (int i = 0; i < 100; ++i) {
    view.cursor()->step(StepKind::task, 1);
    QVERIFY(seen());
  }
  for (int i = 0; i < 300; ++i) {
    view.cursor()->step(StepKind::event, -1);
    QVERIFY(seen());
  }
  view.cursor()->goToEnd();
  QVERIFY(seen());
  view.cursor()->goToStart();
  QVERIFY(seen());
}

void StepsTest::rapidStepsDoNotQueueUp() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::incrementLoopTrace(2000), false);
  view.cursor()->set(0);
  view.visible()->set(0, 50'000);
  for (int i = 0; i < 1000; ++i) view.cursor()->step(StepKind::event, 1);
  QCOMPARE(view.cursor()->seq(), Seq{1000});  // at once
  // One animation is left, which ends where the cursor is.
  QTRY_VERIFY(static_cast<double>(view.cursor()->ns()) < view.visible()->toNs() &&
              static_cast<double>(view.cursor()->ns()) > view.visible()->fromNs());
  for (int i = 0; i < 1000; ++i) view.cursor()->step(StepKind::event, -1);
  QCOMPARE(view.cursor()->seq(), Seq{0});
  QTRY_COMPARE(view.visible()->fromNs(), 0.0);
}

void StepsTest::playsInProportion() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);  // 1 ms
  Player player(&record, &view);
  player.setSpeed(1e-4);
  view.cursor()->goToStart();
  player.play();
  QVERIFY(player.playing());
  player.advance(kSecond);
  QCOMPARE(view.cursor()->ns(), std::int64_t{100'000});
  player.setSpeed(2e-4);
  player.advance(kSecond / 2);
  QCOMPARE(view.cursor()->ns(), std::int64_t{200'000});
  QCOMPARE(view.cursor()->seq(), view.shown()->trace().first_after(200'000));
  // Less than a nanosecond per frame adds up.
  player.setSpeed(1e-5);
  for (int frame = 0; frame < 20; ++frame) player.advance(50'000);
  QCOMPARE(view.cursor()->ns(), std::int64_t{200'010});
  player.pause();
  player.advance(kSecond);
  QCOMPARE(view.cursor()->ns(), std::int64_t{200'010});
}

void StepsTest::stopsAtTheEndAndStartsOver() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  Player player(&record, &view);
  player.setSpeed(1);
  player.play();  // stands at the end
  QCOMPARE(view.cursor()->seq(), Seq{0});
  player.advance(kSecond);
  QCOMPARE(view.cursor()->seq(), view.shown()->trace().size());
  QVERIFY(!player.playing());
}

void StepsTest::stopsAtBreakPoints() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);  // line 4 begins at 150 µs, line 5 at 650 µs
  view.annotations()->toggleBreakPoint(4);
  view.annotations()->toggleBreakPoint(5);
  Player player(&record, &view);
  player.setSpeed(1);
  for (const auto& [line, ns] : {std::pair{4, 150'000}, std::pair{5, 650'000}}) {
    player.play();
    player.advance(kSecond);
    QVERIFY(!player.playing());
    QCOMPARE(view.cursor()->ns(), std::int64_t{ns});
    QCOMPARE(lineBegunAt(view.shown()->trace(), view.cursor()->seq()), line);
  }
  player.play();
  player.advance(kSecond);
  QCOMPARE(view.cursor()->seq(), view.shown()->trace().size());
}

void StepsTest::stopsWhenTheCursorIsMoved() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  Player player(&record, &view);
  QSignalSpy changes(&player, &Player::playingChanged);
  player.setSpeed(1e-4);
  player.play();
  player.advance(kSecond);
  view.cursor()->step(StepKind::event, 1);
  QVERIFY(!player.playing());
  player.play();
  view.setTrace(test::smallTrace(), false);  // another run
  QVERIFY(!player.playing());
  QCOMPARE(changes.size(), 4);
}

void StepsTest::waitsAtTheLiveEnd() {
  Growing run;
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(run.grow(1000), false);
  Player player(&record, &view);
  player.setSpeed(1);
  view.cursor()->goToStart();
  player.play();
  player.advance(kSecond);
  QVERIFY(player.playing());
  QCOMPARE(view.cursor()->seq(), view.shown()->trace().size());
  QVERIFY(!view.cursor()->followEnd());
  view.setTrace(run.grow(kSecond), true);
  QVERIFY(player.playing());
  player.advance(1000);  // the second spent waiting is not caught up with
  QCOMPARE(view.cursor()->ns(), std::int64_t{2100});
  view.setTrace(run.grow(kSecond + 1000, true), true);
  player.advance(2 * kSecond);
  QVERIFY(!player.playing());
  QCOMPARE(view.cursor()->seq(), view.shown()->trace().size());
}

void StepsTest::speedsFitTheRun() {
  QCOMPARE(speeds().front(), 1e-5);
  QCOMPARE(speeds().back(), 100.0);
  for (const std::int64_t run_ns :
       {std::int64_t{550'000}, std::int64_t{1'200'000}, 7 * kSecond, 500 * kSecond}) {
    const double seconds = static_cast<double>(run_ns) / 1e9 / fittingSpeed(run_ns);
    QVERIFY2(seconds > 6 && seconds < 16, qPrintable(QString::number(seconds)));
  }
  QCOMPARE(fittingSpeed(0), 1e-5);
  QCOMPARE(fittingSpeed(100'000 * kSecond), 100.0);
  RecordedTrace record;
  ViewState view(&record);
  Player player(&record, &view);
  view.setTrace(test::incrementLoopTrace(16), false);
  QCOMPARE(player.speed(), fittingSpeed(view.shown()->trace().end_ns()));
  player.setSpeed(1);
  view.setTrace(test::incrementLoopTrace(1000), false);
  QCOMPARE(player.speed(), 1.0);  // a chosen one stays
  player.fit();
  QCOMPARE(player.speed(), fittingSpeed(view.shown()->trace().end_ns()));
}

void StepsTest::speedsHaveWords() {
  QCOMPARE(speedText(1e-4), QStringLiteral("100 µs per second"));
  QCOMPARE(ratioText(1e-4), QStringLiteral("÷ 10,000"));
  QCOMPARE(speedText(0.5), QStringLiteral("500 ms per second"));
  QCOMPARE(ratioText(0.5), QStringLiteral("÷ 2"));
  QCOMPARE(speedText(20), QStringLiteral("20 s per second"));
  QCOMPARE(ratioText(20), QStringLiteral("× 20"));
  QCOMPARE(ratioText(1), QStringLiteral("× 1"));
}

}  // namespace

int runahead::test::stepsTest(int argc, char** argv) {
  StepsTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "tests/support/patience.h"
#include "timeline_steps_test.moc"
