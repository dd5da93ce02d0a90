// SPDX-License-Identifier: GPL-3.0-or-later
// What the scenarios have to show in modes function and lazy: tracing, elimination, the order of a graph; and
// graphs far larger than any stack. Not here: functions and lazy arrays by themselves (tests/tensor).
#include <map>

#include "core/analysis/summary.h"
#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using namespace testing_support;
using Status = RunResult::Status;

/// Names of the tasks in the order of their starts.
std::vector<std::string> started(const Trace& trace) {
  std::map<Seq, std::string> by_start;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    if (trace.task(id).start != kNever) by_start[trace.task(id).start] = task_name(trace, id);
  }
  std::vector<std::string> names;
  for (const auto& [start, name] : by_start) names.push_back(name);
  return names;
}

Statement statement_of_line(const Trace& trace, int line) {
  for (StatementId id = 0; id < trace.statement_count(); ++id) {
    if (trace.statement(id).line == line) return trace.statement(id);
  }
  throw std::runtime_error("no statement of line " + std::to_string(line));
}

// Mode function

TEST(Function, FourStatementsAreTracedOnceAndKept) {
  const Trace trace = run(small("four-statements", "function")).trace;
  const RunSummary summary = summarize(trace);
  ASSERT_EQ(summary.tracings.size(), 1u);
  EXPECT_EQ(summary.tracings[0].function, "first_three()");
  EXPECT_EQ(summary.tracings[0].nodes, 4u);
  EXPECT_EQ(summary.tracings[0].kept, 4u);
  EXPECT_EQ(summary.tracings[0].pruned, 0u);
  EXPECT_EQ(trace.task_count(), 4u);
  const Seq traced = region_of(trace, "first_three()").end;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    EXPECT_LT(trace.task(id).defer, traced);
    EXPECT_GT(trace.task(id).enqueue, traced);
    EXPECT_LT(trace.task(id).end, statement_of_line(trace, 4).begin) << "the call returns when all is done";
  }
  ASSERT_EQ(trace.wait_count(), 2u);
  EXPECT_EQ(trace.wait(0).reason, WaitReason::call);
  EXPECT_EQ(line_of(trace, trace.wait(0).statement), 3);
  EXPECT_EQ(trace.wait(1).reason, WaitReason::print);
  EXPECT_EQ(trace.wait(1).ended_by, kNone) << "c is there when line 4 begins";
}

TEST(Function, TransposeProductIsTracedOnceAndCalledSixTimes) {
  const Trace trace = run(small("transpose-product", "function")).trace;
  const RunSummary summary = summarize(trace);
  ASSERT_EQ(summary.tracings.size(), 1u);
  EXPECT_EQ(summary.tracings[0].function, "total((64, 64))");
  EXPECT_EQ(summary.tracings[0].nodes, 3u);
  EXPECT_EQ(summary.tracings[0].kept, 3u);
  EXPECT_EQ(summary.eliminated, 0u);
  for (const int line : {3, 7, 10, 11, 14, 17}) {
    const std::vector<Task> tasks = tasks_of_line(trace, line);
    ASSERT_EQ(tasks.size(), 3u) << line;
    for (const Task& task : tasks) EXPECT_EQ(task.defer != kNever, line == 3) << "only the first call traces";
    const std::vector<Wait> waits = waits_of_line(trace, line);
    ASSERT_EQ(waits.size(), 1u) << line;
    EXPECT_EQ(waits[0].reason, WaitReason::call);
    EXPECT_GT(waits[0].end, tasks.back().end);
  }
}

// Mode lazy

TEST(Lazy, NothingRunsBeforeItIsAskedFor) {
  for (const auto& [id, asking] :
       std::map<std::string, int>{{"four-statements", 4}, {"queued-vs-finished", 5}}) {
    const Trace trace = run(small(id, "lazy")).trace;
    const Seq asked = statement_of_line(trace, asking).begin;
    for (TaskId task = 0; task < trace.task_count(); ++task) {
      EXPECT_LT(trace.task(task).defer, asked) << id;
      EXPECT_GT(trace.task(task).enqueue, asked) << id;
    }
    EXPECT_EQ(waits_of(trace, WaitReason::print).size(), 1u);
  }
}

TEST(Lazy, ABarrierForOneArrayStartsWhatHasANameAndEndsWithItsTask) {
  EXPECT_TRUE(
      one_run_shows(sized(small("barriers", "lazy"), 700), [](const Finished& finished) -> std::string {
        const Trace& trace = finished.trace;
        const Task y = tasks_of_line(trace, 4).at(0), z = tasks_of_line(trace, 5).at(0);
        const Wait wait = waits_of_line(trace, 6).at(0);
        if (z.enqueue > wait.begin) return "z was not started by the wait";
        if (wait.ended_by != y.id) return "the wait was not ended by y";
        if (wait.end > z.end) return "the wait lasted until z";
        return "";
      }));
}

