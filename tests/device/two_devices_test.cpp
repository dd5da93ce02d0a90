// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on two devices of one kind: what lies where, by whose clock, and what goes wrong on one of them.
// Not here: what is the same on one device (device_runs_test.cpp, device_errors_test.cpp).
#include <gmock/gmock.h>

#include "core/device/module.h"
#include "core/device/open_device.h"
#include "core/tensor/operations.h"
#include "tests/device/stub.h"
#include "tests/scenario/runs.h"
#include "tests/support/float32.h"
#include "tests/support/random_program.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// What opening a device launches for one queue.
constexpr int kWarmUp = 3;
constexpr LaneId kSecondLane = 3;

Finished run_with(const std::string& stub, const RunConfig& config) {
  set_stub(stub);
  Finished finished = run(config);
  EXPECT_EQ(stub_bytes(), 0);
  EXPECT_THAT(trace_violations(finished.trace), IsEmpty());
  return finished;
}

Finished run_with(const std::string& stub, const std::string& waits = "") {
  set_stub(stub);
  return run_with(stub, checked(on_device(small("two-devices", "stream", waits), "cuda")));
}

Scenario on_two_devices(void (*program)(Program&)) {
  Scenario scenario = local_scenario(program);
  scenario.modes = {Mode::stream};
  return scenario;
}

/// With as many devices as the stub has now.
RunConfig config_on_cuda(const Scenario& scenario) {
  RunConfig config = config_of(scenario, Mode::stream);
  config.runs_on = DeviceKind::cuda;
  config.devices = device_count(DeviceKind::cuda);
  return config;
}

Finished run_with(const std::string& stub, void (*program)(Program&)) {
  set_stub(stub);
  const Scenario scenario = on_two_devices(program);
  return run_with(stub, config_on_cuda(scenario));
}

/// The second device's; of one device another one.
std::uint8_t second_stream(Program& p) {
  Frontend& frontend = p.frontend();
  if (frontend.devices() > 1) return frontend.default_stream(1);
  static thread_local std::pair<Frontend*, std::uint8_t> known{};
  if (known.first != &frontend) known = {&frontend, frontend.make_stream(0)};
  return known.second;
}

NDArray ones_on(Program& p, std::uint8_t stream, std::int64_t side) {
  p.frontend().use_stream(stream);
  NDArray made = ones(p.frontend(), {side, side});
  p.frontend().use_stream(0);
  return made;
}

TEST(TwoDevices, ComputeWhatTheProcessorDoes) {
  set_stub("devices=2");
  for (const char* waits : {"program", "none", "6,8,12,15,19,21"}) {
    SCOPED_TRACE(waits);
    const Finished cpu = run(on_device(small("two-devices", "stream", waits), "cpu"));
    const Finished two = run_with("devices=2", waits);
    EXPECT_THAT(two.result.errors, IsEmpty());
    ASSERT_TRUE(cpu.result.value && two.result.value);
    EXPECT_EQ(two.result.value->data, cpu.result.value->data);
    EXPECT_EQ(two.result.value->others, cpu.result.value->others);
    EXPECT_GT(two.trace.device_time_error_ns(), 0);
  }
}

TEST(TwoDevices, TheSecondDoesTheSecondPart) {
  const Trace trace = run_with("devices=2").trace;
  ASSERT_EQ(trace.lane_count(), 4u);
  EXPECT_EQ(trace.lane(1).name, "Stream 1 (CUDA)");
  EXPECT_EQ(trace.lane(2).name, "Copy to host (CUDA)");
  EXPECT_EQ(trace.lane(kSecondLane).name, "Second GPU (CUDA)");
  int second = 0;
  for (const int line : {2, 15, 21}) {
    for (const Task& task : tasks_of_line(trace, line)) {
      EXPECT_EQ(task.lane, kSecondLane);
      ++second;
    }
  }
  EXPECT_EQ(second, 5);
  EXPECT_EQ(stub_executed(1), kWarmUp + second + 1) << "and its part of the result is read";
}

TEST(TwoDevices, WhereThereIsOneItHasASecondStream) {
  const Trace trace = run_with("").trace;
  ASSERT_EQ(trace.lane_count(), 4u);
  EXPECT_EQ(trace.lane(kSecondLane).name, "Stream 2 (CUDA)");
  EXPECT_EQ(stub_executed(1), 0);
}

