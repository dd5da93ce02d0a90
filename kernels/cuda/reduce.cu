// SPDX-License-Identifier: GPL-3.0-or-later
// Sum, mean, norm and max of rows in CUDA, bit for bit what the CPU gives: in its order
// (kernels/cpu/reduce.cpp), on every GPU. Not here: atomic additions, whose order is chance; columns
// (columns.cu).
//
// Half a warp adds up a block of 4096 elements, a lane for a lane. Four blocks make a CUDA block and one
// partial sum; a second kernel adds the partial sums in the tree of neighbours. One long row, where the
// memory is what counts, is read by fours: four threads add up a block, four lanes each; 32 blocks make a
// partial sum, and the CUDA block that is done last adds these up. Who that is, is chance; the order is not.
#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"
#include "kernels/cuda/reductions.h"

namespace runahead::kernels::cuda {

namespace {

constexpr int kBlock = 4096;
constexpr int kLanes = 16;
constexpr int kBlocksTogether = 4;

/// The total of up to 4096 elements, in lane 0 of the half-warp; all 32 lanes of the warp take part.
template <class Terms>
__device__ double block_total(Terms terms, const float* in, int n) {
  // So many loads are under way at once: memory is far away, and a small sum has few warps.
  constexpr int kMany = 64;
  constexpr int kFew = 16;
  double total = terms.nothing();
  int i = static_cast<int>(threadIdx.x) % kLanes;
  for (; i + (kMany - 1) * kLanes < n; i += kMany * kLanes) {
    float values[kMany];
#pragma unroll
    for (int k = 0; k < kMany; ++k) values[k] = in[i + k * kLanes];
#pragma unroll
    for (int k = 0; k < kMany; ++k) total = terms.both(total, terms.term(values[k]));
  }
  for (; i < n; i += kFew * kLanes) {
    float values[kFew];
#pragma unroll
    for (int k = 0; k < kFew; ++k) values[k] = i + k * kLanes < n ? in[i + k * kLanes] : terms.nothing();
#pragma unroll
    for (int k = 0; k < kFew; ++k) total = terms.both(total, terms.term(values[k]));
  }
  for (int apart = kLanes / 2; apart > 0; apart /= 2) {
    total = terms.both(total, __shfl_down_sync(0xFFFFFFFFu, total, apart, kLanes));
  }
  return total;
}

__device__ int part_of(std::int64_t n, std::int64_t first) {
  const std::int64_t rest = n - first;
  return static_cast<int>(rest < 0 ? 0 : rest < kBlock ? rest : kBlock);
}

/// Rows of one block each: a half-warp makes the result of a row.
template <class Terms, class Finish>
__global__ void reduce_short_rows(Terms terms, Finish finish, const float* in, std::int64_t rows,
                                  std::int64_t cols, float* out) {
  const std::int64_t row =
      static_cast<std::int64_t>(blockIdx.x) * (blockDim.x / kLanes) + threadIdx.x / kLanes;
  const double total = block_total(terms, in + row * cols, row < rows ? static_cast<int>(cols) : 0);
  if (row < rows && threadIdx.x % kLanes == 0) out[row] = finish(total);
}

/// One partial sum for every four blocks, of which a row has `parts`.
template <class Terms>
__global__ void reduce_parts(Terms terms, const float* in, std::int64_t cols, std::int64_t parts,
                             double* partial_sums) {
  __shared__ double totals[kBlocksTogether];
  const std::int64_t row = blockIdx.x / parts;
  const std::int64_t block = blockIdx.x % parts * kBlocksTogether + threadIdx.x / kLanes;
  const std::int64_t first = block * kBlock;
  const double total = block_total(terms, in + row * cols + first, part_of(cols, first));
  if (threadIdx.x % kLanes == 0) totals[threadIdx.x / kLanes] = total;
  __syncthreads();
  if (threadIdx.x == 0) {
    partial_sums[blockIdx.x] = terms.both(terms.both(totals[0], totals[1]), terms.both(totals[2], totals[3]));
  }
}

/// The tree over `count` totals that nobody else needs.
template <class Terms>
__device__ double tree_of(Terms terms, double* totals, std::int64_t count) {
  for (std::int64_t apart = 1; apart < count; apart *= 2) {
    for (std::int64_t i = 0; i + apart < count; i += 2 * apart) {
      totals[i] = terms.both(totals[i], totals[i + apart]);
    }
  }
  return count > 0 ? totals[0] : terms.nothing();
}

constexpr int kLeaves = 1024;

/// By a block of threads: `parts` sums in neighbouring groups, a group for a leaf, then the leaves.
template <class Terms>
__device__ double sum_of_parts(Terms terms, double* leaves, double* sums, std::int64_t parts) {
  std::int64_t group = 1;
  while (group * kLeaves < parts) group *= 2;
  const int threads = static_cast<int>(blockDim.x);
  const int thread = static_cast<int>(threadIdx.x);
  for (int leaf = thread; leaf < kLeaves; leaf += threads) {
    const std::int64_t first = leaf * group;
    leaves[leaf] = tree_of(terms, sums + first, parts - first < group ? parts - first : group);
  }
  __syncthreads();
  for (int apart = 1; apart < kLeaves; apart *= 2) {
    for (int i = thread * 2 * apart; i < kLeaves; i += threads * 2 * apart) {
      leaves[i] = terms.both(leaves[i], leaves[i + apart]);
    }
    __syncthreads();
  }
  return leaves[0];
}

/// A block of threads for a row.
template <class Terms, class Finish>
__global__ void reduce_partial_sums(Terms terms, Finish finish, double* partial_sums, std::int64_t parts,
                                    float* out) {
  __shared__ double leaves[kLeaves];
  const double sum = sum_of_parts(terms, leaves, partial_sums + blockIdx.x * parts, parts);
  if (threadIdx.x == 0) out[blockIdx.x] = finish(sum);
}

constexpr int kLongThreads = 128;
constexpr int kLongBlocks = kLongThreads / 4;  // of 4096 elements, in a block of threads
/// From here on a row is read by fours; below it, too few threads would be at work.
constexpr std::int64_t kLong = std::int64_t{1} << 23;

/// The total of up to 4096 elements in the first of four threads, which are lanes 0 to 3, 4 to 7, ...
template <class Terms>
__device__ double long_block_total(Terms terms, const float* in, int n) {
  constexpr int kMany = 16;
  constexpr int kFours = kLanes / 4;
  double lanes[4] = {terms.nothing(), terms.nothing(), terms.nothing(), terms.nothing()};
  const int four = static_cast<int>(threadIdx.x) % kFours;
  const auto* const fours = reinterpret_cast<const float4*>(in);
  const auto add = [&](const float4& values) {
    lanes[0] = terms.both(lanes[0], terms.term(values.x));
    lanes[1] = terms.both(lanes[1], terms.term(values.y));
    lanes[2] = terms.both(lanes[2], terms.term(values.z));
    lanes[3] = terms.both(lanes[3], terms.term(values.w));
  };
  if (n == kBlock) {
#pragma unroll 1
    for (int first = 0; first < kBlock / 4; first += kMany * kFours) {
      float4 values[kMany];
#pragma unroll
      for (int k = 0; k < kMany; ++k) values[k] = load_four(fours + first + k * kFours + four);
#pragma unroll
      for (int k = 0; k < kMany; ++k) add(values[k]);
    }
  } else {
    for (int i = four * 4; i < n; i += kLanes) {
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        if (i + k < n) lanes[k] = terms.both(lanes[k], terms.term(in[i + k]));
      }
    }
  }
#pragma unroll
  for (int apart = kFours / 2; apart > 0; apart /= 2) {
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      lanes[k] = terms.both(lanes[k], __shfl_down_sync(0xFFFFFFFFu, lanes[k], apart, kFours));
    }
  }
  return terms.both(terms.both(lanes[0], lanes[2]), terms.both(lanes[1], lanes[3]));
}

