// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of the speed benchmark.
// Not wall time: what others do on the machine at the same time would count as ours.
#pragma once

#include <ctime>

namespace bench {

/// Of this thread: BLAS libraries keep idle threads that spin for a while, which do no work.
inline double processor_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

}  // namespace bench
