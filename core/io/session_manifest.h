// SPDX-License-Identifier: GPL-3.0-or-later
// What a session holds beside its runs, as JSON (FORMAT.md): version 2.
// Not for others: they call session_file.h.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/io/session_file.h"

namespace runahead {

inline constexpr std::uint64_t kSessionVersion = 2;

/// Where a run is: in the session's file, or in one beside it.
struct RunPlace {
  std::uint64_t offset = 0, bytes = 0;
  std::string file = {};  ///< empty: in the session's own
};

struct Manifest {
  std::vector<RunPlace> places;
  nlohmann::json document;
};

/// Puts every run on a workspace, and takes out what no file may hold. `heads`: one for each run.
void normalize(Session& state, std::span<const RunHead> heads);
/// Of a normalized state.
std::string manifest_to_json(const Session& state, std::span<const RunPlace> places);

// Everything further throws BadTrace, which names the byte `offset`.

Manifest parse_manifest(std::string_view text, std::uint64_t offset);
/// `heads`: one for each place.
Session state_from_manifest(const nlohmann::json& document, std::uint64_t offset,
                            std::span<const RunHead> heads);

}  // namespace runahead
