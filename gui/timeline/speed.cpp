// SPDX-License-Identifier: GPL-3.0-or-later
// The list of factors, the choice for a run, and the words: whole numbers, because every factor is 1, 2 or 5
// of a unit. Not here: other times (text/format.h).
#include "gui/timeline/speed.h"

#include <algorithm>
#include <cmath>

#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {

namespace {

constexpr double kSpeeds[] = {1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2,
                              5e-2, 0.1,  0.2,  0.5,  1,    2,    5,    10,   20,   50,   100};
constexpr double kFitted_ns = 10e9;

}  // namespace

std::span<const double> speeds() {
  return kSpeeds;
}

double fittingSpeed(std::int64_t run_ns) {
  const double wanted = std::log(std::max(1.0, static_cast<double>(run_ns)) / kFitted_ns);
  return *std::min_element(std::begin(kSpeeds), std::end(kSpeeds), [=](double a, double b) {
    return std::abs(std::log(a) - wanted) < std::abs(std::log(b) - wanted);
  });
}

QString speedText(double speed) {
  const std::int64_t us = std::llround(speed * 1e6);
  if (us < 1'000) return tr("%1 µs per second").arg(us);
  if (us < 1'000'000) return tr("%1 ms per second").arg(us / 1'000);
  return tr("%1 s per second").arg(us / 1'000'000);
}

QString ratioText(double speed) {
  const auto count = [](double value) {
    return formatCount(static_cast<std::uint64_t>(std::llround(value)));
  };
  return speed < 1 ? tr("÷ %1").arg(count(1 / speed)) : tr("× %1").arg(count(speed));
}

}  // namespace runahead::gui
