// SPDX-License-Identifier: GPL-3.0-or-later
// Uniform and normal numbers on the CPU, whole groups of 64 at a time.
// Not here: the generator (philox.h) and the formulas (distributions.h).
#include <algorithm>
#include <cmath>
#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "kernels/cpu/operations.h"
#include "kernels/cpu/philox_words.h"
#include "kernels/cpu/vector_loops.h"
#include "kernels/distributions.h"

namespace runahead::kernels::cpu {

namespace {

/// Words for this many groups at once: few calls, and 4 KiB that stay in the first cache.
constexpr std::int64_t kBatch = 16;

RUNAHEAD_EACH_VECTOR_UNIT void apply(Uniform uniform, const std::uint32_t* words, std::int64_t groups,
                                     float* out) {
  RUNAHEAD_INDEPENDENT_ITERATIONS
  for (std::int64_t i = 0; i < groups * kPhiloxGroup; ++i) out[i] = uniform(words[i]);
}

/// Words 0 and 1 of a counter make one pair, words 2 and 3 the other.
RUNAHEAD_EACH_VECTOR_UNIT void apply(Normal normal, const std::uint32_t* words, std::int64_t groups,
                                     float* out) {
  for (std::int64_t half = 0; half < 2 * groups; ++half) {
    RUNAHEAD_INDEPENDENT_ITERATIONS
    for (int lane = 0; lane < kPhiloxLanes; ++lane) {
      const NormalPair pair = normal(words[lane], words[lane + kPhiloxLanes]);
      out[lane] = pair.first;
      out[lane + kPhiloxLanes] = pair.second;
    }
    words += 2 * kPhiloxLanes;
    out += 2 * kPhiloxLanes;
  }
}

/// From here on an array does not stay in the cache anyway: written past it, memory is not read first.
constexpr std::int64_t kStreamed = std::int64_t{1} << 20;

/// Copies past the cache; `count` is a multiple of 4, `to` aligned to 16 bytes.
void stream(const float* from, float* to, std::int64_t count) {
#if defined(__SSE2__)
  for (std::int64_t i = 0; i < count; i += 4) _mm_stream_ps(to + i, _mm_loadu_ps(from + i));
#else
  std::copy_n(from, count, to);
#endif
}

/// What was written past the cache is seen by the thread that is told that the work is done.
void end_stream() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// Whole groups straight to their place; a group that sticks out at either end by way of a buffer.
template <class Distribution>
void generate(Distribution distribution, float* out, std::int64_t n, std::uint64_t seed,
              std::uint64_t offset) {
  static const PhiloxWordsFunction draw = philox_words_functions().front();
  const PhiloxKey key = philox_key(seed);
  std::uint32_t words[kBatch * kPhiloxGroup];
  alignas(64) float made_here[kBatch * kPhiloxGroup];
  const auto to_group = static_cast<std::int64_t>((kPhiloxGroup - offset % kPhiloxGroup) % kPhiloxGroup);
  const bool streamed = n >= kStreamed && reinterpret_cast<std::uintptr_t>(out + to_group) % 16 == 0;
  while (n > 0) {
    const std::uint64_t group = offset / kPhiloxGroup;
    const auto skipped = static_cast<std::int64_t>(offset % kPhiloxGroup);
    std::int64_t made = 0;
    if (skipped == 0 && n >= kPhiloxGroup) {
      const std::int64_t groups = std::min(n / kPhiloxGroup, kBatch);
      draw(group, groups, key, words);
      made = groups * kPhiloxGroup;
      if (streamed) {
        apply(distribution, words, groups, made_here);
        stream(made_here, out, made);
      } else {
        apply(distribution, words, groups, out);
      }
    } else {
      float whole[kPhiloxGroup];
      draw(group, 1, key, words);
      apply(distribution, words, 1, whole);
      made = std::min(n, kPhiloxGroup - skipped);
      std::copy_n(whole + skipped, made, out);
    }
    out += made;
    offset += static_cast<std::uint64_t>(made);
    n -= made;
  }
  if (streamed) end_stream();
}

void apply(Uniform64 uniform, const std::uint32_t* words, const std::uint32_t* further, double* out) {
  for (std::size_t i = 0; i < kPhiloxGroup; ++i) out[i] = uniform(words[i], further[i]);
}

void apply(Normal64 normal, const std::uint32_t* words, const std::uint32_t* further, double* out) {
  for (std::size_t first = 0; first < kPhiloxGroup; first += 2 * kPhiloxLanes) {
    for (std::size_t i = first; i < first + kPhiloxLanes; ++i) {
      const std::size_t other = i + kPhiloxLanes;
      const NormalPair64 pair = normal(words[i], further[i], words[other], further[other]);
      out[i] = pair.first;
      out[other] = pair.second;
    }
  }
}

/// A group at a time: what float64 computes takes longer than the way by a buffer.
template <class Distribution>
void generate64(Distribution distribution, double* out, std::int64_t n, std::uint64_t seed,
                std::uint64_t offset) {
  static const PhiloxWordsFunction draw = philox_words_functions().front();
  const PhiloxKey key = philox_key(seed), further_key = philox_key(seed_of_further_digits(seed));
  std::uint32_t words[kPhiloxGroup], further[kPhiloxGroup];
  double whole[kPhiloxGroup];
  while (n > 0) {
    const auto skipped = static_cast<std::int64_t>(offset % kPhiloxGroup);
    const std::int64_t made = std::min(n, kPhiloxGroup - skipped);
    draw(offset / kPhiloxGroup, 1, key, words);
    draw(offset / kPhiloxGroup, 1, further_key, further);
    apply(distribution, words, further, whole);
    std::copy_n(whole + skipped, made, out);
    out += made;
    offset += static_cast<std::uint64_t>(made);
    n -= made;
  }
}

}  // namespace

void uniform(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
             double low, double high) {
  if (type == Type::float64) {
    generate64(Uniform64{low, high - low, std::nextafter(high, low)}, static_cast<double*>(out), n, seed,
               offset);
  } else {
    const auto first = static_cast<float>(low), last = static_cast<float>(high);
    generate(Uniform{first, last - first, std::nextafter(last, first)}, static_cast<float*>(out), n, seed,
             offset);
  }
}

void normal(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
            double mean, double stddev) {
  if (type == Type::float64) {
    generate64(Normal64{mean, stddev}, static_cast<double*>(out), n, seed, offset);
  } else {
    generate(Normal{static_cast<float>(mean), static_cast<float>(stddev)}, static_cast<float*>(out), n, seed,
             offset);
  }
}

}  // namespace runahead::kernels::cpu
