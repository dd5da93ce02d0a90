// SPDX-License-Identifier: GPL-3.0-or-later
// What can be decided where a simulation stands, and doing what the user has decided.
// Not here: time and tasks (simulated_engine.cpp).
#include <algorithm>

#include "core/engine/simulated_engine.h"

namespace runahead {

TaskId SimulatedEngine::running(std::uint32_t worker) const {
  return worker < workers_.size() && workers_[worker].task ? workers_[worker].task->id : kNone;
}

std::optional<SimulatedEngine::Candidate> SimulatedEngine::candidate(std::uint32_t worker,
                                                                     TaskId task) const {
  for (std::uint32_t index = 0; index < queues_.size(); ++index) {
    if (scheduler_.idle(index).empty()) continue;
    const std::uint32_t taker = worker == kNone ? scheduler_.idle(index).front() : worker;
    if (taker >= workers_.size() || scheduler_.queue_of(taker) != index || workers_[taker].task) continue;
    for (TaskNode* const node : scheduler_.candidates(index, is_ready)) {
      if (node->id == task) return Candidate{node, taker};
    }
  }
  return std::nullopt;
}

bool SimulatedEngine::may_start(std::uint32_t worker, TaskId task) const {
  return candidate(worker, task).has_value();
}

void SimulatedEngine::start_chosen(const Chooser::Action& action) {
  const std::optional<Candidate> chosen = candidate(action.worker, action.task);
  if (!chosen) throw Error("[engine] the task cannot start there");
  scheduler_.take(chosen->worker, chosen->task);
  start(workers_[chosen->worker], *chosen->task, time_ns());
}

void SimulatedEngine::choose_or_dispatch(std::int64_t now_ns) {
  if (setup_.chooser) {
    ask(Chooser::Moment::passing);
  } else {
    dispatch(now_ns);
  }
}

void SimulatedEngine::ask(Chooser::Moment moment) {
  using Kind = Chooser::Action::Kind;
  for (;;) {
    check_running();
    const Chooser::Action action = setup_.chooser->next(*this, moment);
    switch (action.kind) {
      case Kind::go:
        return;
      case Kind::pass:
        if (!advance()) throw Error("[engine] nothing is running that could end");
        break;
      case Kind::start:
        start_chosen(action);
        break;
      case Kind::dispatch:
        dispatch(time_ns());
        return;
    }
  }
}

void SimulatedEngine::begin_statement(int line) {
  check_running();
  if (setup_.chooser) {
    next_line_ = line;
    ask(Chooser::Moment::gate);
    next_line_ = 0;
    frontend_ns_ = std::max(frontend_ns_, time_ns());
  }
  line_ = std::abs(line);
}

std::vector<Choice> SimulatedEngine::choices() const {
  std::vector<Choice> all;
  if (at_gate()) {
    all.push_back({.kind = Choice::Kind::issue, .line = std::abs(next_line_)});
  } else if (!blocked()) {
    all.push_back({.kind = Choice::Kind::go_on, .line = line_});
  }
  for (const Worker& worker : workers_) {
    if (worker.task) {
      const auto& running = scheduler_.running();
      const auto end = std::find_if(running.begin(), running.end(),
                                    [&worker](const auto& one) { return one.worker == worker.index; });
      all.push_back(
          {.kind = Choice::Kind::end, .worker = worker.index, .task = worker.task->id, .at_ns = end->at_ns});
      continue;
    }
    for (const TaskNode* task : scheduler_.candidates(scheduler_.queue_of(worker.index), is_ready)) {
      all.push_back({.kind = Choice::Kind::start, .worker = worker.index, .task = task->id});
    }
  }
  return all;
}

}  // namespace runahead
