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
  // Copied once: the library composes its answer in one buffer for all threads. Name and version come first.
  static const std::string description = [] {
    const std::string config = openblas_get_config();
    const std::size_t version = config.find(' ');
    return config.substr(0, config.find(' ', version + 1)) + ", " + openblas_get_corename();
  }();
  return description.c_str();
}

}  // namespace runahead::kernels