TEST(TwoDevices, OtherProgramsStayOnTheFirst) {
  for (const char* scenario : {"four-statements", "overlap-copy"}) {
    set_stub("devices=2");
    const RunConfig config = checked(on_device(small(scenario, "stream"), "cuda"));
    EXPECT_THAT(run_with("devices=2 second-memory=1", config).result.errors, IsEmpty());
    EXPECT_EQ(stub_executed(1), 0);
  }
}

TEST(TwoDevices, EachCountsItsOwnMemory) {
  const Trace trace = run_with("devices=2", [](Program& p) {
                        const NDArray first = ones_on(p, 0, 64);
                        const NDArray second = ones_on(p, second_stream(p), 64);
                        p.frontend().waitall();
                      }).trace;
  const CounterRange range = whole_range(trace);
  EXPECT_EQ(range.max.live_bytes, 64 * 64 * 4) << "of the first";
  EXPECT_EQ(range.max.pool_bytes, 64 * 64 * 4);
  EXPECT_EQ(range.max.memories[memory_of_device(1)].live, 64 * 64 * 4);
  EXPECT_EQ(range.max.memories[memory_of_device(1)].pool, 64 * 64 * 4);
  EXPECT_THAT(trace.memories(), ElementsAre(memory_of_device(0), memory_of_device(1)));
}

void mixed(Program& p) {
  const NDArray first = ones_on(p, 0, 8);
  const NDArray second = ones_on(p, second_stream(p), 8);
  const NDArray both = first + second;
  p.result(first);
  both.wait_to_read();
}

TEST(TwoDevices, ReachTheHostAndNotEachOther) {
  const Finished host = run_with("devices=2", [](Program& p) {
    const NDArray second = ones_on(p, second_stream(p), 8);
    EXPECT_EQ(second.asnumpy(), std::vector<float>(64, 1.0f));
    p.result(second);
  });
  EXPECT_THAT(host.result.errors, IsEmpty());
  EXPECT_EQ(host.result.value->data, std::vector<float>(64, 1.0f));

  EXPECT_THAT(run_with("", mixed).result.errors, IsEmpty()) << "one device has all in its memory";
  const Finished refused = run_with("devices=2", mixed);
  EXPECT_THAT(refused.result.errors,
              ElementsAre("[add] its arrays lie on two devices, and a device computes with its own memory"));
  EXPECT_EQ(refused.result.value->data, std::vector<float>(64, 1.0f)) << "the rest has its value";
  const Finished in_place = run_with("devices=2", [](Program& p) {
    NDArray first = ones_on(p, 0, 8);
    const NDArray second = ones_on(p, second_stream(p), 8);
    p.frontend().use_stream(second_stream(p));
    sgd_update(first, second, 2);
    first.wait_to_read();
  });
  EXPECT_THAT(in_place.result.errors, ElementsAre(HasSubstr("its arrays lie on two devices")));
}

TEST(TwoDevices, AnEventOfOneHoldsTheOtherBack) {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    set_stub("devices=2");
    OpenDevice device(*cuda_device().value(), 2, false);
    std::vector<kernels::Stream*> opened;
    RandomProgramOptions options{.seed = seed};
    options.failure_percent = seed % 3 == 0 ? 5 : 0;
    options.most_spins = seed % 4 == 0 ? 2000 : 0;
    options.streams = 3;
    options.launch = [&](std::uint8_t stream, std::function<void()> work) {
      launch_on_stub(opened[stream], std::move(work));
    };
    const RandomProgram program(options);
    TracedRun traced(3);
    traced.collect_meanwhile();
    {
      const auto engine = device.make_engine(0, traced.recording());
      const std::size_t limit = seed % 2 == 0 ? 5 : 1024;
      opened.push_back(engine->open_queue({.lane = 1, .launch_limit = limit}));
      opened.push_back(engine->open_queue({.lane = 2, .launch_limit = 1024}));
      opened.push_back(engine->open_queue({.lane = 3, .launch_limit = 1024, .device = 1}));
      EXPECT_THAT(program.run(*engine, false, [&](VariableId id) { traced.declare(id); }).differences,
                  IsEmpty());
    }
    EXPECT_THAT(trace_violations(traced.finish()), IsEmpty());
    EXPECT_GT(stub_executed(1), kWarmUp);
    if (HasFailure()) return;
  }
}

