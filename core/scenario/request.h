// SPDX-License-Identifier: GPL-3.0-or-later
// RunRequest: a run as somebody asks for it, the same value from the header, the command line and a session
// to the run. Text becomes one where it comes in (parse_..., request_of) and is made of one where it goes out
// (to_string, info_of). Not here: whether it can be run (run_execution.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/device/device.h"
#include "core/device/machine.h"
#include "core/scenario/program_text.h"
#include "core/scenario/scenario.h"
#include "core/trace/trace.h"

namespace runahead {

enum class Preset : std::uint8_t { standard, book, step };

/// The program that is run: a scenario's, or somebody's own.
struct Source {
  std::string scenario = {};  ///< its id; of a program the name of its file
  std::optional<ProgramText> program = {};
  bool operator==(const Source&) const = default;
};

/// A machine that a file describes.
struct Costs {
  std::string name;  ///< of the file
  Machine machine;
  bool operator==(const Costs&) const = default;
};

struct RunRequest {
  Source source = {};
  Mode mode = Mode::async;
  Waits waits = {};
  Clock clock = Clock::live;
  std::optional<DeviceKind> device = {};  ///< of mode stream; none: auto
  bool tf32 = false;                      ///< products on CUDA may round their factors to ten bits
  /// What the virtual clock's times come from; the machine that is described in device/machine.h without one.
  std::optional<Costs> costs = {};
  std::int64_t workers = 1;
  std::uint64_t seed = 0;
  /// Of the scenario's parameters that are not in `set`.
  Preset preset = Preset::standard;
  /// The scenario's own parameters and, for every scenario, max_pending (tasks, 0: unbounded),
  /// memory_bound_mb (MB, 0: unbounded) and devices; under the virtual clock also t1_ns, t2_ns and t3_ns.
  std::map<std::string, std::int64_t> set = {};
  bool operator==(const RunRequest&) const = default;
};

/// What the scenario does unless it is told otherwise.
RunRequest default_request(const Scenario& scenario, Preset preset = Preset::standard);
/// Of a request: its program's scenario, if that is known, or the one that it names; null: there is none.
const Scenario* scenario_of(const Source& source);
/// Of one that is not there: nothing but its id.
RunRequest default_request(const std::string& scenario, Preset preset = Preset::standard);

// Each Failure is one line that names what is wrong and what would be right.

Result<Mode> parse_mode(std::string_view text, const Scenario& scenario);
/// "live" or "virtual".
Result<Clock> parse_clock(std::string_view text);

/// The request that made a run with this head; of a head that was written elsewhere, what its scenario offers
/// of it.
struct ReadRequest {
  RunRequest request;
  std::string refused = {};  ///< what it does not offer, one line; empty: nothing
};
ReadRequest request_of(const TraceInfo& info);
Source source_of(const TraceInfo& info);

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
