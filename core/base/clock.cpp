// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing the clock and measuring the counter's rate.
// Not here: stamping events (trace/recorder.h).
#include "core/base/clock.h"

#include <chrono>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace runahead {

namespace {

bool counter_is_invariant() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  // Bit 8 of EDX of leaf 0x80000007: the counter's rate does not change with the processor's power state.
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d >> 8 & 1) != 0;
#else
  return false;
#endif
}

/// One moment on both clocks, as close together as a few tries allow.
struct Pair {
  Ticks ticks;
  Ticks steady_ns;
};
Pair read_both() {
  Pair best{};
  Ticks narrowest = ~Ticks{0};
  for (int i = 0; i < 8; ++i) {
    const Ticks before = now_ticks_ordered();
    const Ticks steady = clock_detail::steady_ticks();
    const Ticks after = now_ticks_ordered();
    if (after - before < narrowest) {
      narrowest = after - before;
      best = {before + (after - before) / 2, steady};
    }
  }
  return best;
}

}  // namespace

namespace clock_detail {
const bool use_counter = counter_is_invariant();
Ticks steady_ticks() {
  return static_cast<Ticks>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                std::chrono::steady_clock::now().time_since_epoch())
                                .count());
}
}  // namespace clock_detail

namespace {
const Pair at_start = read_both();
}

TickScale::TickScale() {
  constexpr Ticks kLongEnough_ns = 5'000'000;
  Pair now = read_both();
  while (now.steady_ns - at_start.steady_ns < kLongEnough_ns) now = read_both();
  multiplier_ = static_cast<std::int64_t>((static_cast<Wide>(now.steady_ns - at_start.steady_ns) << 32) /
                                          static_cast<std::int64_t>(now.ticks - at_start.ticks));
}

const TickScale& TickScale::instance() {
  static const TickScale scale;
  return scale;
}

}  // namespace runahead
