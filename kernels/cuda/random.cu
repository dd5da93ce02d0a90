// SPDX-License-Identifier: GPL-3.0-or-later
// Uniform and normal numbers in CUDA: a thread computes one counter, and so up to four numbers.
// Not here: the generator (kernels/philox.h) and the formulas (kernels/distributions.h).
#include <cmath>

#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"
#include "kernels/distributions.h"
#include "kernels/philox.h"

namespace runahead::kernels::cuda {

namespace {

struct FourNumbers {
  float number[4];
};

RUNAHEAD_HOST_DEVICE FourNumbers numbers_of(Uniform uniform, const PhiloxWords& words) {
  return {{uniform(words.w0), uniform(words.w1), uniform(words.w2), uniform(words.w3)}};
}

RUNAHEAD_HOST_DEVICE FourNumbers numbers_of(Normal normal, const PhiloxWords& words) {
  const NormalPair one = normal(words.w0, words.w1);
  const NormalPair other = normal(words.w2, words.w3);
  return {{one.first, one.second, other.first, other.second}};
}

/// Counters are numbered from that of the first position's group, `skipped` positions of which are not asked
/// for. Half a warp makes a group: each of its four stores fills a line of 64 bytes.
template <class Distribution>
__global__ void draw(Distribution distribution, float* out, std::int64_t n, PhiloxKey key,
                     std::uint64_t first_group, std::int64_t skipped) {
  const std::int64_t counters = (skipped + n + kPhiloxGroup - 1) / kPhiloxGroup * kPhiloxLanes;
  const Strides at = strides();
  for (std::int64_t counter = at.first; counter < counters; counter += at.step) {
    const std::int64_t group = counter / kPhiloxLanes;
    const std::int64_t lane = counter % kPhiloxLanes;
    const PhiloxWords words =
        philox_lane(first_group + static_cast<std::uint64_t>(group), static_cast<std::uint32_t>(lane), key);
    const FourNumbers made = numbers_of(distribution, words);
    const std::int64_t first = group * kPhiloxGroup + lane - skipped;
    for (int word = 0; word < 4; ++word) {
      const std::int64_t i = first + word * kPhiloxLanes;
      if (i >= 0 && i < n) out[i] = made.number[word];
    }
  }
}

template <class Distribution>
void generate(const char* what, Stream* stream, Distribution distribution, float* out, std::int64_t n,
              std::uint64_t seed, std::uint64_t offset) {
  if (n == 0) return;
  const auto skipped = static_cast<std::int64_t>(offset % kPhiloxGroup);
  launch<draw<Distribution>>(what, stream, blocks_for(stream, ceil_div(skipped + n, 4)), kThreads,
                             distribution, out, n, philox_key(seed), offset / kPhiloxGroup, skipped);
}

RUNAHEAD_HOST_DEVICE void numbers_of(Uniform64 uniform, const PhiloxWords& words, const PhiloxWords& further,
                                     double* made) {
  made[0] = uniform(words.w0, further.w0);
  made[1] = uniform(words.w1, further.w1);
  made[2] = uniform(words.w2, further.w2);
  made[3] = uniform(words.w3, further.w3);
}

RUNAHEAD_HOST_DEVICE void numbers_of(Normal64 normal, const PhiloxWords& words, const PhiloxWords& further,
                                     double* made) {
  const NormalPair64 one = normal(words.w0, further.w0, words.w1, further.w1);
  const NormalPair64 other = normal(words.w2, further.w2, words.w3, further.w3);
  made[0] = one.first;
  made[1] = one.second;
  made[2] = other.first;
  made[3] = other.second;
}

/// As `draw`, of two words for each number.
template <class Distribution>
__global__ void draw64(Distribution distribution, double* out, std::int64_t n, PhiloxKey key,
                       PhiloxKey further_key, std::uint64_t first_group, std::int64_t skipped) {
  const std::int64_t counters = (skipped + n + kPhiloxGroup - 1) / kPhiloxGroup * kPhiloxLanes;
  const Strides at = strides();
  for (std::int64_t counter = at.first; counter < counters; counter += at.step) {
    const std::int64_t group = counter / kPhiloxLanes;
    const std::int64_t lane = counter % kPhiloxLanes;
    const std::uint64_t drawn = first_group + static_cast<std::uint64_t>(group);
    double made[4];
    numbers_of(distribution, philox_lane(drawn, static_cast<std::uint32_t>(lane), key),
               philox_lane(drawn, static_cast<std::uint32_t>(lane), further_key), made);
    const std::int64_t first = group * kPhiloxGroup + lane - skipped;
    for (int word = 0; word < 4; ++word) {
      const std::int64_t i = first + word * kPhiloxLanes;
      if (i >= 0 && i < n) out[i] = made[word];
    }
  }
}

template <class Distribution>
void generate64(const char* what, Stream* stream, Distribution distribution, double* out, std::int64_t n,
                std::uint64_t seed, std::uint64_t offset) {
  if (n == 0) return;
  const auto skipped = static_cast<std::int64_t>(offset % kPhiloxGroup);
  launch<draw64<Distribution>>(what, stream, blocks_for(stream, ceil_div(skipped + n, 4)), kThreads,
                               distribution, out, n, philox_key(seed),
                               philox_key(seed_of_further_digits(seed)), offset / kPhiloxGroup, skipped);
}

}  // namespace

void uniform(Stream* stream, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
             double low, double high) {
  if (type == Type::float64) {
    generate64("uniform", stream, Uniform64{low, high - low, std::nextafter(high, low)},
               static_cast<double*>(out), n, seed, offset);
  } else {
    const auto first = static_cast<float>(low), last = static_cast<float>(high);
    generate("uniform", stream, Uniform{first, last - first, std::nextafter(last, first)},
             static_cast<float*>(out), n, seed, offset);
  }
}

void normal(Stream* stream, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset,
            double mean, double stddev) {
  if (type == Type::float64) {
    generate64("normal", stream, Normal64{mean, stddev}, static_cast<double*>(out), n, seed, offset);
  } else {
    generate("normal", stream, Normal{static_cast<float>(mean), static_cast<float>(stddev)},
             static_cast<float*>(out), n, seed, offset);
  }
}

}  // namespace runahead::kernels::cuda
