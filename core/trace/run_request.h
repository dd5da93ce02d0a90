// SPDX-License-Identifier: GPL-3.0-or-later
// RunRequest: a run as it is asked for, from the header, the command line or a session to the head of
// its trace; and the words for its parts. Not here: what a scenario offers, and whether it can be run
// (scenario/request.h, scenario/run_execution.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/trace/program_text.h"
#include "core/trace/settings.h"
#include "core/trace/waits.h"

namespace runahead {

enum class Mode : std::uint8_t {
  sync,      ///< each call computes (NumPy, TensorFlow eager)
  async,     ///< calls enqueue, workers compute (MXNet)
  stream,    ///< calls enqueue on a device that works in order (PyTorch)
  function,  ///< functions are traced once and run as one call (tf.function)
  lazy,      ///< calls are deferred until a wait needs them (delayed execution)
};
const char* to_string(Mode mode);
std::optional<Mode> mode_called(std::string_view word);

enum class Clock : std::uint8_t {
  live,          ///< threads and the steady clock
  virtual_time,  ///< a simulation, with times from a described machine
  manual,        ///< the same, and the user decides what happens next
};
/// "live", "virtual", "hand".
const char* to_string(Clock clock);
std::optional<Clock> clock_called(std::string_view word);

enum class DeviceKind : std::uint8_t {
  cpu,       ///< a task runs inside the call that asks for it
  emulated,  ///< an accelerator made of threads and the CPU's kernels
  cuda,
};
/// "cpu", "emulated", "cuda".
const char* to_string(DeviceKind kind);
std::optional<DeviceKind> device_called(std::string_view word);

/// Which PyTorch and NumPy a program in Python imports.
enum class TorchKind : std::uint8_t {
  small,  ///< packages of Runahead's own
  real,   ///< the system's: the run is PyTorch's device
};
/// "small", "real".
const char* to_string(TorchKind kind);
std::optional<TorchKind> torch_called(std::string_view word);

enum class Preset : std::uint8_t { standard, book, step };

/// The program that is run: a scenario's, or the user's own.
struct Source {
  std::string scenario = {};  ///< its id; of a program the name of its file
  std::optional<ProgramText> program = {};
  bool operator==(const Source&) const = default;
};

struct RunRequest {
  Source source = {};
  Mode mode = Mode::async;
  Waits waits = {};
  Clock clock = Clock::live;
  std::optional<DeviceKind> device = {};  ///< of mode stream; none: auto
  bool tf32 = false;                      ///< products on CUDA may round their factors to ten bits
  std::optional<TorchKind> torch = {};    ///< of a program in Python; none: auto
  /// The file that describes the machine of the virtual clock; empty: the one of device/machine.h.
  std::string costs = {};
  std::int64_t workers = 1;
  std::uint64_t seed = 0;
  /// Of the scenario's parameters that are not in `set`.
  Preset preset = Preset::standard;
  /// The scenario's own parameters and, for every scenario, max_pending (tasks, 0: unbounded),
  /// memory_bound_mb (MB, 0: unbounded) and devices; under the virtual clock also t1_ns, t2_ns and t3_ns.
  Settings set = {};
  bool operator==(const RunRequest&) const = default;
};

}  // namespace runahead
