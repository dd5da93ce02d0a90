// SPDX-License-Identifier: GPL-3.0-or-later
// How a simulation follows a script, and what could be decided where it stands.
// Not here: time and tasks (simulated_engine.cpp).
#include <algorithm>

#include "core/engine/simulated_engine.h"

namespace runahead {

bool SimulatedEngine::free_to_act() const {
  return !scripted() || setup_.script->then != Script::Then::park;
}

const Script::Worker& SimulatedEngine::part_of(const Worker& worker) const {
  static const Script::Worker kNothing;
  const auto& parts = setup_.script->workers;
  return worker.index < parts.size() ? parts[worker.index] : kNothing;
}

bool SimulatedEngine::may_start(const Worker& worker, const TaskNode& task) const {
  const Script::Worker& part = part_of(worker);
  if (worker.started < part.starts.size()) return part.starts[worker.started] == task.id;
  return free_to_act() && !reserved_.contains(task.id);
}

bool SimulatedEngine::may_end(const Worker& worker) const {
  return free_to_act() || worker.ended < part_of(worker).ends;
}

void SimulatedEngine::begin_statement(int line) {
  check_running();
  if (scripted() && statements_ >= setup_.script->statements) {
    const Script& script = *setup_.script;
    const bool moved = statements_ > script.statements || !script.at_gate;
    if (script.then == Script::Then::park ||
        (script.then == Script::Then::to_line && moved && script.lines.contains(line))) {
      park(line);
    }
  }
  ++statements_;
}

bool SimulatedEngine::dispatch_scripted(Queue& queue, std::int64_t now_ns) {
  const bool in_order = setup_.order == Order::as_submitted;
  const bool wanted = std::any_of(queue.idle.begin(), queue.idle.end(), [this](std::uint32_t index) {
    return free_to_act() || workers_[index].started < part_of(workers_[index]).starts.size();
  });
  if (!wanted && !failures_.any()) return false;
  TaskNode* before = nullptr;
  for (TaskNode* task = queue.first; task;
       before = task, task = task->behind.load(std::memory_order_relaxed)) {
    if (in_order && !task->may_run.load(std::memory_order_relaxed)) return false;
    if (failures_.any() && failures_.poisons(*task)) {  // nothing to decide about
      set_clock(now_ns);
      skip(*take(queue, before));
      return true;
    }
    for (std::uint32_t index = queue.first_worker; index < queue.first_worker + queue.workers; ++index) {
      Worker& worker = workers_[index];
      if (worker.task || !may_start(worker, *task)) continue;
      std::erase(queue.idle, index);
      std::make_heap(queue.idle.begin(), queue.idle.end(), std::greater<>());
      start(worker, *take(queue, before), now_ns);
      return true;
    }
    if (in_order) return false;
  }
  return false;
}

std::vector<Choice> SimulatedEngine::choices(std::optional<int> next_line) const {
  std::vector<Choice> all;
  if (next_line) all.push_back({.kind = Choice::Kind::issue, .line = *next_line});
  const bool in_order = setup_.order == Order::as_submitted;
  for (const Queue& queue : queues_) {
    for (std::uint32_t index = queue.first_worker; index < queue.first_worker + queue.workers; ++index) {
      const Worker& worker = workers_[index];
      if (worker.task) {
        all.push_back({.kind = Choice::Kind::end, .worker = index, .task = worker.task->id});
        continue;
      }
      for (const TaskNode* task = queue.first; task; task = task->behind.load(std::memory_order_relaxed)) {
        if (in_order && !task->may_run.load(std::memory_order_relaxed)) break;
        all.push_back({.kind = Choice::Kind::start, .worker = index, .task = task->id});
        if (in_order) break;
      }
    }
  }
  return all;
}

void SimulatedEngine::park(std::optional<int> next_line) {
  if (!scripted()) throw Error("[engine] tasks wait for one another");
  if (setup_.script->then == Script::Then::park) {
    while (step()) {
    }
  }
  if (setup_.parked) setup_.parked(choices(next_line));
  stop();
  throw Stopped();
}

}  // namespace runahead