/// `blocks_done` is 0 before and afterwards.
template <class Terms, class Finish>
__global__ void reduce_long_row(Terms terms, Finish finish, const float* in, std::int64_t n,
                                double* partial_sums, unsigned* blocks_done, float* out) {
  constexpr int kWarps = kLongThreads / 32;
  __shared__ double leaves[kLeaves];
  __shared__ bool last;
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t first = (static_cast<std::int64_t>(blockIdx.x) * kLongBlocks + thread / 4) * kBlock;
  double total = long_block_total(terms, in + first, part_of(n, first));
  for (int apart = 4; apart < 32; apart *= 2) {
    total = terms.both(total, __shfl_down_sync(0xFFFFFFFFu, total, apart));
  }
  if (thread % 32 == 0) leaves[thread / 32] = total;
  __syncthreads();
  if (thread == 0) {
    partial_sums[blockIdx.x] = tree_of(terms, leaves, kWarps);
    __threadfence();
    last = atomicAdd(blocks_done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  const double sum = sum_of_parts(terms, leaves, partial_sums, gridDim.x);
  if (thread == 0) {
    *blocks_done = 0;
    *out = finish(sum);
  }
}

template <class Terms, class Finish>
void reduce(const char* what, Stream* stream, Terms terms, Finish finish, const float* in, std::int64_t rows,
            std::int64_t cols, float* out) {
  if (rows == 0) return;
  if (cols <= kBlock) {
    launch<reduce_short_rows<Terms, Finish>>(what, stream, ceil_div(rows, kThreads / kLanes), kThreads, terms,
                                             finish, in, rows, cols, out);
    return;
  }
  use(stream->device);
  if (rows == 1 && cols >= kLong && reinterpret_cast<std::uintptr_t>(in) % sizeof(float4) == 0) {
    const std::int64_t blocks = ceil_div(cols, kBlock * kLongBlocks);
    double* const sums = stream->partial_sums(blocks);
    launch<reduce_long_row<Terms, Finish>>(what, stream, blocks, kLongThreads, terms, finish, in, cols, sums,
                                           stream->blocks_done(), out);
    return;
  }
  const std::int64_t parts = ceil_div(cols, kBlock * kBlocksTogether);
  double* const sums = stream->partial_sums(rows * parts);
  launch<reduce_parts<Terms>>(what, stream, rows * parts, kBlocksTogether * kLanes, terms, in, cols, parts,
                              sums);
  launch<reduce_partial_sums<Terms, Finish>>(what, stream, rows, kThreads, terms, finish, sums, parts, out);
}

}  // namespace

bool reduce32(Stream* stream, Reduction reduction, const float* in, std::int64_t outer, std::int64_t n,
              std::int64_t inner, float* out) {
  const bool rows = inner == 1;
  switch (reduction) {
    case Reduction::sum:
      if (!rows) return sum_columns(stream, in, outer, n, inner, out), true;
      return reduce("sum", stream, Sum{}, Total{}, in, outer, n, out), true;
    case Reduction::mean:
      if (!rows) return mean_columns(stream, in, outer, n, inner, out), true;
      return reduce("mean", stream, Sum{}, Mean{static_cast<double>(n)}, in, outer, n, out), true;
    case Reduction::max:
      if (!rows) return max_columns(stream, in, outer, n, inner, out), true;
      return reduce("max", stream, Maximum{}, Total{}, in, outer, n, out), true;
    case Reduction::norm:
      if (!rows) return false;
      return reduce("norm", stream, SumOfSquares{}, Root{}, in, outer, n, out), true;
    default:
      return false;
  }
}

}  // namespace runahead::kernels::cuda
