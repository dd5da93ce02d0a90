// SPDX-License-Identifier: GPL-3.0-or-later
// Gathering it, and the steps of several runs.
// Not here: the parts' own words (text/run_text.cpp, figure_table.cpp, worksheet.cpp).
#include "gui/export/figure_content.h"

#include <algorithm>

#include "core/analysis/narration.h"
#include "core/analysis/races.h"
#include "gui/text/format.h"
#include "gui/text/words.h"
#include "gui/timeline/layout.h"

namespace runahead::gui {
namespace {

const RunEntry& asideOf(const FigureOptions& options, std::size_t run) {
  static const RunEntry kNone;
  return run < options.asides.size() ? options.asides[run] : kNone;
}

QString noticeOf(RunResult::Status status) {
  if (status == RunResult::Status::failed) return tr("This run failed.");
  return status == RunResult::Status::stopped ? tr("This run was stopped before its end.") : QString();
}
QString remarkOf(RunResult::Status status, const Trace& trace) {
  if (status == RunResult::Status::failed) return tr("failed");
  if (status == RunResult::Status::stopped) return tr("stopped");
  return races_of(trace).empty() ? QString() : tr("race");
}
/// That its values are those of one of several orders.
QString raceNotice(const Trace& trace) {
  const std::vector<Race> races = races_of(trace);
  if (races.empty()) return {};
  const QString first = toText(races.front().sentence);
  return races.size() == 1 ? first : first + u' ' + tr("Races in all: %1.").arg(formatCount(races.size()));
}

}  // namespace

std::vector<std::int64_t> figureShifts(std::span<const Trace> traces, const FigureOptions& options) {
  if (traces.size() < 2) return std::vector<std::int64_t>(traces.size(), 0);
  const std::vector<std::string> marks = shared_regions(traces);
  const bool known = std::ranges::count(marks, options.mark) > 0;
  return shifts_ns(traces,
                   options.alignment == Alignment::mark && !known ? Alignment::begin : options.alignment,
                   options.mark);
}

FigureContent::FigureContent(std::span<const Trace> traces, const FigureOptions& options_)
    : options(options_), shifts_ns(figureShifts(traces, options_)) {
  const bool blank = options.worksheet && !options.solution;
  std::vector<Trace> seen;
  for (std::size_t run = 0; run < traces.size(); ++run) {
    const Trace& whole = traces[run];
    FigureRun shown{whole, whole, regionRows(whole), LaneIndex(whole), sweepOf(whole), {}, {}, {}};
    if (options.step) {
      shown.untilNs = options.step->ns - shifts_ns[run];
      shown.trace = whole.until(options.step->cursors[run]);
    } else if (blank) {
      shown.cut = sheetCut(whole);
      shown.trace = whole.until(shown.cut->until);
    }
    if (shown.trace.size() < whole.size()) shown.laneIndex = LaneIndex(shown.trace);
    if (!blank) shown.bookmarks = numberedBookmarks(asideOf(options, run).bookmarks, shown.trace, run, notes);
    if (options.step) {
      std::erase_if(shown.bookmarks, [&shown](const Bookmark& bookmark) {
        return bookmark.moment.seq > shown.trace.size() || bookmark.moment.time_ns > *shown.untilNs;
      });
    }
    seen.push_back(shown.trace);
    runs.push_back(std::move(shown));
  }
  if (traces.size() > 1) {
    for (FigureNote& note : notes)
      note.place.prepend(runLetter(static_cast<int>(note.run)) + QStringLiteral(" "));
  }
  if (options.step) {
    const std::size_t run = options.step->run;
    said = toText(narrate(traces[run], options.step->cursors[run]));
    if (traces.size() > 1) said.prepend(runLetter(static_cast<int>(run)) + QStringLiteral(": "));
  }
  // How a run ended comes later than what a step or a worksheet shows of it.
  const auto endSeen = [&](std::size_t run) { return seen[run].size() == traces[run].size(); };
  QStringList names;
  for (std::size_t run = 0; run < traces.size(); ++run)
    names << QString::fromStdString(asideOf(options, run).name);
  if (traces.size() > 1) {
    headings = runHeadings(blank || options.step ? std::span<const Trace>(seen) : traces, names);
    for (std::size_t run = 0; run < headings.size(); ++run) {
      if (!endSeen(run)) continue;
      const QString remark = remarkOf(asideOf(options, run).status, traces[run]);
      if (remark.isEmpty()) continue;
      QString& total = headings[run].total;
      total += (total.isEmpty() ? QString() : QStringLiteral(", ")) + remark;
    }
  } else if (!traces.empty() && endSeen(0)) {
    notice = noticeOf(asideOf(options, 0).status);
    if (notice.isEmpty()) notice = raceNotice(traces[0]);
  }
  if (options.worksheet) sheet.emplace(traces);
  if (!options.listing.isEmpty() && (options.parts.listing || options.worksheet)) {
    // On a worksheet waits are part of the task.
    lines = comparedListing(blank ? traces : std::span<const Trace>(seen), options.listing, options.listings);
    for (ListedLine& line : lines) line.failed = line.failed && !blank;
  }
  if (options.parts.table && !options.worksheet) table = figureTable(seen, names);
  const bool aligned = std::ranges::any_of(shifts_ns, [](auto ns) { return ns != 0; });
  footer = figureFooter(traces, options.alignment, aligned);
}

std::vector<FigureStep> figureSteps(std::span<const Trace> traces, const FigureOptions& options,
                                    StepKind kind, std::size_t most) {
  struct Stop {
    std::int64_t ns;
    std::size_t run;
    Seq cursor;
  };
  const std::vector<std::int64_t> shifts = figureShifts(traces, options);
  std::vector<Stop> stops;
  for (std::size_t run = 0; run < traces.size(); ++run) {
    const Trace& trace = traces[run];
    std::size_t taken = 0;
    for (Seq cursor = 0; cursor < trace.size() && taken <= most; ++taken) {
      const Seq next = stepFrom(trace, cursor, kind, 1);
      if (next <= cursor) break;
      cursor = next;
      stops.push_back({trace.time_ns(cursor - 1) + shifts[run], run, cursor});
    }
  }
  std::ranges::stable_sort(stops, {}, &Stop::ns);
  std::vector<FigureStep> steps;
  std::vector<Seq> passed(traces.size(), 0);
  for (const Stop& stop : stops) {
    if (steps.size() > most) break;
    passed[stop.run] = stop.cursor;
    FigureStep step{passed, stop.ns, stop.run};
    // What the others have done until then; at the very same time, what they have stopped at.
    for (std::size_t run = 0; run < traces.size(); ++run) {
      if (run != stop.run)
        step.cursors[run] = std::max(passed[run], traces[run].first_at(stop.ns - shifts[run]));
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace runahead::gui
