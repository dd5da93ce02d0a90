// SPDX-License-Identifier: GPL-3.0-or-later
// Manual scheduling: there is one clock and it only goes forward. Whatever is decided in whatever order, what
// was recorded stays, a run can always go on until it is over, breaks no rule and computes the same; and the
// past can be decided anew. Not here: the strip of buttons (tests/gui/manual_window_test.cpp).
#include "core/scenario/manual_simulation.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "core/scenario/virtual_run.h"
#include "tests/scenario/runs.h"
#include "tests/support/no_stop.h"
#include "tests/support/trace_validator.h"

namespace runahead {
namespace {

using namespace testing_support;
using Kind = Choice::Kind;

RunConfig manual(RunRequest request, Settings set = {}) {
  request.clock = Clock::manual;
  request.set = std::move(set);
  return checked(request);
}

/// A manual run whose every step is checked against the one before.
class Manual {
 public:
  explicit Manual(const RunConfig& config, const Script& script = {})
      : config_(config), run_(config, script, kNoStop) {
    EXPECT_TRUE(run_.followed());
  }

  const ManualState& at() const { return run_.at(); }
  const Trace& trace() const { return at().trace; }
  std::int64_t now_ns() const { return trace().end_ns(); }

  void decide(const Choice& choice) {
    check_step([&] { run_.decide(choice); });
  }
  void decide(Kind kind, TaskId task = kNone) { decide(choice_of(kind, task)); }
  void run_to(RunTo to, const std::set<int>& lines = {}) {
    check_step([&] { run_.run_to(to, lines); });
  }

  /// The first choice of a kind; of `task` where one is named.
  Choice choice_of(Kind kind, TaskId task = kNone) const {
    for (const Choice& choice : at().choices) {
      if (choice.kind == kind && (task == kNone || choice.task == task)) return choice;
    }
    ADD_FAILURE() << "there is no such choice";
    return at().choices.front();
  }
  bool offers(Kind kind, TaskId task = kNone) const {
    return std::any_of(at().choices.begin(), at().choices.end(), [&](const Choice& choice) {
      return choice.kind == kind && (task == kNone || choice.task == task);
    });
  }

  /// The same place, reached by what the record says was decided.
  void expect_read_back(Seq cursor) const {
    const ManualSimulation again(config_, decisions_at(trace(), cursor), kNoStop);
    EXPECT_TRUE(again.followed()) << "cursor " << cursor << " of " << trace().size();
    const Trace& record = again.at().trace;
    // What happens at the same instant may have happened, too.
    ASSERT_GE(record.size(), cursor);
    ASSERT_EQ(common_events(trace(), record, cursor), cursor);
    if (cursor > 0 && !again.at().over) {
      EXPECT_EQ(record.end_ns(), trace().time_ns(cursor - 1));
    }
    if (cursor == trace().size()) {
      EXPECT_EQ(record.size(), cursor);
      EXPECT_EQ(again.at().choices, at().choices);
      EXPECT_EQ(again.at().over, at().over);
    }
  }

 private:
  template <class Step>
  void check_step(Step step) {
    const Trace before = trace();
    step();
    ASSERT_GE(trace().size(), before.size());
    ASSERT_EQ(common_events(before, trace(), kNever), before.size()) << "what was recorded has changed";
    ASSERT_EQ(trace().finished(), at().over);
    ASSERT_EQ(at().choices.empty(), at().over) << "the run is not over, and nothing can move";
    // What has happened since happened at the time on show, or later.
    for (Seq seq = before.size(); seq < trace().size(); ++seq) {
      ASSERT_GE(trace().time_ns(seq), before.end_ns());
    }
  }

