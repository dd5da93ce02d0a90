// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products in CUDA: one call of cuBLAS for one product, whatever its size.
// Not here: opening the library (cublas.cpp).
#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/cuda/cublas.h"
#include "kernels/cuda/errors.h"
#include "kernels/cuda/launched.h"
#include "kernels/cuda/operations.h"
#include "kernels/cuda/stream.h"

namespace runahead::kernels::cuda {

namespace {

void check(cublasStatus_t status, const char* call) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  fail(call, cublas().status_string(status));
}

/// A workspace of the size that cuBLAS itself would take on the newer devices.
constexpr std::size_t kWorkspaceBytes = std::size_t{32} << 20;

cublasHandle_t blas_of(Stream* stream) {
  if (stream->blas != nullptr) return stream->blas;
  const Cublas& library = cublas();
  if (stream->blas_workspace == nullptr)
    cuda::check(cudaMalloc(&stream->blas_workspace, kWorkspaceBytes), "cudaMalloc");
  cublasHandle_t made = nullptr;
  check(library.create(&made), "cublasCreate");
  try {
    // In this order: choosing a stream forgets the workspace.
    check(library.set_stream(made, stream->queue), "cublasSetStream");
    check(library.set_workspace(made, stream->blas_workspace, kWorkspaceBytes), "cublasSetWorkspace");
    check(library.set_math_mode(made, stream->tf32 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH),
          "cublasSetMathMode");
  } catch (...) {
    library.destroy(made);
    throw;
  }
  return stream->blas = made;
}

/// out = a · b + scale · out, with sizes above zero. cuBLAS counts columns first, so it is told of the
/// transposed arrays and their product, outᵀ = bᵀ · aᵀ.
void product(Stream* stream, const char* call, Transposed transposed, const float* a, const float* b,
             float scale, float* out, std::int64_t m, std::int64_t k, std::int64_t n) {
  use(stream->device);
  const auto rows = static_cast<int>(m);
  const auto inner = static_cast<int>(k);
  const auto cols = static_cast<int>(n);
  const bool first = transposed == Transposed::first;
  const bool second = transposed == Transposed::second;
  const float one = 1.0f;
  launched = kUncounted;
  check(cublas().sgemm(blas_of(stream), second ? CUBLAS_OP_T : CUBLAS_OP_N, first ? CUBLAS_OP_T : CUBLAS_OP_N,
                       cols, rows, inner, &one, b, second ? inner : cols, a, first ? rows : inner, &scale,
                       out, cols),
        call);
}

void require_countable(const char* operation, std::int64_t m, std::int64_t k, std::int64_t n) {
  if (std::max({m, k, n}) <= std::numeric_limits<int>::max()) return;
  throw std::length_error(std::string("[") + operation + "] a size beyond 2147483647");
}

}  // namespace

void product32(Stream* stream, Transposed transposed, const float* a, const float* b, float* out,
               std::int64_t m, std::int64_t k, std::int64_t n) {
  if (m == 0 || n == 0) return;
  if (k == 0) {
    fill(stream, out, m * n, 0.0f);
    return;
  }
  require_countable("dot", m, k, n);
  product(stream, "dot", transposed, a, b, 0.0f, out, m, k, n);
}

void dense32(Stream* stream, const float* x, const float* w, const float* bias, float* out, std::int64_t m,
             std::int64_t k, std::int64_t n) {
  if (m == 0 || n == 0) return;
  require_countable("dense", m, k, n);
  repeat_row(stream, bias, out, m, n);
  if (k > 0) product(stream, "dense", Transposed::second, x, w, 1.0f, out, m, k, n);
}

}  // namespace runahead::kernels::cuda
