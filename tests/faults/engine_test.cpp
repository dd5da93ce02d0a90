// SPDX-License-Identifier: GPL-3.0-or-later
// Every allocation and every thread of a run fails once, on each driver: the run succeeds, or fails and says
// why; nothing is left of it, and the next one in the same process is right. Not here: the program's words
// (fault_loop.cpp).
#include <gmock/gmock.h>

#include <cerrno>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "tests/faults/armed.h"
#include "tests/scenario/runs.h"

namespace runahead::faults {
namespace {

using testing_support::checked;
using testing_support::small;

struct Driver {
  std::string name;
  RunConfig config;
};

RunConfig on(const std::string& mode, int workers, Clock clock = Clock::live,
             const std::string& device = "") {
  RunRequest request = small("four-statements", mode, "", workers);
  request.clock = clock;
  if (!device.empty()) request = testing_support::on_device(request, device);
  return checked(request);
}

RunConfig program_on(const std::string& id, const std::string& mode, Clock clock = Clock::live) {
  RunRequest request = small(id, mode, "", 2);
  request.clock = clock;
  return checked(request);
}

std::vector<Driver> drivers() {
  return {
      {"in the call", on("sync", 1)},
      {"pool", on("async", 3)},
      {"simulated", on("async", 2, Clock::virtual_time)},
      {"ranked", program_on("lazy-loop", "lazy")},
      {"in order", on("stream", 1, Clock::live, "emulated")},
      {"simulated stream", on("stream", 1, Clock::virtual_time, "emulated")},
      {"traced functions", program_on("eager-vs-function", "function")},
      {"simulated functions", program_on("eager-vs-function", "function", Clock::virtual_time)},
      {"copies", program_on("small-copies", "async")},
      {"a loop", program_on("increment-loop", "async")},
      {"a record of several chunks", checked(testing_support::sized(small("increment-loop", "async"), 800))},
      {"an error", program_on("late-error", "async")},
  };
}

/// What came of one run.
struct Came {
  std::optional<RunResult> result;  ///< none: it could not even be set up
};

std::vector<float> data_of(const Came& came) {
  return came.result->value ? came.result->value->data : std::vector<float>();
}

/// `over`: the fault is, with the run; so its result can be copied.
void run_into(const RunConfig& config, Came& came, bool over = false) {
  try {
    RunExecution session(config);
    session.start();
    session.wait();
    if (over) use_board(nullptr);
    came.result = session.result();
    (void)session.snapshot().counters_at(session.snapshot().size());
  } catch (const std::bad_alloc&) {
    came.result.reset();
  }
}

/// `lasting`: nothing after the fault succeeds either, until the run is over.
void loop(const Driver& driver, Call call, int error, bool lasting = false) {
  SCOPED_TRACE(driver.name);
  Came right, came;
  for (int i = 0; i < 3; ++i) run_into(driver.config, right);  // what is made once is there
  ASSERT_TRUE(right.result);
  int failed = 0, rounds = 0;
  Fault fault = fault_of(call, error);
  fault.lasting = lasting;
  const std::uint64_t faults = until_none_is_left(
      fault, [&] { run_into(driver.config, came, lasting); },
      [&] {
        if (came.result && came.result->status == RunResult::Status::succeeded) {
          // Where the program is to show an error, it may have shown that of the fault.
          if (came.result->errors == right.result->errors) {
            EXPECT_EQ(data_of(came), data_of(right));
          }
        } else if (came.result) {
          ++failed;
          EXPECT_EQ(came.result->status, RunResult::Status::failed);
          EXPECT_THAT(std::string(came.result->reason()), testing::StartsWith("["));
        }
        came = {};
        if (++rounds % 8 != 0) return;
        Came after;
        run_into(driver.config, after);
        ASSERT_TRUE(after.result);
        EXPECT_EQ(data_of(after), data_of(right));
      });
  EXPECT_GT(faults, 0u);
  EXPECT_GT(failed, 0);
  std::printf("%s: %llu faults, %d failed runs\n", driver.name.c_str(),
              static_cast<unsigned long long>(faults), failed);
}

TEST(EngineFaults, EveryAllocation) {
  for (const Driver& driver : drivers()) loop(driver, Call::allocate, ENOMEM);
}

TEST(EngineFaults, AllAllocationsFromOneOn) {
  for (const Driver& driver : drivers()) loop(driver, Call::allocate, ENOMEM, true);
}

TEST(EngineFaults, EveryThread) {
  for (const Driver& driver : drivers()) loop(driver, Call::thread, EAGAIN);
}

}  // namespace
}  // namespace runahead::faults
