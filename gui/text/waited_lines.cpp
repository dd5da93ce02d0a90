// SPDX-License-Identifier: GPL-3.0-or-later
// One walk over the waits and errors of each run. Not here: painting.
#include "gui/text/waited_lines.h"

#include <algorithm>

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

std::set<int> failedLines(std::span<const Trace> traces) {
  std::set<int> lines;
  for (const Trace& trace : traces) {
    for (std::uint32_t i = 0; i < trace.error_count(); ++i) {
      const ErrorRecord error = trace.error(i);
      if (error.kind == ErrorKind::inherited || error.kind == ErrorKind::race) continue;
      const StatementId statement =
          error.kind == ErrorKind::surfaced ? error.statement : trace.task(error.task).statement;
      // What comes from no task is no failure of a line: somebody stopped the run there.
      if (error.origin != kNone && statement != kNone) lines.insert(trace.statement(statement).line);
    }
  }
  return lines;
}

}  // namespace runahead::gui
