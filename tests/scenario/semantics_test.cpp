// SPDX-License-Identifier: GPL-3.0-or-later
// What each scenario has to show, read off its traces by the order of events.
#include <cmath>
#include <map>
#include <set>

#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;
using namespace testing_support;

/// Names of the tasks whose results the task reads.
std::vector<std::string> sources(const Trace& trace, TaskId id) {
  std::vector<std::string> names;
  for (const Edge& edge : trace.edges_into(id)) {
    if (edge.kind == EdgeKind::read_after_write) names.push_back(task_name(trace, edge.from));
  }
  return names;
}

// four-statements

TEST(FourStatements, ComputeThree) {
  for (const Mode mode : find_scenario("four-statements")->modes) {
    const RunResult result = run(small("four-statements", to_string(mode))).result;
    ASSERT_TRUE(result.value);
    EXPECT_THAT(result.value->shape, ElementsAre(1, 2));
    EXPECT_THAT(result.value->data, ElementsAre(3, 3));
  }
}

TEST(FourStatements, HaveTheGraphOfTheExpression) {
  const Trace trace = run(small("four-statements")).trace;
  ASSERT_EQ(trace.task_count(), 4u);
  EXPECT_EQ(task_name(trace, 0), "ones");
  EXPECT_EQ(task_name(trace, 1), "ones");
  EXPECT_EQ(task_name(trace, 2), "mul");
  EXPECT_EQ(task_name(trace, 3), "add");
  EXPECT_TRUE(trace.edges_into(0).empty() && trace.edges_into(1).empty());
  EXPECT_THAT(sources(trace, 2), ElementsAre("ones", "ones"));
  EXPECT_THAT(sources(trace, 3), ElementsAre("mul"));
  EXPECT_EQ(tasks_of_line(trace, 3).size(), 2u) << "c = a * b + 2 is two tasks of one statement";
}

TEST(FourStatements, OnlyPrintWaits) {
  EXPECT_TRUE(one_run_shows(small("four-statements", "async"), [](const Finished& finished) -> std::string {
    const Trace& trace = finished.trace;
    if (trace.wait_count() != 1) return "more than one wait";
    const Wait wait = trace.wait(0);
    if (wait.reason != WaitReason::print || line_of(trace, wait.statement) != 4)
      return "the wait is not print's";
    if (task_name(trace, wait.ended_by) != "add") return "print did not wait for add";
    if (trace.statement(2).end > trace.task(2).end) return "line 3 did not return before its work was done";
    return "";
  }));
  expect_nothing_waits(run(small("four-statements", "sync")).trace);
}

// queued-vs-finished

TEST(QueuedVsFinished, QueuedEndsBeforeTheWorkInAsync) {
  EXPECT_TRUE(one_run_shows(
      sized(small("queued-vs-finished", "async"), 1000), [](const Finished& finished) -> std::string {
        const Trace& trace = finished.trace;
        const Seq queued = region_of(trace, "queued").end;
        const std::vector<Task> work = tasks_of_line(trace, 4);
        if (queued > work.at(0).end) return "dot had ended when the mark queued did";
        if (region_of(trace, "finished").end < work.at(1).end) return "the mark finished ends before the sum";
        if (task_name(trace, waits_of(trace, WaitReason::print).at(0).ended_by) != "sum")
          return "print did not wait";
        return "";
      }));
}

TEST(QueuedVsFinished, QueuedHoldsTheWorkInSync) {
  const Trace trace = run(small("queued-vs-finished", "sync")).trace;
  for (TaskId id = 0; id < trace.task_count(); ++id)
    EXPECT_LT(trace.task(id).end, region_of(trace, "queued").end);
  expect_nothing_waits(trace);
}

TEST(QueuedVsFinished, TheSumIsAQuarterOfTheCube) {
  const RunResult result = run(small("queued-vs-finished")).result;
  ASSERT_TRUE(result.value);
  EXPECT_TRUE(result.value->shape.empty());
  const double expected = std::pow(256.0, 3) / 4;
  EXPECT_NEAR(result.value->data.at(0), expected, expected * 0.05);
}

// matmul-race

