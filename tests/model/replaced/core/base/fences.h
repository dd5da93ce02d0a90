// SPDX-License-Identifier: GPL-3.0-or-later
// In place of the pair of fences: with membarrier, and without.
#pragma once

namespace runahead {

inline void light_fence() {
  if (!model::has_membarrier()) model::fence(std::memory_order_seq_cst);
}

inline void heavy_fence() {
  model::fence_everywhere();
}

}  // namespace runahead
