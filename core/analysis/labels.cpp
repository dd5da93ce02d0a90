// SPDX-License-Identifier: GPL-3.0-or-later
// Names where a recorder gave them, numbers where it did not.
#include "core/analysis/labels.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/quote.h"
#include "core/base/say.h"
#include "core/scenario/scenario.h"

namespace runahead {
namespace {

constexpr std::size_t kNamesOfTask = 3;

Message named(const std::vector<std::string>& names) {
  std::vector<Message> parts;
  for (const std::string& name : names) parts.push_back(verbatim(name));
  return comma_list(std::move(parts));
}

/// The arrays that a task reads or writes and that have names, each once; "+2" for what is too much.
Message names_of(const Trace& trace, TaskId id, bool writes) {
  std::vector<std::string> names;
  std::int64_t left_out = 0;
  for (std::uint32_t i = 0; i < std::min(trace.use_count(id), 64U); ++i) {
    const Use use = trace.use(id, i);
    if (use.write != writes) continue;
    const std::string& name = trace.name(trace.variable(use.variable).name);
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) continue;
    if (names.size() < kNamesOfTask) {
      names.push_back(name);
    } else {
      ++left_out;
    }
  }
  Message list = named(names);
  if (left_out == 0) return list;
  return say<"names.more">(arg<"names">(std::move(list)), arg<"more">(Digits{left_out}));
}

constexpr std::size_t kNamedLines = 3;
constexpr std::string_view kEvery = "every:";

/// As its library calls it: what is asnumpy() in MXNet is numpy() in PyTorch and TensorFlow.
std::string function_of(const Trace& trace, WaitReason reason) {
  const std::string& program = trace.info().program();
  const bool has_own = !program.empty() && program.find("mxnet") == std::string::npos;
  return reason == WaitReason::asnumpy && has_own ? "numpy" : to_string(reason);
}

Message lines_phrase(const std::vector<int>& lines) {
  if (lines.empty()) return say<"label.final_waits">();
  if (lines.size() == 1) return say<"label.line">(arg<"line">(Digits{lines.front()}));
  if (lines.size() > kNamedLines)
    return say<"label.many_lines">(arg<"count">(Digits{static_cast<std::int64_t>(lines.size())}));
  std::vector<std::string> numbers;
  for (const int line : lines) numbers.push_back(std::to_string(line));
  return say<"label.lines">(arg<"lines">(named(numbers)));
}

}  // namespace

Message memory_label(const Trace& trace, MemoryId memory) {
  constexpr std::array kNames = {"host", "first", "second", "third", "fourth"};
  static_assert(kNames.size() == kMemories);
  return trace.info().runs_on() == DeviceKind::cuda
             ? say<"memory.of_gpus">(arg<"which">(Which{kNames[memory]}))
             : say<"memory.of_devices">(arg<"which">(Which{kNames[memory]}));
}

Message memory_told(const Trace& trace) {
  return trace.memories().size() > 1 ? memory_label(trace, trace.memory()) : Message();
}

Message task_label(const Trace& trace, TaskId id) {
  std::string name = without_directions(trace.name(trace.task(id).name));
  if (name.empty()) return say<"task.unnamed">(arg<"number">(Digits{id}));
  return say<"task">(arg<"operation">(std::move(name)), arg<"number">(Digits{id}));
}

Message task_with_arrays(const Trace& trace, TaskId id) {
  Message reads = names_of(trace, id, false), writes = names_of(trace, id, true);
  Message task = task_label(trace, id);
  if (reads.empty() && writes.empty()) return task;
  return say<"task.arrays">(arg<"task">(std::move(task)), arg<"reads">(std::move(reads)),
                            arg<"writes">(std::move(writes)));
}

Message variable_label(const Trace& trace, VariableId id) {
  std::string name = without_directions(trace.name(trace.variable(id).name));
  return name.empty() ? say<"array.unnamed">(arg<"number">(Digits{id})) : verbatim(std::move(name));
}

Message line_label(const Trace& trace, StatementId id) {
  if (id == kNone) return say<"frontend">();
  return say<"line">(arg<"number">(Digits{trace.statement(id).line}));
}