TEST(MatmulRace, TheLoopEndsBeforeItsWorkInAsyncOnly) {
  EXPECT_TRUE(
      one_run_shows(sized(small("matmul-race", "async"), 500), [](const Finished& finished) -> std::string {
        const Trace& trace = finished.trace;
        const Seq last = trace.task(trace.task_count() - 1).end;
        if (region_of(trace, "loop").end > last) return "the work was done when the mark loop ended";
        if (region_of(trace, "finished").end < last) return "the mark finished ends before the work";
        return "";
      }));
  const Trace trace = run(small("matmul-race", "sync")).trace;
  EXPECT_EQ(trace.task_count(), 6u);
  EXPECT_GT(region_of(trace, "loop").end, trace.task(5).end);
}

// transpose-product

TEST(TransposeProduct, BlocksAtTheStatementWhereItIsEager) {
  const Trace trace = run(small("transpose-product", "sync")).trace;
  EXPECT_EQ(trace.task_count(), 20u);
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    EXPECT_LT(task.end, trace.statement(task.statement).end);
  }
  EXPECT_LT(tasks_of_line(trace, 3).back().end, region_of(trace, "queued").end);
  expect_nothing_waits(trace);
}

TEST(TransposeProduct, QueuesInAsync) {
  EXPECT_TRUE(one_run_shows(sized(small("transpose-product", "async"), 1000),
                            [](const Finished& finished) -> std::string {
                              const Trace& trace = finished.trace;
                              const Task last = tasks_of_line(trace, 3).back();
                              if (region_of(trace, "queued").end > last.end)
                                return "the sum was there already";
                              if (waits_of(trace, WaitReason::print).at(0).ended_by != last.id)
                                return "print did not wait for the sum";
                              return "";
                            }));
}

TEST(TransposeProduct, IsElementWise) {
  const RunResult result = run(sized(small("transpose-product"), 300)).result;
  ASSERT_TRUE(result.value);
  const double expected = 300.0 * 300 / 4 + 300.0 / 12;
  EXPECT_NEAR(result.value->data.at(0), expected, expected * 0.02);
}

// slow-frontend

/// Of all statements of a line: how many ended when nothing was pending.
std::size_t ends_with_nothing_pending(const Trace& trace, int line) {
  std::size_t count = 0;
  for (StatementId id = 0; id < trace.statement_count(); ++id) {
    const Statement statement = trace.statement(id);
    if (statement.line == line && trace.counters_at(statement.end).depth() == 0) ++count;
  }
  return count;
}

TEST(SlowFrontend, IsHiddenUntilItIsTheBottleneck) {
  RunRequest large = sized(small("slow-frontend", "async"), 100);
  large.set["columns"] = 2000;
  EXPECT_TRUE(one_run_shows(large, [](const Finished& finished) -> std::string {
    return ends_with_nothing_pending(finished.trace, 6) < 10 ? "" : "the frontend did not run ahead";
  }));
  RunRequest tiny = sized(small("slow-frontend", "async"), 1000);
  tiny.set["columns"] = tiny.set["rows"] = 1;
  EXPECT_TRUE(one_run_shows(tiny, [](const Finished& finished) -> std::string {
    return ends_with_nothing_pending(finished.trace, 16) > 100 ? "" : "the worker did not keep up";
  }));
}

TEST(SlowFrontend, HidesNothingInSync) {
  const Trace trace = run(small("slow-frontend", "sync")).trace;
  for (const int line : {6, 10, 15}) EXPECT_EQ(tasks_of_line(trace, line).size(), 8u);
  EXPECT_EQ(whole_range(trace).max_depth, 1u);
  expect_nothing_waits(trace);
}

// barriers

TEST(Barriers, OneArrayOrEverything) {
  EXPECT_TRUE(
      one_run_shows(sized(small("barriers", "async"), 700), [](const Finished& finished) -> std::string {
        const Trace& trace = finished.trace;
        const Task y = tasks_of_line(trace, 4).at(0), z = tasks_of_line(trace, 5).at(0);
        const Wait one = waits_of(trace, WaitReason::wait_to_read).at(0);
        if (one.ended_by != y.id) return "wait_to_read(y) was not ended by y";
        if (one.end > z.end) return "wait_to_read(y) ended after z";
        const Wait all = waits_of_line(trace, 11).at(0);
        if (all.ended_by != tasks_of_line(trace, 10).at(0).id)
          return "waitall was not ended by the last task";
        return "";
      }));
}

