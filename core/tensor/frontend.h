// SPDX-License-Identifier: GPL-3.0-or-later
// Frontend: the thread that issues statements. Makes arrays, submits tasks, waits, and records what it does.
// Not here: single operations (operations.h), the programs (scenario/).
//
// Everything is called on the frontend thread. Arrays must be gone before the Frontend.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/recycler.h"
#include "core/engine/engine.h"
#include "core/engine/tracing.h"
#include "core/tensor/ndarray.h"
#include "kernels/operations.h"

namespace runahead {

class Frontend {
 public:
  /// `recording` may be null. The storage home is shared with tasks and outlives the engine.
  Frontend(Engine& engine, StorageHome& home, const Recording* recording, std::uint64_t seed);
  ~Frontend();

  Engine& engine() { return engine_; }
  const kernels::Operations& kernels() const { return kernels_; }
  std::uint64_t seed() const { return seed_; }
  /// The next `count` numbers of the run's random sequence; taken when a statement is issued.
  std::uint64_t take_random(std::int64_t count);

  /// An array that the next task will write. Waits for room (`memory full`) if the run has a bound on memory.
  NDArray new_array(const Shape& shape);
  /// A node with its name and statement set.
  TaskNode& begin_task(std::string_view operation);
  void submit(TaskNode& task) { engine_.submit(task); }

  /// Ends the statement before. Throws Stopped after a stop.
  void begin_statement(int line);
  void end_statement();
  StatementId statement() const { return statement_; }
  MarkId begin_mark(MarkKind kind, std::string_view name);
  void end_mark(MarkId mark);
  void waitall(WaitReason reason = WaitReason::waitall) { engine_.wait_all(reason, statement_); }
  /// Shows the errors that no wait met.
  void surface_unmet(std::span<const TaskError> errors);
  /// The program is over: the process's RSS is the last thing recorded. What the program still holds stays
  /// held.
  void conclude(std::int64_t rss_bytes);

  // For NDArray.
  void forget(ArrayBody& body);
  void name(ArrayBody& body, std::string_view name);

 private:
  NameId intern(std::string_view name);
  EventWriter* writer() const { return recording_ ? recording_->frontend : nullptr; }

  Engine& engine_;
  StorageHome& home_;
  const Recording* recording_;
  const kernels::Operations& kernels_;
  const std::uint64_t seed_;
  std::uint64_t random_offset_ = 0;
  VariableId variables_ = 0;
  StatementId statements_ = 0;
  StatementId statement_ = kNone;
  MarkId marks_ = 0;
  Recycler<ArrayBody> bodies_;
  struct NameHash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, NameId, NameHash, std::equal_to<>> names_;
};

}  // namespace runahead
