// SPDX-License-Identifier: GPL-3.0-or-later
// What an order rule of devices is: a program in PyTorch's names, and what its trace has to show.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/races.h"
#include "core/trace/trace.h"

namespace runahead::testing_support {

/// A run, asked by the lines of its program.
class Shown {
 public:
  Shown(Trace trace, std::string out) : trace_(std::move(trace)), printed(std::move(out)) {}

  const Trace& trace() const { return trace_; }
  int line_of(StatementId statement) const {
    return statement == kNone ? 0 : trace_.statement(statement).line;
  }
  std::vector<Task> tasks(int line, std::string_view name = "") const {
    std::vector<Task> found;
    for (TaskId id = 0; id < trace_.task_count(); ++id) {
      const Task task = trace_.task(id);
      if (line_of(task.statement) == line && (name.empty() || trace_.name(task.name) == name))
        found.push_back(task);
    }
    return found;
  }
  Task last(int line, std::string_view name = "") const {
    const std::vector<Task> found = tasks(line, name);
    if (found.empty()) throw std::runtime_error("no task in line " + std::to_string(line));
    return found.back();
  }
  /// Those that found something to wait for.
  std::vector<Wait> waits(int line) const {
    std::vector<Wait> found;
    for (WaitId id = 0; id < trace_.wait_count(); ++id) {
      const Wait wait = trace_.wait(id);
      if (line_of(wait.statement) == line && wait.ended_by != kNone) found.push_back(wait);
    }
    return found;
  }
  bool waits_at(int line) const { return !waits(line).empty(); }
  std::string lane(const Task& task) const { return trace_.lane(task.lane).name; }
  LaneKind lane_kind(const Task& task) const { return trace_.lane(task.lane).kind; }
  /// (line of the later, line of the earlier)
  std::vector<std::pair<int, int>> races() const {
    std::vector<std::pair<int, int>> found;
    for (std::uint32_t i = 0; i < trace_.error_count(); ++i) {
      const ErrorRecord error = trace_.error(i);
      if (error.kind == ErrorKind::race)
        found.emplace_back(line_of(error.statement), line_of(trace_.task(error.origin).statement));
    }
    return found;
  }

  std::string first_race() const {
    const std::vector<Race> races = races_of(trace_);
    return races.empty() ? "" : to_text(races.front().sentence);
  }

 private:
  Trace trace_;

 public:
  const std::string printed;
};

using Pairs = std::vector<std::pair<int, int>>;

struct Rule {
  const char* name;
  const char* program;  ///< without its first line, the import
  std::function<void(const Shown&)> check;
  bool simulated = false;  ///< about times that a described device has
};

/// Products that take long enough to be seen: x is of 1000 x 1000.
inline const char* const kLong =
    "x = torch.ones(1000, 1000, device='cuda')\ntorch.cuda.synchronize()\n";  // lines 2, 3

/// About arrays: their memory, the host's, and parts of them.
std::vector<Rule> rules_of_arrays();

}  // namespace runahead::testing_support