TEST(TwoDevices, MemoryOfTheSecondThatDoesNotSufficeIsMetAtTheWait) {
  const std::int64_t one = 128 * 128 * 4;
  const Finished finished = run_with("devices=2 second-memory=" + std::to_string(2 * one));
  EXPECT_EQ(finished.result.status, RunResult::Status::failed);
  ASSERT_FALSE(finished.result.errors.empty());
  EXPECT_THAT(finished.result.errors.front(), StartsWith("[dot] an array of 65536 bytes does not fit"));
  for (const Task& task : tasks_of_line(finished.trace, 12)) EXPECT_EQ(task.outcome, Outcome::ok);
}

TEST(TwoDevices, ASecondThatIsLostFailsWhatRunsOnIt) {
  for (int nth = 1; nth <= 5; ++nth) {
    SCOPED_TRACE(nth);
    const Finished finished = run_with("devices=2 second-lost=" + std::to_string(kWarmUp + nth));
    EXPECT_EQ(finished.result.status, RunResult::Status::failed);
    ASSERT_FALSE(finished.result.errors.empty());
    EXPECT_THAT(finished.result.errors.front(), StartsWith("["));
    EXPECT_THAT(finished.result.errors.front(), HasSubstr("device lost: stub: unspecified launch failure"));
    for (TaskId id = 0; id < finished.trace.task_count(); ++id) {
      const Task task = finished.trace.task(id);
      if (task.lane == kSecondLane) continue;
      EXPECT_EQ(task.outcome, Outcome::ok);
    }
  }
}

TEST(TwoDevices, ASecondThatCannotBeOpenedSaysSo) {
  for (const char* words : {"devices=2 second-lost=1", "devices=2 second-memory=1"}) {
    set_stub("devices=2");
    const RunConfig config = checked(on_device(small("two-devices", "stream"), "cuda"));
    const Finished finished = run_with(words, config);
    EXPECT_EQ(finished.result.status, RunResult::Status::failed);
    EXPECT_THAT(finished.result.errors, ElementsAre(StartsWith("[cuda] the device cannot be used: ")));
    EXPECT_THAT(finished.result.errors, testing::Each(testing::Not(HasSubstr("std::"))));
  }
}

TEST(TwoDevices, AStopLeavesNothingOnEither) {
  set_stub("devices=2 slow=200");
  {
    static const Scenario scenario = on_two_devices([](Program& p) {
      while (true) {
        p.line(1);
        const NDArray first = ones_on(p, 0, 8);
        const NDArray second = ones_on(p, second_stream(p), 8);
      }
    });
    RunExecution session(config_on_cuda(scenario));
    session.start();
    const auto reached_both = [](const Trace& trace) {
      return trace.lane_task_count(1) > 10 && trace.lane_task_count(kSecondLane) > 10;
    };
    EXPECT_TRUE(watch_until(session, reached_both));
    session.stop();
    session.wait();
    EXPECT_EQ(session.result().status, RunResult::Status::stopped);
    EXPECT_THAT(trace_violations(session.snapshot(), RunEnd::stopped), IsEmpty());
  }
  EXPECT_EQ(stub_bytes(), 0);
}

TEST(TwoDevices, TheStubKeepsThemApart) {
  set_stub("devices=2");
  const kernels::Device& table = *cuda_device().value();
  EXPECT_EQ(table.count(), 2);
  kernels::Stream* const streams[] = {table.create_stream(0, false), table.create_stream(1, false)};
  kernels::Event* const events[] = {table.create_event(0), table.create_event(1)};
  auto* const block = static_cast<float*>(table.allocate(1, 64));
  EXPECT_THROW(kernels::Float32(*table.operations).fill(streams[0], block, 16, 1), std::runtime_error);
  kernels::Float32(*table.operations).fill(streams[1], block, 16, 1);
  EXPECT_THROW(table.record(events[0], streams[1]), std::runtime_error);
  for (const int device : {0, 1}) table.record(events[device], streams[device]);
  table.wait_event(streams[0], events[1]);
  for (kernels::Event* const event : events) table.wait(event);
  EXPECT_THROW(table.elapsed_ns(events[0], events[1]), std::runtime_error);
  float host[16] = {};
  table.copy_to_host(streams[0], block, host, 16);
  table.synchronize(streams[0]);
  EXPECT_EQ(host[15], 1);
  table.free_(0, block);
  EXPECT_EQ(stub_bytes(), 64) << "it is not the first's";
  table.free_(1, block);
  for (kernels::Event* const event : events) table.destroy_event(event);
  for (kernels::Stream* const stream : streams) table.destroy_stream(stream);
}

}  // namespace
}  // namespace runahead
