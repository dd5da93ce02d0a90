// SPDX-License-Identifier: GPL-3.0-or-later
// Names where a recorder gave them, numbers where it did not.
#include "core/analysis/labels.h"

#include <algorithm>
#include <string_view>

#include "core/base/format.h"
#include "core/base/quote.h"
#include "core/scenario/scenario.h"

namespace runahead {
namespace {

constexpr std::size_t kNamesOfTask = 3;

/// The arrays that a task reads or writes and that have names, each once; "+2" for what is too much.
std::string names_of(const Trace& trace, TaskId id, bool writes) {
  std::vector<std::string> names;
  std::size_t left_out = 0;
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
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  if (left_out > 0) text += " +" + std::to_string(left_out);
  return text;
}

constexpr std::size_t kNamedLines = 3;
constexpr std::string_view kEvery = "every:";

std::string lines_phrase(const std::vector<int>& lines) {
  if (lines.empty()) return "final waits only";
  if (lines.size() == 1) return "line " + std::to_string(lines.front()) + " waits";
  if (lines.size() > kNamedLines) return std::to_string(lines.size()) + " lines wait";
  std::string text;
  for (const int line : lines) text += (text.empty() ? "" : ", ") + std::to_string(line);
  return "lines " + text + " wait";
}

}  // namespace

std::string task_label(const Trace& trace, TaskId id) {
  const std::string name = without_directions(trace.name(trace.task(id).name));
  return (name.empty() ? "task" : name) + " " + std::to_string(id);
}

std::string task_with_arrays(const Trace& trace, TaskId id) {
  const std::string reads = names_of(trace, id, false);
  const std::string writes = names_of(trace, id, true);
  std::string label = task_label(trace, id);
  if (reads.empty() && writes.empty()) return label;
  label += " (" + reads;
  if (!writes.empty()) label += (reads.empty() ? "→ " : " → ") + writes;
  return label + ")";
}

std::string variable_label(const Trace& trace, VariableId id) {
  const std::string name = without_directions(trace.name(trace.variable(id).name));
  return name.empty() ? "array " + std::to_string(id) : name;
}

std::string line_label(const Trace& trace, StatementId id) {
  if (id == kNone) return "the frontend";
  return "line " + std::to_string(trace.statement(id).line);
}

std::string wait_label(const Trace& trace, const Wait& wait) {
  std::string array;
  if (wait.variable != kNone) array = trace.name(trace.variable(wait.variable).name);
  if (array.find(' ') != std::string::npos) array.clear();  // no name of the program's
  std::string reason = to_string(wait.reason);
  switch (wait.reason) {
    case WaitReason::print:
      return array.empty() ? reason : reason + "(" + array + ")";
    case WaitReason::wait_to_read:
    case WaitReason::asnumpy:
    case WaitReason::asscalar:
    case WaitReason::item:
      return array.empty() ? reason : array + "." + reason + "()";
    case WaitReason::waitall:
    case WaitReason::synchronize:
      return reason + "()";
    case WaitReason::copy:
      return "the copy";
    case WaitReason::call:
      return "the call";
    case WaitReason::queue_full:
      return has_launch_queue(trace) ? "the wait for room in the launch queue" : "the wait for room";
    case WaitReason::memory_full:
      return "the wait for memory";
  }
  return reason;
}

std::string reason_label(const Trace& trace, WaitReason reason) {
  if (reason == WaitReason::queue_full && has_launch_queue(trace)) return "launch queue full";
  return to_string(reason);
}

bool has_launch_queue(const Trace& trace) {
  const std::int64_t* const bound = trace.info().set.find("max_pending");
  if (bound && *bound != 0) return false;
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    if (trace.lane(lane).kind == LaneKind::stream) return true;
  }
  return false;
}

std::string lane_label(const Trace& trace, LaneId id) {
  const Lane& lane = trace.lane(id);
  if (!lane.name.empty()) return without_directions(lane.name);
  int number = 0;
  for (LaneId other = 0; other <= id; ++other) number += trace.lane(other).kind == lane.kind;
  return std::string(to_string(lane.kind)) + " " + std::to_string(number);
}

std::string waits_label(const TraceInfo& info) {
  const std::string& waits = info.waits.text();
  if (waits == "program") return "waits as in the program";
  if (waits == "none") return "no synchronization";
  if (waits == "each") return "synchronize every iteration";
  if (waits.starts_with(kEvery)) return "synchronize every " + waits.substr(kEvery.size()) + " iterations";
  const Scenario* const scenario = find_scenario(info.source.scenario);
  const std::vector<std::int64_t>& listed = info.waits.listed();
  return lines_phrase(scenario ? lines_of(info.waits, *scenario)
                               : std::vector<int>(listed.begin(), listed.end()));
}

std::string clock_label(const TraceInfo& info) {
  if (info.clock == Clock::manual) return "manual";
  return info.clock == Clock::live ? "real time" : "simulated";
}

std::pair<std::string, std::string> parameter_words(const std::string& name, std::int64_t value) {
  const auto without = [&name](std::string_view unit) { return name.substr(0, name.size() - unit.size()); };
  const std::string number = std::to_string(value);
  if (name.ends_with("_mb")) return {without("_mb"), number + " MB"};
  if (!name.ends_with("_ns")) return {name, number};
  const bool exact = number.find_last_not_of('0') + 1 <= 3;
  return {without("_ns"), exact ? format_time(value) : number + " ns"};
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string counted(std::uint64_t count, const char* thing) {
  return format_count(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string sentence_case(std::string text) {
  for (const char* word : {"line ", "the "}) {
    if (text.starts_with(word)) text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text;
}

std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool space = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
    if (!space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return without_directions(std::move(line));
}

}  // namespace runahead
