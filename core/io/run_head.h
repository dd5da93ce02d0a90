// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a stored run as JSON, and the words for its request that trace files have, too. Not for others:
// they call run_file.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/run_file.h"

namespace runahead {

std::string head_to_json(const RunHead& head);
/// Throws BadTrace, which names the byte `offset`.
RunHead head_from_json(std::string_view text, std::uint64_t offset);

/// Nothing where the text is empty.
void set_program(TraceInfo& info, std::string_view text);
/// "live" or "virtual": a manual run is a virtual one with a parameter that says so.
const char* recorded_clock(const TraceInfo& info);
/// Parameters, and behind them what files keep beside them: tf32, torch, costs, and whether the run was
/// manual.
std::vector<std::pair<std::string, std::string>> recorded_parameters(const TraceInfo& info);
/// The same, back; after the clock. False: it is not a whole number, as the others are.
bool take_parameter(TraceInfo& info, const std::string& name, const std::string& value);

}  // namespace runahead