TEST(Lazy, TheGraphOfAnIntermediateIsInItsOwnOrder) {
  const Trace trace = run(small("wait-on-intermediate", "lazy")).trace;
  const Task b = tasks_of_line(trace, 4).at(0), c = tasks_of_line(trace, 5).at(0),
             d = tasks_of_line(trace, 6).at(0);
  EXPECT_LT(b.start, c.start);
  EXPECT_LT(c.start, d.start) << "in mode async d overtakes c";
  EXPECT_TRUE(one_run_shows(
      sized(small("wait-on-intermediate", "lazy"), 700), [](const Finished& finished) -> std::string {
        const Wait wait = waits_of_line(finished.trace, 7).at(0);
        if (wait.ended_by != tasks_of_line(finished.trace, 4).at(0).id) return "the wait was not ended by b";
        return wait.end < tasks_of_line(finished.trace, 5).at(0).end ? "" : "the wait lasted until c";
      }));
}

/// d needs nothing of b; c, which stands between them in the graph, does.
TEST(Lazy, BranchesRunBesideEachOtherOnTwoWorkers) {
  const auto order = [](const Finished& finished) -> std::string {
    const Trace& trace = finished.trace;
    const Task b = tasks_of_line(trace, 4).at(0), c = tasks_of_line(trace, 5).at(0),
               d = tasks_of_line(trace, 6).at(0);
    EXPECT_LT(b.end, c.start);
    return d.start < b.end ? "" : "d waited for b";
  };
  RunRequest request = sized(small("wait-on-intermediate", "lazy", "", 2), 700);
  EXPECT_TRUE(one_run_shows(request, order));
  request.clock = Clock::virtual_time;
  EXPECT_EQ(order(run(request)), "");
}

TEST(Lazy, ACopyAfterEveryAdditionLeavesNothingToPutOff) {
  const Trace each = run(small("small-copies", "lazy", "each")).trace;
  EXPECT_EQ(whole_range(each).max_depth, 1u);
  EXPECT_EQ(whole_range(each).max.deferred, 1u);
  EXPECT_EQ(whole_range(run(small("small-copies", "lazy", "none")).trace).max.deferred, 8u);
}

TEST(Lazy, DeadAssignmentIsEliminated) {
  const Trace lazy = run(small("dead-assignment", "lazy")).trace;
  EXPECT_THAT(outcomes(lazy),
              ElementsAre(Outcome::ok, Outcome::eliminated, Outcome::eliminated, Outcome::ok));
  for (const Task& task : tasks_of_line(lazy, 4)) {
    EXPECT_EQ(task.enqueue, kNever);
    EXPECT_EQ(task.start, kNever);
  }
  for (const char* mode : {"async", "sync"}) {
    EXPECT_THAT(outcomes(run(small("dead-assignment", mode)).trace), Each(Outcome::ok)) << mode;
  }
  EXPECT_THAT(outcomes(run(small("dead-assignment", "lazy", "4")).trace), Each(Outcome::ok))
      << "a wait looks at it";
}

TEST(Lazy, PrintWaitsBehindTheDeadAssignmentInAsync) {
  EXPECT_TRUE(one_run_shows(sized(small("dead-assignment", "async"), 500), [](const Finished& finished) {
    const Trace& trace = finished.trace;
    const Task dead = tasks_of_line(trace, 4).at(0);
    const Wait wait = waits_of(trace, WaitReason::print).at(0);
    return wait.begin < dead.end && dead.end < wait.end ? "" : "print did not wait for the product too";
  }));
}

TEST(Lazy, ALoopThatNobodyReadsIsOneAddition) {
  for (const char* id : {"lazy-loop", "increment-loop"}) {
    const std::uint32_t n = static_cast<std::uint32_t>(checked(small(id)).parameters.at("n"));
    const auto summary = [&](const char* mode, const char* waits) {
      return summarize(run(small(id, mode, waits)).trace);
    };
    const RunSummary none = summary("lazy", "none");
    EXPECT_EQ(none.eliminated, n - 1);
    EXPECT_EQ(none.tasks, 1 + 1u) << "ones, and the last addition";
    EXPECT_EQ(summary("lazy", "each").eliminated, 0u);
    EXPECT_EQ(summary("async", "none").eliminated, 0u);
    EXPECT_EQ(summary("async", "none").tasks, 1 + n);
    EXPECT_EQ(summary("lazy", "every:4").tasks, 1 + n / 4);
  }
  const Trace trace = run(small("lazy-loop", "lazy", "none")).trace;
  EXPECT_EQ(tasks_of_line(trace, 5).back().outcome, Outcome::ok);
  EXPECT_EQ(waits_of_line(trace, 7).size(), 1u);
}

TEST(Lazy, WhatNoWaitLooksAtIsLeftOutOfTheTransposeProduct) {
  EXPECT_EQ(summarize(run(small("transpose-product", "lazy")).trace).eliminated, 0u);
  EXPECT_EQ(summarize(run(small("transpose-product", "lazy", "3")).trace).eliminated, 3u)
      << "line 7, whose wait in line 8 has been taken away";
}

