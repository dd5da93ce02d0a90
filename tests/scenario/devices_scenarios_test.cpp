// SPDX-License-Identifier: GPL-3.0-or-later
// What the scenarios of devices and streams have to show, by the virtual clock, where it is always the same.
// Not here: that they compute the same everywhere (same_answer_test.cpp, tests/device).
#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using namespace testing_support;

RunRequest simulated(std::string scenario) {
  RunRequest request = small(std::move(scenario), "stream");
  request.clock = Clock::virtual_time;
  return request;
}

std::int64_t region_ns(const Trace& trace, std::string_view name) {
  const Region mark = region_of(trace, name);
  return trace.event(mark.end).time_ns - trace.event(mark.begin).time_ns;
}

TEST(LaunchQueue, FillsWhereTheDeviceIsSlowerThanTheFrontend) {
  RunRequest request = simulated("launch-queue");
  request.set = {{"first", 1000}, {"later", 500}, {"t1_ns", 5'000}, {"t2_ns", 40'000}};
  const Trace trace = run(request).trace;
  EXPECT_TRUE(whole_range(trace).max_depth >= 1024);
  const std::vector<Wait> full = waits_of(trace, WaitReason::queue_full);
  ASSERT_FALSE(full.empty());
  for (const Wait& wait : full) EXPECT_EQ(line_of(trace, wait.statement), 8);
  EXPECT_EQ(region_ns(trace, "first") / 1000, 5'000) << "a launch, while there is room";
  const std::int64_t later = region_ns(trace, "later") / 500;
  EXPECT_GT(later, 25'000) << "a task of the device";
}

TEST(LaunchQueue, StaysEmptyWhereTheDeviceIsFaster) {
  RunRequest request = simulated("launch-queue");
  request.set = {{"first", 1000}, {"later", 500}, {"t1_ns", 5'000}, {"t2_ns", 2'000}};
  EXPECT_TRUE(waits_of(run(request).trace, WaitReason::queue_full).empty());
}

std::vector<Task> copies_in(const Trace& trace, const Region& mark) {
  std::vector<Task> copies;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (task_name(trace, id) == "copy_to_host" && task.start > mark.begin && task.end < mark.end)
      copies.push_back(task);
  }
  return copies;
}

TEST(OverlapCopy, ASecondStreamCopiesWhileTheFirstComputes) {
  const Trace trace = run(simulated("overlap-copy")).trace;
  EXPECT_LT(region_ns(trace, "two streams"), region_ns(trace, "one stream"));
  const auto one = copies_in(trace, region_of(trace, "one stream"));
  const auto two = copies_in(trace, region_of(trace, "two streams"));
  ASSERT_EQ(one.size(), 3u);
  ASSERT_EQ(two.size(), 3u);
  const auto beside = [&](const std::vector<Task>& copies, int line) {
    bool any = false;
    for (const Task& copy : copies) {
      EXPECT_EQ(trace.lane(copy.lane).kind, LaneKind::copy);
      for (const Task& product : tasks_of_line(trace, line))
        any |= product.start < copy.end && copy.start < product.end;
    }
    return any;
  };
  EXPECT_FALSE(beside(one, 5)) << "a stream does one thing after the other, whatever does it";
  EXPECT_TRUE(beside(two, 10));
}

TEST(TwoDevices, WorkAtOnceWhereNobodyWaitsBetween) {
  RunRequest request = simulated("two-devices");
  request.set = {{"products", 10}, {"t1_ns", 5'000}, {"t2_ns", 100'000}};
  const Trace trace = run(request).trace;
  EXPECT_LT(region_ns(trace, "two at once"), region_ns(trace, "two in turn") * 6 / 10);
  EXPECT_GT(region_ns(trace, "one device"), region_ns(trace, "two in turn") * 9 / 10);
  ASSERT_EQ(trace.lane_count(), 4u);
  EXPECT_EQ(trace.lane(3).name, "Second device (emulated)");
  for (const Task& task : tasks_of_line(trace, 21)) EXPECT_EQ(task.lane, 3);
}

TEST(TwoDevices, OnTheProcessorThereIsOne) {
  const Trace trace = run(on_device(small("two-devices", "stream"), "cpu")).trace;
  EXPECT_EQ(trace.lane_count(), 2u);
}

}  // namespace
}  // namespace runahead
