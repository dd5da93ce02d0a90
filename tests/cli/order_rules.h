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

/// A run, or a part of it, asked by the lines of its program.
class Shown {
 public:
  Shown(Trace trace, std::string out) : trace_(std::move(trace)), printed(std::move(out)) {}
  /// What the system's PyTorch did in the `lines` lines behind the first `before`.
  Shown(Trace trace, std::string out, int before, int lines)
      : trace_(std::move(trace)), before_(before), lines_(lines), printed(std::move(out)), is_real(true) {}

  const Trace& trace() const { return trace_; }
  /// 0 where it is none of this part's.
  int line_of(StatementId statement) const {
    const int line = statement == kNone ? 0 : trace_.statement(statement).line - before_;
    return line > 0 && line <= lines_ ? line : 0;
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
      if (error.kind == ErrorKind::race && line_of(error.statement) > 0)
        found.emplace_back(line_of(error.statement), line_of(trace_.task(error.origin).statement));
    }
    return found;
  }

  /// As sentences name it.
  std::string said(int line) const { return "Line " + std::to_string(before_ + line); }
  std::string first_race() const {
    for (const Race& race : races_of(trace_)) {
      if (race.line > before_ && race.line <= before_ + lines_) return to_text(race.sentence);
    }
    return "";
  }

 private:
  Trace trace_;
  int before_ = 0, lines_ = 1 << 30;

 public:
  const std::string printed;
  const bool is_real = false;
};

using Pairs = std::vector<std::pair<int, int>>;

struct Rule {
  const char* name;
  const char* program;  ///< without its first line, the import
  std::function<void(const Shown&)> check;
  bool simulated = false;  ///< about times that a described device has
  bool alone = false;      ///< asks the whole run, or leaves something to what follows
};

/// Products that take long enough to be seen: x is of 1000 x 1000.
inline const char* const kLong =
    "x = torch.ones(1000, 1000, device='cuda')\ntorch.cuda.synchronize()\n";  // lines 2, 3

/// About arrays: their memory, the host's, and parts of them.
std::vector<Rule> rules_of_arrays();
/// Of the system's PyTorch alone.
std::vector<Rule> rules_of_pytorch();

}  // namespace runahead::testing_support
