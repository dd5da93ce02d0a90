// SPDX-License-Identifier: GPL-3.0-or-later
// Driving by hand: whatever is decided in whatever order, a run can always go on until it is over, breaks no
// rule and computes the same; actors keep clocks of their own; and the past can be decided anew.
// Not here: the strip of buttons (tests/gui/driving_window_test.cpp).
#include "core/scenario/driven_run.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "tests/scenario/runs.h"
#include "tests/support/trace_validator.h"

namespace runahead {
namespace {

using namespace testing_support;
using Kind = Choice::Kind;

const std::atomic<bool> kGoOn{false};

RunConfig by_hand(RunRequest request, std::map<std::string, std::int64_t> set = {}) {
  request.clock = "virtual";
  request.set = std::move(set);
  return checked(request);
}

DrivenRun at(const RunConfig& config, const Script& decisions) {
  DrivenRun run = drive(config, decisions, kGoOn);
  EXPECT_EQ(trace_violations(run.trace, run.over ? RunEnd::complete : RunEnd::stopped),
            std::vector<std::string>{});
  EXPECT_EQ(run.trace.finished(), run.over);
  return run;
}

DrivenRun after(const RunConfig& config, const DrivenRun& run, const Choice& choice) {
  return at(config, with(run.decisions, choice));
}

/// The first choice of a kind; of `task` where one is named.
Choice choice_of(const DrivenRun& run, Kind kind, TaskId task = kNone) {
  for (const Choice& choice : run.choices) {
    if (choice.kind == kind && (task == kNone || choice.task == task)) return choice;
  }
  ADD_FAILURE() << "there is no such choice";
  return {};
}

bool offers(const DrivenRun& run, Kind kind) {
  return std::any_of(run.choices.begin(), run.choices.end(),
                     [kind](const Choice& choice) { return choice.kind == kind; });
}

std::vector<float> value_of(const RunResult& result) {
  std::vector<float> all = result.value ? result.value->data : std::vector<float>{};
  if (result.value) all.insert(all.end(), result.value->others.begin(), result.value->others.end());
  return all;
}

/// Every state that any order of decisions can reach; returns how many.
std::size_t explore(const RunConfig& config, std::size_t most) {
  const std::vector<float> expected = value_of(run(config).result);
  const auto key = [](const Script& script) {
    std::vector<std::uint32_t> all = {script.statements};
    for (const Script::Worker& worker : script.workers) {
      all.push_back(worker.ends);
      all.push_back(static_cast<std::uint32_t>(worker.starts.size()));
      all.insert(all.end(), worker.starts.begin(), worker.starts.end());
    }
    return all;
  };
  std::set<std::vector<std::uint32_t>> seen;
  std::vector<Script> open = {Script{}};
  while (!open.empty() && seen.size() < most) {
    const DrivenRun here = at(config, open.back());
    open.pop_back();
    if (here.over) {
      EXPECT_EQ(value_of(here.result), expected);
      continue;
    }
    EXPECT_FALSE(here.choices.empty()) << "the run is not over, and nothing can move";
    for (const Choice& choice : here.choices) {
      Script next = with(here.decisions, choice);
      if (seen.insert(key(next)).second) open.push_back(std::move(next));
    }
    if (testing::Test::HasFailure()) break;
  }
  return seen.size();
}

TEST(Driven, EveryOrderOfDecisionsComesToTheSameEnd) {
  EXPECT_GT(explore(by_hand(small("four-statements", "async", "", 2)), 100'000), 100U);
  EXPECT_GT(explore(by_hand(small("four-statements", "stream")), 100'000), 20U);
  explore(by_hand(small("four-statements", "sync")), 100'000);
  explore(by_hand(small("four-statements", "function", "", 2)), 100'000);
  explore(by_hand(small("barriers", "async", "", 2), {{"n", 2}}), 300'000);
  explore(by_hand(small("barriers", "lazy", "", 2), {{"n", 2}}), 300'000);
  explore(by_hand(small("dead-assignment", "lazy", "", 2), {{"n", 2}}), 300'000);
  explore(by_hand(small("late-error", "async", "", 2), {{"n", 2}}), 300'000);
}

TEST(Driven, BoundsThatBlockBothSidesNeverLockUp) {
  explore(by_hand(small("increment-loop", "async", "none", 2),
                  {{"n", 3}, {"rows", 1}, {"columns", 2}, {"max_pending", 1}}),
          20'000);
  // Two arrays fit: x, and one y.
  explore(by_hand(small("increment-loop", "async", "none", 2),
                  {{"n", 3}, {"rows", 500}, {"columns", 250}, {"memory_bound_mb", 1}}),
          20'000);
}

TEST(Driven, RandomDecisionsOnEveryScenarioAndMode) {
  std::mt19937 random(4);
  for (const Scenario& scenario : scenarios()) {
    for (const Mode mode : scenario.modes) {
      SCOPED_TRACE(scenario.id + ", " + to_string(mode));
      const RunConfig config = by_hand(small(scenario.id, to_string(mode), "", 2));
      DrivenRun here = at(config, {});
      for (int i = 0; i < 12 && !here.over; ++i) {
        ASSERT_FALSE(here.choices.empty());
        here = after(config, here, here.choices[random() % here.choices.size()]);
        ASSERT_FALSE(HasFailure());
      }
      Script rest = here.decisions;
      rest.then = Script::Then::to_end;
      here = at(config, rest);
      EXPECT_TRUE(here.over);
      EXPECT_EQ(value_of(here.result), value_of(run(config).result));
    }
  }
}

TEST(Driven, ActorsKeepClocksOfTheirOwn) {
  const RunConfig config = by_hand(small("increment-loop", "async", "none"),
                                   {{"n", 3}, {"t1_ns", 1000}, {"t2_ns", 10'000}, {"t3_ns", 0}});
  DrivenRun here = at(config, {});
  const auto decide = [&](Kind kind) { here = after(config, here, choice_of(here, kind)); };
  decide(Kind::issue);                      // x = ones
  decide(Kind::issue);                      // waitall
  EXPECT_FALSE(offers(here, Kind::issue));  // the frontend is blocked
  decide(Kind::start);
  decide(Kind::end);
  for (int pass = 0; pass < 3; ++pass) {
    decide(Kind::issue);
    decide(Kind::start);
    decide(Kind::end);
  }
  decide(Kind::issue);  // the final waitall
  ASSERT_TRUE(here.over);
  // Decided one after the other, and yet overlapping as if everybody had been free.
  const Mark loop = mark_of(here.trace, "loop");
  EXPECT_EQ(here.trace.time_ns(loop.end) - here.trace.time_ns(loop.begin), 1000 + 3 * 10'000);
}

TEST(Driven, AWorkerMayTakeAnyReadyTask) {
  const RunConfig config = by_hand(small("increment-loop", "async", "none"), {{"n", 3}});
  DrivenRun here = at(config, {});
  here = after(config, here, choice_of(here, Kind::issue));
  here = after(config, here, choice_of(here, Kind::start));
  here = after(config, here, choice_of(here, Kind::end));
  for (int i = 0; i < 4; ++i) here = after(config, here, choice_of(here, Kind::issue));
  here = after(config, here, choice_of(here, Kind::start, 3));
  EXPECT_EQ(here.trace.lane_task(1, 1), 3U);
  EXPECT_EQ(here.trace.task(1).start, kNever);
}

TEST(Driven, AStreamStartsItsHeadOnly) {
  const RunConfig config = by_hand(small("increment-loop", "async", "none"), {{"n", 3}});
  RunRequest request = small("matmul-race", "stream");
  const RunConfig stream = by_hand(request);
  DrivenRun here = at(stream, {});
  for (int i = 0; i < 4; ++i) here = after(stream, here, choice_of(here, Kind::issue));
  EXPECT_EQ(std::count_if(here.choices.begin(), here.choices.end(),
                          [](const Choice& choice) { return choice.kind == Kind::start; }),
            1);
}

TEST(Driven, ThePastCanBeDecidedAnew) {
  const RunConfig config = by_hand(small("barriers", "async", "", 2), {{"n", 2}});
  Script to_end;
  to_end.then = Script::Then::to_end;
  const DrivenRun whole = at(config, to_end);
  ASSERT_TRUE(whole.over);
  for (Seq cursor = 0; cursor <= whole.trace.size(); ++cursor) {
    const DrivenRun fork = at(config, decisions_at(whole.trace, cursor));
    // What the frontend was doing at the cursor it finishes.
    ASSERT_GE(fork.trace.size(), cursor == whole.trace.size() ? cursor : 0U);
    const std::int64_t until_ns = cursor == 0 ? 0 : whole.trace.time_ns(cursor - 1);
    for (Seq seq = 0; seq < cursor && whole.trace.time_ns(seq) < until_ns; ++seq) {
      const Event before = whole.trace.event(seq), now = fork.trace.event(seq);
      ASSERT_EQ(before.time_ns, now.time_ns);
      ASSERT_EQ(before.kind, now.kind);
      ASSERT_EQ(before.id, now.id);
    }
  }
}

TEST(Driven, RunsToTheNextWaitToALineAndToTheEnd) {
  const RunConfig config = by_hand(small("increment-loop", "async", "each"),
                                   {{"n", 5}, {"t1_ns", 1000}, {"t2_ns", 10'000}, {"t3_ns", 2000}});
  Script script;
  script.then = Script::Then::to_wait;
  DrivenRun here = at(config, script);
  EXPECT_EQ(here.trace.wait_count(), 1U);  // of the initialisation
  EXPECT_EQ(here.trace.wait(0).end, kNever);
  script = here.decisions;
  script.then = Script::Then::to_wait;
  here = at(config, script);
  EXPECT_EQ(here.trace.wait_count(), 2U);
  EXPECT_EQ(line_of(here.trace, here.trace.wait(1).statement), 6);

  for (std::uint32_t pass = 2; pass <= 5; ++pass) {
    script = here.decisions;
    script.then = Script::Then::to_line;
    script.lines = {5};
    here = at(config, script);
    EXPECT_EQ(choice_of(here, Kind::issue).line, 5);
    EXPECT_EQ(tasks_of_line(here.trace, 5).size(), pass - 1);
  }
  script = here.decisions;
  script.then = Script::Then::to_end;
  here = at(config, script);
  EXPECT_TRUE(here.over);
  const Mark loop = mark_of(here.trace, "loop");
  EXPECT_EQ(here.trace.time_ns(loop.end) - here.trace.time_ns(loop.begin), 5 * 13'000);
}

TEST(Driven, CanBeStopped) {
  std::atomic<bool> stop{true};
  EXPECT_THROW(drive(by_hand(small("barriers")), {}, stop), Stopped);
}

}  // namespace
}  // namespace runahead
