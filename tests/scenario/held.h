// SPDX-License-Identifier: GPL-3.0-or-later
// run_held(): a run in which the making of one batch waits until the frontend is where the test wants it. So
// what a queue holds at most does not depend on how fast workers are. Not for several runs at a time: the
// kernels are plain functions.
#pragma once

#include <atomic>

#include "kernels/operations.h"
#include "tests/scenario/runs.h"

namespace runahead::testing_support {

class HeldSource {
 public:
  /// `elements`: of the batches, and of no other source of the program.
  template <class Reached>
  static Finished run(const RunRequest& request, std::int64_t elements, int which, Reached reached) {
    elements_ = elements;
    left_.store(which);
    open_.store(false);
    RunExecution session(checked(request), kernels_table());
    session.start();
    EXPECT_TRUE(watch_until(session, reached)) << "the run ended before the frontend came to be there";
    open_.store(true);
    open_.notify_all();
    session.wait();
    return {session.snapshot(), session.result()};
  }

 private:
  static void hold(std::int64_t n) {
    if (n == elements_ && left_.fetch_sub(1) == 1) open_.wait(false);
  }
  static const kernels::Operations& kernels_table() {
    static const kernels::Operations table = [] {
      kernels::Operations all = kernels::cpu_operations();
      all.sequence = [](kernels::Stream* stream, kernels::Type type, void* out, std::int64_t n,
                        kernels::Number first, kernels::Number step) {
        hold(n);
        kernels::cpu_operations().sequence(stream, type, out, n, first, step);
      };
      all.normal = [](kernels::Stream* stream, kernels::Type type, void* out, std::int64_t n,
                      std::uint64_t seed, std::uint64_t offset, double mean, double stddev) {
        hold(n);
        kernels::cpu_operations().normal(stream, type, out, n, seed, offset, mean, stddev);
      };
      return all;
    }();
    return table;
  }

  static inline std::int64_t elements_ = 0;
  static inline std::atomic<int> left_{0};
  static inline std::atomic<bool> open_{false};
};

/// A run in which batch `which` is made only when the frontend waits for `reason` and has begun mark `mark`.
inline Finished run_held(const RunRequest& request, std::int64_t elements, int which, WaitReason reason,
                         std::string_view mark) {
  return HeldSource::run(request, elements, which, [&](const Trace& trace) {
    for (RegionId id = 0; id < trace.region_count(); ++id) {
      if (trace.name(trace.region(id).name) == mark) return is_waiting(trace, reason);
    }
    return false;
  });
}

}  // namespace runahead::testing_support
