// SPDX-License-Identifier: GPL-3.0-or-later
// One walk over the waits and errors of each run. Not here: painting.
#include "gui/text/waited_lines.h"

#include <algorithm>

#include "core/scenario/request.h"
#include "gui/text/run_text.h"

namespace runahead::gui {

constexpr std::uint32_t kMostWaits = 100'000;

WaitedLines waitedLines(std::span<const Trace> traces) {
  WaitedLines lines;
  std::map<int, std::size_t> runs;
  for (std::size_t run = 0; run < traces.size(); ++run) {
    const Trace& trace = traces[run];
    std::set<int> own;
    for (std::uint32_t i = 0; i < std::min(trace.wait_count(), kMostWaits); ++i) {
      const StatementId statement = trace.wait(i).statement;
      if (statement != kNone) own.insert(trace.statement(statement).line);
    }
    for (const int line : own) {
      QString& letters = lines[line];
      letters += (letters.isEmpty() ? QString() : QStringLiteral(" ")) + runLetter(static_cast<int>(run));
      ++runs[line];
    }
  }
  for (auto& [line, letters] : lines) {
    if (runs[line] == traces.size()) letters.clear();
  }
  return lines;
}

std::vector<std::vector<bool>> leftOutLines(std::span<const Trace> traces, std::size_t lines) {
  std::vector<std::vector<bool>> out;
  for (const Trace& trace : traces) {
    std::vector<bool>& own = out.emplace_back(lines);
    const RunRequest request = request_of(trace.info()).request;
    const Scenario* scenario = scenario_of(request.source);
    if (!scenario) continue;
    const std::vector<int> taken = request.waits.lines(*scenario);
    for (const WaitLine& line : scenario->wait_lines) {
      const bool printed = line.place == WaitPlace::in_loop || line.place == WaitPlace::printed;
      const auto index = static_cast<std::size_t>(line.line - 1);
      if (printed && index < lines) own[index] = std::ranges::find(taken, line.line) == taken.end();
    }
  }
  return out;
}

std::set<int> struckLines(std::span<const Trace> traces, std::size_t lines) {
  std::set<int> struck;
  const std::vector<std::vector<bool>> out = leftOutLines(traces, lines);
  for (std::size_t i = 0; i < lines && !out.empty(); ++i) {
    if (std::ranges::all_of(out, [i](const auto& own) { return own[i]; }))
      struck.insert(static_cast<int>(i) + 1);
  }
  return struck;
}

std::set<int> failedLines(std::span<const Trace> traces) {
  std::set<int> lines;
  for (const Trace& trace : traces) {
    for (std::uint32_t i = 0; i < trace.error_count(); ++i) {
      const ErrorRecord error = trace.error(i);
      if (error.kind == ErrorKind::inherited || error.kind == ErrorKind::race) continue;
      const StatementId statement =
          error.kind == ErrorKind::surfaced ? error.statement : trace.task(error.task).statement;
      if (statement != kNone) lines.insert(trace.statement(statement).line);
    }
  }
  return lines;
}

}  // namespace runahead::gui