TEST(Lazy, ReorderUsesUpEachLargeArrayBeforeTheNext) {
  std::vector<std::string> expected = {"uniform", "zeros"};
  for (int part = 0; part < 4; ++part) {
    for (const char* name : {"add", "mul", "sum", "add"}) expected.push_back(name);
  }
  std::vector<std::string> names = started(run(small("reorder", "lazy")).trace);
  for (std::string& name : names) {
    if (name.starts_with("add")) name = "add";
    if (name.starts_with("mul")) name = "mul";
  }
  EXPECT_EQ(names, expected);
}

TEST(Lazy, ReorderPeaksFarLowerThanAsync) {
  RunRequest request = small("reorder", "lazy");
  request.set = {{"n", 300}, {"parts", 12}};
  const std::int64_t large = 300 * 300 * 4;
  const Finished lazy = run(request);
  EXPECT_LE(summarize(lazy.trace).peak_live_bytes, 3 * large + 1000) << "x, one large array, its product";
  request.mode = Mode::async;
  EXPECT_TRUE(one_run_shows(request, [&](const Finished& async) -> std::string {
    EXPECT_EQ(async.result.value->data, lazy.result.value->data);
    return summarize(async.trace).peak_live_bytes >= 13 * large ? ""
                                                                : "not all large arrays were alive at once";
  }));
  request.mode = Mode::lazy;
  for (const int workers : {2, 3}) {
    request.workers = workers;
    const std::int64_t held = 1 + 2 * workers;  // x, and of each worker a large array and its product
    EXPECT_LE(summarize(run(request).trace).peak_live_bytes, held * large + 1000) << workers;
  }
  request.workers = 1;
  request.waits = Waits::parse("7").value();
  EXPECT_GE(summarize(run(request).trace).peak_live_bytes, 13 * large) << "a wait takes the freedom away";
}

// Errors

TEST(Lazy, ErrorsOfEliminatedWorkNeverSurface) {
  static const Scenario scenario = local_scenario([](Program& p) {
    NDArray a("a");
    p.line(1);
    a = normal(p.frontend(), {2}, 0, -1);
    p.line(2);
    a = ones(p.frontend(), {2});
    p.line(3);
    a.wait_to_read();
    p.result(a);
  });
  const auto [trace, result] = run(config_of(scenario, Mode::lazy));
  EXPECT_EQ(result.status, Status::succeeded);
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_THAT(outcomes(trace), ElementsAre(Outcome::eliminated, Outcome::ok));
  EXPECT_EQ(trace.error_count(), 0u);
  EXPECT_EQ(run(config_of(scenario, Mode::async)).result.status, Status::failed);
}

// Large graphs

constexpr int kNodes = 100'000;

NDArray long_chain(NDArray y) {
  for (int i = 0; i < kNodes; ++i) y = y + 1;
  return y;
}

TEST(LargeGraph, AChainInModeLazy) {
  static const Scenario scenario = local_scenario([](Program& p) {
    p.line(1);
    const NDArray y = long_chain(zeros(p.frontend(), {2}));
    p.line(2);
    y.wait_to_read();
    p.result(y);
  });
  for (const int workers : {1, 2}) {
    RunConfig config = config_of(scenario, Mode::lazy);
    config.workers = workers;
    const auto [trace, result] = run(config);
    EXPECT_THAT(result.value->data, Each(kNodes));
    EXPECT_EQ(trace.task_count(), kNodes + 1u);
    EXPECT_LE(whole_range(trace).max.live_bytes, 1'000'000);
  }
}

TEST(LargeGraph, AChainThatNobodyWaitsFor) {
  static const Scenario scenario = local_scenario([](Program& p) {
    p.line(1);
    long_chain(zeros(p.frontend(), {2}));
    p.line(2);
    p.result(ones(p.frontend(), {2}));
  });
  const auto [trace, result] = run(config_of(scenario, Mode::lazy));
  EXPECT_THAT(result.value->data, Each(1));
  EXPECT_EQ(summarize(trace).eliminated, kNodes + 1u);
}

TEST(LargeGraph, AChainInAFunction) {
  static const Scenario scenario = local_scenario([](Program& p) {
    Function chain =
        p.function("chain", [](std::span<const NDArray> arguments, std::span<const std::int64_t>) {
          return std::vector{long_chain(arguments[0])};
        });
    p.line(1);
    NDArray y = zeros(p.frontend(), {2});
    for (const int line : {2, 3}) {
      p.line(line);
      y = chain({&y, 1}).front();
    }
    p.result(y);
  });
  const auto [trace, result] = run(config_of(scenario, Mode::function));
  EXPECT_THAT(result.value->data, Each(2 * kNodes));
  ASSERT_EQ(summarize(trace).tracings.size(), 1u);
  EXPECT_EQ(summarize(trace).tracings[0].kept, static_cast<std::uint32_t>(kNodes));
  EXPECT_EQ(trace.task_count(), 2 * kNodes + 1u);
}

}  // namespace
}  // namespace runahead
