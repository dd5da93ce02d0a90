// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in units, and ratios with three digits.
// Not here: the sentence about a comparison (headline.h).
#include "gui/compare/compared_text.h"

#include <QCoreApplication>
#include <cmath>

#include "gui/theme/format.h"

namespace runahead::gui {

QString comparedValue(const ComparedRow& row, std::size_t run) {
  if (!row.values[run]) return QStringLiteral("—");
  const std::int64_t value = *row.values[run];
  switch (row.unit) {
    case ComparedUnit::time:
      return formatTime(value);
    case ComparedUnit::bytes:
      return formatBytes(value);
    case ComparedUnit::count:
      break;
  }
  return formatCount(static_cast<std::uint64_t>(value));
}

QString comparedRatio(const ComparedRow& row, std::size_t run) {
  const auto ratio = run == 0 ? std::nullopt : row.ratio(run);
  if (!ratio || *ratio < 0) return {};
  if (std::abs(*ratio - 1) < 0.005) return QCoreApplication::translate("Comparison", "same");
  const QString number = *ratio >= 99.5   ? formatCount(static_cast<std::uint64_t>(std::llround(*ratio)))
                         : *ratio >= 9.95 ? QString::number(*ratio, 'f', 1)
                         : *ratio >= 0.1  ? QString::number(*ratio, 'f', 2)
                                          : QString::number(*ratio, 'g', 2);
  return number + QStringLiteral(" ×");
}

}  // namespace runahead::gui
