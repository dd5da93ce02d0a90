// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual runs for tests of models and paths: loops with times of a test's choice, and every scenario in
// every mode with every value of its waits. Not for live runs (tests/scenario/runs.h).
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/scenario/runs.h"

namespace runahead::testing_support {

inline RunRequest simulated(RunRequest request) {
  request.clock = Clock::virtual_time;
  return request;
}

struct LoopTimes {
  std::int64_t n, t1, t2, t3;
};

inline RunRequest loop(const LoopTimes& times, const std::string& mode, const std::string& waits,
                       int workers = 1) {
  RunRequest request = simulated(small("increment-loop", mode, waits, workers));
  request.set = {{"n", times.n},      {"rows", 1},         {"columns", 2},
                 {"t1_ns", times.t1}, {"t2_ns", times.t2}, {"t3_ns", times.t3}};
  return request;
}

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(most - least + 1));
  }
  LoopTimes loop() {
    const std::int64_t scale = std::int64_t{1} << between(1, 30);
    return {between(1, 60), between(1, scale), between(1, scale), between(0, scale)};
  }

 private:
  std::mt19937_64 random_;
};

/// `look(trace)` for each of them.
template <class Look>
void for_every_run(const std::string& scenario_id, Look look) {
  const Scenario& scenario = *find_scenario(scenario_id);
  for (const Mode mode : scenario.modes) {
    for (const std::string& waits : scenario.waits) {
      for (const int workers : {1, 3}) {
        SCOPED_TRACE(std::string(to_string(mode)) + ", " + waits + ", workers " + std::to_string(workers));
        look(run(simulated(small(scenario_id, to_string(mode), waits, workers))).trace);
      }
    }
  }
}

}  // namespace runahead::testing_support
