// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of the BLAS library, which are the whole process's.
#pragma once

namespace runahead::kernels {

/// A product's rounding depends on the number of threads that share it, so one computes it; parallelism comes
/// from workers. `cpu_operations()` has done this.
void use_one_blas_thread();

/// The library, its version and the processor family that it chose its code for. Any thread may ask.
const char* blas_description();

}  // namespace runahead::kernels
