// SPDX-License-Identifier: GPL-3.0-or-later
// Collecting what a run left.
// Not here: how it is shown (run_table.cpp, run_json.cpp).
#include "gui/cli/outcome.h"

namespace runahead::gui {

Outcome outcomeOf(const RunExecution& session) {
  const RunResult& result = session.result();
  const Trace trace = session.snapshot();
  return {trace,        summarize(trace), fit(trace),
          result.value, result.errors,    result.status == RunResult::Status::failed};
}

Outcome outcomeOf(const Trace& recorded) {
  Outcome outcome{recorded, summarize(recorded), fit(recorded), std::nullopt, {}, false};
  for (std::uint32_t index = 0; index < recorded.error_count(); ++index) {
    const ErrorRecord error = recorded.error(index);
    if (error.kind == ErrorKind::raised) outcome.errors.push_back(recorded.name(error.message));
  }
  return outcome;
}

ComparedRow totalsOf(std::span<const Outcome> outcomes) {
  std::vector<RunTotal> totals;
  for (const Outcome& outcome : outcomes) {
    const bool whole = outcome.trace.finished();
    totals.push_back({&outcome.trace.info(), whole ? std::optional(outcome.summary.total_ns) : std::nullopt});
  }
  return compare_totals(totals);
}

}  // namespace runahead::gui
