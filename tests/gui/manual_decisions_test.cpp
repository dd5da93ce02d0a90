// SPDX-License-Identifier: GPL-3.0-or-later
// Small programs, decision by decision.
#include "tests/gui/manual_decisions_test.h"

#include <QTest>
#include <memory>

#include "gui/runs/actors.h"
#include "gui/runs/decisions.h"
#include "tests/support/no_stop.h"

using namespace runahead;
using namespace runahead::gui;
using runahead::testing_support::kNoStop;

namespace {

using Kind = Choice::Kind;

RunConfig configOf(const char* scenario, int workers, const char* mode = "") {
  RunRequest request = default_request(scenario, Preset::step);
  if (*mode) request.mode = *mode_called(mode);
  request.clock = Clock::manual;
  request.workers = workers;
  const CheckedRun config = check(request);
  if (!config) qFatal("refused: %s", config.failure().given.c_str());
  return *config;
}

class Drive {
 public:
  explicit Drive(const RunConfig& config)
      : m_config(config), m_run(std::make_unique<ManualSimulation>(config, Script{}, kNoStop)) {
    state.at = m_run->at();
    state.trace = state.at.trace;
    state.cursor = state.trace.size();
  }
  void decide(Kind kind) {
    const auto choice = firstOf(state.at, kind);
    if (!choice) qFatal("nothing to decide");
    apply(*choice);
  }
  void apply(const Choice& choice) {
    m_run->decide(choice);
    lead(state, m_run->at(), branches);
    state.told = toldOf(state.at, choice);
    branches = std::max(branches, state.branch + 1);
  }
  void goTo(Seq cursor) {
    state.cursor = cursor;
    m_run = std::make_unique<ManualSimulation>(m_config, decisions_at(state.trace, cursor), kNoStop);
    state.at = m_run->at();
  }
  ManualRunState state;
  int branches = 1;

 private:
  RunConfig m_config;
  std::unique_ptr<ManualSimulation> m_run;
};

}  // namespace

