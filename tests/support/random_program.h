// SPDX-License-Identifier: GPL-3.0-or-later
// RandomProgram: a program of tasks, waits and forgotten variables drawn from a seed, and what it must come
// to, computed serially without an engine. run() pushes it through any engine and says where it differs.
//
// Each task hashes what it reads into what it writes; the cells are plain memory, so a task that runs out of
// order changes the result and is a race for ThreadSanitizer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/engine/engine.h"

namespace runahead::testing_support {

struct RandomProgramOptions {
  std::uint32_t seed = 1;
  int steps = 400;
  int variables = 8;        ///< fewer: more conflicts
  int failure_percent = 0;  ///< of the tasks
  int wait_percent = 5;     ///< of the steps
  int forget_percent = 5;   ///< of the steps
  int call_percent = 0;     ///< of the tasks: run in the call, where failing ones do not throw at once
  int most_spins = 0;       ///< bodies spin up to this, to vary who overtakes whom
  int streams = 1;          ///< that tasks are spread over
  /// Where bodies only launch: does on that stream what a body would do; it does not fail.
  std::function<void(std::uint8_t stream, std::function<void()> work)> launch = {};
};

/// Few variables or many, with failures and waits or without, as the seed says.
RandomProgramOptions varied_options(std::uint32_t seed);

class RandomProgram {
 public:
  explicit RandomProgram(const RandomProgramOptions& options);

  struct Outcome {
    std::vector<std::string> differences;  ///< from the oracle; empty when all is right
    int pushed = 0;
  };
  /// `declare` is called with the id of each new variable before its first use. `fails_at_once`: a failing
  /// task's error is thrown by the push, as the inline engine does.
  Outcome run(Engine& engine, bool fails_at_once, const std::function<void(VariableId)>& declare = {}) const;

  std::size_t task_count() const { return tasks_; }

 private:
  enum class Kind { task, call, forget, wait_to_read, wait_all, wait_for, wait_for_too_much };
  struct Step {
    Kind kind = Kind::task;
    int slot = 0;                    ///< forget, wait_to_read
    std::vector<int> reads, writes;  ///< slots; may overlap and repeat
    bool fails = false;
    bool large = false;  ///< a body that does not fit into a node
    int spins = 0;
    std::uint8_t stream = 0;
  };

  RandomProgramOptions options_;
  std::vector<Step> steps_;
  std::size_t tasks_ = 0;
};

/// Bodies that exist: pushed and not destroyed yet.
std::int64_t live_bodies();

}  // namespace runahead::testing_support
