// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and their traces on a real device, in this process: a trace keeps every rule although the device has a
// clock of its own, and random programs come to what the oracle says. Skipped where there is none.
// Not here: the same on a device that fails on purpose (tests/device).
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/device/module.h"
#include "core/device/open_device.h"
#include "core/engine/work_times.h"
#include "kernels/cuda/stream.h"
#include "tests/scenario/runs.h"
#include "tests/support/float32.h"
#include "tests/support/programs_on_device.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using namespace testing_support;

/// `work` on a thread of the driver's, in the stream's order. By the driver's own interface, of which there
/// is one in a process.
void launch_host_work(kernels::Stream* stream, std::function<void()> work) {
  using Launch = int (*)(cudaStream_t, void (*)(void*), void*);
  static const auto launch =
      reinterpret_cast<Launch>(::dlsym(::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), "cuLaunchHostFunc"));
  auto argument = std::make_unique<std::function<void()>>(std::move(work));
  const auto call = [](void* given) {
    const std::unique_ptr<std::function<void()>> mine(static_cast<std::function<void()>*>(given));
    (*mine)();
  };
  if (launch(stream->queue, call, argument.get()) != 0) throw std::runtime_error("cuLaunchHostFunc");
  argument.release();
}

class RandomProgramsOnCuda : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomProgramsOnCuda, AgreeWithTheOracle) {
  expect_programs_agree_on_a_device(GetParam(), launch_host_work);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProgramsOnCuda, testing::Range(0U, 12U));

void expect_close(const std::vector<float>& right, const std::vector<float>& ours) {
  ASSERT_EQ(right.size(), ours.size());
  for (std::size_t i = 0; i < right.size(); ++i) {
    ASSERT_NEAR(right[i], ours[i], 1e-3f * std::abs(right[i]) + 1e-5f) << i;
  }
}

class EveryScenarioOnCuda : public testing::TestWithParam<std::string> {};

