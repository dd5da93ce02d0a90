// SPDX-License-Identifier: GPL-3.0-or-later
// TraceChecker: a second reading of exported traces, from FORMAT.md alone: no task before its dependencies,
// no overlap on a lane, and depth and bytes counted anew. Not the reader under test: it shares no code with
// core/io.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace runahead::testing_support {

struct CheckedRun {
  std::vector<std::string> complaints;
  std::int64_t tasks = 0;  ///< that were enqueued
  std::int64_t eliminated = 0;
  std::int64_t max_depth = 0;
  std::int64_t peak_live_bytes = 0;
  std::int64_t peak_input_bytes = 0;
  /// Of executed tasks, by operation.
  std::map<std::string, std::vector<std::int64_t>> durations_ns;
};

/// One entry per run of the file.
std::vector<CheckedRun> check_trace(const std::string& json);

}  // namespace runahead::testing_support
