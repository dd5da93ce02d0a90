// SPDX-License-Identifier: GPL-3.0-or-later
// What a scenario offers of a request (trace/run_request.h): defaults and parameters.
// Not here: whether it can be run (run_execution.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/scenario/refusal.h"
#include "core/scenario/scenario.h"
#include "core/trace/run_request.h"

namespace runahead {

/// What the scenario does unless it is told otherwise.
RunRequest default_request(const Scenario& scenario, Preset preset = Preset::standard);
/// Of a request: its program's scenario, if that is known, or the one that it names; null: there is none.
const Scenario* scenario_of(const Source& source);
/// Of one that is not there: nothing but its id.
RunRequest default_request(const std::string& scenario, Preset preset = Preset::standard);

/// With what the scenario does by itself in the place of what it does not offer; a machine of its own is left
/// out. Of a program that is not known here: as it is.
RunRequest offered(RunRequest request);

Refusal unknown_mode(std::string given, const Scenario& scenario);
/// None: the program can wait like that.
std::optional<Refusal> refused(const Waits& waits, const Scenario& scenario);

/// The parameters that every scenario accepts beside its own.
std::span<const Parameter> common_parameters();
/// What every scenario accepts under the virtual clock: t1_ns, t2_ns, t3_ns. Left out, the machine's costs
/// hold.
std::span<const Parameter> virtual_parameters();
/// Of the scenario itself, of all, or of the virtual clock; null: there is none of this name.
const Parameter* find_parameter(const Scenario& scenario, std::string_view name);
/// Whether the name is one of the virtual clock's, and none of the scenario's own.
bool is_cost(const Scenario& scenario, std::string_view name);
std::int64_t preset_value(const Parameter& parameter, Preset preset);
inline constexpr int kMaxWorkers = 256;

}  // namespace runahead
