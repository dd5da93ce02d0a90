// SPDX-License-Identifier: GPL-3.0-or-later
// What CUDA answers, turned into exceptions.
// Not here: what cuBLAS's answers are called (products.cpp).
#pragma once

#include <cuda_runtime_api.h>

namespace runahead::kernels::cuda {

/// Throws std::runtime_error with "cudaEventRecord: unspecified launch failure", after "device lost: " if the
/// device that this thread uses now refuses everything.
[[noreturn]] void fail(const char* call, const char* answer);

/// Throws what `call` answered as `fail` does, if it failed. What can be forgotten is: the next call does not
/// find it.
void check(cudaError_t answer, const char* call);

/// All later calls of this thread mean that device.
void use(int device);

}  // namespace runahead::kernels::cuda
