// SPDX-License-Identifier: GPL-3.0-or-later
// A pair of fences for flags that one side sets rarely and the other reads all the time: the light one is
// free where the kernel can interrupt all threads of the process for the heavy one (membarrier), else both
// are full fences. Not needed where a read-modify-write stands between the store and the load anyway.
//
// If thread A stores x, light_fence(), loads y, and thread B stores y, heavy_fence(), loads x, then A sees
// B's store or B sees A's.
#pragma once

#include <atomic>

namespace runahead {

namespace fences_detail {
extern const bool has_membarrier;
}

inline void light_fence() {
  if (fences_detail::has_membarrier) [[likely]] {
    std::atomic_signal_fence(std::memory_order_seq_cst);
  } else {
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
}

void heavy_fence();

}  // namespace runahead
