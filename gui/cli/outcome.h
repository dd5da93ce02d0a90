// SPDX-License-Identifier: GPL-3.0-or-later
// Outcome: what a finished run, or a file that was read, leaves for tables, JSON and exports.
// Not a run: everything in it is final.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/comparison.h"
#include "core/analysis/fit.h"
#include "core/analysis/summary.h"
#include "core/scenario/run_execution.h"
#include "core/trace/trace.h"

namespace runahead::gui {

struct Outcome {
  Trace trace;
  RunSummary summary;
  Fit model;
  std::optional<Value> value;
  std::vector<std::string> errors;
  bool failed = false;
  std::string once = {};         ///< why a live run of a comparison was not made in rounds
  std::string output = {};       ///< for a document: what a program in Python printed
  std::string errorOutput = {};  ///< the same, of standard error
};

/// A larger value is not written out.
inline constexpr std::size_t kMostShownElements = 16;

Outcome outcomeOf(const RunExecution& session);
Outcome outcomeOf(const Trace& recorded);
/// Those of runs that have finished.
ComparedRow totalsOf(std::span<const Outcome> outcomes);

}  // namespace runahead::gui
