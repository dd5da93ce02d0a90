// SPDX-License-Identifier: GPL-3.0-or-later
// trace_violations(): what no run of the engine may leave behind in its trace, derived again from the uses of
// the tasks and the events alone. Not the folds under test: of those it only asks for the result, to compare.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace runahead::testing_support {

enum class RunEnd {
  complete,  ///< every task ended
  stopped,   ///< tasks may be missing moments
};

enum class StartOrder {
  any,
  as_ready,  ///< the workers are a pool: first in, first out by the instant of becoming ready
  ranked,    ///< a pool that starts, of the tasks that are ready, the one that was enqueued first
};

/// One sentence per violation, at most `limit`; empty for a trace that is right.
std::vector<std::string> trace_violations(const Trace& trace, RunEnd run_end = RunEnd::complete,
                                          StartOrder order = StartOrder::any, std::size_t limit = 10);

/// As EXPECT_EQ(..., "") shows them.
inline std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  return text;
}

}  // namespace runahead::testing_support
