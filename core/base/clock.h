// SPDX-License-Identifier: GPL-3.0-or-later
// The clock that stamps events: the processor's time-stamp counter where it runs at one rate on all cores,
// else the steady clock. Ticks are raw; TickScale turns them into nanoseconds. Not a wall clock, and not for
// virtual time.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace runahead {

using Ticks = std::uint64_t;

namespace clock_detail {
extern const bool use_counter;
Ticks steady_ticks();
}  // namespace clock_detail

/// Now. May be taken slightly before preceding loads have finished; the recorder's users repair the order.
inline Ticks now_ticks() {
#if defined(__x86_64__)
  if (clock_detail::use_counter) [[likely]]
    return __rdtsc();
#endif
  return clock_detail::steady_ticks();
}

/// Now, and not before everything that precedes it in the program has happened.
inline Ticks now_ticks_ordered() {
#if defined(__x86_64__)
  _mm_lfence();
#endif
  return now_ticks();
}

/// 128 bits, for products of ticks and the multiplier.
__extension__ using Wide = __int128;

/// Nanoseconds between ticks, measured once against the steady clock.
class TickScale {
 public:
  /// The process's scale. The first call may take up to 5 ms.
  static const TickScale& instance();
  /// Signed: `to` may lie before `from`.
  std::int64_t ns_between(Ticks from, Ticks to) const {
    const auto ticks = static_cast<std::int64_t>(to - from);
    return static_cast<std::int64_t>((static_cast<Wide>(ticks) * multiplier_) >> 32);
  }
  Ticks ticks_in(std::int64_t ns) const {
    return static_cast<Ticks>((static_cast<Wide>(ns) << 32) / multiplier_);
  }

 private:
  TickScale();
  std::int64_t multiplier_;  ///< ns per tick, times 2^32
};

}  // namespace runahead
