// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in units, and when a ratio is a result.
// Not here: the sentence about a comparison (runs/headline.h).
#include "gui/text/compared_text.h"

#include <algorithm>
#include <cmath>

#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

bool same(double ratio) {
  return std::abs(ratio - 1) < 0.005;
}

/// A line that only runs in rounds have.
template <class Text>
void addLine(std::vector<ComparedLine>& lines, const QString& what, std::size_t runs, Text text) {
  ComparedLine line{what, {}};
  bool any = false;
  for (std::size_t run = 0; run < runs; ++run) {
    line.cells.push_back({text(run), {}});
    any |= !line.cells.back().value.isEmpty();
  }
  if (any) lines.push_back(std::move(line));
}

void addRounds(std::vector<ComparedLine>& lines, const ComparedRow& totals) {
  const std::size_t runs = totals.standings.size();
  const auto rounds = [&](std::size_t run) -> const std::vector<std::int64_t>& {
    return totals.standings[run].rounds;
  };
  addLine(lines, tr("median of the rounds"), runs, [&](std::size_t run) {
    return rounds(run).empty() ? QString() : QString::number(rounds(run).size());
  });
  addLine(lines, tr("shortest round"), runs, [&](std::size_t run) {
    return rounds(run).empty() ? QString() : formatTime(spread_of(rounds(run)).least);
  });
  addLine(lines, tr("longest round"), runs, [&](std::size_t run) {
    return rounds(run).empty() ? QString() : formatTime(spread_of(rounds(run)).most);
  });
  const auto end = [&](double RatioInterval::*of) {
    return [&totals, of](std::size_t run) {
      const auto interval = totals.interval(run);
      return interval ? formatTimes((*interval).*of) : QString();
    };
  };
  addLine(lines, tr("ratio to A, from"), runs, end(&RatioInterval::lower));
  addLine(lines, tr("ratio to A, to"), runs, end(&RatioInterval::upper));
}

}  // namespace

QString comparedValue(const ComparedRow& row, std::size_t run) {
  if (!row.values[run]) return QStringLiteral("—");
  const std::int64_t value = *row.values[run];
  if (row.unit == ComparedUnit::time) return formatTime(value);
  if (row.unit == ComparedUnit::bytes) return formatBytes(value);
  return formatCount(static_cast<std::uint64_t>(value));
}

QString comparedRatio(const ComparedRow& row, std::size_t run) {
  const auto ratio = run == 0 ? std::nullopt : row.ratio(run);
  if (!ratio || *ratio < 0) return {};
  if (row.evidence(run) == Evidence::once) return row.what == "total" ? tr("no result") : QString();
  if (row.undecided(run)) return row.interval(run) ? tr("≈ 1") : QString();
  return same(*ratio) ? tr("same") : formatTimes(*ratio);
}

bool ComparedLine::ratios() const {
  return std::ranges::any_of(cells, [](const Cell& cell) { return !cell.ratio.isEmpty(); });
}

std::vector<ComparedLine> comparedLines(const Comparison& comparison, bool apart) {
  std::vector<ComparedLine> lines;
  for (const AxisDifference& axis : apart ? comparison.differences : std::vector<AxisDifference>()) {
    ComparedLine line{toText(axis.label()), {}};
    for (const Message& value : axis.values)
      line.cells.push_back({value.empty() ? QStringLiteral("—") : toText(value), {}});
    lines.push_back(std::move(line));
  }
  for (const ComparedRow& row : comparison.rows) {
    ComparedLine line{toText(row.label()), {}};
    for (std::size_t run = 0; run < row.values.size(); ++run) {
      line.cells.push_back({comparedValue(row, run), comparedRatio(row, run)});
    }
    lines.push_back(std::move(line));
    if (row.what == "total") addRounds(lines, row);
  }
  return lines;
}

Verdict totalsVerdict(const ComparedRow& totals, std::size_t run, std::size_t to, const QString& name,
                      const QString& toName) {
  const double ratio = totals.ratio(run, to).value_or(1);
  if (ratio < 1) return totalsVerdict(totals, to, run, toName, name);
  if (totals.evidence(run, to) == Evidence::once) {
    const bool apart = !totals.standings[run].rounds.empty() && !totals.standings[to].rounds.empty();
    const QString text =
        apart ? tr("not repeated alternately: no result") : tr("one run each: repeat both before comparing");
    return {text, text};
  }
  const auto interval = totals.interval(run, to);
  const QString rounds =
      interval ? QLatin1Char(' ') + tr("(%1 to %2 in %3 rounds)")
                                        .arg(formatRatio(interval->lower), formatRatio(interval->upper))
                                        .arg(interval->rounds)
               : QString();
  if (totals.undecided(run, to)) {
    return {tr("no difference between %1 and %2 that can be seen").arg(name, toName) + rounds,
            tr("no difference that can be seen")};
  }
  if (!interval && same(ratio)) {
    return {tr("%1 and %2 are equally fast").arg(toName, name), tr("equally fast")};
  }
  return {tr("%1 takes %2 times as long as %3").arg(name, formatRatio(ratio), toName) + rounds,
          tr("%1: %2").arg(name, formatTimes(ratio))};
}

QString roundsText(const ComparedRow& totals, std::size_t run) {
  if (totals.standings.empty() || totals.standings[run].rounds.empty()) return {};
  const std::vector<std::int64_t>& rounds = totals.standings[run].rounds;
  const Spread spread = spread_of(rounds);
  return tr("median of %1 rounds, %2 to %3")
      .arg(rounds.size())
      .arg(formatTime(spread.least), formatTime(spread.most));
}

}  // namespace runahead::gui
