// SPDX-License-Identifier: GPL-3.0-or-later
// float32's sum, mean and norm on the CPU, added up in one order that depends on the count of elements alone.
// Not here: shortcuts for aligned or small inputs, which would round differently; maxima (max.cpp).
//
// The order: blocks of 4096 elements. Element i of a block is added to lane i % 16, in double precision; the
// lanes are added in a tree (8 apart, 4, 2, 1). The blocks' totals are added in a binary tree of neighbours
// over their numbers; where the count is no power of two, the totals that are left are added from the right.
// A sum over rows adds each column from top to bottom, in double precision too.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/cpu/operations.h"
#include "kernels/cpu/vector_loops.h"
#include "kernels/functors.h"
#include "kernels/host_device.h"

namespace runahead::kernels::cpu {

namespace {

constexpr std::int64_t kBlock = 4096;
constexpr int kLanes = 16;

struct Identity {
  RUNAHEAD_HOST_DEVICE double operator()(double x) const { return x; }
};

struct Square {
  RUNAHEAD_HOST_DEVICE double operator()(double x) const { return x * x; }
};

template <class Term>
RUNAHEAD_HOST_DEVICE double block_total(Term term, const float* in, std::int64_t n) {
  double lanes[kLanes] = {};
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) lanes[lane] += term(static_cast<double>(in[i + lane]));
  }
  for (int lane = 0; i < n; ++i, ++lane) lanes[lane] += term(static_cast<double>(in[i]));
  for (int apart = kLanes / 2; apart > 0; apart /= 2) {
    for (int lane = 0; lane < apart; ++lane) lanes[lane] += lanes[lane + apart];
  }
  return lanes[0];
}

RUNAHEAD_EACH_VECTOR_UNIT double sum_of_block(const float* in, std::int64_t n) {
  return block_total(Identity{}, in, n);
}

RUNAHEAD_EACH_VECTOR_UNIT double squares_of_block(const float* in, std::int64_t n) {
  return block_total(Square{}, in, n);
}

/// A binary counter: place k holds the total of 2^k neighbouring blocks while bit k of the count is set.
double total(double (*of_block)(const float*, std::int64_t), const float* in, std::int64_t n) {
  double places[std::numeric_limits<std::int64_t>::digits];
  std::int64_t blocks = 0;
  for (std::int64_t i = 0; i < n; i += kBlock, ++blocks) {
    double carry = of_block(in + i, std::min(kBlock, n - i));
    int place = 0;
    for (; (blocks >> place) & 1; ++place) carry = places[place] + carry;
    places[place] = carry;
  }
  double result = 0;
  for (int place = 0; blocks >> place != 0; ++place) {
    if ((blocks >> place) & 1) result = places[place] + result;
  }
  return result;
}

/// So many columns that their totals and the rows at hand stay in the first cache.
constexpr std::int64_t kStrip = 2048;
/// A total is loaded and stored once for this many rows.
constexpr int kRowsAtOnce = 4;

/// One after the other onto `totals`, `width` columns of rows that lie `cols` apart.
template <int kRows>
RUNAHEAD_HOST_DEVICE void add_rows(const float* in, std::int64_t cols, std::int64_t width, double* totals) {
  RUNAHEAD_INDEPENDENT_ITERATIONS
  for (std::int64_t c = 0; c < width; ++c) {
    double total = totals[c];
    for (int row = 0; row < kRows; ++row) total += static_cast<double>(in[row * cols + c]);
    totals[c] = total;
  }
}

/// Each column's total, divided.
RUNAHEAD_EACH_VECTOR_UNIT void reduce_columns(const float* in, std::int64_t rows, std::int64_t cols,
                                              double divisor, float* out) {
  double totals[kStrip];
  for (std::int64_t first = 0; first < cols; first += kStrip) {
    const std::int64_t width = std::min(kStrip, cols - first);
    std::fill_n(totals, width, 0.0);
    std::int64_t r = 0;
    for (; r + kRowsAtOnce <= rows; r += kRowsAtOnce)
      add_rows<kRowsAtOnce>(in + r * cols + first, cols, width, totals);
    for (; r < rows; ++r) add_rows<1>(in + r * cols + first, cols, width, totals);
    for (std::int64_t c = 0; c < width; ++c) out[first + c] = static_cast<float>(totals[c] / divisor);
  }
}

}  // namespace

void sum_rows32(const float* in, std::int64_t rows, std::int64_t cols, float* out) {
  reduce_columns(in, rows, cols, 1.0, out);
}

bool reduce32(Reduction reduction, const float* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
              float* out) {
  if (reduction == Reduction::max) return max32(in, outer, n, inner, out), true;
  const bool norm = reduction == Reduction::norm;
  if (reduction != Reduction::sum && reduction != Reduction::mean && !(norm && inner == 1)) return false;
  const double divisor = reduction == Reduction::mean ? static_cast<double>(n) : 1.0;
  for (std::int64_t o = 0; o < outer; ++o, in += n * inner, out += inner) {
    if (inner != 1) {
      reduce_columns(in, n, inner, divisor, out);
    } else if (divisor == 0) {
      out[0] = kNan;
    } else {
      const double made = total(norm ? squares_of_block : sum_of_block, in, n);
      out[0] = static_cast<float>(norm ? std::sqrt(made) : made / divisor);
    }
  }
  return true;
}

}  // namespace runahead::kernels::cpu
