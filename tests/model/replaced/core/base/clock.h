// SPDX-License-Identifier: GPL-3.0-or-later
// In place of the processor's counter: a number that grows with each look, the same for all threads.
#pragma once

#include <cstdint>

namespace runahead {

using Ticks = std::uint64_t;

inline Ticks now_ticks() {
  return model::look_at_clock();
}

inline Ticks now_ticks_ordered() {
  return now_ticks();
}

class TickScale {
 public:
  static const TickScale& instance() {
    static const TickScale scale;
    return scale;
  }
  std::int64_t ns_between(Ticks from, Ticks to) const { return static_cast<std::int64_t>(to - from); }
  Ticks ticks_in(std::int64_t ns) const { return static_cast<Ticks>(ns); }
};

}  // namespace runahead
