// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds: what a run that was made several times came to each time. Part of a run's head (TraceInfo): the
// record itself is of one round. Not here: making rounds (analysis/repeats.h), what they say
// (analysis/spread.h there).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runahead {

/// A row of a comparison, in every round.
struct RoundMetric {
  std::string what;  ///< as ComparedRow::what
  std::vector<std::int64_t> values;
  bool operator==(const RoundMetric&) const = default;
};

struct Rounds {
  /// Runs with the same number were made in turn with one another: round i of one goes with round i of the
  /// other.
  std::uint64_t set = 0;
  std::uint32_t kept = 0;            ///< the round that the record is of
  std::vector<RoundMetric> metrics;  ///< as many values each; the first is the total
  bool operator==(const Rounds&) const = default;

  std::size_t count() const { return metrics.empty() ? 0 : metrics.front().values.size(); }
  /// Null without such a metric.
  const std::vector<std::int64_t>* find(std::string_view what) const {
    for (const RoundMetric& metric : metrics) {
      if (metric.what == what) return &metric.values;
    }
    return nullptr;
  }
};

/// What a file may hold.
inline constexpr std::size_t kMostRounds = 1000;
inline constexpr std::size_t kMostRoundMetrics = 1000;
inline constexpr std::uint64_t kLargestRoundSet = (std::uint64_t{1} << 53) - 1;

}  // namespace runahead
