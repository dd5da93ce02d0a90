// SPDX-License-Identifier: GPL-3.0-or-later
// What repeated measurements say: how far they lie apart, and whether two runs that were made in turn differ.
// Not here: making them (repeats.h), rows and words of a comparison (comparison.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace runahead {

/// Of an even number of values the median is the smaller of the two in the middle, so that it is one of them.
struct Spread {
  std::int64_t median = 0;
  std::int64_t least = 0;
  std::int64_t most = 0;
};
/// Of at least one value.
Spread spread_of(std::span<const std::int64_t> values);

/// How many times as long one run takes as another, from the ratios of their rounds. Where the machine is
/// busy with something else meanwhile both runs of a round suffer, and a round that is quite different moves
/// the interval by one place at most: nothing is assumed of how times are distributed.
struct RatioInterval {
  double ratio = 1;  ///< the median of the rounds' ratios; of an even number, between the two in the middle
  double lower = 1;  ///< the interval: of these ratios, in their order, the k-th from below ...
  double upper = 1;  ///< ... and the k-th from above
  double confidence = 0;  ///< with which an interval of that k holds the median
  std::size_t rounds = 0;

  /// No difference can be seen.
  bool holds_one() const { return lower <= 1 && upper >= 1; }
};

/// Fewer rounds say nothing.
inline constexpr std::size_t kLeastRounds = 3;
/// Of `other` to `first`, round by round. The largest k that keeps the confidence at 90 % or more; where even
/// the whole range has less (3 rounds: 75 %, 4: 87.5 %) that range. None for fewer than kLeastRounds rounds,
/// for different numbers of them, or where one took no time.
std::optional<RatioInterval> ratio_interval(std::span<const std::int64_t> first,
                                            std::span<const std::int64_t> other);

}  // namespace runahead
