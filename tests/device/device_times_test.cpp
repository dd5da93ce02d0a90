// SPDX-License-Identifier: GPL-3.0-or-later
// Times of tasks from a device's own records: that they come late, out of order, in several pieces or not at
// all. Not here: how CUPTI's come to those of events on a GPU (tests/gpu/runs_test.cpp).
#include <gmock/gmock.h>

#include "core/device/module.h"
#include "core/device/open_device.h"
#include "core/engine/work_times.h"
#include "tests/device/stub.h"
#include "tests/scenario/runs.h"
#include "tests/support/programs_on_device.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using namespace testing_support;

/// A device whose records a test hands over itself.
struct Script {
  std::vector<kernels::WorkRecord> ready;
  std::int64_t now_ns = 1'000'000;
  bool refuses = false, fails = false;
  int open = 0;
};
Script script;

const kernels::Records kScripted = {
    .open =
        [] {
          if (script.refuses) throw std::runtime_error("CUPTI: insufficient privileges");
          ++script.open;
        },
    .close = [] { --script.open; },
    .begin = [](std::uint64_t) {},
    .end = [] { return 1; },
    .now_ns = [] { return script.now_ns; },
    .collect =
        [] {
          if (script.fails) throw std::runtime_error("CUPTI: it ended");
        },
    .take =
        [](kernels::WorkRecord* records, std::size_t room) {
          const std::size_t count = std::min(room, script.ready.size());
          std::copy_n(script.ready.begin(), count, records);
          script.ready.erase(script.ready.begin(), script.ready.begin() + static_cast<std::ptrdiff_t>(count));
          return count;
        },
};

class Times : public testing::Test {
 protected:
  Times() {
    script = {};
    device.records = &kScripted;
  }
  /// Between the two dates, by the host.
  static std::int64_t took_ns(const WorkTimes::Span& span) {
    return TickScale::instance().ns_between(span.start, span.end);
  }
  kernels::Device device{};
};

