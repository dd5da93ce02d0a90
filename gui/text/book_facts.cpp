// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers to marks, by the name that the scenario gives.
#include "gui/text/book_facts.h"

#include <algorithm>

#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

void addOwn(BookRow& row, const RunSummary::RegionSummary& mark) {
  if (!row.book.endsWith(QLatin1Char('B'))) {
    row.own = formatTime(mark.ns);
    row.kind = BookRow::Own::time;
  } else if (mark.resident_growth_bytes) {
    row.own = formatGrowth(*mark.resident_growth_bytes);
    row.kind = BookRow::Own::resident;
  } else {
    row.own = formatBytes(mark.peak_live_bytes);
    row.kind = BookRow::Own::live;
  }
}

}  // namespace

std::vector<BookSource> bookNumbers(const Scenario& scenario, const TraceInfo& info,
                                    const RunSummary* summary) {
  std::vector<BookSource> sources;
  for (const BookNumber& number : scenario.book) {
    BookRow row{QString::fromStdString(number.label), QString::fromStdString(number.value), {}};
    const bool comparable = (number.mode.empty() || number.mode == to_string(info.mode)) &&
                            (number.waits.empty() || number.waits == info.waits.text());
    if (summary && comparable && !number.mark.empty()) {
      const auto mark = std::ranges::find(summary->marks, number.mark, &RunSummary::RegionSummary::name);
      if (mark != summary->marks.end()) addOwn(row, *mark);
    }
    const QString text =
        tr("%1: %2, on %3")
            .arg(QString::fromStdString(number.printed.edition), QString::fromStdString(number.printed.size),
                 QString::fromStdString(number.printed.machine));
    auto source = std::ranges::find(sources, text, &BookSource::source);
    if (source == sources.end()) source = sources.insert(source, BookSource{text, {}});
    source->rows.push_back(std::move(row));
  }
  return sources;
}

bool hasBookSizes(const Scenario& scenario, const TraceInfo& info) {
  return std::ranges::all_of(scenario.parameters, [&](const Parameter& parameter) {
    const std::int64_t* const taken = info.set.find(parameter.name);
    return !taken || *taken == parameter.book;
  });
}

}  // namespace runahead::gui
