// SPDX-License-Identifier: GPL-3.0-or-later
// What is added in CUDA is added in the documented order, and so gives the same bits every time.
// Not here: sum, mean and norm against the CPU's order (tests/parity/reduce_test.cpp, which runs here too).
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "tests/gpu/cuda.h"
#include "tests/parity/arrays.h"
#include "tests/parity/cases.h"

namespace runahead::kernels {

namespace {

/// As kernels/cuda/columns.cu says, for one column.
float column_total(const Array& in, std::int64_t rows, std::int64_t cols, std::int64_t column) {
  const auto wanted = std::bit_ceil(static_cast<std::uint64_t>((rows + 63) / 64));
  const std::int64_t slice_rows = std::max<std::int64_t>(256, static_cast<std::int64_t>(wanted));
  std::vector<double> totals;
  for (std::int64_t first = 0; first < rows; first += slice_rows) {
    double lanes[8] = {};
    for (std::int64_t r = first; r < std::min(rows, first + slice_rows); ++r) {
      lanes[(r - first) % 8] += in[r * cols + column];
    }
    for (int apart = 4; apart > 0; apart /= 2) {
      for (int lane = 0; lane < apart; ++lane) lanes[lane] += lanes[lane + apart];
    }
    totals.push_back(lanes[0]);
  }
  for (; totals.size() > 1; totals.resize((totals.size() + 1) / 2)) {
    for (std::size_t pair = 0; pair < (totals.size() + 1) / 2; ++pair) {
      const bool alone = 2 * pair + 1 == totals.size();
      totals[pair] = alone ? totals[2 * pair] : totals[2 * pair] + totals[2 * pair + 1];
    }
  }
  return static_cast<float>(totals[0]);
}

/// Every column cancels, each at a size of its own, and not from its ends inwards: some orders would then
/// agree.
Array cancelling_columns(std::int64_t rows, std::int64_t cols) {
  const Array column = cancelling(rows);
  Array in(rows * cols, 3);
  for (std::int64_t i = 0; i < rows * cols; ++i) {
    in[i] = std::ldexp(column[i / cols * 101 % rows], static_cast<int>(i % cols % 30));
  }
  return in;
}

TEST(Order, OfSumsOverRows) {
  // Even numbers of rows, mostly: all of a column must cancel for its order to show.
  for (const auto& [rows, cols] :
       {std::pair{1, 2}, {7, 2051}, {254, 33}, {256, 3}, {258, 64}, {1004, 31}, {16386, 5}, {40002, 2}}) {
    const Array in = cancelling_columns(rows, cols);
    Array out(cols, 1);
    real().sum_rows(nullptr, in.data(), rows, cols, out.data());
    for (std::int64_t c = 0; c < cols; ++c) {
      ASSERT_EQ(bits(out[c]), bits(column_total(in, rows, cols, c)))
          << rows << "x" << cols << ", column " << c;
    }
  }
}

TEST(Order, OfOneColumnIsThatOfASum) {
  const Array in = cancelling(100003);
  float as_rows = -1;
  float as_sum = 1;
  real().sum_rows(nullptr, in.data(), in.size(), 1, &as_rows);
  real().sum(nullptr, in.data(), in.size(), &as_sum);
  EXPECT_EQ(bits(as_rows), bits(as_sum));
}

// So many partial sums that the tree's leaves are groups of them.
TEST(Order, OfALargeSumIsTheProcessors) {
  const Array in = cancelling(4096 * 4 * 1024 + 12345);
  float here = -1;
  float there = 1;
  real().sum(nullptr, in.data(), in.size(), &here);
  Float32(cpu_operations()).sum(nullptr, in.data(), in.size(), &there);
  EXPECT_EQ(bits(here), bits(there));
}

TEST(Order, OfManyLongRowsIsTheProcessors) {
  constexpr std::int64_t kRows = 37, kCols = 20011;
  const Array in = cancelling(kRows * kCols, 1);
  Array here(kRows), there(kRows);
  real().mean_axis(nullptr, in.data(), kRows, kCols, 1, here.data());
  Float32(cpu_operations()).mean_axis(nullptr, in.data(), kRows, kCols, 1, there.data());
  EXPECT_EQ(difference(here, there), "");
}

TEST(Random, IsTheProcessors) {
  constexpr std::int64_t kElements = 1000003;
  Array here(kElements, 1), there(kElements);
  for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{41}, (std::uint64_t{1} << 34) - 500}) {
    real().uniform(nullptr, here.data(), kElements, 7, offset, -1, 3);
    Float32(cpu_operations()).uniform(nullptr, there.data(), kElements, 7, offset, -1, 3);
    EXPECT_EQ(difference(here, there), "") << "uniform";
    real().normal(nullptr, here.data(), kElements, 7, offset, 1, 2);
    Float32(cpu_operations()).normal(nullptr, there.data(), kElements, 7, offset, 1, 2);
    EXPECT_EQ(difference(here, there), "") << "normal";
  }
}

TEST(Order, DoesNotChangeWithOtherStreamsAtWork) {
  constexpr std::int64_t kSide = 700, kElements = kSide * kSide;
  const Float32 k(*cuda().operations);
  const OwnedStream streams[] = {make_stream(), make_stream()};
  const OwnedBlock a = make_block(kElements), b = make_block(kElements);
  k.normal(streams[0].get(), a.get(), kElements, 1, 0, 0, 1);
  k.normal(streams[0].get(), b.get(), kElements, 2, 0, 0, 1);
  cuda().synchronize(streams[0].get());
  constexpr int kRounds = 8;
  std::vector<OwnedBlock> results;
  for (int round = 0; round < kRounds; ++round) {
    for (const OwnedStream& stream : streams) {
      results.push_back(make_block(kElements + kSide + 1));
      float* const out = results.back().get();
      k.matmul(stream.get(), Transposed::second, a.get(), b.get(), out, kSide, kSide, kSide);
      k.sum_rows(stream.get(), out, kSide, kSide, out + kElements);
      k.norm(stream.get(), out, kElements, out + kElements + kSide);
    }
  }
  for (const OwnedStream& stream : streams) cuda().synchronize(stream.get());
  Array first(kElements + kSide + 1), other(kElements + kSide + 1);
  cuda().copy_to_host(streams[0].get(), results[0].get(), first.data(), first.size());
  for (const OwnedBlock& result : results) {
    cuda().copy_to_host(streams[0].get(), result.get(), other.data(), other.size());
    cuda().synchronize(streams[0].get());
    ASSERT_EQ(difference(first, other), "");
  }
}

}  // namespace

}  // namespace runahead::kernels
