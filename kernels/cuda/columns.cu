// SPDX-License-Identifier: GPL-3.0-or-later
// Sums, means and maxima of columns in CUDA, in an order that depends on the number of rows alone.
// Not here: other reductions (reduce.cu).
//
// The order, for each column, in double precision: slices of 256 rows or, where that would make more than 64
// slices, of the next power of two that does not. Row r of a slice is added to lane r % 8, from the top down;
// the lanes are added in a tree (4 apart, 2, 1), and the slices' totals in a tree of neighbours.
#include <bit>

#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"
#include "kernels/cuda/reductions.h"

namespace runahead::kernels::cuda {

namespace {

constexpr int kColumns = 32;
constexpr int kLanes = 8;
constexpr std::int64_t kLeastSlice = 256;
constexpr int kMostSlices = 64;

/// Matrices of rows and columns one behind the other; columns are counted through all of them.
struct Matrices {
  std::int64_t rows, cols, all_cols;
};

/// A warp reads 32 neighbouring columns of a row; eight warps are the lanes. Writes the slice's totals, or
/// the result where there is but one slice.
template <class Terms, class Finish>
__global__ void reduce_slices(Terms terms, Finish finish, const float* in, Matrices all,
                              std::int64_t slice_rows, double* totals, float* out) {
  constexpr int kAtOnce = 32;  // loads under way
  __shared__ double lanes[kLanes][kColumns];
  const int lane = static_cast<int>(threadIdx.y);
  const std::int64_t column = static_cast<std::int64_t>(blockIdx.x) * kColumns + threadIdx.x;
  const std::int64_t first = blockIdx.y * slice_rows;
  const std::int64_t end = first + slice_rows < all.rows ? first + slice_rows : all.rows;
  double total = terms.nothing();
  if (column < all.all_cols) {
    const float* const top = in + column / all.cols * all.rows * all.cols + column % all.cols;
    for (std::int64_t row = first + lane; row < end; row += kAtOnce * kLanes) {
      float values[kAtOnce];
#pragma unroll
      for (int k = 0; k < kAtOnce; ++k) {
        const std::int64_t at = row + k * kLanes;
        values[k] = at < end ? top[at * all.cols] : terms.nothing();
      }
#pragma unroll
      for (int k = 0; k < kAtOnce; ++k) total = terms.both(total, terms.term(values[k]));
    }
  }
  lanes[lane][threadIdx.x] = total;
  __syncthreads();
  for (int apart = kLanes / 2; apart > 0; apart /= 2) {
    if (lane < apart) {
      lanes[lane][threadIdx.x] = terms.both(lanes[lane][threadIdx.x], lanes[lane + apart][threadIdx.x]);
    }
    __syncthreads();
  }
  if (lane != 0 || column >= all.all_cols) return;
  if (gridDim.y == 1) {
    out[column] = finish(lanes[0][threadIdx.x]);
  } else {
    totals[blockIdx.y * all.all_cols + column] = lanes[0][threadIdx.x];
  }
}

/// As reduce_slices, with four neighbouring columns for a thread: a warp reads 512 bytes of a row. Columns
/// come in fours.
template <class Terms, class Finish>
__global__ void reduce_wide_slices(Terms terms, Finish finish, const float* in, Matrices all,
                                   std::int64_t slice_rows, double* totals, float* out) {
  constexpr int kAtOnce = 8;
  __shared__ double lanes[kLanes][4][kColumns];
  const int lane = static_cast<int>(threadIdx.y);
  const std::int64_t column = (static_cast<std::int64_t>(blockIdx.x) * kColumns + threadIdx.x) * 4;
  const std::int64_t first = blockIdx.y * slice_rows;
  const std::int64_t end = first + slice_rows < all.rows ? first + slice_rows : all.rows;
  double total[4] = {terms.nothing(), terms.nothing(), terms.nothing(), terms.nothing()};
  const auto add = [&](const float4& values) {
    total[0] = terms.both(total[0], terms.term(values.x));
    total[1] = terms.both(total[1], terms.term(values.y));
    total[2] = terms.both(total[2], terms.term(values.z));
    total[3] = terms.both(total[3], terms.term(values.w));
  };
  if (column < all.all_cols) {
    const float* const top = in + column / all.cols * all.rows * all.cols + column % all.cols;
    const std::int64_t step = kLanes * all.cols / 4;
    const auto* at = reinterpret_cast<const float4*>(top + (first + lane) * all.cols);
    std::int64_t row = first + lane;
    for (; row + (kAtOnce - 1) * kLanes < end; row += kAtOnce * kLanes, at += kAtOnce * step) {
      float4 values[kAtOnce];
#pragma unroll
      for (int k = 0; k < kAtOnce; ++k) values[k] = load_four(at + k * step);
#pragma unroll
      for (int k = 0; k < kAtOnce; ++k) add(values[k]);
    }
    for (; row < end; row += kLanes, at += step) add(*at);
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) lanes[lane][k][threadIdx.x] = total[k];
  __syncthreads();
  for (int apart = kLanes / 2; apart > 0; apart /= 2) {
    if (lane < apart) {
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        lanes[lane][k][threadIdx.x] =
            terms.both(lanes[lane][k][threadIdx.x], lanes[lane + apart][k][threadIdx.x]);
      }
    }
    __syncthreads();
  }
  if (lane != 0 || column >= all.all_cols) return;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (gridDim.y == 1) {
      out[column + k] = finish(lanes[0][k][threadIdx.x]);
    } else {
      totals[blockIdx.y * all.all_cols + column + k] = lanes[0][k][threadIdx.x];
    }
  }
}

