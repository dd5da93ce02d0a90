// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix product on the CPU: one call of the BLAS for one product, whatever its size.
// Not here: a path of our own for small products; a trace's products can be counted at cblas_sgemm and
// cblas_dgemm.
#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/cpu/blas_library.h"
#include "kernels/cpu/operations.h"

namespace runahead::kernels::cpu {

namespace {

/// out = a · b + scale · out, with sizes above zero, by a function of the BLAS.
template <class T, class Gemm>
void product(Gemm BlasLibrary::*gemm, Transposed transposed, const T* a, const T* b, T scale, T* out,
             std::int64_t m, std::int64_t k, std::int64_t n) {
  const auto rows = static_cast<blasint>(m);
  const auto inner = static_cast<blasint>(k);
  const auto cols = static_cast<blasint>(n);
  const bool first = transposed == Transposed::first;
  const bool second = transposed == Transposed::second;
  BlasLibrary& library = blas_library();
  const BlasSeat seat(library);
  (library.*gemm)(CblasRowMajor, first ? CblasTrans : CblasNoTrans, second ? CblasTrans : CblasNoTrans, rows,
                  cols, inner, T{1}, a, first ? rows : inner, b, second ? inner : cols, scale, out, cols);
}

void require_countable(const char* operation, std::int64_t m, std::int64_t k, std::int64_t n) {
  if (std::max({m, k, n}) <= std::numeric_limits<blasint>::max()) return;
  throw std::length_error(std::string("[") + operation + "] a size beyond 2147483647");
}

template <class T, class Gemm>
void matmul_by(Gemm BlasLibrary::*gemm, Transposed transposed, const T* a, const T* b, T* out, std::int64_t m,
               std::int64_t k, std::int64_t n) {
  if (m == 0 || n == 0) return;
  if (k == 0) {
    std::fill_n(out, m * n, T{0});
    return;
  }
  require_countable("dot", m, k, n);
  product(gemm, transposed, a, b, T{0}, out, m, k, n);
}

}  // namespace

void product32(Transposed transposed, const float* a, const float* b, float* out, std::int64_t m,
               std::int64_t k, std::int64_t n) {
  matmul_by(&BlasLibrary::sgemm, transposed, a, b, out, m, k, n);
}

void product64(Transposed transposed, const double* a, const double* b, double* out, std::int64_t m,
               std::int64_t k, std::int64_t n) {
  matmul_by(&BlasLibrary::dgemm, transposed, a, b, out, m, k, n);
}

void dense32(const float* x, const float* w, const float* bias, float* out, std::int64_t m, std::int64_t k,
             std::int64_t n) {
  if (m == 0 || n == 0) return;
  require_countable("dense", m, k, n);
  // The bias comes first and the product on top of it: where the BLAS would write zeros, it finds them.
  for (std::int64_t r = 0; r < m; ++r) std::copy_n(bias, n, out + r * n);
  if (k > 0) product(&BlasLibrary::sgemm, Transposed::second, x, w, 1.0f, out, m, k, n);
}

}  // namespace runahead::kernels::cpu