void DecisionsTest::keysMeanTheEnginesNextStep() {
  Drive run(configOf("four-statements", 2));
  QVERIFY(!firstOf(run.state.at, Kind::start));
  run.decide(Kind::issue);
  run.decide(Kind::issue);
  const auto start = firstOf(run.state.at, Kind::start);
  QVERIFY(start && start->task == 0 && start->worker == 0);
  // Worker 2 starts the first task, worker 1 the second, both now: they end together, the first by its id.
  run.apply({.kind = Kind::start, .worker = 1, .task = 0});
  run.apply({.kind = Kind::start, .worker = 0, .task = 1});
  const auto end = firstOf(run.state.at, Kind::end);
  QVERIFY(end && end->at_ns == run.state.trace.end_ns() + 6'000);
  // Of two that end at different times, the one that ends first.
  Drive other(configOf("four-statements", 2));
  other.decide(Kind::issue);
  other.apply({.kind = Kind::start, .worker = 1, .task = 0});
  other.decide(Kind::issue);
  other.apply({.kind = Kind::start, .worker = 0, .task = 1});
  QVERIFY(firstOf(other.state.at, Kind::end)->task == 0);
}

void DecisionsTest::decidingAtTheEndLeadsOn() {
  Drive run(configOf("four-statements", 1));
  for (int line = 1; line <= 4; ++line) {
    run.decide(Kind::issue);
    QVERIFY(run.state.atEnd());
    QCOMPARE(run.state.branch, 0);
  }
  // Told is where the frontend came to a stop: print(c) waits.
  const State state = run.state.trace.state_at(run.state.told);
  QVERIFY(state.wait != kNone);
  QCOMPARE(run.state.trace.wait(state.wait).begin + 1, run.state.told);
  // A start is followed by what its task allocates, at the same time; told is the start.
  const std::int64_t now = run.state.trace.end_ns();
  run.decide(Kind::start);
  QCOMPARE(run.state.told, run.state.trace.task(0).start + 1);
  QVERIFY(run.state.told < run.state.trace.size());
  QCOMPARE(run.state.trace.time_ns(run.state.told - 1), now);
  QCOMPARE(run.state.trace.end_ns(), now);
  run.decide(Kind::end);
  QCOMPARE(run.state.told, run.state.trace.task(0).end + 1);
  QCOMPARE(run.state.trace.end_ns(), run.state.trace.time_ns(run.state.told - 1));
  QCOMPARE(run.state.branch, 0);
}

void DecisionsTest::decidingTheSameAgainMovesOn() {
  Drive run(configOf("four-statements", 1));
  for (int line = 1; line <= 3; ++line) run.decide(Kind::issue);
  const Trace trace = run.state.trace;
  run.goTo(0);
  for (int line = 1; line <= 3; ++line) {
    run.decide(Kind::issue);
    QCOMPARE(run.state.branch, 0);
    QCOMPARE(run.state.trace.size(), trace.size());
    QCOMPARE(run.state.cursor, trace.statement(static_cast<StatementId>(line - 1)).end + 1);
  }
  // Behind the end it goes on as before.
  run.decide(Kind::issue);
  QCOMPARE(run.state.branch, 0);
  QVERIFY(run.state.atEnd());
  QVERIFY(run.state.trace.size() > trace.size());
}

void DecisionsTest::decidingDifferentlyForks() {
  Drive run(configOf("four-statements", 2));
  run.decide(Kind::issue);
  run.decide(Kind::start);
  run.decide(Kind::issue);
  const Trace first = run.state.trace;
  // Another worker starts the task.
  run.goTo(first.task(0).start);
  QVERIFY(offers(run.state.at, {.kind = Kind::start, .worker = 0, .task = 0}));
  run.apply({.kind = Kind::start, .worker = 1, .task = 0});
  QCOMPARE(run.state.branch, 1);
  QVERIFY(run.state.atEnd());
  QCOMPARE(run.state.trace.lane_task_count(1), 0U);
  QCOMPARE(run.state.trace.lane_task(2, 0), TaskId{0});
  QCOMPARE(first.lane_task(1, 0), TaskId{0});

  // The statement comes first, and the task is not started.
  Drive early(configOf("four-statements", 2));
  early.decide(Kind::issue);
  early.decide(Kind::start);
  early.decide(Kind::issue);
  early.goTo(first.task(0).start);
  early.decide(Kind::issue);
  QCOMPARE(early.state.branch, 1);
  QCOMPARE(early.state.trace.task(0).start, kNever);
  QVERIFY(offers(early.state.at, {.kind = Kind::start, .worker = 0, .task = 1}));
}

void DecisionsTest::actorsSayWhatTheyMayDo() {
  Drive run(configOf("barriers", 2));
  const QStringList listing{QStringLiteral("x = f()"), QStringLiteral("  waitall()")};
  std::vector<Actor> actors = actorsOf(run.state.at);
  QCOMPARE(actors.size(), std::size_t{3});
  QCOMPARE(actors[0].name, QStringLiteral("Frontend"));
  QCOMPARE(actors[2].name, QStringLiteral("Worker 2"));
  QCOMPARE(choiceText(run.state.trace, actors[0].choices.front(), listing),
           QStringLiteral("Issue line 1 · x = f()"));
  QCOMPARE(actors[1].reason, QStringLiteral("the queue is empty"));
  run.decide(Kind::issue);
  actors = actorsOf(run.state.at);
  QCOMPARE(choiceText(run.state.trace, actors[0].choices.front(), listing),
           QStringLiteral("Issue line 2 · waitall()"));
  QCOMPARE(choiceText(run.state.trace, actors[2].choices.front(), listing),
           QStringLiteral("Start uniform 0"));
  run.decide(Kind::start);
  actors = actorsOf(run.state.at);
  QCOMPARE(choiceText(run.state.trace, actors[1].choices.front(), {}), QStringLiteral("End uniform 0"));
  QCOMPARE(actors[2].reason, QStringLiteral("nothing is ready"));
}

void DecisionsTest::whatCannotMoveSaysWhy() {
  Drive run(configOf("four-statements", 1));
  for (int line = 1; line <= 4; ++line) run.decide(Kind::issue);
  QVERIFY(actorsOf(run.state.at)[0].reason.startsWith(QStringLiteral("print(c) at line 4 waits for")));
  for (int task = 0; task < 2; ++task) {
    run.decide(Kind::start);
    run.decide(Kind::end);
  }
  QCOMPARE(actorsOf(run.state.at)[0].reason, QStringLiteral("print(c) at line 4 waits for mul 2 → add 3"));
  run.decide(Kind::start);
  for (const Choice& choice : run.state.at.choices) QVERIFY(choice.kind == Kind::end);
  run.decide(Kind::end);
  run.decide(Kind::start);
  run.decide(Kind::end);
  QVERIFY(run.state.at.over);
  QCOMPARE(actorsOf(run.state.at)[0].reason, QStringLiteral("The program is over"));

  Drive two(configOf("four-statements", 2));
  two.decide(Kind::issue);
  two.decide(Kind::start);
  two.decide(Kind::issue);
  two.decide(Kind::start);  // 2 µs after the first, which therefore ends before it
  two.decide(Kind::issue);
  QVERIFY(actorsOf(two.state.at)[1].reason.startsWith(QStringLiteral("mul 2 waits for ones 1")));
}
