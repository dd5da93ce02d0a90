// SPDX-License-Identifier: GPL-3.0-or-later
// Transposition on the CPU, tile by tile.
// Not here: views. A transposed array is always a new one.
#include <algorithm>

#include "kernels/cpu/operations.h"

namespace runahead::kernels::cpu {

namespace {

// By way of a small tile, both sides run along whole cache lines, also where a stride is a power of two and
// its lines would fall into the same few places of the cache.
constexpr std::int64_t kTile = 32;

void transpose_tile(const float* in, float* out, std::int64_t rows, std::int64_t cols, std::int64_t height,
                    std::int64_t width) {
  float tile[kTile][kTile + 1];
  for (std::int64_t r = 0; r < height; ++r) {
    for (std::int64_t c = 0; c < width; ++c) tile[r][c] = in[r * cols + c];
  }
  for (std::int64_t c = 0; c < width; ++c) {
    for (std::int64_t r = 0; r < height; ++r) out[c * rows + r] = tile[r][c];
  }
}

}  // namespace

void transpose(Stream*, const float* in, float* out, std::int64_t rows, std::int64_t cols) {
  for (std::int64_t r = 0; r < rows; r += kTile) {
    for (std::int64_t c = 0; c < cols; c += kTile) {
      transpose_tile(in + r * cols + c, out + c * rows + r, rows, cols, std::min(kTile, rows - r),
                     std::min(kTile, cols - c));
    }
  }
}

}  // namespace runahead::kernels::cpu
