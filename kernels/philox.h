// SPDX-License-Identifier: GPL-3.0-or-later
// Philox4x32-10, the counter-based generator of Salmon et al. (SC'11), and which of its words an element
// gets. Not here: what becomes of the words (distributions.h).
//
// Position p = offset + i of an element, in groups of 64 positions:
//   counter  16 · (p / 64) + p % 16, as 64 bits in the counter's two low words; the two high words are zero
//   word     (p % 64) / 16, of the four that the counter gives
//   key      the seed, low word first
// So 16 neighbouring positions take the same word of 16 neighbouring counters, which is what a vector
// register or a half-warp computes side by side, and the results lie where they are stored.
#pragma once

#include <cstdint>

#include "kernels/host_device.h"

namespace runahead::kernels {

inline constexpr int kPhiloxLanes = 16;
inline constexpr int kPhiloxGroup = 4 * kPhiloxLanes;

struct PhiloxWords {
  std::uint32_t w0, w1, w2, w3;
};

struct PhiloxKey {
  std::uint32_t k0, k1;
};

RUNAHEAD_HOST_DEVICE PhiloxKey philox_key(std::uint64_t seed) {
  return {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
}

/// Round number `round` of ten. The key moves on by a constant a round.
RUNAHEAD_HOST_DEVICE PhiloxWords philox_round(PhiloxWords c, PhiloxKey key, std::uint32_t round) {
  const std::uint64_t even = std::uint64_t{0xD2511F53u} * c.w0;
  const std::uint64_t odd = std::uint64_t{0xCD9E8D57u} * c.w2;
  const std::uint32_t k0 = key.k0 + round * 0x9E3779B9u;
  const std::uint32_t k1 = key.k1 + round * 0xBB67AE85u;
  return {static_cast<std::uint32_t>(odd >> 32) ^ c.w1 ^ k0, static_cast<std::uint32_t>(odd),
          static_cast<std::uint32_t>(even >> 32) ^ c.w3 ^ k1, static_cast<std::uint32_t>(even)};
}

/// Written out rather than looped: the loop over counters is the one to vectorise.
RUNAHEAD_HOST_DEVICE PhiloxWords philox(PhiloxWords counter, PhiloxKey key) {
  PhiloxWords c = philox_round(counter, key, 0);
  c = philox_round(c, key, 1);
  c = philox_round(c, key, 2);
  c = philox_round(c, key, 3);
  c = philox_round(c, key, 4);
  c = philox_round(c, key, 5);
  c = philox_round(c, key, 6);
  c = philox_round(c, key, 7);
  c = philox_round(c, key, 8);
  return philox_round(c, key, 9);
}

/// The four words that lane 0…15 of a group gets. A group starts at a multiple of 16: no carry between words.
RUNAHEAD_HOST_DEVICE PhiloxWords philox_lane(std::uint64_t group, std::uint32_t lane, PhiloxKey key) {
  const std::uint64_t first = group * kPhiloxLanes;
  return philox({static_cast<std::uint32_t>(first) + lane, static_cast<std::uint32_t>(first >> 32), 0, 0},
                key);
}

}  // namespace runahead::kernels
