// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix product on the CPU: one call of the BLAS for one product, whatever its size.
// Not here: a path of our own for small products; a trace's products can be counted at cblas_sgemm.
#include <cblas.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "kernels/cpu/operations.h"

namespace runahead::kernels::cpu {

void matmul(Stream* stream, const float* a, const float* b, float* out, std::int64_t m, std::int64_t k,
            std::int64_t n) {
  if (m == 0 || n == 0) return;
  if (k == 0) {
    fill(stream, out, m * n, 0.0f);
    return;
  }
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  if (std::max({m, k, n}) > kLargest) throw std::length_error("[dot] a size beyond 2147483647");
  const auto rows = static_cast<blasint>(m);
  const auto inner = static_cast<blasint>(k);
  const auto cols = static_cast<blasint>(n);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, cols, inner, 1.0f, a, inner, b, cols, 0.0f,
              out, cols);
}

}  // namespace runahead::kernels::cpu
