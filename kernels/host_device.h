// SPDX-License-Identifier: GPL-3.0-or-later
// Marks a function that a CPU loop and a CUDA kernel share.
#pragma once

// Always inline on the CPU too: a vector loop must not depend on what the compiler thinks of a call.
#if defined(__CUDACC__)
#define RUNAHEAD_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define RUNAHEAD_HOST_DEVICE inline __attribute__((always_inline))
#endif
