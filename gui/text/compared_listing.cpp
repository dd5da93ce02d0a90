// SPDX-License-Identifier: GPL-3.0-or-later
// Lines with the same number and text become one; one walk over the waits and errors of each run.
#include "gui/text/compared_listing.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "core/scenario/request.h"
#include "gui/text/framework.h"
#include "gui/text/run_text.h"

namespace runahead::gui {
namespace {

constexpr std::uint32_t kMostWaits = 100'000;

/// Of one run, by line.
struct LinesOfRun {
  std::set<int> waited, failed;
  std::vector<LinePart> leftOut;
};

LinesOfRun marksOf(const Trace& trace) {
  LinesOfRun lines;
  const auto add = [&](std::set<int>& to, StatementId statement) {
    if (statement != kNone) to.insert(trace.statement(statement).line);
  };
  for (std::uint32_t i = 0; i < std::min(trace.wait_count(), kMostWaits); ++i)
    add(lines.waited, trace.wait(i).statement);
  for (std::uint32_t i = 0; i < trace.error_count(); ++i) {
    const ErrorRecord error = trace.error(i);
    if (error.kind == ErrorKind::inherited || error.kind == ErrorKind::race) continue;
    add(lines.failed, error.kind == ErrorKind::surfaced ? error.statement : trace.task(error.task).statement);
  }
  if (const Scenario* scenario = scenario_of(trace.info().source))
    lines.leftOut = left_out(trace.info().waits, *scenario);
  return lines;
}

QString lettersOf(const std::vector<std::size_t>& runs) {
  QStringList letters;
  for (const std::size_t run : runs) letters << runLetter(static_cast<int>(run));
  return letters.join(QLatin1Char(' '));
}

void mark(ListedLine& line, const std::vector<LinesOfRun>& known) {
  std::vector<std::size_t> waiters;
  for (const std::size_t run : line.runs) {
    if (known[run].waited.count(line.number) > 0) waiters.push_back(run);
    if (std::vector<TextSpan> goes = struckSpans(line.text, line.number, known[run].leftOut); !goes.empty()) {
      line.leftOut.push_back(run);
      line.goes = std::move(goes);
    }
    line.failed |= known[run].failed.count(line.number) > 0;
  }
  line.waited = !waiters.empty();
  if (waiters.size() < line.runs.size()) line.waiters = lettersOf(waiters);
  if (line.runs.size() < known.size()) line.letters = lettersOf(line.runs);
}

}  // namespace

std::vector<QStringList> listingsOf(std::span<const Trace> traces, const QString& framework) {
  std::vector<QStringList> listings;
  for (const Trace& trace : traces) listings.push_back(programLines(trace.info(), framework));
  const bool same = std::ranges::all_of(listings, [&](const auto& lines) { return lines == listings[0]; });
  return same ? std::vector<QStringList>() : listings;
}

std::vector<ListedLine> comparedListing(std::span<const Trace> traces, const QStringList& shared,
                                        const std::vector<QStringList>& listings) {
  std::vector<LinesOfRun> known;
  std::ranges::transform(traces, std::back_inserter(known), marksOf);
  qsizetype count = shared.size();
  for (const QStringList& lines : listings) count = std::max(count, lines.size());
  std::vector<ListedLine> all;
  for (qsizetype i = 0; i < count; ++i) {
    std::vector<ListedLine> alike;
    for (std::size_t run = 0; run < traces.size(); ++run) {
      const QStringList& lines = run < listings.size() ? listings[run] : shared;
      if (i >= lines.size()) continue;
      auto own = std::ranges::find(alike, lines[i], &ListedLine::text);
      if (own == alike.end())
        own = alike.insert(own, ListedLine{.number = static_cast<int>(i) + 1, .text = lines[i]});
      own->runs.push_back(run);
    }
    for (ListedLine& line : alike) {
      mark(line, known);
      all.push_back(std::move(line));
    }
  }
  return all;
}

}  // namespace runahead::gui
