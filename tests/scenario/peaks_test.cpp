// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions of memory, by which a run that would not fit is refused, against what runs show.
// Not here: the refusal (check_test.cpp).
#include "core/analysis/summary.h"
#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using namespace testing_support;

class Peak : public testing::TestWithParam<std::string> {
 protected:
  const Scenario& scenario = *find_scenario(GetParam());
};

/// Whether an array outlives the next one's beginning may depend on the scheduler: hence the margins.
TEST_P(Peak, IsPredicted) {
  if (!scenario.peak_bytes) return;
  for (const Mode mode : scenario.modes) {
    for (const char* device : {"cpu", "emulated"}) {
      if (mode != Mode::stream && device != std::string("cpu")) continue;
      for (const std::string& waits : scenario.waits) {
        for (const int workers : {1, 2}) {
          SCOPED_TRACE(std::string(to_string(mode)) + ", device " + device + ", waits " + waits +
                       ", workers " + std::to_string(workers));
          const RunRequest request = on_device(small(scenario.id, to_string(mode), waits, workers), device);
          const std::int64_t predicted = predicted_peak_bytes(checked(request));
          EXPECT_GT(predicted, 0);
          EXPECT_TRUE(one_run_shows(request, [&](const Finished& finished) -> std::string {
            std::int64_t peak = 0;  // predicted for all memories together
            const RunSummary summary = summarize(finished.trace);
            for (const RunSummary::MemoryPeak& memory : summary.memories) peak += memory.live_bytes;
            EXPECT_LE(peak, predicted * 3 / 2 + 1000);
            // A busy machine may run one worker at a time.
            return peak >= predicted * 3 / 5 || workers > 1
                       ? ""
                       : "peak " + std::to_string(peak) + " of " + std::to_string(predicted);
          }));
        }
      }
    }
  }
}

TEST(Peaks, MatrixProductsKeepTheirInputsInAsyncOnly) {
  RunRequest request = small("matmul-race", "async");
  request.set = {{"n", 300}, {"passes", 12}};
  const std::int64_t a = 300 * 300 * 4;
  EXPECT_TRUE(one_run_shows(request, [&](const Finished& finished) -> std::string {
    return summarize(finished.trace).peak_live_bytes >= 12 * a ? "" : "not all a were alive at once";
  }));
  for (const char* mode : {"sync", "stream"}) {
    request.mode = mode_called(mode).value();
    EXPECT_LE(summarize(run(request).trace).peak_live_bytes, 3 * a) << mode;
  }
}

/// A second worker finds little else to do where the layers take long, one after the other.
TEST(Peaks, IdleWorkersMakeBatchesAheadInLazy) {
  RunRequest request = small("training-memory", "lazy", "none");
  request.clock = Clock::virtual_time;
  request.set = {{"batches", 30}};
  Machine machine;
  machine.frontend.dispatch_ns = 0;
  machine.cpu.task_ns = 1;
  machine.cpu.flops_per_s = 100'000'000;
  std::int64_t peaks[2];
  for (const int workers : {1, 2}) {
    request.workers = workers;
    const RunConfig config = checked(request, machine);
    const std::int64_t predicted = predicted_peak_bytes(config);
    std::int64_t& peak = peaks[workers - 1] = summarize(run(config).trace).peak_live_bytes;
    EXPECT_LE(peak, predicted * 3 / 2) << workers;
    EXPECT_GE(peak, predicted * 3 / 5) << workers;
  }
  EXPECT_GT(peaks[1], 2 * peaks[0]);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Peak, testing::ValuesIn(scenario_ids()), scenario_test_name);

}  // namespace
}  // namespace runahead
