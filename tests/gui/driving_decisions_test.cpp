// SPDX-License-Identifier: GPL-3.0-or-later
// Small programs, decision by decision.
// Not here: widgets.
#include "tests/gui/driving_decisions_test.h"

#include <QTest>

#include "gui/driving/actors.h"
#include "gui/driving/decisions.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

using Kind = Choice::Kind;
const std::atomic<bool> kNoStop{false};

RunConfig configOf(const char* scenario, int workers, const char* mode = "") {
  RunRequest request;
  request.scenario = scenario;
  request.mode = mode;
  request.clock = "virtual";
  request.workers = workers;
  request.preset = Preset::step;
  const Result<RunConfig> config = check(request);
  if (!config) qFatal("%s", config.error().c_str());
  return *config;
}

class Drive {
 public:
  explicit Drive(const RunConfig& config) : m_config(config) {
    state.at = drive(m_config, {}, kNoStop);
    state.trace = state.at.trace;
    state.cursor = state.trace.size();
  }
  void decide(Kind kind) {
    const auto choice = firstOf(state.at, kind);
    if (!choice) qFatal("nothing to decide");
    apply(*choice);
  }
  void apply(const Choice& choice) {
    lead(state, drive(m_config, with(state.at.decisions, choice), kNoStop), branches);
    branches = std::max(branches, state.branch + 1);
    if (!state.atEnd()) goTo(state.cursor);
  }
  void goTo(Seq cursor) {
    state.cursor = cursor;
    state.at = drive(m_config, decisions_at(state.trace, cursor), kNoStop);
  }
  HandState state;
  int branches = 1;

 private:
  RunConfig m_config;
};

}  // namespace

void DecisionsTest::scriptsCoverOneAnother() {
  const Script none;
  const Script some{.statements = 2, .workers = {{{0, 1}, 1}, {}}};
  const Script more{.statements = 3, .workers = {{{0, 1}, 2}, {{2}, 0}}};
  const Script other{.statements = 3, .workers = {{{0, 2}, 2}, {{1}, 0}}};
  QVERIFY(covers(some, none));
  QVERIFY(covers(more, some) && !covers(some, more));
  QVERIFY(covers(some, some));
  QVERIFY(!covers(other, some) && !covers(some, other));
  QVERIFY(covers(none, Script{.workers = {{}, {}}}));
}

void DecisionsTest::keysMeanTheEnginesNextStep() {
  Drive run(configOf("four-statements", 2));
  QVERIFY(!firstOf(run.state.at, Kind::start));
  run.decide(Kind::issue);
  run.decide(Kind::issue);
  const auto start = firstOf(run.state.at, Kind::start);
  QVERIFY(start && start->task == 0 && start->worker == 0);
  // Worker 2 starts the first task, worker 1 the second: the first has run longer.
  run.apply({.kind = Kind::start, .worker = 1, .task = 0});
  run.apply({.kind = Kind::start, .worker = 0, .task = 1});
  const auto end = firstOf(run.state.at, Kind::end);
  QVERIFY(end && end->task == 0 && end->worker == 1);
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
  // The first task starts long before: what was decided is not what happened last.
  run.decide(Kind::start);
  QCOMPARE(run.state.told, run.state.trace.task(0).start + 1);
  QVERIFY(run.state.told < run.state.trace.size());
  run.decide(Kind::end);
  QCOMPARE(run.state.told, run.state.trace.task(0).end + 1);
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

  // The statement comes first, and the task, which starts before its end in the record, is not started.
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
  for (int line = 1; line <= 3; ++line) two.decide(Kind::issue);
  two.decide(Kind::start);
  two.decide(Kind::start);
  two.decide(Kind::end);
  QVERIFY(actorsOf(two.state.at)[1].reason.startsWith(QStringLiteral("mul 2 waits for ones 1")));
}
