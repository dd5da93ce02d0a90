// SPDX-License-Identifier: GPL-3.0-or-later
// RunExecution: one run of one scenario, from the checked request to the finished trace. Owns the threads of
// the run. Not here: requests (request.h), what the numbers mean (analysis/summary.h), files (io/), pictures
// (gui/).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/device/machine.h"
#include "core/scenario/output.h"
#include "core/scenario/refusal.h"
#include "core/scenario/request.h"
#include "core/trace/trace.h"
#include "kernels/operations.h"

namespace runahead {

/// A request whose every part was checked, and what follows from it here and now.
struct RunConfig : RunRequest {
  const Scenario* scenario = nullptr;
  DeviceKind runs_on = DeviceKind::cpu;  ///< where mode stream runs; the processor in every other mode
  int devices = 1;                       ///< that the program finds
  int asked_devices = 0;                 ///< as asked; 0: not asked for
  Machine machine = {};                  ///< of the virtual clock, with the costs that were set
  std::map<std::string, std::int64_t> parameters = {};  ///< the scenario's, all of them
  std::int64_t max_pending = 0;
  std::int64_t memory_bound_bytes = 0;
};

/// The library that computes products, and the processor family that it chose its code for.
std::string blas_description();

/// `machine`: of the file of costs that the request names. It is refused, too, where the memory that the run
/// will need is not there.
using CheckedRun = Result<RunConfig, Refusal>;
CheckedRun check(const RunRequest& request, const std::optional<Machine>& machine = {});
/// The same, of a name alone: with the one that is meant, or those that there are.
Refusal unknown_scenario(const std::string& id);
/// Bytes that arrays will hold at the most; 0 where that is next to nothing.
std::int64_t predicted_peak_bytes(const RunConfig& config);

/// What the program declared as its result.
struct Value {
  std::vector<std::int64_t> shape;  ///< of the first declared array
  std::vector<float> data;          ///< of the first declared array
  std::vector<float> others;        ///< of those declared after it, one behind the other
};

struct RunResult {
  enum class Status : std::uint8_t { succeeded, failed, stopped };
  Status status = Status::succeeded;
  std::optional<Value> value;
  /// Errors met or left unmet, each one line; for a scenario that demonstrates an error they are expected.
  std::vector<std::string> errors = {};
  /// It failed since its device was not there, or memory or threads gave out: its record ends anywhere.
  bool broke_off = false;
  /// Why it failed; known even where no memory was left for the words.
  std::string_view reason() const;
};

class RunExecution {
 public:
  explicit RunExecution(RunConfig config);
  /// With kernels of the caller's own, for tests.
  RunExecution(RunConfig config, const kernels::Operations& kernels);
  /// Stops and joins.
  ~RunExecution();
  RunExecution(const RunExecution&) = delete;
  RunExecution& operator=(const RunExecution&) = delete;

  const RunConfig& config() const;
  /// Before start(): what a program in Python prints goes there, too, as it is printed, on its thread.
  void pass_output_to(OutputWriter::Passer passer);
  /// Starts the frontend, the workers and the collector, each on threads of its own, or the simulation on
  /// one, and returns at once. `finished` is called once, on a thread of the session, after the trace is
  /// complete; it may not destroy it.
  void start(std::function<void()> finished = {});
  /// From any thread, any number of times. The run ends within 100 ms plus the longest running task.
  void stop();
  /// Blocks until the run is over.
  void wait();
  bool finished() const;

  /// Never blocks on the run; the collector keeps it current at least 60 times a second.
  Trace snapshot() const;
  /// Never blocks either: what a program in Python has printed, the first megabyte, and in the end the end of
  /// the rest. Asked after a snapshot, it has all that the statements printed that have ended there.
  Output output() const;
  /// Whether a task is at work, rather than the program itself. The record of other threads stands still
  /// while a line of a program in Python has called nothing yet, so what was running when it began does not
  /// count.
  bool computes() const;
  /// Valid once finished.
  const RunResult& result() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace runahead
