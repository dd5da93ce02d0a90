// SPDX-License-Identifier: GPL-3.0-or-later
// Trace files: the record of one or several runs as Chrome trace JSON (FORMAT.md), read back without loss;
// and one row per task as CSV.
// Not here: traces that other programs wrote, pictures (gui/export), the numbers of --json (gui/cli).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/trace/trace.h"

namespace runahead {

/// All runs of a file, at least one, in their order. Any file is safe to give.
/// Failure: "FILE: offset N: what is wrong there".
Result<std::vector<Trace>> read_traces(const std::string& path, const Progress& progress = {});

/// Replaces the file at `path` whole, or leaves it as it was. The expected bytes are an estimate.
Status write_trace_json(std::span<const Trace> traces, const std::string& path,
                        const Progress& progress = {});
Status write_trace_csv(std::span<const Trace> traces, const std::string& path, const Progress& progress = {});

}  // namespace runahead