/// A thread for a column: all its totals at once, then their tree.
template <class Terms, class Finish>
__global__ void reduce_totals(Terms terms, Finish finish, const double* totals, int slices, std::int64_t cols,
                              float* out) {
  const std::int64_t column = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  double of_slices[kMostSlices];
#pragma unroll
  for (int slice = 0; slice < kMostSlices; ++slice) {
    of_slices[slice] = slice < slices ? totals[slice * cols + column] : terms.nothing();
  }
#pragma unroll
  for (int apart = 1; apart < kMostSlices; apart *= 2) {
#pragma unroll
    for (int slice = 0; slice < kMostSlices; slice += 2 * apart) {
      of_slices[slice] = terms.both(of_slices[slice], of_slices[slice + apart]);
    }
  }
  out[column] = finish(of_slices[0]);
}

template <class Terms, class Finish>
void reduce(const char* what, Stream* stream, Terms terms, Finish finish, const float* in,
            const Matrices& all, float* out) {
  const std::int64_t cols = all.all_cols;
  if (cols == 0) return;
  const auto wanted = static_cast<std::uint64_t>(ceil_div(all.rows, kMostSlices));
  const std::int64_t slice_rows = std::max(kLeastSlice, static_cast<std::int64_t>(std::bit_ceil(wanted)));
  const std::int64_t slices = std::max<std::int64_t>(1, ceil_div(all.rows, slice_rows));
  use(stream->device);
  double* const totals = slices == 1 ? nullptr : stream->partial_sums(slices * cols);
  const dim3 threads(kColumns, kLanes);
  const std::int64_t wide = ceil_div(cols, 4 * kColumns);
  const bool by_fours = all.cols % 4 == 0 && reinterpret_cast<std::uintptr_t>(in) % sizeof(float4) == 0;
  // Enough blocks to keep every multiprocessor busy, or single columns make more of them.
  if (by_fours && wide * slices >= 2 * stream->multiprocessors) {
    launch<reduce_wide_slices<Terms, Finish>>(
        what, stream, dim3(static_cast<unsigned>(wide), static_cast<unsigned>(slices)), threads, terms,
        finish, in, all, slice_rows, totals, out);
  } else {
    launch<reduce_slices<Terms, Finish>>(
        what, stream, dim3(static_cast<unsigned>(ceil_div(cols, kColumns)), static_cast<unsigned>(slices)),
        threads, terms, finish, in, all, slice_rows, totals, out);
  }
  if (slices == 1) return;
  constexpr int kTotalsThreads = 64;
  launch<reduce_totals<Terms, Finish>>(what, stream, ceil_div(cols, kTotalsThreads), kTotalsThreads, terms,
                                       finish, static_cast<const double*>(totals), static_cast<int>(slices),
                                       cols, out);
}

}  // namespace

void sum_rows32(Stream* stream, const float* in, std::int64_t rows, std::int64_t cols, float* out) {
  if (cols == 1) {
    reduce32(stream, Reduction::sum, in, 1, rows, 1, out);
    return;
  }
  reduce("sum_rows", stream, Sum{}, Total{}, in, {rows, cols, cols}, out);
}

void sum_columns(Stream* stream, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                 float* out) {
  reduce("sum", stream, Sum{}, Total{}, in, {n, inner, outer * inner}, out);
}

void mean_columns(Stream* stream, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                  float* out) {
  reduce("mean", stream, Sum{}, Mean{static_cast<double>(n)}, in, {n, inner, outer * inner}, out);
}

void max_columns(Stream* stream, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                 float* out) {
  reduce("max", stream, Maximum{}, Total{}, in, {n, inner, outer * inner}, out);
}

}  // namespace runahead::kernels::cuda
