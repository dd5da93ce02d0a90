// SPDX-License-Identifier: GPL-3.0-or-later
// float32's transposition on the CPU, tile by tile. A transposed array is always a new one.
#include <algorithm>
#include <cstring>

#include "kernels/cpu/operations.h"
#include "kernels/host_device.h"

namespace runahead::kernels::cpu {

namespace {

/// A tile is two cache lines wide and high, so that both sides use their lines whole.
constexpr std::int64_t kTile = 32;
constexpr std::int64_t kLine = 16;
/// The lines of a tile are asked for this many columns before it: it is too short for the processor to
/// foresee the next.
constexpr std::int64_t kAhead = 2 * kTile;

using Four = float __attribute__((vector_size(16)));

RUNAHEAD_HOST_DEVICE Four load(const float* from) {
  Four values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

RUNAHEAD_HOST_DEVICE void store(const Four& values, float* to) {
  std::memcpy(to, &values, sizeof values);
}

/// Four by four, in registers.
RUNAHEAD_HOST_DEVICE void transpose_block(const float* in, float* out, std::int64_t rows, std::int64_t cols) {
  const Four row0 = load(in), row1 = load(in + cols), row2 = load(in + 2 * cols), row3 = load(in + 3 * cols);
  const Four left_top = __builtin_shufflevector(row0, row1, 0, 4, 1, 5);
  const Four right_top = __builtin_shufflevector(row0, row1, 2, 6, 3, 7);
  const Four left_bottom = __builtin_shufflevector(row2, row3, 0, 4, 1, 5);
  const Four right_bottom = __builtin_shufflevector(row2, row3, 2, 6, 3, 7);
  store(__builtin_shufflevector(left_top, left_bottom, 0, 1, 4, 5), out);
  store(__builtin_shufflevector(left_top, left_bottom, 2, 3, 6, 7), out + rows);
  store(__builtin_shufflevector(right_top, right_bottom, 0, 1, 4, 5), out + 2 * rows);
  store(__builtin_shufflevector(right_top, right_bottom, 2, 3, 6, 7), out + 3 * rows);
}

/// A whole tile; there is another `ahead` columns further, or `ahead` is zero.
void transpose_tile(const float* in, float* out, std::int64_t rows, std::int64_t cols, std::int64_t ahead) {
  for (std::int64_t i = 0; i < kTile; ++i) {
    for (std::int64_t line = 0; line < kTile; line += kLine) {
      __builtin_prefetch(in + i * cols + ahead + line);
      __builtin_prefetch(out + (i + ahead) * rows + line, 1);
    }
  }
  for (std::int64_t c = 0; c < kTile; c += 4) {
    for (std::int64_t r = 0; r < kTile; r += 4) {
      transpose_block(in + r * cols + c, out + c * rows + r, rows, cols);
    }
  }
}

void transpose_edge(const float* in, float* out, std::int64_t rows, std::int64_t cols, std::int64_t height,
                    std::int64_t width) {
  for (std::int64_t c = 0; c < width; ++c) {
    for (std::int64_t r = 0; r < height; ++r) out[c * rows + r] = in[r * cols + c];
  }
}

}  // namespace

void transpose32(const float* in, float* out, std::int64_t rows, std::int64_t cols) {
  for (std::int64_t r = 0; r < rows; r += kTile) {
    for (std::int64_t c = 0; c < cols; c += kTile) {
      const float* from = in + r * cols + c;
      float* to = out + c * rows + r;
      if (r + kTile <= rows && c + kTile <= cols) {
        transpose_tile(from, to, rows, cols, c + kAhead + kTile <= cols ? kAhead : 0);
      } else {
        transpose_edge(from, to, rows, cols, std::min(kTile, rows - r), std::min(kTile, cols - c));
      }
    }
  }
}

}  // namespace runahead::kernels::cpu