Message wait_label(const Trace& trace, const Wait& wait) {
  std::string array;
  if (wait.variable != kNone) array = trace.name(trace.variable(wait.variable).name);
  if (array.find(' ') != std::string::npos) array.clear();  // no name of the program's
  const std::string function = function_of(trace, wait.reason);
  switch (wait.reason) {
    case WaitReason::print:
    case WaitReason::save:
      if (array.empty()) break;
      return say<"wait.function">(arg<"function">(function), arg<"array">(array));
    case WaitReason::wait_to_read:
    case WaitReason::asnumpy:
    case WaitReason::asscalar:
    case WaitReason::item:
      if (array.empty()) break;
      return say<"wait.method">(arg<"array">(array), arg<"function">(function));
    case WaitReason::waitall:
    case WaitReason::synchronize:
      return say<"wait.function">(arg<"function">(function), arg<"array">(std::string()));
    case WaitReason::copy:
      return say<"wait.copy">();
    case WaitReason::call:
      return say<"wait.call">();
    case WaitReason::queue_full:
      return has_launch_queue(trace) ? say<"wait.launch_queue">() : say<"wait.room">();
    case WaitReason::memory_full:
      return say<"wait.memory">();
  }
  return verbatim(function);
}

Message wait_at_line(const Trace& trace, const Wait& wait) {
  if (wait.statement == kNone) return wait_label(trace, wait);
  return say<"wait.at_line">(arg<"wait">(wait_label(trace, wait)),
                             arg<"line">(line_label(trace, wait.statement)));
}

Message reason_label(const Trace& trace, WaitReason reason) {
  if (reason == WaitReason::memory_full) return say<"reason.memory">();
  if (reason != WaitReason::queue_full) return verbatim(function_of(trace, reason));
  return has_launch_queue(trace) ? say<"reason.launch_queue">() : say<"reason.queue">();
}

bool has_launch_queue(const Trace& trace) {
  const std::int64_t* const bound = trace.info().set.find("max_pending");
  if (bound && *bound != 0) return false;
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    if (trace.lane(lane).kind == LaneKind::stream) return true;
  }
  return false;
}

Message lane_label(const Trace& trace, LaneId id) {
  const Lane& lane = trace.lane(id);
  if (!lane.name.empty()) return verbatim(without_directions(lane.name));
  std::int64_t number = 0;
  for (LaneId other = 0; other <= id; ++other) number += trace.lane(other).kind == lane.kind;
  return say<"lane">(arg<"kind">(Which{to_string(lane.kind)}), arg<"number">(Digits{number}));
}

Message waits_label(const TraceInfo& info) {
  const std::string& waits = info.waits.text();
  if (waits == "program") return say<"label.waits_of_program">();
  if (waits == "none") return info.source.program ? say<"label.waits_left_out">() : say<"label.no_waits">();
  if (waits == "each") return say<"label.each">();
  if (waits.starts_with(kEvery)) return say<"label.every">(arg<"count">(waits.substr(kEvery.size())));
  const Scenario* const scenario = find_scenario(info.source.scenario);
  const std::vector<std::int64_t>& listed = info.waits.listed();
  return lines_phrase(scenario ? lines_of(info.waits, *scenario)
                               : std::vector<int>(listed.begin(), listed.end()));
}

Message clock_label(const TraceInfo& info) {
  if (info.clock == Clock::manual) return say<"label.manual">();
  return info.clock == Clock::live ? say<"label.live">() : say<"label.simulated">();
}

std::pair<std::string, Message> parameter_words(const std::string& name, std::int64_t value) {
  const auto without = [&name](std::string_view unit) { return name.substr(0, name.size() - unit.size()); };
  const std::string number = std::to_string(value);
  if (name.ends_with("_mb")) return {without("_mb"), say<"label.megabytes">(arg<"amount">(number))};
  if (!name.ends_with("_ns")) return {name, verbatim(number)};
  const bool exact = number.find_last_not_of('0') + 1 <= 3;
  return {without("_ns"), exact ? say<"answer.time">(arg<"time">(Duration{value}))
                                : say<"label.nanoseconds">(arg<"amount">(number))};
}

}  // namespace runahead
