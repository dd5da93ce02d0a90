// SPDX-License-Identifier: GPL-3.0-or-later
// The random numbers: known answers, independence of how a range is split, and their distributions.
// Not here: the comparison with the naive reference (operations_test.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/cpu/philox_words.h"
#include "kernels/distributions.h"
#include "kernels/philox.h"
#include "tests/parity/arrays.h"
#include "tests/parity/cases.h"

namespace runahead::kernels {

namespace {

Array uniforms(std::int64_t n, std::uint64_t seed, std::uint64_t offset = 0, float low = 0, float high = 1) {
  Array out(n);
  real().uniform(nullptr, out.data(), n, seed, offset, low, high);
  return out;
}

Array normals(std::int64_t n, std::uint64_t seed, std::uint64_t offset = 0, float mean = 0,
              float stddev = 1) {
  Array out(n);
  real().normal(nullptr, out.data(), n, seed, offset, mean, stddev);
  return out;
}

// The answers published with Random123.
TEST(Philox, KnownAnswers) {
  struct Known {
    PhiloxWords counter;
    PhiloxKey key;
    PhiloxWords words;
  };
  const Known known[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}},
      {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}},
      {{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u},
       {0xa4093822u, 0x299f31d0u},
       {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}},
  };
  for (const Known& each : known) {
    const PhiloxWords words = philox(each.counter, each.key);
    EXPECT_EQ(words.w0, each.words.w0);
    EXPECT_EQ(words.w1, each.words.w1);
    EXPECT_EQ(words.w2, each.words.w2);
    EXPECT_EQ(words.w3, each.words.w3);
  }
}

TEST(Philox, EveryPathGivesTheDocumentedWords) {
  constexpr std::int64_t kGroups = 5;
  const PhiloxKey key = philox_key(0x299f31d0a4093822u);
  for (const cpu::PhiloxWordsFunction draw : cpu::philox_words_functions()) {
    // The last one runs its counters over the edge of their low word.
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{7}, (std::uint64_t{1} << 28) - 2}) {
      std::vector<std::uint32_t> drawn(kGroups * kPhiloxGroup);
      draw(first, kGroups, key, drawn.data());
      for (std::uint64_t i = 0; i < drawn.size(); ++i) {
        const std::uint64_t p = first * 64 + i;
        const std::uint64_t counter = 16 * (p / 64) + p % 16;
        const PhiloxWords words = philox(
            {static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), 0, 0}, key);
        const std::uint32_t four[] = {words.w0, words.w1, words.w2, words.w3};
        ASSERT_EQ(drawn[i], four[p % 64 / 16]) << "position " << p;
      }
    }
  }
}

TEST(Random, DoesNotDependOnHowARangeIsSplit) {
  constexpr std::int64_t kSize = 5000;
  std::mt19937 generator(21);
  for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{63}, std::uint64_t{64},
                                     (std::uint64_t{1} << 34) - 1000}) {
    const Array uniform_whole = uniforms(kSize, 22, offset);
    const Array normal_whole = normals(kSize, 22, offset);
    Array uniform_pieces(kSize);
    Array normal_pieces(kSize, 1);
    for (std::int64_t at = 0; at < kSize;) {
      const std::int64_t piece = std::min<std::int64_t>(kSize - at, generator() % 300);
      const std::uint64_t from = offset + static_cast<std::uint64_t>(at);
      real().uniform(nullptr, uniform_pieces.data() + at, piece, 22, from, 0, 1);
      real().normal(nullptr, normal_pieces.data() + at, piece, 22, from, 0, 1);
      at += piece;
    }
    EXPECT_EQ(difference(uniform_pieces, uniform_whole), "");
    EXPECT_EQ(difference(normal_pieces, normal_whole), "");
  }
}

TEST(Random, LargeArraysHoldTheSameNumbersWhereverTheyLie) {
  constexpr std::int64_t kLarge = (1 << 20) + 77;
  constexpr std::int64_t kPiece = 1000;
  for (const std::uint64_t offset : {0ULL, 7ULL, 61ULL}) {
    std::vector<float> room(kLarge + 4);
    for (const std::size_t shift : {0U, 1U, 3U}) {
      float* const whole = room.data() + shift;
      real().uniform(nullptr, whole, kLarge, 5, offset, -1, 1);
      for (std::int64_t at = 0; at < kLarge; at += kPiece * 97) {
        const std::int64_t count = std::min(kPiece, kLarge - at);
        const Array piece = uniforms(count, 5, offset + static_cast<std::uint64_t>(at), -1, 1);
        ASSERT_TRUE(std::equal(whole + at, whole + at + count, piece.data())) << offset << ' ' << shift;
      }
      const Array end = uniforms(1, 5, offset + kLarge - 1, -1, 1);
      EXPECT_EQ(whole[kLarge - 1], *end.data());
    }
  }
}

TEST(Random, EveryBitOfTheSeedCounts) {
  const Array plain = uniforms(64, 0);
  for (int bit = 0; bit < 64; ++bit) {
    EXPECT_NE(difference(uniforms(64, std::uint64_t{1} << bit), plain), "") << "bit " << bit;
  }
}

