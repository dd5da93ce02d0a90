// SPDX-License-Identifier: GPL-3.0-or-later
// The serial oracle: which uses of a variable every task must find behind it. And all programs of a few
// tasks. Not here: who runs the tasks (dependency_checks.cpp, engine_checks.cpp).
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "tests/model/checks.h"

namespace runahead::model {

inline constexpr std::size_t kVariables = 2;

/// Of one task, per variable.
struct Uses {
  enum Use { none, read, write };
  std::array<Use, kVariables> of{};
  bool reads(std::size_t variable) const { return of[variable] == read; }
  bool writes(std::size_t variable) const { return of[variable] == write; }
  /// Whether a task with these uses waits for an earlier one with those.
  bool needs(const Uses& before) const {
    for (std::size_t variable = 0; variable < kVariables; ++variable) {
      if (writes(variable) && before.of[variable] != none) return true;
      if (reads(variable) && before.writes(variable)) return true;
    }
    return false;
  }
  auto operator<=>(const Uses&) const = default;
};

inline std::string text_of(const std::vector<Uses>& program) {
  std::string text;
  for (const Uses& uses : program) {
    for (std::size_t variable = 0; variable < kVariables; ++variable) {
      if (uses.of[variable] == Uses::none) continue;
      text += uses.reads(variable) ? 'r' : 'w';
      text += static_cast<char>('0' + variable);
    }
    text += ' ';
  }
  return text;
}

/// All of so many tasks, each of which uses something; of two that differ in the names of the variables
/// alone, one.
inline std::vector<std::vector<Uses>> programs_of(std::size_t tasks) {
  std::vector<std::vector<Uses>> programs;
  std::vector<Uses> program(tasks);
  const auto extend = [&](auto& self, std::size_t task) -> void {
    if (task == tasks) {
      std::vector<Uses> renamed = program;
      for (Uses& uses : renamed) std::swap(uses.of[0], uses.of[1]);
      if (!(renamed < program)) programs.push_back(program);
      return;
    }
    for (const Uses::Use first : {Uses::none, Uses::read, Uses::write}) {
      for (const Uses::Use second : {Uses::none, Uses::read, Uses::write}) {
        if (first == Uses::none && second == Uses::none) continue;
        program[task].of = {first, second};
        self(self, task + 1);
      }
    }
  };
  extend(extend, 0);
  return programs;
}

/// The number of the last task that writes the first variable, and one; 0: none does.
inline std::size_t last_write(const std::vector<Uses>& program) {
  std::size_t task = program.size();
  while (task > 0 && !program[task - 1].writes(0)) --task;
  return task;
}

/// Of programs whose tasks wait for the same tasks, one; of these, the one whose first variable is written
/// last.
inline std::vector<std::vector<Uses>> needs_of(std::size_t tasks) {
  std::map<std::vector<bool>, std::vector<Uses>> found;
  for (const std::vector<Uses>& program : programs_of(tasks)) {
    std::vector<bool> needs;
    for (std::size_t task = 0; task < tasks; ++task) {
      for (std::size_t before = 0; before < task; ++before)
        needs.push_back(program[task].needs(program[before]));
    }
    const auto [at, is_new] = found.try_emplace(needs, program);
    if (!is_new && last_write(program) > last_write(at->second)) at->second = program;
  }
  std::vector<std::vector<Uses>> programs;
  for (const auto& [needs, program] : found) programs.push_back(program);
  return programs;
}

/// What the tasks do: they look at plain cells, so that one without an order is a race.
class Oracle {
 public:
  explicit Oracle(const std::vector<Uses>& program) : program_(program), ran_(program.size(), 0) {
    for (std::size_t variable = 0; variable < kVariables; ++variable) cells_[variable] = 0;
  }

  void run(std::size_t task) {
    if (++ran_[task] != 1) fail("task %zu runs twice", task);
    for (std::size_t variable = 0; variable < kVariables; ++variable) {
      std::size_t writes = 0;
      for (std::size_t before = 0; before < task; ++before) writes += program_[before].writes(variable);
      if (program_[task].of[variable] == Uses::none) continue;
      if (cells_[variable] != writes)
        fail("task %zu finds %zu writes of variable %zu, not %zu", task, cells_[variable], variable, writes);
      if (program_[task].writes(variable)) ++cells_[variable];
    }
  }
  /// Nothing is left to run.
  void require_all() const {
    for (std::size_t task = 0; task < ran_.size(); ++task) {
      if (ran_[task] != 1) fail("task %zu has not run", task);
    }
  }
  bool has_run(std::size_t task) const { return ran_[task] == 1; }

 private:
  const std::vector<Uses>& program_;
  std::vector<int> ran_;
  std::array<std::size_t, kVariables> cells_;
};

}  // namespace runahead::model
