// SPDX-License-Identifier: GPL-3.0-or-later
// Reading what trace files and the first sessions share: one JSON document with the runs and, in a session,
// one further member (FORMAT.md). Not for others: they call trace_file.h and session_file.h.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/trace/trace.h"

namespace runahead {

inline constexpr const char* kSessionKey = "runahead_session";

struct TraceDocument {
  std::vector<Trace> traces;              ///< none only in a session
  std::optional<nlohmann::json> session;  ///< its kSessionKey, where there is one
  std::uint64_t session_offset = 0;       ///< where that ends
};

/// Looks at the session as soon as it has been read, before the events; throws BadTrace to refuse the file.
using SessionCheck = std::function<void(std::uint64_t offset, const nlohmann::json& session)>;
/// Is given the whole document, and may throw BadTrace, too. Failure: "FILE: offset N: what is wrong there".
Status read_trace_document(const std::string& path, const SessionCheck& check,
                           const std::function<void(TraceDocument document)>& take,
                           const Progress& progress = {});

}  // namespace runahead