// wait-on-intermediate

TEST(WaitOnIntermediate, DoesNotWaitForTheRest) {
  EXPECT_TRUE(
      one_run_shows(sized(small("wait-on-intermediate"), 700), [](const Finished& finished) -> std::string {
        const Trace& trace = finished.trace;
        const Task b = tasks_of_line(trace, 4).at(0), c = tasks_of_line(trace, 5).at(0),
                   d = tasks_of_line(trace, 6).at(0);
        const Wait wait = waits_of(trace, WaitReason::wait_to_read).at(0);
        if (wait.ended_by != b.id) return "the wait was not ended by b";
        if (wait.end > c.end || wait.end > d.end) return "the wait lasted longer than b";
        if (d.start > c.start) return "c ran before d, which was ready first";
        if (waits_of_line(trace, 9).at(0).ended_by != c.id) return "c was not the last";
        return "";
      }));
}

TEST(WaitOnIntermediate, TheChainIsAChainAndTheBranchIsNot) {
  const Trace trace = run(small("wait-on-intermediate")).trace;
  EXPECT_THAT(sources(trace, tasks_of_line(trace, 5).at(0).id), UnorderedElementsAre("dot", "uniform"));
  EXPECT_THAT(sources(trace, tasks_of_line(trace, 6).at(0).id), ElementsAre("uniform"));
}

// implicit-blockers

TEST(ImplicitBlockers, EachWaitsForItsOwnReason) {
  const std::vector<WaitReason> reasons = {WaitReason::waitall, WaitReason::print, WaitReason::asnumpy,
                                           WaitReason::asscalar, WaitReason::item};
  const std::vector<int> lines = {2, 5, 8, 11, 14};
  for (const char* mode : {"async", "sync"}) {
    const Trace trace = run(small("implicit-blockers", mode)).trace;
    ASSERT_EQ(trace.wait_count(), reasons.size());
    for (WaitId id = 0; id < trace.wait_count(); ++id) {
      EXPECT_EQ(trace.wait(id).reason, reasons[id]);
      EXPECT_EQ(line_of(trace, trace.wait(id).statement), lines[id]);
    }
  }
  EXPECT_TRUE(one_run_shows(sized(small("implicit-blockers", "async"), 500), [](const Finished& finished) {
    std::string ended_by;
    for (WaitId id = 1; id < finished.trace.wait_count(); ++id) {
      ended_by += task_name(finished.trace, finished.trace.wait(id).ended_by) + " ";
    }
    return ended_by == "dot dot norm sum " ? "" : "ended by " + ended_by;
  }));
  expect_nothing_waits(run(small("implicit-blockers", "sync")).trace);
}

// small-copies

TEST(SmallCopies, KeepTheQueueAtOne) {
  const Finished each = run(small("small-copies", "async", "each"));
  EXPECT_EQ(whole_range(each.trace).max_depth, 1u);
  EXPECT_EQ(waits_of(each.trace, WaitReason::asnumpy).size(), 9u) << "one in each pass, one at the end";
  EXPECT_THAT(each.result.value->data, ElementsAre(9, 9));

  EXPECT_EQ(waits_of(run(small("small-copies", "async", "none")).trace, WaitReason::asnumpy).size(), 1u);
  EXPECT_TRUE(one_run_shows(
      sized(small("small-copies", "async", "none"), 1000), [](const Finished& none) -> std::string {
        return whole_range(none.trace).max_depth > 1 ? "" : "the frontend never ran ahead";
      }));
}

// late-error

int surfaced_at(const Trace& trace) {
  int line = 0;
  for (std::uint32_t i = 0; i < trace.error_count(); ++i) {
    const ErrorRecord error = trace.error(i);
    if (error.kind != ErrorKind::surfaced) continue;
    EXPECT_EQ(task_name(trace, error.origin), "normal");
    EXPECT_EQ(line, 0) << "it surfaces once";
    line = line_of(trace, error.statement);
  }
  return line;
}

