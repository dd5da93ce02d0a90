// SPDX-License-Identifier: GPL-3.0-or-later
// What the scenarios have to show in mode stream: waits for the device, copies to the host, tasks in order.
// Not here: the engine behind it (tests/engine).
#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using testing::Each;
using testing::ElementsAre;
using namespace testing_support;

std::vector<Task> copies(const Trace& trace) {
  std::vector<Task> found;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    if (task_name(trace, id) == "copy_to_host") found.push_back(trace.task(id));
  }
  return found;
}

std::vector<WaitReason> reasons(const Trace& trace) {
  std::vector<WaitReason> all;
  for (WaitId id = 0; id < trace.wait_count(); ++id) all.push_back(trace.wait(id).reason);
  return all;
}

TEST(Stream, TasksRunInTheOrderOfTheProgram) {
  for (const char* id : {"matmul-race", "barriers", "implicit-blockers", "small-copies"}) {
    const Trace trace = run(small(id, "stream", "none", 4)).trace;
    std::vector<Seq> last_end(trace.lane_count(), 0);
    for (TaskId task_id = 0; task_id < trace.task_count(); ++task_id) {
      const Task task = trace.task(task_id);
      EXPECT_GT(task.start, last_end[task.lane]) << id << " task " << task_id;
      last_end[task.lane] = task.end;
    }
  }
}

TEST(Stream, WaitsAreSynchronisations) {
  for (const char* device : {"cpu", "emulated"}) {
    using enum WaitReason;
    EXPECT_THAT(reasons(run(on_device(small("barriers", "stream"), device)).trace),
                ElementsAre(synchronize, copy, synchronize, synchronize, copy, synchronize));
    EXPECT_THAT(reasons(run(on_device(small("matmul-race", "stream"), device)).trace),
                ElementsAre(WaitReason::synchronize));
  }
}

TEST(Stream, ValuesComeThroughTheCopyEngine) {
  const std::vector<WaitReason> each = {WaitReason::synchronize, WaitReason::print, WaitReason::asnumpy,
                                        WaitReason::asscalar, WaitReason::item};
  const Trace emulated = run(on_device(small("implicit-blockers", "stream"), "emulated")).trace;
  EXPECT_EQ(reasons(emulated), each);
  const std::vector<Task> copied = copies(emulated);
  ASSERT_EQ(copied.size(), 4u);
  for (std::size_t i = 0; i < copied.size(); ++i) {
    EXPECT_EQ(emulated.lane(copied[i].lane).kind, LaneKind::copy);
    EXPECT_EQ(line_of(emulated, copied[i].statement), (std::vector{5, 8, 11, 14})[i]);
  }
  EXPECT_TRUE(one_run_shows(on_device(small("implicit-blockers", "stream"), "emulated"),
                            [](const Finished& finished) -> std::string {
                              const Trace& trace = finished.trace;
                              for (WaitId id = 1; id < trace.wait_count(); ++id) {
                                if (task_name(trace, trace.wait(id).ended_by) != "copy_to_host")
                                  return "wait " + std::to_string(id) + " did not wait for its copy";
                              }
                              return "";
                            }));

  const Trace cpu = run(on_device(small("implicit-blockers", "stream"), "cpu")).trace;
  EXPECT_EQ(reasons(cpu), each);
  EXPECT_TRUE(copies(cpu).empty()) << "on the CPU the values are the host's";
  expect_nothing_waits(cpu);
}

TEST(Stream, PrintsWaitsForAFifthTask) {
  const Trace trace = run(on_device(small("four-statements", "stream"), "emulated")).trace;
  ASSERT_EQ(trace.task_count(), 5u);
  EXPECT_EQ(task_name(trace, 4), "copy_to_host");
  EXPECT_EQ(line_of(trace, trace.task(4).statement), 4);
  EXPECT_EQ(run(on_device(small("four-statements", "stream"), "cpu")).trace.task_count(), 4u);
}

TEST(Stream, QueuedIsNotFinished) {
  EXPECT_TRUE(one_run_shows(sized(on_device(small("queued-vs-finished", "stream"), "emulated"), 1000),
                            [](const Finished& finished) -> std::string {
                              const Trace& trace = finished.trace;
                              if (region_of(trace, "queued").end > tasks_of_line(trace, 4).at(0).end)
                                return "dot had ended when the mark queued did";
                              return "";
                            }));
}

TEST(Stream, TheRaceLooksWonBeforeTheSynchronisation) {
  EXPECT_TRUE(one_run_shows(sized(on_device(small("matmul-race", "stream"), "emulated"), 500),
                            [](const Finished& finished) -> std::string {
                              const Trace& trace = finished.trace;
                              const Seq last = trace.task(trace.task_count() - 1).end;
                              if (region_of(trace, "loop").end > last) return "the work was done in the loop";
                              if (region_of(trace, "finished").end < last) return "finished ends too early";
                              return "";
                            }));
}

TEST(Stream, OnTheCpuOperationsAreSynchronous) {
  const Trace trace = run(small("cpu-matmul-async")).trace;
  EXPECT_EQ(trace.info().mode, Mode::stream);
  EXPECT_EQ(trace.info().runs_on(), DeviceKind::cpu);
  ASSERT_EQ(trace.task_count(), 6u);
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    EXPECT_LT(trace.task(id).end, trace.statement(trace.task(id).statement).end);
  }
  EXPECT_GT(region_of(trace, "loop").end, trace.task(5).end);
  EXPECT_EQ(reasons(trace), std::vector{WaitReason::synchronize});
  expect_nothing_waits(trace);
  EXPECT_TRUE(one_run_shows(sized(small("cpu-matmul-async", "async"), 500),
                            [](const Finished& finished) -> std::string {
                              const Trace& async = finished.trace;
                              return region_of(async, "loop").end < async.task(async.task_count() - 1).end
                                         ? ""
                                         : "the engine was as synchronous";
                            }));
}

TEST(Stream, WhoNeedsOneArrayWaitsForACopyBehindAllBeforeIt) {
  for (const auto& [id, last, line] :
       {std::tuple{"barriers", 5, 6}, std::tuple{"wait-on-intermediate", 6, 7}}) {
    RunRequest request = on_device(small(id, "stream"), "emulated");
    for (const Clock clock : {Clock::live, Clock::virtual_time}) {
      request.clock = clock;
      const Trace trace = run(request).trace;
      const Task copied = tasks_of_line(trace, line).at(0);
      EXPECT_GT(copied.start, tasks_of_line(trace, last).at(0).end) << id;
      EXPECT_GT(waits_of_line(trace, line).at(0).end, copied.end) << id;
    }
  }
}

TEST(Stream, SmallCopiesHoldAnAdditionAndItsCopyAtMost) {
  const Finished each = run(on_device(small("small-copies", "stream", "each"), "emulated"));
  EXPECT_LE(whole_range(each.trace).max_depth, 2u);
  EXPECT_EQ(copies(each.trace).size(), 9u) << "one in each pass, one at the end";
  EXPECT_THAT(each.result.value->data, Each(9));
  EXPECT_EQ(copies(run(on_device(small("small-copies", "stream", "none"), "emulated")).trace).size(), 1u);
}

}  // namespace
}  // namespace runahead
