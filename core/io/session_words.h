// SPDX-License-Identifier: GPL-3.0-or-later
// What all versions of a session have in common. Not for others: they call session_file.h.
#pragma once

#include "core/io/json_node.h"
#include "core/io/session_file.h"

namespace runahead {

inline constexpr const char* kSessionStatus[] = {"succeeded", "failed", "stopped"};
inline constexpr const char* kSessionAfterCursor[] = {"show", "dim", "hide"};
/// Without the first, which is not written.
inline constexpr const char* kSessionThemes[] = {"light", "dark"};
inline constexpr const char* kSessionAligned[] = {"start", "end", "mark"};

// All throw BadTrace.

void check_session_version(std::uint64_t offset, std::uint64_t version, std::uint64_t expected);
/// As a run that was made with it would tell of itself.
TraceInfo read_next(const JsonNode& node);
/// Its status, errors and flags.
SessionRun read_run_of_session(const JsonNode& node, const RunHead& head);
/// How it was looked at.
void read_view(const JsonNode& node, const RunHead& head, SessionRun& run);

}  // namespace runahead