TEST(LateError, SurfacesAtTheWaitInAsync) {
  for (const int workers : {1, 2}) {
    const auto [trace, result] = run(small("late-error", "async", "", workers));
    EXPECT_THAT(outcomes(trace), ElementsAre(Outcome::ok, Outcome::failed, Outcome::skipped, Outcome::ok));
    EXPECT_EQ(surfaced_at(trace), 5);
    const Task skipped = tasks_of_line(trace, 3).at(0);
    EXPECT_EQ(skipped.start, kNever);
    EXPECT_EQ(result.status, RunResult::Status::succeeded) << "the error is what it shows";
    EXPECT_THAT(result.errors, ElementsAre("[normal] the standard deviation is negative: -1.000000"));
    ASSERT_TRUE(result.value);
    EXPECT_THAT(result.value->data, testing::Each(1));
  }
}

TEST(LateError, SurfacesAtTheCallInSync) {
  const auto [trace, result] = run(small("late-error", "sync"));
  EXPECT_THAT(outcomes(trace), ElementsAre(Outcome::ok, Outcome::failed));
  EXPECT_EQ(surfaced_at(trace), 2);
  EXPECT_EQ(result.status, RunResult::Status::succeeded);
  EXPECT_EQ(result.errors.size(), 1u);
}

TEST(LateError, SurfacesAtTheFirstWaitThatMeetsIt) {
  EXPECT_EQ(surfaced_at(run(small("late-error", "async", "1")).trace), 5) << "c is whole";
  EXPECT_EQ(surfaced_at(run(small("late-error", "async", "2")).trace), 2);
  EXPECT_EQ(surfaced_at(run(small("late-error", "async", "3")).trace), 3) << "dot(a, c) inherits it";
  EXPECT_EQ(surfaced_at(run(small("late-error", "async", "4")).trace), 5) << "dot(c, c) does not";
}

TEST(LateError, SurfacesAtTheSynchronisationInStream) {
  const auto [trace, result] = run(on_device(small("late-error", "stream"), "emulated"));
  EXPECT_THAT(outcomes(trace), ElementsAre(Outcome::ok, Outcome::failed, Outcome::skipped, Outcome::ok));
  EXPECT_EQ(surfaced_at(trace), 5);
  EXPECT_EQ(trace.wait(trace.wait_count() - 1).reason, WaitReason::synchronize);
  EXPECT_EQ(result.status, RunResult::Status::succeeded);
  const Trace cpu = run(on_device(small("late-error", "stream"), "cpu")).trace;
  EXPECT_THAT(outcomes(cpu), ElementsAre(Outcome::ok, Outcome::failed));
  EXPECT_EQ(surfaced_at(cpu), 2) << "the call itself computes";
}

TEST(LateError, SurfacesAtTheWaitThatStartsTheWorkInLazy) {
  const auto [trace, result] = run(small("late-error", "lazy"));
  EXPECT_THAT(outcomes(trace), ElementsAre(Outcome::ok, Outcome::failed, Outcome::skipped, Outcome::ok));
  EXPECT_EQ(surfaced_at(trace), 5);
  const Seq line_5 = trace.statement(trace.statement_count() - 1).begin;
  for (TaskId id = 0; id < trace.task_count(); ++id) EXPECT_GT(trace.task(id).enqueue, line_5);
  EXPECT_EQ(result.status, RunResult::Status::succeeded);
  EXPECT_EQ(surfaced_at(run(small("late-error", "lazy", "1")).trace), 5) << "c is whole";
  EXPECT_EQ(surfaced_at(run(small("late-error", "lazy", "2")).trace), 2);
}

// increment-loop and tiny-tasks

TEST(IncrementLoop, WaitsAsItIsTold) {
  for (const auto& [waits, expected] : std::map<std::string, std::size_t>{
           {"each", 16}, {"program", 16}, {"none", 0}, {"every:8", 2}, {"every:3", 5}}) {
    const Trace trace = run(small("increment-loop", "async", waits)).trace;
    EXPECT_EQ(trace.task_count(), 17u);
    EXPECT_EQ(waits_of(trace, WaitReason::wait_to_read).size(), expected) << waits;
    EXPECT_EQ(waits_of_line(trace, 7).size(), 1u) << "the final one stays";
  }
}

