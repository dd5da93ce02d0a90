// SPDX-License-Identifier: GPL-3.0-or-later
// The program with another cblas_sgemm: the trace shows exactly the products that happened, slow ones are the
// long bars, and a run that is known to have begun can be interrupted. Not here: whether products are right
// (tests/parity).
#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "tests/cli/program.h"
#include "tests/cli/trace_checker.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Interposed : public testing::Test {
 protected:
  Program& program(std::vector<std::string> words, const std::string& extra_ns = "0") {
    program_ = std::make_unique<Program>(std::move(words));
    program_->environment("LD_PRELOAD", RUNAHEAD_COUNTING_SGEMM)
        .environment("RUNAHEAD_TEST_SGEMM_LOG", directory_.file("log"))
        .environment("RUNAHEAD_TEST_SGEMM_NS", extra_ns)
        .environment("ASAN_OPTIONS", "verify_asan_link_order=0");  // the preloaded library comes first
    return *program_;
  }

  CheckedRun exported() const { return check_trace(read_file(directory_.file("t.json"))).at(0); }

  static std::int64_t median(std::vector<std::int64_t> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
  }

  TemporaryDirectory directory_;
  std::unique_ptr<Program> program_;
};

TEST_F(Interposed, TheTraceHoldsExactlyTheProductsThatHappened) {
  for (const char* scenario : {"matmul-race", "queued-vs-finished", "barriers", "implicit-blockers"}) {
    for (const char* mode : {"sync", "async"}) {
      std::filesystem::remove(directory_.file("log"));
      const Finished finished = program({"run", scenario, "--mode", mode, "--workers", "2", "--preset",
                                         "step", "--export", directory_.file("t.json")})
                                    .run();
      ASSERT_EQ(finished.status, 0) << finished.err;
      const std::size_t products = read_file(directory_.file("log")).size();
      EXPECT_GT(products, 0u);
      EXPECT_EQ(exported().durations_ns["dot"].size(), products) << scenario << " " << mode;
    }
  }
}

TEST_F(Interposed, SlowProductsAreTheLongBars) {
  const Finished finished = program({"run", "matmul-race", "--mode", "async", "--preset", "step", "--export",
                                     directory_.file("t.json")},
                                    "20000000")
                                .run();
  ASSERT_EQ(finished.status, 0) << finished.err;
  CheckedRun run = exported();
  for (const std::int64_t duration_ns : run.durations_ns["dot"]) EXPECT_GE(duration_ns, 20'000'000);
  EXPECT_LT(median(run.durations_ns["normal"]), 10'000'000);
}

TEST_F(Interposed, AnInterruptStopsTheRunAndLeavesWhatWasRecorded) {
  for (const int number : {SIGINT, SIGTERM}) {
    std::filesystem::remove(directory_.file("log"));
    // The first product writes to the pipe, which lets the test go on.
    ASSERT_EQ(::mkfifo(directory_.file("log").c_str(), 0600), 0);
    Program& running = program({"run", "matmul-race", "--mode", "async", "--json", "--export",
                                directory_.file("t.json"), "--export", directory_.file("t.png")},
                               "500000000");
    pollfd pipe{::open(directory_.file("log").c_str(), O_RDONLY | O_NONBLOCK), POLLIN, 0};
    running.start();
    EXPECT_EQ(::poll(&pipe, 1, 60'000), 1) << "no product";
    running.signal(number);
    const Finished finished = running.wait();
    ::close(pipe.fd);
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.out, HasSubstr("\"matmul-race\""));
    EXPECT_THAT(finished.err, HasSubstr("interrupted; what was recorded until then follows"));
    EXPECT_EQ(directory_.entries(), 3);
    std::filesystem::remove(directory_.file("t.json"));
    std::filesystem::remove(directory_.file("t.png"));
  }
}

/// A product that never ends does not keep the process.
TEST_F(Interposed, ASecondInterruptEndsTheProcessAtOnce) {
  for (const int number : {SIGINT, SIGTERM}) {
    std::filesystem::remove(directory_.file("log"));
    ASSERT_EQ(::mkfifo(directory_.file("log").c_str(), 0600), 0);
    Program& running = program(
        {"run", "matmul-race", "--mode", "async", "--export", directory_.file("t.json")}, "1000000000000");
    pollfd pipe{::open(directory_.file("log").c_str(), O_RDONLY | O_NONBLOCK), POLLIN, 0};
    running.start();
    EXPECT_EQ(::poll(&pipe, 1, 60'000), 1) << "no product";
    running.signal(number);
    running.wait_until_taken(number);
    running.signal(number);
    EXPECT_EQ(running.wait().status, 128 + number);
    ::close(pipe.fd);
    EXPECT_EQ(directory_.entries(), 1);
  }
}

}  // namespace
}  // namespace runahead::testing_support