TEST_F(Times, ComeLate) {
  WorkTimes times(device);
  const std::uint64_t id = times.next_id();
  times.collect();
  EXPECT_FALSE(times.of(id, 1));
  script.ready = {{id, script.now_ns + 5'000, script.now_ns + 9'000}};
  times.collect();
  const auto span = times.of(id, 1);
  ASSERT_TRUE(span);
  EXPECT_NEAR(static_cast<double>(took_ns(*span)), 4'000, 2);
  EXPECT_EQ(times.begun(), 2u);
  EXPECT_EQ(times.answered(), 2u);
}

TEST_F(Times, OfSeveralKernelsGoFromTheFirstToTheLast) {
  WorkTimes times(device);
  const std::uint64_t id = times.next_id();
  script.ready = {{id, 20'000'000'000, 30'000'000'000}};  // the clock of the script stands still
  times.collect();
  EXPECT_FALSE(times.of(id, 2)) << "one is missing";
  script.ready = {{id, 0, 10'000'000'000}};
  times.collect();
  const auto span = times.of(id, 2);
  ASSERT_TRUE(span);
  EXPECT_GE(took_ns(*span), 20'000'000'000);
}

TEST_F(Times, InAnyOrderAreThoseOfTheirTasks) {
  WorkTimes times(device);
  std::vector<std::uint64_t> ids;
  for (int i = 0; i < 1000; ++i) ids.push_back(times.next_id());
  for (int i = 999; i >= 0; --i) script.ready.push_back({ids[static_cast<std::size_t>(i)], i, 3 * i});
  times.collect();
  for (int i = 0; i < 1000; ++i) {
    const auto span = times.of(ids[static_cast<std::size_t>(i)], 1);
    ASSERT_TRUE(span);
    EXPECT_NEAR(static_cast<double>(took_ns(*span)), 2 * i, 2);
  }
}

TEST_F(Times, OfAnEarlierRunAreNobodys) {
  std::uint64_t old = 0;
  {
    WorkTimes before(device);
    old = before.next_id();
  }
  WorkTimes times(device);
  const std::uint64_t id = times.next_id();
  script.ready = {{id, 10, 20}, {old, 500, 900}};
  times.collect();
  ASSERT_TRUE(times.of(id, 1));
  EXPECT_NEAR(static_cast<double>(took_ns(*times.of(id, 1))), 10, 2);
  EXPECT_FALSE(times.of(old, 1));
}

TEST_F(Times, EndWhereTheDeviceRefuses) {
  script.refuses = true;
  EXPECT_THROW(WorkTimes{device}, std::runtime_error);
  script.refuses = false;
  {
    WorkTimes times(device);
    EXPECT_EQ(script.open, 1);
    EXPECT_THROW(WorkTimes{device}, std::runtime_error) << "one run has them";
    EXPECT_TRUE(times.work());
    script.fails = true;
    times.collect();
    EXPECT_FALSE(times.work());
    EXPECT_EQ(times.answered(), 1u);
  }
  EXPECT_EQ(script.open, 0);
  device.records = nullptr;
  EXPECT_THROW(WorkTimes{device}, std::runtime_error);
}

class AnyRecords : public testing::TestWithParam<const char*> {};

/// Whatever becomes of the records, a run computes the same and its trace keeps the rules.
TEST_P(AnyRecords, LeaveARunAsItIs) {
  for (const char* scenario : {"increment-loop", "small-copies", "four-statements", "overlap-copy"}) {
    SCOPED_TRACE(scenario);
    const Finished cpu = run(on_device(small(scenario, "stream"), "cpu"));
    set_stub(GetParam());
    const Finished device = run(on_device(small(scenario, "stream"), "cuda"));
    EXPECT_EQ(joined(device.result.errors), "");
    ASSERT_EQ(device.result.value.has_value(), cpu.result.value.has_value());
    if (cpu.result.value) {
      EXPECT_EQ(device.result.value->data, cpu.result.value->data);
    }
    EXPECT_EQ(joined(trace_violations(device.trace)), "");
    EXPECT_GT(device.trace.device_time_error_ns(), 0);
    EXPECT_EQ(stub_bytes(), 0);
  }
  set_stub("");
}

INSTANTIATE_TEST_SUITE_P(Ways, AnyRecords,
                         testing::Values("records", "records=2 backwards late=1", "records late=3 drop=7",
                                         "records=3 uncounted", "records collect=20 slow=50",
                                         "devices=2 records late=2 shift=700", "records ask=5 shift=-700"));

TEST(RecordsOfAStub, AgreeWithTheOracle) {
  set_stub("records=2 backwards late=1 shift=300");
  expect_programs_agree_on_a_device(0, launch_on_stub);
  set_stub("records drop=7 shift=-300");
  expect_programs_agree_on_a_device(3, launch_on_stub);
  set_stub("");
}

TEST(TimesOfADevice, SayWhereTheyComeFrom) {
  const auto libraries = [](const char* stub) {
    set_stub(stub);
    return run(on_device(small("four-statements", "stream"), "cuda")).trace.info().device_libraries;
  };
  EXPECT_EQ(libraries("records"), "stub, times from its records");
  EXPECT_EQ(libraries(""), "stub, times from events (stub: insufficient privileges)");
  set_stub("");
}

/// One task after another, so that the later ones are known to be brief and have no event in front.
Trace looped(const char* stub) {
  set_stub(stub);
  return run(on_device(sized(small("increment-loop", "stream", "each"), 400), "cuda")).trace;
}

TEST(TimesOfADevice, SayHowManyTasksHaveNone) {
  EXPECT_EQ(looped("slow=300 records took=1000").tasks_without_record(), 0u);
  EXPECT_EQ(looped("slow=300").tasks_without_record(), 0u);
  EXPECT_GT(looped("slow=300 records took=1000 drop=3").tasks_without_record(), 0u);
  set_stub("");
}

TEST(TimesOfADevice, NeedFewerEvents) {
  looped("slow=300");
  const std::int64_t two_each = stub_events();
  looped("slow=300 records took=1000");
  EXPECT_LT(stub_events(), two_each * 9 / 10) << "brief tasks have none in front";
  set_stub("");
}

/// A record makes a bar smaller than the events around it, and moves none out of them.
TEST(TimesOfADevice, AreThoseOfTheWorkAlone) {
  for (const char* stub : {"records slow=100 took=7000", "records slow=100 took=7000 shift=5000",
                           "records slow=100 took=7000 shift=-5000", "records slow=100 took=7000 late=2"}) {
    SCOPED_TRACE(stub);
    set_stub(stub);
    const Trace trace = run(on_device(sized(small("increment-loop", "stream", "none"), 200), "cuda")).trace;
    std::size_t tasks = 0, alone = 0;
    for (TaskId id = 0; id < trace.task_count(); ++id) {
      const Task task = trace.task(id);
      if (task.outcome != Outcome::ok) continue;
      ++tasks;
      alone += std::abs(trace.time_ns(task.end) - trace.time_ns(task.start) - 7'000) < 5;
    }
    EXPECT_GT(tasks, 200u);
    EXPECT_GT(alone, 3u) << "those that a slow thread showed while they ran keep the times of their events";
    EXPECT_EQ(joined(trace_violations(trace)), "");
  }
  set_stub("");
}

/// A wait ends when the device is done, however long it takes to hand over what it noted.
TEST(TimesOfADevice, KeepNobodyWaiting) {
  set_stub("records slow=1000 ask=60");
  const Trace trace = run(on_device(small("increment-loop", "stream", "each"), "cuda")).trace;
  set_stub("");
  std::vector<std::int64_t> waits;
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.ended_by != kNone) waits.push_back(trace.time_ns(wait.end) - trace.time_ns(wait.begin));
  }
  ASSERT_GT(waits.size(), 3u);
  std::nth_element(waits.begin(), waits.begin() + static_cast<std::ptrdiff_t>(waits.size() / 2), waits.end());
  EXPECT_LT(waits[waits.size() / 2], 20'000'000);
}

}  // namespace
}  // namespace runahead
