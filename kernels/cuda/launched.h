// SPDX-License-Identifier: GPL-3.0-or-later
// How many records of CUPTI's the calls of this thread leave: every launch in this folder counts itself.
// Not here: the records (records.h).
#pragma once

#include "kernels/device.h"

namespace runahead::kernels::cuda {

/// Kernels, copies and fills that this thread launched since the number was last set to 0; kUncounted from a
/// call of cuBLAS on, which launches as many as it likes.
inline thread_local int launched = 0;

inline void count_launch() {
  if (launched != kUncounted) ++launched;
}

}  // namespace runahead::kernels::cuda
