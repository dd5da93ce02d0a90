// SPDX-License-Identifier: GPL-3.0-or-later
// What runs on a device comes to what the processor computes, and its trace keeps every rule although the
// device has a clock of its own. Not here: what goes wrong (device_errors_test.cpp).
#include <gtest/gtest.h>

#include <cstring>

#include "core/device/module.h"
#include "core/device/open_device.h"
#include "core/scenario/run_program.h"
#include "tests/device/stub.h"
#include "tests/scenario/runs.h"
#include "tests/support/programs_on_device.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using namespace testing_support;

class RandomProgramsOnADevice : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomProgramsOnADevice, AgreeWithTheOracle) {
  set_stub("");
  expect_programs_agree_on_a_device(GetParam(), launch_on_stub);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProgramsOnADevice, testing::Range(0U, 12U));

/// Values, or "none".
std::string shown(const RunResult& result) {
  std::string text = joined(result.errors);
  if (!result.value) return text + "none";
  for (const float value : result.value->data) text += std::to_string(value) + " ";
  for (const float value : result.value->others) text += std::to_string(value) + " ";
  return text;
}

class EveryScenario : public testing::TestWithParam<std::string> {};

TEST_P(EveryScenario, ComesToTheSameOnADevice) {
  set_stub("");
  const Scenario& scenario = *find_scenario(GetParam());
  if (scenario.virtual_only || std::count(scenario.modes.begin(), scenario.modes.end(), Mode::stream) == 0) {
    GTEST_SKIP() << "it does not run in mode stream";
  }
  for (const std::string& waits : scenario.waits) {
    SCOPED_TRACE(waits);
    const Finished cpu = run(on_device(small(scenario.id, "stream", waits), "cpu"));
    const Finished device = run(on_device(small(scenario.id, "stream", waits), "cuda"));
    EXPECT_EQ(shown(device.result), shown(cpu.result));
    EXPECT_EQ(joined(trace_violations(device.trace)), "");
    EXPECT_EQ(device.trace.info().device, DeviceKind::cuda);
    EXPECT_GT(device.trace.device_time_error_ns(), 0);
    EXPECT_EQ(cpu.trace.device_time_error_ns(), 0);
    EXPECT_EQ(stub_bytes(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, EveryScenario, testing::ValuesIn(scenario_ids()),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

class DeviceClocks : public testing::TestWithParam<int> {};

TEST_P(DeviceClocks, DateAnEventBetweenWhatCameBeforeAndBehindIt) {
  set_stub("devices=2");
  const kernels::Device& table = *cuda_device().value();
  DeviceClock clock(table, GetParam());
  kernels::Stream* const stream = table.create_stream(GetParam(), false);
  kernels::Event* const event = table.create_event(GetParam());
  const TickScale& scale = TickScale::instance();
  // Longer than a calibration holds.
  for (const Ticks end = now_ticks() + scale.ticks_in(30'000'000); now_ticks() < end;) {
    const Ticks before = now_ticks_ordered();
    table.record(event, stream);
    table.wait(event);
    const Ticks behind = now_ticks_ordered();
    const Ticks date = clock.ticks_of(event);
    clock.calibrate();
    // The clocks differ by 200 ns in a ms; machines stand still for longer.
    const std::int64_t most_ns = clock.error_ns() + 100'000;
    EXPECT_GT(scale.ns_between(before, date), -most_ns);
    EXPECT_LT(scale.ns_between(behind, date), most_ns);
    if (HasFailure()) break;
  }
  table.destroy_event(event);
  table.destroy_stream(stream);
}

INSTANTIATE_TEST_SUITE_P(Devices, DeviceClocks, testing::Range(0, 2));

TEST(Device, AutoIsTheRealOneWhereItIs) {
  set_stub("");
  EXPECT_EQ(choose_device({}).value(), DeviceKind::cuda);
  EXPECT_EQ(checked(small("four-statements", "stream")).runs_on, DeviceKind::cuda);
  RunRequest simulated = small("four-statements", "stream");
  simulated.clock = Clock::virtual_time;
  EXPECT_EQ(checked(simulated).runs_on, DeviceKind::emulated);
}

TEST(Device, ARunSaysWhichItWasOn) {
  set_stub("");
  const TraceInfo one = run(on_device(small("four-statements", "stream"), "cuda")).trace.info();
  EXPECT_EQ(one.device_name, "Stub");
  EXPECT_EQ(one.device_libraries, "stub, times from events (stub: insufficient privileges)");
  EXPECT_EQ(run(on_device(small("four-statements", "stream"), "emulated")).trace.info().device_name, "");
  set_stub("devices=2");
  EXPECT_EQ(run(on_device(small("two-devices", "stream"), "cuda")).trace.info().device_name, "Stub and Stub");
  EXPECT_EQ(run(on_device(small("four-statements", "stream"), "cuda")).trace.info().device_name, "Stub");
}

TEST(Device, HasTheSizesThatItsSpeedAsksFor) {
  const auto rows = [](const std::string& stub, std::int64_t asked) {
    set_stub(stub);
    RunRequest request = default_request(*find_scenario("launch-queue"));
    if (asked > 0) request.set["n"] = asked;
    return checked(on_device(request, "cuda")).parameters.at("n");
  };
  EXPECT_EQ(rows("", 0), 400) << "it does not say how fast it is";
  EXPECT_EQ(rows("gflops=1000", 0), 400);
  EXPECT_EQ(rows("gflops=60000", 0), 1200);
  EXPECT_EQ(rows("gflops=60000", 400), 400);
}

TEST(Device, SamplesWhatItsDriverSaysIsInUse) {
  set_stub("");
  const RunConfig config = checked(on_device(small("four-statements", "stream"), "cuda"));
  EXPECT_EQ(sampled_bytes(config), 0) << "nothing is in use, whatever this process has resident";
  void* const block = (*cuda_device())->allocate(0, 4096);
  EXPECT_EQ(sampled_bytes(config), 4096);
  (*cuda_device())->free_(0, block);
}

TEST(Device, WhatIsPinnedBeforeTheRunIsGivenOutFirst) {
  set_stub("");
  OpenDevice device(**cuda_device(), 1, false);
  const MemorySource source = device.host_memory();
  auto* const first = static_cast<std::byte*>(source.take(source.of, 1 << 20));
  auto* const second = static_cast<std::byte*>(source.take(source.of, 1 << 20));
  EXPECT_EQ(second - first, 1 << 20);
  void* const large = source.take(source.of, std::int64_t{1} << 26);
  std::memset(large, 1, std::size_t{1} << 26);
  source.give(source.of, large, std::int64_t{1} << 26);
  source.give(source.of, first, 1 << 20);
}

TEST(Device, TensorFloatsAreForItAlone) {
  set_stub("");
  RunRequest request = on_device(small("four-statements", "stream"), "cuda");
  request.tf32 = true;
  const TraceInfo info = run(request).trace.info();
  EXPECT_TRUE(info.tf32);
  request.device = DeviceKind::emulated;
  EXPECT_TRUE(is_refused(request, Refusal::Code::wrong_device, Refusal::Field::tf32));
}

}  // namespace
}  // namespace runahead