TEST(IncrementLoop, BeginsWithIdleWorkers) {
  for (const char* scenario : {"increment-loop", "tiny-tasks"}) {
    for (const Mode mode : find_scenario(scenario)->modes) {
      for (const char* waits : {"each", "none"}) {
        const Trace trace = run(small(scenario, to_string(mode), waits)).trace;
        const Region loop = region_of(trace, "loop"), initialisation = region_of(trace, "initialisation");
        EXPECT_EQ(initialisation.kind, RegionKind::initialisation);
        EXPECT_LT(initialisation.end, loop.begin);
        EXPECT_EQ(trace.counters_at(loop.begin).depth(), 0u);
        EXPECT_EQ(trace.counters_at(loop.end + 1).depth(), 0u) << "the loop holds its last wait";
      }
    }
  }
}

TEST(IncrementLoop, WaitingKeepsTheQueueAtOne) {
  EXPECT_EQ(whole_range(run(small("increment-loop", "async", "each")).trace).max_depth, 1u);
  EXPECT_TRUE(
      one_run_shows(small("increment-loop", "async", "none"), [](const Finished& finished) -> std::string {
        return whole_range(finished.trace).max_depth > 2 ? "" : "the frontend never ran ahead";
      }));
}

// independent-work

/// The tasks of each chain, in the order of the program.
std::map<std::string, std::vector<Task>> chains(const Trace& trace) {
  std::map<std::string, std::vector<Task>> found;
  for (const Task& task : tasks_of_line(trace, 7)) {
    for (std::uint32_t i = 0; i < trace.use_count(task.id); ++i) {
      const Use use = trace.use(task.id, i);
      if (use.write) found[trace.name(trace.variable(use.variable).name)].push_back(task);
    }
  }
  return found;
}

TEST(IndependentWork, OneChainNeverOverlapsItself) {
  for (const char* mode : {"async", "sync"}) {
    for (const int workers : {1, 2, 4}) {
      const Trace trace = run(small("independent-work", mode, "", workers)).trace;
      const auto found = chains(trace);
      ASSERT_EQ(found.size(), 3u);
      for (const auto& [name, tasks] : found) {
        EXPECT_TRUE(name == "y1" || name == "y2" || name == "y3") << name;
        ASSERT_EQ(tasks.size(), 3u);
        for (std::size_t i = 1; i < tasks.size(); ++i) EXPECT_LT(tasks[i - 1].end, tasks[i].start);
      }
    }
  }
}

TEST(IndependentWork, ChainsDependOnThemselvesAlone) {
  const Trace trace = run(small("independent-work")).trace;
  for (const auto& [name, tasks] : chains(trace)) {
    for (std::size_t i = 1; i < tasks.size(); ++i) {
      std::set<TaskId> from;
      for (const Edge& edge : trace.edges_into(tasks[i].id)) from.insert(edge.from);
      EXPECT_EQ(from, (std::set<TaskId>{0, tasks[i - 1].id})) << "uniform, and the product before";
    }
  }
}

TEST(IndependentWork, TwoWorkersRunTwoChainsAtOnce) {
  RunRequest request = sized(small("independent-work", "async", "", 2), 400);
  EXPECT_TRUE(one_run_shows(request, [](const Finished& finished) -> std::string {
    return whole_range(finished.trace).max.running == 2 ? "" : "never two at once";
  }));
  request.workers = 1;
  EXPECT_EQ(whole_range(run(request).trace).max.running, 1u);
  request.workers = 2;
  request.set["chains"] = 1;
  const Trace trace = run(request).trace;
  const std::vector<Task> tasks = chains(trace).at("y1");
  for (std::size_t i = 1; i < tasks.size(); ++i) {
    EXPECT_LT(tasks[i - 1].end, tasks[i].start) << "a second worker cannot help";
  }
}

}  // namespace
}  // namespace runahead