TEST(Uniform, MomentsAndSpread) {
  constexpr std::int64_t kSize = 1000000;
  const Array values = uniforms(kSize, 31);
  double mean = 0;
  double square = 0;
  double neighbours = 0;
  std::vector<double> bins(256);
  for (std::int64_t i = 0; i < kSize; ++i) {
    ASSERT_GE(values[i], 0.0f);
    ASSERT_LT(values[i], 1.0f);
    mean += values[i];
    square += static_cast<double>(values[i]) * values[i];
    if (i > 0) neighbours += (values[i] - 0.5) * (values[i - 1] - 0.5);
    ++bins[static_cast<std::size_t>(values[i] * 256)];
  }
  EXPECT_NEAR(mean / kSize, 0.5, 5 * 0.2887e-3);
  EXPECT_NEAR(square / kSize, 1.0 / 3, 5 * 0.2982e-3);
  EXPECT_NEAR(neighbours / kSize * 12, 0, 5e-3);
  double chi_square = 0;
  for (const double count : bins)
    chi_square += (count - kSize / 256.0) * (count - kSize / 256.0) / (kSize / 256.0);
  EXPECT_NEAR(chi_square, 255, 5 * std::sqrt(2.0 * 255));
}

TEST(Uniform, StaysBelowHigh) {
  // Two floats fit into [1, 1 + 2 ulp): plain rounding would reach the bound.
  const float high = 1 + 2.4e-7f;
  const float next = std::nextafter(1.0f, 2.0f);
  const Array values = uniforms(10000, 32, 0, 1, high);
  for (std::int64_t i = 0; i < values.size(); ++i) ASSERT_TRUE(values[i] == 1.0f || values[i] == next);
  const Array constant = uniforms(100, 32, 0, -3, -3);
  for (std::int64_t i = 0; i < constant.size(); ++i) ASSERT_EQ(constant[i], -3.0f);
}

TEST(Normal, MomentsAndTail) {
  constexpr std::int64_t kSize = 1000000;
  const Array values = normals(kSize, 41);
  double sums[5] = {};
  double partners = 0;
  int beyond[6] = {};
  for (std::int64_t i = 0; i < kSize; ++i) {
    const double x = values[i];
    ASSERT_LT(std::abs(x), 5.78);
    for (int power = 1; power <= 4; ++power) sums[power] += std::pow(x, power);
    if (i >= 16) partners += x * values[i - 16];
    for (int sigma = 1; sigma < 6; ++sigma) beyond[sigma] += std::abs(x) > sigma;
  }
  // Each within five standard errors.
  EXPECT_NEAR(sums[1] / kSize, 0, 5e-3);
  EXPECT_NEAR(sums[2] / kSize, 1, 5 * 1.415e-3);
  EXPECT_NEAR(sums[3] / kSize, 0, 5 * 3.873e-3);
  EXPECT_NEAR(sums[4] / kSize, 3, 5 * 9.798e-3);
  EXPECT_NEAR(partners / kSize, 0, 5e-3);
  for (int sigma = 1; sigma < 5; ++sigma) {
    const double expected = kSize * std::erfc(sigma / std::numbers::sqrt2);
    EXPECT_NEAR(beyond[sigma], expected, 5 * std::sqrt(expected)) << sigma << " deviations";
  }
}

TEST(Normal, ScalesAndShifts) {
  const Array plain = normals(1000, 42);
  const Array scaled = normals(1000, 42, 0, 3, 0.5f);
  for (std::int64_t i = 0; i < plain.size(); ++i) ASSERT_EQ(scaled[i], 3 + 0.5f * plain[i]);
  const Array constant = normals(100, 42, 0, 7, 0);
  for (std::int64_t i = 0; i < constant.size(); ++i) ASSERT_EQ(constant[i], 7.0f);
}

TEST(Distributions, AreAsAccurateAsTheySay) {
  // Every 13th of the 2^24 arguments that can occur, and the ends.
  for (std::uint32_t k = 1; k <= 1u << 24; k += k < 1000 || k > (1u << 24) - 1000 ? 1 : 13) {
    const float u = exact_float(k) * kTwoToMinus24;
    const double exact = std::log(static_cast<double>(u));
    ASSERT_NEAR(log_positive(u), exact, 2e-7 * std::abs(exact)) << k;
    const double angle = 2 * std::numbers::pi * (k - 1) / (1 << 24);
    const SinCos got = sin_cos_turns(k - 1);
    ASSERT_NEAR(got.sin, std::sin(angle), 1e-7) << k;
    ASSERT_NEAR(got.cos, std::cos(angle), 1e-7) << k;
  }
}

/// FNV-1a over the bits.
std::uint64_t fingerprint(const Array& values) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::int64_t i = 0; i < values.size(); ++i) hash = (hash ^ bits(values[i])) * 0x100000001b3u;
  return hash;
}

// The same numbers on every machine, at every vector width, from every compiler.
TEST(Random, SameBitsEverywhere) {
  EXPECT_EQ(fingerprint(uniforms(100003, 51, 17, -1, 2)), 15406514056054555353u);
  EXPECT_EQ(fingerprint(normals(100003, 52, 17, 1, 3)), 15128345295312832811u);
}

}  // namespace

}  // namespace runahead::kernels
