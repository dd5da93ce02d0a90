// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks and label forms. mergeBars() is a template in the header.
#include "gui/axis/time_axis.h"

namespace runahead::gui {

namespace {

struct Unit {
  double ns;
  const char* name;
};
/// By the step, not by the value: 1,200 µs beside 800 µs stays in one unit with it.
Unit unitFor(double largest_ns, double step_ns) {
  if (largest_ns >= 1e9 && step_ns >= 1e6) return {1e9, "s"};
  if (largest_ns >= 1e6 && step_ns >= 1e3) return {1e6, "ms"};
  if (largest_ns >= 1e3 && step_ns >= 1) return {1e3, "µs"};
  return {1, "ns"};
}

}  // namespace

double roundAbove(double least, std::span<const double> factors) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : factors) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}

TimeAxis paneAxis(double width_px, double fromNs, double toNs) {
  return {fromNs, toNs, kLabelColumnPx, std::max(1.0, width_px - kLabelColumnPx - kRightMarginPx)};
}

std::vector<Tick> ticks(const TimeAxis& axis, double spacing_px) {
  std::vector<Tick> result;
  const double least = spacing_px / axis.pxPerNs();
  if (!(least > 0) || !std::isfinite(least)) return result;
  const double step = std::max(1.0, roundAbove(least * (1 - 1e-9), kRoundSteps));
  const Unit unit = unitFor(axis.toNs, step);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit.ns) - 1e-9)), 0, 9);
  const auto first = static_cast<std::int64_t>(std::ceil(axis.fromNs / step - 1e-9));
  const auto last = static_cast<std::int64_t>(std::floor(axis.toNs / step + 1e-9));
  for (std::int64_t i = first; i <= last; ++i) {
    const double ns = static_cast<double>(i) * step;
    const QString label = i == 0 ? QStringLiteral("0")
                                 : QString::number(ns / unit.ns, 'f', decimals) + QLatin1Char(' ') +
                                       QString::fromUtf8(unit.name);
    result.push_back({ns, label});
  }
  return result;
}

std::vector<double> minorTicks(const TimeAxis& axis, const std::vector<Tick>& marks, double spacing_px) {
  std::vector<double> result;
  if (marks.size() < 2) return result;
  const double whole = marks[1].ns - marks[0].ns;
  for (const double parts : {20, 10, 5, 4, 2}) {
    const double step = whole / parts;
    const double digit = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    const bool round =
        std::ranges::any_of(kRoundSteps, [&](double one) { return std::abs(one - digit) < 1e-6; });
    if (!round || step * axis.pxPerNs() < spacing_px) continue;
    const auto last = static_cast<std::int64_t>(std::floor(axis.toNs / step + 1e-9));
    for (auto i = static_cast<std::int64_t>(std::ceil(axis.fromNs / step - 1e-9)); i <= last; ++i)
      result.push_back(static_cast<double>(i) * step);
    break;
  }
  return result;
}

std::vector<double> valueTicks(double top, int count, bool whole) {
  top = std::max(top, whole ? 1.0 : 1e-9);
  const double least = top / (std::max(1, count) + 1) * (1 + 1e-9);
  // Tasks are counted in halves of a dozen too; bytes in quarters.
  static constexpr double kTasks[] = {1, 2, 3, 4, 5, 6, 8}, kBytes[] = {1, 2, 2.5, 4, 5};
  double step = roundAbove(least, whole ? std::span<const double>(kTasks) : std::span<const double>(kBytes));
  if (whole) step = std::max(1.0, step);
  std::vector<double> result;
  for (int i = 0; i * step <= top * (1 + 1e-9); ++i) result.push_back(i * step);
  return result;
}

void LabelFit::add(double bar_px, std::initializer_list<double> forms_px) {
  if (!holds(bar_px, std::min(forms_px))) return;
  ++m_bars;
  std::size_t form = 0;
  for (const double width : forms_px) m_held[form++] += holds(bar_px, width) ? 1 : 0;
}

std::size_t LabelFit::form(std::size_t forms) const {
  for (std::size_t form = 0; form < forms; ++form) {
    if (m_bars > 0 && m_held[form] * 10ULL >= m_bars * 9ULL) return form;
  }
  return forms;
}

int busyStep(double busy) {
  return busy <= 0 ? 0 : std::clamp(static_cast<int>(std::ceil(busy * 5)), 1, 5);
}

}  // namespace runahead::gui
