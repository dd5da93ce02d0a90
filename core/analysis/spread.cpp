// SPDX-License-Identifier: GPL-3.0-or-later
// Order statistics of a few numbers.
// Not here: medians of many (fit.cpp).
#include "core/analysis/spread.h"

#include <algorithm>
#include <vector>

namespace runahead {
namespace {

constexpr double kConfidence = 0.9;

/// That the median of what n ratios were drawn from lies between the k-th smallest and the k-th largest of
/// them: each lies below it with one half, whatever they are drawn from.
double confidence_of(std::size_t n, std::size_t k) {
  double outside = 0;
  double ways = 1;  // to choose i of n
  for (std::size_t i = 0; i < k; ++i) {
    outside += ways;
    ways = ways * static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  double all = 1;
  for (std::size_t i = 0; i < n; ++i) all *= 2;
  return 1 - 2 * outside / all;
}

}  // namespace

Spread spread_of(std::span<const std::int64_t> values) {
  std::vector<std::int64_t> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return {sorted[(sorted.size() - 1) / 2], sorted.front(), sorted.back()};
}

std::optional<RatioInterval> ratio_interval(std::span<const std::int64_t> first,
                                            std::span<const std::int64_t> other) {
  const std::size_t n = first.size();
  if (n < kLeastRounds || other.size() != n) return std::nullopt;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < n; ++i) {
    if (first[i] <= 0 || other[i] <= 0) return std::nullopt;
    ratios.push_back(static_cast<double>(other[i]) / static_cast<double>(first[i]));
  }
  std::sort(ratios.begin(), ratios.end());
  std::size_t k = 1;
  while (2 * (k + 1) <= n && confidence_of(n, k + 1) >= kConfidence) ++k;
  return RatioInterval{.ratio = (ratios[(n - 1) / 2] + ratios[n / 2]) / 2,
                       .lower = ratios[k - 1],
                       .upper = ratios[n - k],
                       .confidence = confidence_of(n, k),
                       .rounds = n};
}

}  // namespace runahead
