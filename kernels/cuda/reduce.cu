// SPDX-License-Identifier: GPL-3.0-or-later
// Sum, mean and norm in CUDA, bit for bit what the CPU gives: in its order (kernels/cpu/reduce.cpp), on every
// GPU. Not here: atomic additions, whose order is chance; sums over rows (sum_rows.cu).
//
// Half a warp adds up a block of 4096 elements, a lane for a lane. Four blocks make a CUDA block and one
// partial sum; a second kernel adds the partial sums in the tree of neighbours. Zeros stand in for what is
// not there: no total is ever -0, so adding 0 changes none.
#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"

namespace runahead::kernels::cuda {

namespace {

constexpr int kBlock = 4096;
constexpr int kLanes = 16;
constexpr int kBlocksTogether = 4;

struct Itself {
  __device__ double operator()(double x) const { return x; }
};

struct Squared {
  __device__ double operator()(double x) const { return x * x; }
};

struct Total {
  __device__ float operator()(double total) const { return static_cast<float>(total); }
};

struct Mean {
  double count;
  __device__ float operator()(double total) const { return static_cast<float>(total / count); }
};

struct Root {
  __device__ float operator()(double total) const { return static_cast<float>(sqrt(total)); }
};

/// The total of up to 4096 elements, in lane 0 of the half-warp; all 32 lanes of the warp take part.
template <class Term>
__device__ double block_total(Term term, const float* in, int n) {
  // So many loads are under way at once: memory is far away, and a small sum has few warps.
  constexpr int kMany = 64;
  constexpr int kFew = 16;
  double total = 0;
  int i = static_cast<int>(threadIdx.x) % kLanes;
  for (; i + (kMany - 1) * kLanes < n; i += kMany * kLanes) {
    float values[kMany];
#pragma unroll
    for (int k = 0; k < kMany; ++k) values[k] = in[i + k * kLanes];
#pragma unroll
    for (int k = 0; k < kMany; ++k) total += term(static_cast<double>(values[k]));
  }
  for (; i < n; i += kFew * kLanes) {
    float values[kFew];
#pragma unroll
    for (int k = 0; k < kFew; ++k) values[k] = i + k * kLanes < n ? in[i + k * kLanes] : 0.0f;
#pragma unroll
    for (int k = 0; k < kFew; ++k) total += term(static_cast<double>(values[k]));
  }
  for (int apart = kLanes / 2; apart > 0; apart /= 2) {
    total += __shfl_down_sync(0xFFFFFFFFu, total, apart, kLanes);
  }
  return total;
}

__device__ int part_of(std::int64_t n, std::int64_t first) {
  const std::int64_t rest = n - first;
  return static_cast<int>(rest < 0 ? 0 : rest < kBlock ? rest : kBlock);
}

/// Rows of one block each: a half-warp makes the result of a row.
template <class Term, class Finish>
__global__ void reduce_short_rows(Term term, Finish finish, const float* in, std::int64_t rows,
                                  std::int64_t cols, float* out) {
  const std::int64_t row =
      static_cast<std::int64_t>(blockIdx.x) * (blockDim.x / kLanes) + threadIdx.x / kLanes;
  const double total = block_total(term, in + row * cols, row < rows ? static_cast<int>(cols) : 0);
  if (row < rows && threadIdx.x % kLanes == 0) out[row] = finish(total);
}

/// One partial sum for every four blocks, of which a row has `parts`.
template <class Term>
__global__ void reduce_parts(Term term, const float* in, std::int64_t cols, std::int64_t parts,
                             double* partial_sums) {
  __shared__ double totals[kBlocksTogether];
  const std::int64_t row = blockIdx.x / parts;
  const std::int64_t block = blockIdx.x % parts * kBlocksTogether + threadIdx.x / kLanes;
  const std::int64_t first = block * kBlock;
  const double total = block_total(term, in + row * cols + first, part_of(cols, first));
  if (threadIdx.x % kLanes == 0) totals[threadIdx.x / kLanes] = total;
  __syncthreads();
  if (threadIdx.x == 0) partial_sums[blockIdx.x] = (totals[0] + totals[1]) + (totals[2] + totals[3]);
}

/// The tree over `count` totals that nobody else needs.
__device__ double tree_of(double* totals, std::int64_t count) {
  for (std::int64_t apart = 1; apart < count; apart *= 2) {
    for (std::int64_t i = 0; i + apart < count; i += 2 * apart) totals[i] += totals[i + apart];
  }
  return count > 0 ? totals[0] : 0.0;
}

constexpr int kLeaves = 1024;

/// A block of threads for a row: its `parts` sums in neighbouring groups, a group for a leaf, then the
/// leaves.
template <class Finish>
__global__ void reduce_partial_sums(Finish finish, double* partial_sums, std::int64_t parts, float* out) {
  __shared__ double leaves[kLeaves];
  double* const sums = partial_sums + blockIdx.x * parts;
  std::int64_t group = 1;
  while (group * kLeaves < parts) group *= 2;
  const int threads = static_cast<int>(blockDim.x);
  const int thread = static_cast<int>(threadIdx.x);
  for (int leaf = thread; leaf < kLeaves; leaf += threads) {
    const std::int64_t first = leaf * group;
    leaves[leaf] = tree_of(sums + first, parts - first < group ? parts - first : group);
  }
  __syncthreads();
  for (int apart = 1; apart < kLeaves; apart *= 2) {
    for (int i = thread * 2 * apart; i < kLeaves; i += threads * 2 * apart) leaves[i] += leaves[i + apart];
    __syncthreads();
  }
  if (thread == 0) out[blockIdx.x] = finish(leaves[0]);
}

template <class Term, class Finish>
void reduce(const char* what, Stream* stream, Term term, Finish finish, const float* in, std::int64_t rows,
            std::int64_t cols, float* out) {
  if (rows == 0) return;
  if (cols <= kBlock) {
    launch(what, stream, ceil_div(rows, kThreads / kLanes), kThreads, reduce_short_rows<Term, Finish>, term,
           finish, in, rows, cols, out);
    return;
  }
  const std::int64_t parts = ceil_div(cols, kBlock * kBlocksTogether);
  use(stream->device);
  double* const sums = stream->partial_sums(rows * parts);
  launch(what, stream, rows * parts, kBlocksTogether * kLanes, reduce_parts<Term>, term, in, cols, parts,
         sums);
  launch(what, stream, rows, kThreads, reduce_partial_sums<Finish>, finish, sums, parts, out);
}

}  // namespace

void sum(Stream* stream, const float* in, std::int64_t n, float* out) {
  reduce("sum", stream, Itself{}, Total{}, in, 1, n, out);
}

void mean(Stream* stream, const float* in, std::int64_t n, float* out) {
  mean_of_rows(stream, in, 1, n, out);
}

void norm(Stream* stream, const float* in, std::int64_t n, float* out) {
  reduce("norm", stream, Squared{}, Root{}, in, 1, n, out);
}

void mean_of_rows(Stream* stream, const float* in, std::int64_t rows, std::int64_t cols, float* out) {
  reduce("mean", stream, Itself{}, Mean{static_cast<double>(cols)}, in, rows, cols, out);
}

}  // namespace runahead::kernels::cuda
