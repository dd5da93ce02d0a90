// SPDX-License-Identifier: GPL-3.0-or-later
// The BLAS library, of which the program has no need before the first product: it is opened at run time.
// Not here: products (matmul.cpp), its functions (blas_library.h).
#pragma once

namespace runahead::kernels {

/// Opens it before a run, whose first product would else last longer than the others. Where it cannot be
/// used, products say why. A product's rounding depends on the number of threads that share it, so one
/// computes it; parallelism comes from workers.
void open_blas();

/// The library, its version and the processor family that it chose its code for. Any thread may ask.
const char* blas_description();

}  // namespace runahead::kernels
