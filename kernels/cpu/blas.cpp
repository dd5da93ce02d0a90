// SPDX-License-Identifier: GPL-3.0-or-later
// OpenBLAS's own settings.
// Not here: products (matmul.cpp).
#include "kernels/cpu/blas.h"

#include <cblas.h>

#include <string>

namespace runahead::kernels {

void use_one_blas_thread() {
  openblas_set_num_threads(1);
}

const char* blas_description() {
  // Copied once: the library composes its answer in one buffer for all threads.
  static const std::string description = openblas_get_config();
  return description.c_str();
}

}  // namespace runahead::kernels
