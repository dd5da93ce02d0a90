// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong on a device: met at the next wait, with the call's name, and the program goes on.
// Not here: why a module cannot be used (tests/cli/device_test.cpp).
#include <gmock/gmock.h>

#include <thread>

#include "core/device/module.h"
#include "tests/device/stub.h"
#include "tests/scenario/runs.h"
#include "tests/support/trace_validator.h"

namespace runahead {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// What opening a device launches: three for each of its two queues.
constexpr int kLaunchesOfOpening = 3;

Finished run_with(const std::string& stub, RunRequest request) {
  set_stub(stub);
  Finished finished = run(on_device(std::move(request), "cuda"));
  EXPECT_EQ(stub_bytes(), 0);
  set_stub("");
  return finished;
}

void expect_rules(const Trace& trace) {
  EXPECT_THAT(trace_violations(trace), testing::IsEmpty());
}

/// Outcomes by the names of tasks, in the order of issue.
std::vector<std::string> outcomes(const Trace& trace) {
  std::vector<std::string> all;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    all.push_back(trace.name(task.name) + " " + to_string(task.outcome));
  }
  return all;
}

TEST(DeviceErrors, ALaunchThatFailsIsMetAtTheWait) {
  const Finished finished =
      run_with("launch=" + std::to_string(kLaunchesOfOpening + 3), small("four-statements", "stream"));
  EXPECT_EQ(finished.result.status, RunResult::Status::failed);
  EXPECT_THAT(finished.result.errors, ElementsAre("[mul] stub: invalid launch"));
  EXPECT_THAT(outcomes(finished.trace),
              ElementsAre("ones ok", "ones ok", "mul failed", "add skipped", "copy_to_host skipped"));
  expect_rules(finished.trace);
}

TEST(DeviceErrors, MemoryThatDoesNotSufficeIsMetAtTheWait) {
  const Finished finished = run_with("memory=300000", sized(small("implicit-blockers", "stream"), 256));
  EXPECT_EQ(finished.result.status, RunResult::Status::failed);
  ASSERT_FALSE(finished.result.errors.empty());
  EXPECT_THAT(finished.result.errors.front(), StartsWith("[dot] an array of 262144 bytes does not fit"));
  expect_rules(finished.trace);
}

TEST(DeviceErrors, WithoutProductsTheRestStillRuns) {
  set_stub("no-blas");
  RunExecution session(checked(on_device(small("four-statements", "stream"), "cuda")));
  session.start();
  session.wait();
  EXPECT_THAT(session.result().errors, ElementsAre(HasSubstr("no cuBLAS: its library cannot be opened")));
  set_stub("");
}

TEST(DeviceErrors, ALostDeviceEndsTheRunAndNothingElse) {
  for (int nth = 1; nth <= 12; ++nth) {
    SCOPED_TRACE(nth);
    const Finished finished =
        run_with("lost=" + std::to_string(kLaunchesOfOpening + nth), small("small-copies", "stream"));
    EXPECT_EQ(finished.result.status, RunResult::Status::failed);
    ASSERT_FALSE(finished.result.errors.empty());
    EXPECT_THAT(finished.result.errors.front(), HasSubstr("device lost: stub: unspecified launch failure"));
    EXPECT_THAT(finished.result.errors.front(), StartsWith("["));
    expect_rules(finished.trace);
  }
  EXPECT_EQ(run(on_device(small("small-copies", "stream"), "cpu")).result.status,
            RunResult::Status::succeeded);
}

TEST(DeviceErrors, ADeviceThatIsLostBeforeTheRunSaysSo) {
  const Finished finished = run_with("lost=1", small("four-statements", "stream"));
  EXPECT_EQ(finished.result.status, RunResult::Status::failed);
  EXPECT_THAT(finished.result.errors,
              ElementsAre("[cuda] the device cannot be used: device lost: stub: unspecified launch failure"));
}

TEST(DeviceErrors, ADeviceThatGoesAwayBetweenCheckAndRunSaysSo) {
  set_stub("");
  const RunConfig config = checked(on_device(small("four-statements", "stream"), "cuda"));
  set_stub("no-device");
  EXPECT_THAT(run(config).result.errors, ElementsAre("no CUDA device: no device is there"));
  EXPECT_EQ(choose_device(DeviceKind::cuda).error(), "no CUDA device: no device is there");
  EXPECT_EQ(choose_device({}).value(), DeviceKind::emulated);
  set_stub("");
}

TEST(DeviceErrors, AStopLeavesNothingBehind) {
  set_stub("slow=200");
  RunRequest request = on_device(sized(small("small-copies", "stream", "none"), 3000), "cuda");
  {
    RunExecution session(checked(request));
    session.start();
    while (session.snapshot().state_at(session.snapshot().size()).counters.running == 0)
      std::this_thread::yield();
    session.stop();
    session.wait();
    EXPECT_EQ(session.result().status, RunResult::Status::stopped);
  }
  EXPECT_EQ(stub_bytes(), 0);
  set_stub("");
}

}  // namespace
}  // namespace runahead
