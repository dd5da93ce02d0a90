// SPDX-License-Identifier: GPL-3.0-or-later
// Figures to marks, by the name that the scenario gives.
#include "gui/text/book_facts.h"

#include <algorithm>

#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

void addOwn(BookRow& row, const RunSummary::MarkFigures& mark) {
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

std::vector<BookSource> bookFigures(const Scenario& scenario, const TraceInfo& info,
                                    const RunSummary* summary) {
  std::vector<BookSource> sources;
  for (const BookFigure& figure : scenario.book) {
    BookRow row{QString::fromStdString(figure.label), QString::fromStdString(figure.value), {}};
    const bool comparable = (figure.mode.empty() || figure.mode == info.mode) &&
                            (figure.waits.empty() || figure.waits == info.waits);
    if (summary && comparable && !figure.mark.empty()) {
      const auto mark = std::find_if(summary->marks.begin(), summary->marks.end(),
                                     [&](const auto& one) { return one.name == figure.mark; });
      if (mark != summary->marks.end()) addOwn(row, *mark);
    }
    const QString text =
        tr("%1: %2, on %3")
            .arg(QString::fromStdString(figure.printed.edition), QString::fromStdString(figure.printed.size),
                 QString::fromStdString(figure.printed.machine));
    auto source = std::find_if(sources.begin(), sources.end(),
                               [&](const BookSource& one) { return one.source == text; });
    if (source == sources.end()) source = sources.insert(source, BookSource{text, {}});
    source->rows.push_back(std::move(row));
  }
  return sources;
}

bool hasBookSizes(const Scenario& scenario, const TraceInfo& info) {
  return std::all_of(scenario.parameters.begin(), scenario.parameters.end(), [&](const Parameter& parameter) {
    const auto taken = std::find_if(info.parameters.begin(), info.parameters.end(),
                                    [&](const auto& one) { return one.first == parameter.name; });
    return taken == info.parameters.end() || taken->second == std::to_string(parameter.book);
  });
}

}  // namespace runahead::gui
