// SPDX-License-Identifier: GPL-3.0-or-later
// Totals first, then peak live bytes.
// Not here: tables (difference_table.cpp).
#include "gui/runs/headline.h"

#include <QStringList>
#include <algorithm>
#include <cstdlib>

#include "gui/text/compared_text.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

/// Totals that differ by less are called the same, and so are peaks.
constexpr double kSame = 0.03;

bool whole(const ComparedRow* row) {
  return row && std::ranges::all_of(row->values, [](const auto& value) { return value.has_value(); });
}

QString named(const Comparison& comparison, std::size_t run) {
  return tr("%1, %2,").arg(runLetter(static_cast<int>(run)), toText(comparison.labels[run]));
}

bool same(std::int64_t one, std::int64_t two) {
  return static_cast<double>(std::llabs(one - two)) <= kSame * static_cast<double>(std::max(one, two));
}

QString times(std::int64_t more, std::int64_t less) {
  return formatRatio(static_cast<double>(more) / static_cast<double>(less));
}

/// Of live runs.
QString verdict(const ComparedRow& totals, std::size_t run, std::size_t to) {
  QString text =
      totalsVerdict(totals, run, to, runLetter(static_cast<int>(run)), runLetter(static_cast<int>(to)))
          .sentence;
  text[0] = text[0].toUpper();
  return tr("%1.").arg(text);
}

QString ofTwo(const Comparison& comparison, const ComparedRow* totals, const ComparedRow* peaks) {
  QString first;
  QStringList effects;
  if (whole(totals)) {
    const std::int64_t a = *totals->values[0], b = *totals->values[1];
    const bool exact = totals->evidence(1) == Evidence::exact;
    if (!exact) {
      first = verdict(*totals, 1, 0);
    } else if (same(a, b)) {
      first =
          (a == b ? tr("Both run for %1.") : tr("Both run for about %1.")).arg(formatTime(std::max(a, b)));
    } else if (std::min(a, b) > 0) {
      first =
          tr("%1 is %2 times as fast.")
              .arg(a > b ? QStringLiteral("B") : QStringLiteral("A"), times(std::max(a, b), std::min(a, b)));
    }
    if (a != b && !totals->undecided(1))
      effects << (b < a ? tr("takes %1 less") : tr("takes %1 longer")).arg(formatTime(std::llabs(a - b)));
  }
  if (whole(peaks) && !same(*peaks->values[0], *peaks->values[1])) {
    const std::int64_t more = *peaks->values[1] - *peaks->values[0];
    effects << (more < 0 ? tr("needs %1 less memory") : tr("needs %1 more memory"))
                   .arg(formatBytes(std::llabs(more)));
  }
  if (effects.isEmpty()) return first;
  const QString second = tr("%1 %2.").arg(named(comparison, 1), effects.join(tr(" and ")));
  return first.isEmpty() ? second : first + QLatin1Char(' ') + second;
}

QString ofMany(const Comparison& comparison, const ComparedRow* totals, const ComparedRow* peaks) {
  QStringList sentences;
  if (whole(totals)) {
    const auto [fastest, slowest] = std::ranges::minmax_element(totals->values);
    const auto run = static_cast<std::size_t>(fastest - totals->values.begin());
    const auto slow = static_cast<std::size_t>(slowest - totals->values.begin());
    if (totals->evidence(slow, run) != Evidence::exact) {
      sentences << verdict(*totals, slow, run);
    } else if (same(**fastest, **slowest)) {
      sentences << (**fastest == **slowest ? tr("All run for %1.") : tr("All run for about %1."))
                       .arg(formatTime(**slowest));
    } else if (**fastest > 0) {
      sentences << tr("%1 takes %2; %3 takes %4, %5 times as long.")
                       .arg(named(comparison, run), formatTime(**fastest), named(comparison, slow),
                            formatTime(**slowest), times(**slowest, **fastest));
    }
  }
  if (whole(peaks)) {
    const auto [least, most] = std::ranges::minmax_element(peaks->values);
    if (!same(**least, **most)) {
      sentences << tr("At most %1 are in use in %2, %3 in %4.")
                       .arg(formatBytes(**least), runLetter(static_cast<int>(least - peaks->values.begin())),
                            formatBytes(**most), runLetter(static_cast<int>(most - peaks->values.begin())));
    }
  }
  return sentences.join(QLatin1Char(' '));
}

}  // namespace

QString headline(const Comparison& comparison) {
  const ComparedRow* totals = comparison.row("total");
  const ComparedRow* peaks = comparison.row("peak in use");
  if (comparison.labels.size() < 2) return {};
  const QString numbers =
      comparison.labels.size() == 2 ? ofTwo(comparison, totals, peaks) : ofMany(comparison, totals, peaks);
  const auto& axes = comparison.differences;
  const bool texts =
      std::ranges::any_of(axes, [](const AxisDifference& one) { return one.axis == kTextAxis; });
  if (!texts) return numbers;
  const QString differ = tr("The text of the program is not the same.");
  return numbers.isEmpty() ? differ : differ + QLatin1Char(' ') + numbers;
}

}  // namespace runahead::gui