  const RunConfig config_;
  ManualSimulation run_;
};

std::vector<float> value_of(const RunResult& result) {
  std::vector<float> all = result.value ? result.value->data : std::vector<float>{};
  if (result.value) all.insert(all.end(), result.value->others.begin(), result.value->others.end());
  return all;
}

void expect_same_record(const Trace& a, const Trace& b) {
  EXPECT_EQ(a.size(), b.size());
  EXPECT_EQ(common_events(a, b, kNever), a.size());
}

/// Random decisions, to the end or `most` of them and then to the end.
void wander(const RunConfig& config, std::mt19937& random, int most, int looks) {
  Manual run(config);
  for (int i = 0; i < most && !run.at().over && !testing::Test::HasFailure(); ++i) {
    run.decide(run.at().choices[random() % run.at().choices.size()]);
    if (i < looks) run.expect_read_back(run.trace().size());
  }
  EXPECT_EQ(trace_violations(run.trace(), run.at().over ? RunEnd::complete : RunEnd::stopped),
            std::vector<std::string>{});
  for (int i = 0; i < looks; ++i) run.expect_read_back(random() % (run.trace().size() + 1));
  if (!run.at().over) run.run_to(RunTo::end);
  EXPECT_TRUE(run.at().over);
  EXPECT_EQ(trace_violations(run.trace()), std::vector<std::string>{});
  EXPECT_EQ(value_of(run.at().result), value_of(testing_support::run(config).result));
  run.expect_read_back(run.trace().size());
}

TEST(ManualRuns, RandomDecisionsOnEveryScenarioAndMode) {
  std::mt19937 random(4);
  for (const Scenario& scenario : scenarios()) {
    for (const Mode mode : scenario.modes) {
      SCOPED_TRACE(scenario.id + ", " + to_string(mode));
      wander(manual(small(scenario.id, to_string(mode), "", 2)), random, 40, 2);
      ASSERT_FALSE(HasFailure());
    }
  }
}

/// Each takes two threads by turns, which ThreadSanitizer has soon seen.
#ifdef __SANITIZE_THREAD__
constexpr int kWalks = 6;
#else
constexpr int kWalks = 25;
#endif

TEST(ManualRuns, AnyOrderOfDecisionsComesToTheSameEnd) {
  std::mt19937 random(5);
  const RunConfig configs[] = {
      manual(small("four-statements", "async", "", 2)),
      manual(small("four-statements", "stream")),
      manual(small("four-statements", "sync")),
      manual(small("four-statements", "function", "", 2)),
      manual(small("barriers", "async", "", 3), {{"n", 2}}),
      manual(small("barriers", "lazy", "", 2), {{"n", 2}}),
      manual(small("dead-assignment", "lazy", "", 2), {{"n", 2}}),
      manual(small("late-error", "async", "", 2), {{"n", 2}}),
      manual(small("late-error", "stream"), {{"n", 2}}),
      manual(small("increment-loop", "async", "none", 2), {{"n", 3}, {"max_pending", 1}}),
      // Two arrays fit: x, and one y.
      manual(small("increment-loop", "async", "none", 2),
             {{"n", 3}, {"rows", 500}, {"columns", 250}, {"memory_bound_mb", 1}}),
  };
  for (const RunConfig& config : configs) {
    SCOPED_TRACE(config.scenario->id + ", " + to_string(config.mode));
    for (int i = 0; i < kWalks && !HasFailure(); ++i) wander(config, random, 1000, i < 5 ? 6 : 0);
  }
}

TEST(ManualRuns, RunToTheEndAreVirtualRuns) {
  for (const Scenario& scenario : scenarios()) {
    for (const Mode mode : scenario.modes) {
      for (const std::string& waits : scenario.waits) {
        SCOPED_TRACE(scenario.id + ", " + to_string(mode) + ", " + waits);
        const RunConfig config = manual(small(scenario.id, to_string(mode), waits, 2));
        const Trace alone = simulate(config, kNoStop);
        Manual at_once(config);
        at_once.run_to(RunTo::end);
        expect_same_record(at_once.trace(), alone);
        Manual by_waits(config);
        while (!by_waits.at().over && !HasFailure()) by_waits.run_to(RunTo::wait);
        expect_same_record(by_waits.trace(), alone);
        ASSERT_FALSE(HasFailure());
      }
    }
  }
}

TEST(ManualRuns, EveryPlaceOfARunCanBeDecidedAnew) {
  std::mt19937 random(6);
  for (const RunConfig& config :
       {manual(small("barriers", "async", "", 2), {{"n", 2}}),
        manual(small("late-error", "async", "", 2), {{"n", 2}}),
        manual(small("eager-vs-function", "function", "", 2)), manual(small("lazy-loop", "lazy")),
        manual(small("training-memory", "stream"), {{"batches", 1}})}) {
    SCOPED_TRACE(config.scenario->id);
    Manual whole(config);
    for (int i = 0; i < 12 && !whole.at().over; ++i) {
      whole.decide(whole.at().choices[random() % whole.at().choices.size()]);
    }
    whole.run_to(RunTo::end);
    for (Seq cursor = 0; cursor <= whole.trace().size() && !HasFailure(); ++cursor)
      whole.expect_read_back(cursor);
  }
}

TEST(ManualRuns, WhatWasDecidedUnderOtherRulesIsNotFollowed) {
  const RunConfig config = manual(small("barriers", "async", "", 2), {{"n", 2}});
  Manual whole(config);
  whole.run_to(RunTo::end);
  Script script = decisions_at(whole.trace(), whole.trace().size());
  for (std::size_t i = 1; i < script.steps.size(); ++i) {
    Script other = script;
    ++other.steps[i].at;
    const ManualSimulation again(config, other, kNoStop);
    EXPECT_FALSE(again.followed() &&
                 common_events(whole.trace(), again.at().trace, kNever) == whole.trace().size());
  }
  const RunConfig slower = manual(small("barriers", "async", "", 2), {{"n", 2}, {"t1_ns", 50'000}});
  const ManualSimulation again(slower, script, kNoStop);
  EXPECT_LT(common_events(whole.trace(), again.at().trace, kNever), whole.trace().size());
}

/// t1 1 µs, t2 10 µs, t3 2 µs.
RunConfig round(const char* scenario, const char* waits, int workers = 1, std::int64_t n = 3) {
  return manual(small(scenario, "async", waits, workers),
                {{"n", n}, {"t1_ns", 1000}, {"t2_ns", 10'000}, {"t3_ns", 2000}});
}

TEST(ManualRuns, AStartHappensAtTheTimeOnShow) {
  Manual run(round("barriers", "none", 2));
  for (int i = 0; i < 2; ++i) run.decide(Kind::issue);
  const std::int64_t now_ns = run.now_ns();
  run.decide(Kind::start);
  EXPECT_EQ(run.trace().time_ns(run.trace().task(0).start), now_ns);
  EXPECT_EQ(run.now_ns(), now_ns) << "starting takes no time";
  EXPECT_TRUE(run.offers(Kind::end, 0));
}

TEST(ManualRuns, WhileAStatementIsIssuedTasksEndByThemselves) {
  Manual run(manual(small("increment-loop", "async", "none"),
                    {{"n", 4}, {"t1_ns", 10'000}, {"t2_ns", 3'000}, {"t3_ns", 0}}));
  run.decide(Kind::issue);  // x = ones
  run.decide(Kind::start);
  run.run_to(RunTo::line, {5});
  run.decide(Kind::issue);
  run.decide(Kind::start, 1);
  const std::int64_t start_ns = run.now_ns();
  run.decide(Kind::issue);
  const Task task = run.trace().task(1);
  ASSERT_NE(task.end, kNever);
  EXPECT_EQ(run.trace().time_ns(task.end), start_ns + 3'000);
  EXPECT_EQ(run.now_ns(), start_ns + 10'000);
  // Its worker has been idle since, and stays so until the user decides.
  EXPECT_EQ(run.trace().task(2).start, kNever);
  run.decide(Kind::start, 2);
  EXPECT_EQ(run.trace().time_ns(run.trace().task(2).start), start_ns + 10'000);
}

TEST(ManualRuns, AnEndMovesTimeThereWithWhatEndsBefore) {
  Manual run(round("increment-loop", "none", 2, 4));
  run.run_to(RunTo::line, {5});
  for (int i = 0; i < 3; ++i) run.decide(Kind::issue);
  run.decide(Kind::start, 1);
  run.decide(Kind::issue);
  run.decide(Kind::start, 2);
  const Choice first = run.choice_of(Kind::end, 1), second = run.choice_of(Kind::end, 2);
  EXPECT_EQ(second.at_ns, first.at_ns + 1000);
  run.decide(second);
  EXPECT_EQ(run.now_ns(), second.at_ns);
  EXPECT_EQ(run.trace().time_ns(run.trace().task(1).end), first.at_ns);
  EXPECT_EQ(run.trace().time_ns(run.trace().task(2).end), second.at_ns);
  EXPECT_TRUE(run.offers(Kind::start, 3));
}

TEST(ManualRuns, WhereAWaitEndsATaskCanStartBeforeTheFrontendGoesOn) {
  Manual run(round("barriers", "program", 1, 2));
  run.run_to(RunTo::line, {4});
  for (int line = 4; line <= 6; ++line) run.decide(Kind::issue);
  EXPECT_FALSE(run.offers(Kind::go_on));  // blocked: y.wait_to_read()
  run.decide(Kind::start, 1);
  run.decide(Kind::end, 1);
  const std::int64_t end_ns = run.now_ns();
  EXPECT_EQ(run.trace().time_ns(run.trace().task(1).end), end_ns);
  EXPECT_EQ(run.choice_of(Kind::go_on).line, 6);
  run.decide(Kind::start, 2);
  EXPECT_EQ(run.trace().time_ns(run.trace().task(2).start), end_ns);
  run.decide(Kind::go_on);
  EXPECT_EQ(run.now_ns(), end_ns + 2000);
  EXPECT_TRUE(run.offers(Kind::issue));
}

TEST(ManualRuns, AFrontendThatAloneCanMoveGoesOnByItself) {
  Manual run(round("increment-loop", "each"));
  run.run_to(RunTo::line, {5});
  run.decide(Kind::issue);
  run.decide(Kind::issue);
  ASSERT_FALSE(run.offers(Kind::issue));  // blocked in line 6
  run.decide(Kind::start);
  const std::int64_t start_ns = run.now_ns();
  run.decide(Kind::end);
  EXPECT_TRUE(run.offers(Kind::issue));
  EXPECT_EQ(run.now_ns(), start_ns + 10'000 + 2000);
}

TEST(ManualRuns, AWorkerMayTakeAnyReadyTask) {
  Manual run(manual(small("increment-loop", "async", "none"), {{"n", 3}}));
  run.run_to(RunTo::line, {5});
  for (int i = 0; i < 3; ++i) run.decide(Kind::issue);
  run.decide(Kind::start, 3);
  EXPECT_EQ(run.trace().lane_task(1, 1), 3U);
  EXPECT_EQ(run.trace().task(1).start, kNever);
}

TEST(ManualRuns, AStreamStartsItsHeadOnly) {
  Manual run(manual(small("matmul-race", "stream")));
  for (int i = 0; i < 4; ++i) run.decide(Kind::issue);
  EXPECT_EQ(std::count_if(run.at().choices.begin(), run.at().choices.end(),
                          [](const Choice& choice) { return choice.kind == Kind::start; }),
            1);
}

TEST(ManualRuns, ASkippedTaskTakesItsTurn) {
  Manual run(manual(small("late-error", "async", "none"), {{"n", 2}}));
  for (int line = 1; line <= 4; ++line) run.decide(Kind::issue);
  for (TaskId task = 0; task < 2; ++task) {  // c, and a, which fails
    run.decide(Kind::start, task);
    run.decide(Kind::end, task);
  }
  ASSERT_EQ(run.trace().task(1).outcome, Outcome::failed);
  EXPECT_EQ(run.trace().task(2).end, kNever);
  run.decide(Kind::start, 2);
  EXPECT_EQ(run.trace().task(2).outcome, Outcome::skipped);
  EXPECT_EQ(run.trace().task(3).start, kNever);
  run.expect_read_back(run.trace().size());
}

TEST(ManualRuns, RunToTheNextWaitToALineAndToTheEnd) {
  Manual run(round("increment-loop", "each", 1, 5));
  run.run_to(RunTo::wait);
  EXPECT_EQ(run.trace().wait_count(), 1U);  // of the initialisation
  EXPECT_EQ(run.trace().wait(0).end, kNever);
  run.run_to(RunTo::wait);
  EXPECT_EQ(run.trace().wait_count(), 2U);
  EXPECT_EQ(line_of(run.trace(), run.trace().wait(1).statement), 6);
  for (std::uint32_t pass = 2; pass <= 5; ++pass) {
    run.run_to(RunTo::line, {5});
    EXPECT_EQ(run.choice_of(Kind::issue).line, 5);
    EXPECT_EQ(tasks_of_line(run.trace(), 5).size(), pass - 1);
  }
  run.run_to(RunTo::end);
  EXPECT_TRUE(run.at().over);
  const Region loop = region_of(run.trace(), "loop");
  EXPECT_EQ(run.trace().time_ns(loop.end) - run.trace().time_ns(loop.begin), 5 * 13'000);
}

TEST(ManualRuns, TellHowTheyCanBeDrivenOn) {
  for (const Scenario& scenario : scenarios()) {
    for (const Mode mode : scenario.modes) {
      RunRequest request = small(scenario.id, to_string(mode), "", 2);
      if (!scenario.virtual_only) request.set = {{"t1_ns", 7}, {"max_pending", 5}};
      request.seed = 3;
      request.clock = Clock::manual;
      const RunConfig config = checked(request);
      const Manual run(config);
      const TraceInfo& info = run.trace().info();
      EXPECT_EQ(info.clock, Clock::manual);
      const CheckedRun again = check(info);
      ASSERT_TRUE(again.ok());
      const Manual other(*again);
      EXPECT_EQ(other.trace().info().set, info.set);
      EXPECT_EQ(other.at().choices, run.at().choices);
    }
  }
  TraceInfo info = Manual(manual(small("barriers"))).trace().info();
  info.source.scenario = "gone";
  EXPECT_FALSE(check(info).ok());
  info.costs = "here.json";
  EXPECT_FALSE(check(info).ok());
}

TEST(ManualRuns, CanBeStoppedAndLeft) {
  const RunConfig config = manual(small("barriers"));
  std::atomic<bool> stop{true};
  EXPECT_THROW(ManualSimulation(config, {}, stop), Stopped);
  stop = false;
  ManualSimulation run(config, {}, stop);
  run.decide(run.at().choices.front());
  stop = true;
  EXPECT_THROW(run.decide(run.at().choices.front()), Stopped);
  EXPECT_THROW(run.run_to(RunTo::end), Stopped);
}

}  // namespace
}  // namespace runahead