TEST_P(EveryScenarioOnCuda, KeepsTheRulesAndComesToTheSame) {
  const Scenario& scenario = *find_scenario(GetParam());
  if (scenario.virtual_only || std::count(scenario.modes.begin(), scenario.modes.end(), Mode::stream) == 0) {
    GTEST_SKIP() << "it does not run in mode stream";
  }
  for (const std::string& waits : scenario.waits) {
    SCOPED_TRACE(waits);
    const Finished cpu = run(on_device(small(scenario.id, "stream", waits), "cpu"));
    const Finished device = run(on_device(small(scenario.id, "stream", waits), "cuda"));
    EXPECT_EQ(joined(device.result.errors), joined(cpu.result.errors));
    EXPECT_EQ(joined(trace_violations(device.trace)), "");
    EXPECT_EQ(device.trace.info().device, "cuda");
    EXPECT_NE(device.trace.info().device_name, "");
    EXPECT_GT(device.trace.device_time_error_ns(), 0);
    ASSERT_EQ(device.result.value.has_value(), cpu.result.value.has_value());
    if (!cpu.result.value) continue;
    expect_close(cpu.result.value->data, device.result.value->data);
    expect_close(cpu.result.value->others, device.result.value->others);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, EveryScenarioOnCuda, testing::ValuesIn(scenario_ids()),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// Tasks of one kernel, between two events each, that a stream takes while it is held, before a launch waits.
TEST(CudaQueue, TakesAsManyTasksAsTheProgramGivesIt) {
  constexpr int kTasks = 1024, kPatience_s = 20;
  const kernels::Device& table = *cuda_device().value();
  kernels::Stream* const stream = table.create_stream(0, false);
  auto* const block = static_cast<float*>(table.allocate(0, 4));
  std::vector<kernels::Event*> events(2 * kTasks);
  for (kernels::Event*& event : events) event = table.create_event(0);
  kernels::Float32(*table.operations)
      .fill(stream, block, 1,
            1.0f);  // the first launch of a kernel loads it, which waits for all
  table.synchronize(stream);
  std::atomic<int> launched{0};
  int taken = 0;
  // Holds the stream until all are launched; one that waits would never be.
  launch_host_work(stream, [&] {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(kPatience_s);
    while (launched < kTasks && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    taken = launched;
  });
  for (int task = 0; task < kTasks; ++task) {
    table.record(events[2 * static_cast<std::size_t>(task)], stream);
    kernels::Float32(*table.operations).fill(stream, block, 1, 1.0f);
    table.record(events[2 * static_cast<std::size_t>(task) + 1], stream);
    ++launched;
  }
  table.synchronize(stream);
  EXPECT_EQ(taken, kTasks);
  for (kernels::Event* event : events) table.destroy_event(event);
  table.free_(0, block);
  table.destroy_stream(stream);
}

/// The same work by CUPTI's records and by the events around it: a record lies within them, as sure as both
/// clocks are, and is shorter.
TEST(CudaRecords, LieWithinTheEventsAroundTheirWork) {
  constexpr int kTasks = 200;
  constexpr std::int64_t kElements = 1 << 22;
  const kernels::Device& table = *cuda_device().value();
  std::unique_ptr<WorkTimes> times;
  try {
    times = std::make_unique<WorkTimes>(table);
  } catch (const std::runtime_error& reason) {
    GTEST_SKIP() << reason.what();
  }
  DeviceClock clock(table, 0);
  times->calibrate(0, clock);
  kernels::Stream* const stream = table.create_stream(0, false);
  auto* const block = static_cast<float*>(table.allocate(0, 4 * kElements));
  struct Timed {
    kernels::Event* before;
    kernels::Event* behind;
    std::uint64_t id;
    int records;
  };
  std::vector<Timed> tasks;
  for (int i = 0; i < kTasks; ++i) {
    Timed& task =
        tasks.emplace_back(Timed{table.create_event(0), table.create_event(0), times->next_id(), 0});
    table.record(task.before, stream);
    times->records().begin(task.id);
    kernels::Float32(*table.operations).fill(stream, block, kElements, 1.0f);
    task.records = times->records().end();
    table.record(task.behind, stream);
  }
  table.synchronize(stream);
  times->collect();
  const TickScale& scale = TickScale::instance();
  const std::int64_t most_ns = times->error_ns() + clock.error_ns();
  for (const Timed& task : tasks) {
    EXPECT_EQ(task.records, 1);
    const auto span = times->of(task.id, task.records);
    ASSERT_TRUE(span) << "of task " << task.id;
    EXPECT_GT(scale.ns_between(clock.ticks_of(task.before), span->start), -most_ns);
    EXPECT_GT(scale.ns_between(span->end, clock.ticks_of(task.behind)), -most_ns);
    EXPECT_LT(scale.ns_between(span->start, span->end), table.elapsed_ns(task.before, task.behind) + 2'000);
    table.destroy_event(task.before);
    table.destroy_event(task.behind);
  }
  RecordProperty("error_ns", std::to_string(times->error_ns()));
  table.free_(0, block);
  table.destroy_stream(stream);
}

TEST(CudaRecords, AreWhatRunsAreTimedBy) {
  if (time_source(*cuda_device().value()) != "times from its records")
    GTEST_SKIP() << time_source(*cuda_device().value());
  const Trace trace = run(on_device(sized(small("increment-loop", "stream", "none"), 4000), "cuda")).trace;
  EXPECT_EQ(trace.tasks_without_record(), 0u);
  EXPECT_EQ(joined(trace_violations(trace)), "");
}

TEST(CudaClock, DatesAnEventBetweenWhatCameBeforeAndBehindIt) {
  const kernels::Device& table = *cuda_device().value();
  DeviceClock clock(table, 0);
  kernels::Stream* const stream = table.create_stream(0, false);
  kernels::Event* const event = table.create_event(0);
  const TickScale& scale = TickScale::instance();
  // Several times as long as a calibration holds at most.
  for (const Ticks end = now_ticks() + scale.ticks_in(1'000'000'000); now_ticks() < end;) {
    const Ticks before = now_ticks_ordered();
    table.record(event, stream);
    table.wait(event);
    const Ticks behind = now_ticks_ordered();
    const Ticks date = clock.ticks_of(event);
    // Beyond what it says itself: half a µs for an event's own time, and a machine that stands still.
    const std::int64_t most_ns = clock.error_ns() + 100'000;
    ASSERT_GT(scale.ns_between(before, date), -most_ns);
    ASSERT_LT(scale.ns_between(behind, date), most_ns);
  }
  RecordProperty("error_ns", std::to_string(clock.error_ns()));
  table.destroy_event(event);
  table.destroy_stream(stream);
}

}  // namespace
}  // namespace runahead

int main(int argc, char** argv) {
  constexpr int kSkipped = 77;  // ctest knows it as SKIP_RETURN_CODE
  testing::InitGoogleTest(&argc, argv);
  if (!GTEST_FLAG_GET(list_tests)) {
    ::setenv("RUNAHEAD_DEVICE_MODULE", RUNAHEAD_CUDA_MODULE, 0);
    if (const auto device = runahead::cuda_device(); !device) {
      std::printf("skipped: %s\n", device.error().c_str());
      return kSkipped;
    }
  }
  return RUN_ALL_TESTS();
}
