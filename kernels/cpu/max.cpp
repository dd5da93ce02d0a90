// SPDX-License-Identifier: GPL-3.0-or-later
// float32's maxima on the CPU, and their gradient. They have no order: every one gives the same bits.
// Not here: what the larger of two numbers is (functors.h).
#include <algorithm>

#include "kernels/cpu/operations.h"
#include "kernels/cpu/vector_loops.h"
#include "kernels/functors.h"

namespace runahead::kernels::cpu {

namespace {

/// So many columns that what is kept for each stays in the first cache.
constexpr std::int64_t kStrip = 2048;

RUNAHEAD_EACH_VECTOR_UNIT float max_of(const float* in, std::int64_t n) {
  constexpr int kLanes = 16;
  float lanes[kLanes];
  std::fill_n(lanes, kLanes, -kInfinity);
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) lanes[lane] = Larger{}(lanes[lane], in[i + lane]);
  }
  for (; i < n; ++i) lanes[0] = Larger{}(lanes[0], in[i]);
  for (int lane = 1; lane < kLanes; ++lane) lanes[0] = Larger{}(lanes[0], lanes[lane]);
  return lanes[0];
}

RUNAHEAD_EACH_VECTOR_UNIT void max_of_columns(const float* in, std::int64_t rows, std::int64_t cols,
                                              float* out) {
  std::fill_n(out, cols, -kInfinity);
  for (std::int64_t r = 0; r < rows; ++r, in += cols) {
    RUNAHEAD_INDEPENDENT_ITERATIONS
    for (std::int64_t c = 0; c < cols; ++c) out[c] = Larger{}(out[c], in[c]);
  }
}

RUNAHEAD_EACH_VECTOR_UNIT void share_in_row(float gradient, const float* x, float max, float* out,
                                            std::int64_t n) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < n; ++i) count += x[i] == max ? 1 : 0;
  const float part = gradient / static_cast<float>(count);
  RUNAHEAD_INDEPENDENT_ITERATIONS
  for (std::int64_t i = 0; i < n; ++i) out[i] = x[i] == max ? part : 0.0f;
}

/// For `width` of `cols` columns.
RUNAHEAD_EACH_VECTOR_UNIT void share_in_columns(const float* gradient, const float* x, const float* max,
                                                float* out, std::int64_t rows, std::int64_t cols,
                                                std::int64_t width) {
  std::int32_t counts[kStrip] = {};
  for (std::int64_t r = 0; r < rows; ++r) {
    RUNAHEAD_INDEPENDENT_ITERATIONS
    for (std::int64_t c = 0; c < width; ++c) counts[c] += x[r * cols + c] == max[c] ? 1 : 0;
  }
  float parts[kStrip];
  for (std::int64_t c = 0; c < width; ++c) parts[c] = gradient[c] / static_cast<float>(counts[c]);
  for (std::int64_t r = 0; r < rows; ++r) {
    RUNAHEAD_INDEPENDENT_ITERATIONS
    for (std::int64_t c = 0; c < width; ++c) out[r * cols + c] = x[r * cols + c] == max[c] ? parts[c] : 0.0f;
  }
}

}  // namespace

void max32(const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner, float* out) {
  for (std::int64_t o = 0; o < outer; ++o, in += n * inner, out += inner) {
    if (inner == 1) {
      out[0] = max_of(in, n);
    } else {
      max_of_columns(in, n, inner, out);
    }
  }
}

void max_backward(Stream*, const float* gradient, const float* x, const float* max, float* out,
                  std::int64_t outer, std::int64_t n, std::int64_t inner) {
  for (std::int64_t o = 0; o < outer;
       ++o, x += n * inner, out += n * inner, gradient += inner, max += inner) {
    if (inner == 1) {
      share_in_row(gradient[0], x, max[0], out, n);
      continue;
    }
    for (std::int64_t first = 0; first < inner; first += kStrip) {
      share_in_columns(gradient + first, x + first, max + first, out + first, n, inner,
                       std::min(kStrip, inner - first));
    }
  }
}

}  // namespace runahead::kernels::cpu
