// SPDX-License-Identifier: GPL-3.0-or-later
// Transposition in CUDA, tile by tile through shared memory, so that both sides are read and written in
// lines. A transposed array is always a new one.
#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"

namespace runahead::kernels::cuda {

namespace {

constexpr int kTile = 32;
constexpr int kRowsAtOnce = 8;

__global__ void transpose_tiles(const float* in, float* out, std::int64_t rows, std::int64_t cols) {
  // One column more than the tile has: else a column's elements would all lie in one bank.
  __shared__ float tile[kTile][kTile + 1];
  const int x = static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(threadIdx.y);
  const std::int64_t across = (cols + kTile - 1) / kTile;
  const std::int64_t tiles = across * ((rows + kTile - 1) / kTile);
  for (std::int64_t number = blockIdx.x; number < tiles; number += gridDim.x) {
    const std::int64_t top = number / across * kTile;
    const std::int64_t left = number % across * kTile;
    for (int row = y; row < kTile; row += kRowsAtOnce) {
      if (top + row < rows && left + x < cols) tile[row][x] = in[(top + row) * cols + left + x];
    }
    __syncthreads();
    for (int column = y; column < kTile; column += kRowsAtOnce) {
      if (left + column < cols && top + x < rows) out[(left + column) * rows + top + x] = tile[x][column];
    }
    __syncthreads();
  }
}

}  // namespace

void transpose32(Stream* stream, const float* in, float* out, std::int64_t rows, std::int64_t cols) {
  if (rows <= 1 || cols <= 1) return copy(stream, in, out, rows * cols);
  const std::int64_t tiles = ceil_div(rows, kTile) * ceil_div(cols, kTile);
  launch<transpose_tiles>("transpose", stream, dim3(static_cast<unsigned>(blocks_for(stream, tiles, 1))),
                          dim3(kTile, kRowsAtOnce), in, out, rows, cols);
}

}  // namespace runahead::kernels::cuda
