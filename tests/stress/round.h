// SPDX-License-Identifier: GPL-3.0-or-later
// Round: one random program on one engine, both drawn from a seed, compared with the serial oracle.
// Not here: how many rounds there are, and what disturbs them (stress.cpp, disturbance.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/random_program.h"

namespace runahead::stress {

class Round {
 public:
  /// `number` of those of a seed. `crowd`: so many workers instead of some.
  Round(std::uint32_t seed, std::uint64_t number, std::optional<int> crowd);

  /// What it is, to be printed beside what goes wrong.
  std::string text() const;
  std::size_t task_count() const { return program_->task_count(); }
  /// How it differs from the oracle, and which rules its trace breaks; empty when all is right.
  std::string run() const;

 private:
  enum class Kind { at_once, pool, ranked, in_order, simulated, device };

  std::string run_at_once() const;
  std::string run_simulated() const;
  std::string run_on_workers() const;
  std::string run_on_device() const;

  std::uint32_t seed_;
  Kind kind_;
  int workers_ = 1;
  std::vector<std::size_t> limits_;  ///< of queues in order
  std::size_t window_ = 0;
  bool traced_ = false;
  std::optional<unsigned> patience_;  ///< of who stops the engine
  testing_support::RandomProgramOptions options_;
  std::optional<testing_support::RandomProgram> program_;
};

}  // namespace runahead::stress
