// SPDX-License-Identifier: GPL-3.0-or-later
// The gradient of a maximum in CUDA: counts the elements that are equal to it, then shares. Counting is in
// whole numbers, whose order does not matter.
#include <bit>

#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"

namespace runahead::kernels::cuda {

namespace {

constexpr unsigned kMostColumns = 32;

/// A block takes neighbouring columns, one for each thread across; those below one another share a column.
__global__ void share(const float* gradient, const float* x, const float* max, float* out, std::int64_t all,
                      std::int64_t n, std::int64_t inner) {
  __shared__ int counts[kMostColumns];
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  // The bound is of the block, so that all its threads meet.
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * blockDim.x; first < all; first += step) {
    const std::int64_t column = first + threadIdx.x;
    const std::int64_t top = column / inner * n * inner + column % inner;
    const bool inside = column < all;
    const float largest = inside ? max[column] : 0.0f;
    if (threadIdx.y == 0) counts[threadIdx.x] = 0;
    __syncthreads();
    int count = 0;
    for (std::int64_t k = threadIdx.y; inside && k < n; k += blockDim.y) {
      count += x[top + k * inner] == largest ? 1 : 0;
    }
    if (count > 0) atomicAdd(&counts[threadIdx.x], count);
    __syncthreads();
    const float part = inside ? gradient[column] / static_cast<float>(counts[threadIdx.x]) : 0.0f;
    for (std::int64_t k = threadIdx.y; inside && k < n; k += blockDim.y) {
      out[top + k * inner] = x[top + k * inner] == largest ? part : 0.0f;
    }
    __syncthreads();
  }
}

}  // namespace

void max_backward(Stream* stream, const float* gradient, const float* x, const float* max, float* out,
                  std::int64_t outer, std::int64_t n, std::int64_t inner) {
  const std::int64_t all = outer * inner;
  if (all == 0 || n == 0) return;
  const unsigned width = inner >= kMostColumns ? kMostColumns : std::bit_ceil(static_cast<unsigned>(inner));
  const auto blocks = static_cast<unsigned>(blocks_for(stream, all, static_cast<int>(width)));
  launch<share>("max_backward", stream, dim3(blocks), dim3(width, kThreads / width), gradient, x, max, out,
                all, n, inner);
}

}  // namespace runahead::kernels::cuda
