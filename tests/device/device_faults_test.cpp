// SPDX-License-Identifier: GPL-3.0-or-later
// Each call of the device's table fails once, the first, the second, until none is left: from choosing the
// device to letting it go. The run succeeds with the right numbers or fails and says where; afterwards the
// device is as good as before. Not here: devices that are lost for good (device_errors_test.cpp).
#include <gmock/gmock.h>

#include <atomic>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "core/device/module.h"
#include "core/device/open_device.h"
#include "tests/device/stub.h"
#include "tests/scenario/runs.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using namespace testing_support;
using Status = RunResult::Status;

struct Way {
  const char* scenario;
  const char* stub;
};

/// ThreadSanitizer takes 40 times as long for a run, most of it for its memory: it sees some of the calls.
#ifdef __SANITIZE_THREAD__
constexpr int kStep = 7;
#else
constexpr int kStep = 1;
#endif

/// The run, or why it was refused.
Result<Finished> attempt(const Way& way) {
  try {
    return run(on_device(small(way.scenario, "stream"), "cuda"));
  } catch (const std::runtime_error& refused) {
    return Failure{refused.what()};
  }
}

void fail_each(const Way& way, const std::string& word) {
  SCOPED_TRACE(std::string(way.scenario) + ", " + word);
  set_stub(way.stub);
  const Result<Finished> right = attempt(way);
  ASSERT_TRUE(right) << right.error();
  ASSERT_EQ(right->result.status, Status::succeeded);
  int failed = 0;
  for (int nth = 1;; nth += kStep) {
    SCOPED_TRACE(nth);
    ASSERT_LT(nth, 5000);
    set_stub(std::string(way.stub) + " " + word + "=" + std::to_string(nth));
    const Result<Finished> came = attempt(way);
    const bool fault_came = stub_call_failed();
    EXPECT_EQ(stub_bytes(), 0);
    if (!came) {
      ++failed;
      EXPECT_THAT(came.error(), testing::HasSubstr("stub: "));
    } else if (came->result.status == Status::succeeded) {
      EXPECT_EQ(came->result.value->data, right->result.value->data);
    } else {
      ++failed;
      ASSERT_FALSE(came->result.errors.empty());
      EXPECT_THAT(came->result.errors.front(),
                  testing::ContainsRegex("^(\\[.*\\]|no CUDA device:) .*stub: "));
    }
    if (!fault_came || testing::Test::HasFailure()) break;
  }
  EXPECT_GT(failed, 0);
  set_stub(way.stub);
  const Result<Finished> after = attempt(way);
  ASSERT_TRUE(after) << after.error();
  ASSERT_EQ(after->result.status, Status::succeeded);
  EXPECT_EQ(after->result.value->data, right->result.value->data);
}

TEST(DeviceFaults, EachCallOnce) {
  for (const Way& way :
       {Way{"four-statements", ""}, Way{"small-copies", ""}, Way{"two-devices", "devices=2"}}) {
    fail_each(way, "call");
  }
  set_stub("");
}

/// What the frontend gives two queues: A writes x, B fails while it is launched, and C, on the other queue,
/// needs both.
void need_a_failed_launch(int nth) {
  SCOPED_TRACE(nth);
  set_stub("");
  OpenDevice device(**cuda_device(), 1, false);
  TracedRun run(2);
  EngineVariable x{.id = 0}, y{.id = 1};
  run.declare(0);
  run.declare(1);
  std::atomic<bool> given = false;
  std::atomic<int> written = 0, read = 0;
  {
    const auto engine = device.make_engine(0, run.recording());
    kernels::Stream* const opened[] = {engine->open_queue({.lane = 1, .launch_limit = 1024}),
                                       engine->open_queue({.lane = 2, .launch_limit = 1024})};
    const auto submit = [&](std::uint8_t queue, EngineVariable* reads, EngineVariable& writes,
                            std::function<void()> work) {
      TaskNode& task = engine->acquire(kNone);
      task.name = 0;
      task.statement = kNone;
      task.stream = queue;
      if (reads) task.read(*reads);
      task.write(writes);
      task.set_body([stream = opened[queue], work = std::move(work)] { launch_on_stub(stream, work); });
      engine->submit(task);
    };
    submit(0, nullptr, x, [&] {
      for (int i = 0; i < 20'000 && !given; ++i) std::this_thread::yield();
      written = 1;
    });
    set_stub("call=" + std::to_string(nth));
    submit(0, nullptr, y, [] {});
    EXPECT_TRUE(stub_call_failed());
    set_stub("");
    submit(1, &x, y, [&] { read = written.load(); });
    given = true;
    EXPECT_THROW(engine->wait_all(WaitReason{}, kNone), std::exception);
    EXPECT_EQ(read, 1);
    engine->forget(x);
    engine->forget(y);
  }
  run.finish();
}

TEST(DeviceFaults, WhatNeedsALaunchThatFailedComesAfterWhatWasBeforeIt) {
  for (int nth = 1; nth <= 3; ++nth) need_a_failed_launch(nth);
}

/// How often a device is asked differs from run to run, so only the first questions are sure to come.
TEST(DeviceFaults, EachQuestionWhetherAnEventHasPassed) {
  for (int nth = 1; nth <= 40; ++nth) {
    SCOPED_TRACE(nth);
    set_stub("look=" + std::to_string(nth));
    const Finished finished = run(on_device(small("four-statements", "stream"), "cuda"));
    EXPECT_EQ(stub_bytes(), 0);
    if (finished.result.status == Status::succeeded) continue;
    ASSERT_FALSE(finished.result.errors.empty());
    EXPECT_THAT(finished.result.errors.front(), testing::HasSubstr("stub: passed failed"));
  }
  set_stub("");
}

}  // namespace
}  // namespace runahead
