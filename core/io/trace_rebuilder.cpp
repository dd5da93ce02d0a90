// SPDX-License-Identifier: GPL-3.0-or-later
// From rows in the order of their ids to events in the order of their positions; ids and versions, which the
// file gives and a trace counts by itself, have to agree.
#include "core/io/trace_rebuilder.h"

#include <utility>

namespace runahead {
namespace {

std::string words(const char* thing, std::uint64_t id) {
  return std::string(thing) + " " + std::to_string(id);
}

void expect_turn(std::uint64_t offset, const char* thing, std::uint32_t id, std::size_t turn) {
  if (id == turn) return;
  throw BadTrace(offset, words(thing, id) + " where " + words(thing, turn) + " should come");
}

template <class Table>
void expect_next(std::uint64_t offset, const char* thing, std::uint32_t id, const Table& table) {
  expect_turn(offset, thing, id, table.size());
  if (id >= kMostRows) throw BadTrace(offset, std::string("too many entries of the kind ") + thing);
}

}  // namespace

TraceRebuilder::TraceRebuilder(TraceInfo info, std::uint64_t left_out_tasks, bool finished)
    : checked_(std::move(info)), finished_(finished) {
  checked_.set_left_out_tasks(left_out_tasks);
}

void TraceRebuilder::lane(std::uint64_t offset, std::uint32_t id, LaneKind kind, std::string name) {
  checked_.at(offset);
  expect_turn(offset, "lane", id, checked_.lanes());
  checked_.add_lane(kind, std::move(name));
}

void TraceRebuilder::variable(std::uint64_t offset, std::uint32_t id, NameId name, bool input,
                              std::int64_t bytes, MemoryId memory, Moment allocate) {
  expect_next(offset, "array", id, variables_);
  variables_.push_back({.bytes = bytes, .memory = memory});
  checked_.at(offset);
  checked_.add_variable(name, input);
  event(offset, EventKind::allocate, id, allocate);
}

void TraceRebuilder::release(std::uint64_t offset, std::uint32_t id, Moment moment) {
  if (id >= variables_.size()) throw BadTrace(offset, words("array", id) + " does not exist");
  event(offset, EventKind::release, id, moment);
}

void TraceRebuilder::statement(std::uint64_t offset, std::uint32_t id, int line, Moment begin, Moment end) {
  expect_next(offset, "statement", id, lines_);
  lines_.push_back(line);
  event(offset, EventKind::statement_begin, id, begin);
  event(offset, EventKind::statement_end, id, end);
}

void TraceRebuilder::task(std::uint64_t offset, std::uint32_t id, NameId name, const TaskRow& row) {
  expect_next(offset, "task", id, tasks_);
  if (uses_.size() >= kNone) throw BadTrace(offset, "too many uses of arrays");
  tasks_.push_back({.first_use = static_cast<std::uint32_t>(taken_uses_),
                    .use_count = static_cast<std::uint32_t>(uses_.size() - taken_uses_),
                    .statement = row.statement,
                    .after = row.after,
                    .name = name,
                    .lane = row.lane,
                    .outcome = row.outcome,
                    .deferred = row.defer.seq != kNever,
                    .ready_at_once = row.ready.seq != kNever && row.ready.seq == row.enqueue.seq});
  taken_uses_ = uses_.size();
  event(offset, EventKind::defer, id, row.defer);
  event(offset, EventKind::enqueue, id, row.enqueue);
  if (!tasks_.back().ready_at_once) event(offset, EventKind::ready, id, row.ready);
  event(offset, EventKind::start, id, row.start);
  const bool eliminated = row.outcome == Outcome::eliminated;
  event(offset, eliminated ? EventKind::eliminate : EventKind::end, id, row.end);
}

void TraceRebuilder::wait(std::uint64_t offset, std::uint32_t id, const Wait& row, Moment begin, Moment end) {
  expect_next(offset, "wait", id, waits_);
  if (row.variable != kNone && row.variable >= variables_.size()) {
    throw BadTrace(offset, words("array", row.variable) + " does not exist");
  }
  waits_.push_back(row);
  event(offset, EventKind::wait_begin, id, begin);
  event(offset, EventKind::wait_end, id, end);
}

void TraceRebuilder::begin_region(std::uint64_t offset, std::uint32_t id, RegionKind kind, NameId name,
                                  Moment moment) {
  expect_next(offset, "mark", id, regions_);
  regions_.push_back({.kind = kind, .name = name});
  event(offset, EventKind::region_begin, id, moment);
}

void TraceRebuilder::end_region(std::uint64_t offset, std::uint32_t id, Moment moment) {
  if (id >= regions_.size()) throw BadTrace(offset, words("mark", id) + " does not exist");
  event(offset, EventKind::region_end, id, moment);
}

void TraceRebuilder::error(std::uint64_t offset, std::uint32_t id, const ErrorRecord& row, Moment moment) {
  expect_next(offset, "error", id, errors_);
  errors_.push_back(row);
  event(offset, EventKind::error, id, moment);
}

void TraceRebuilder::sample(std::uint64_t offset, EventKind kind, std::int64_t bytes, MemoryId memory,
                            Moment moment) {
  expect_next(offset, "sample", static_cast<std::uint32_t>(samples_.size()), samples_);
  samples_.push_back({bytes, memory});
  event(offset, kind, static_cast<std::uint32_t>(samples_.size() - 1), moment);
}

void TraceRebuilder::event(std::uint64_t offset, EventKind kind, std::uint32_t id, Moment moment) {
  if (moment.seq == kNever) return;
  events_.push_back({moment.time_ns, offset, moment.seq, id, kind});
}

Trace TraceRebuilder::build() {
  put_in_order();
  for (const Event& event : events_) replay(event);
  if (checked_.tasks() != tasks_.size()) throw BadTrace(0, "a task is never issued");
  return checked_.build(finished_);
}

/// Every position once, none left out: then sorting is placing.
void TraceRebuilder::put_in_order() {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    while (events_[i].seq != i) {
      const Event& moved = events_[i];
      if (moved.seq >= events_.size()) {
        throw BadTrace(moved.offset, words("position", moved.seq) + " is beyond the run's " +
                                         std::to_string(events_.size()) + " events");
      }
      if (events_[moved.seq].seq == moved.seq) {
        throw BadTrace(moved.offset, words("position", moved.seq) + " is taken twice");
      }
      std::swap(events_[i], events_[moved.seq]);
    }
  }
}

void TraceRebuilder::replay(const Event& event) {
  const std::uint32_t id = event.id;
  const std::int64_t time_ns = event.time_ns;
  checked_.at(event.offset);
  const auto expect_turn = [&](std::uint32_t turn, const char* thing) {
    if (id != turn) throw BadTrace(event.offset, words(thing, id) + " is out of turn");
  };
  switch (event.kind) {
    case EventKind::statement_begin:
      expect_turn(checked_.statements(), "statement");
      checked_.begin_statement(time_ns, lines_[id]);
      break;
    case EventKind::statement_end:
      checked_.end_statement(time_ns, id);
      break;
    case EventKind::defer:
      expect_turn(checked_.tasks(), "task");
      gather_uses(tasks_[id], id);
      checked_.defer(time_ns, tasks_[id].name, tasks_[id].statement, requests_);
      break;
    case EventKind::enqueue: {
      const TaskEntry& task = tasks_[id];
      if (task.deferred) {
        checked_.enqueue_deferred(time_ns, id, task.ready_at_once);
        break;
      }
      expect_turn(checked_.tasks(), "task");
      gather_uses(task, id);
      checked_.enqueue(time_ns, task.name, task.statement, requests_, task.ready_at_once, task.after);
      break;
    }
    case EventKind::eliminate:
      checked_.eliminate(time_ns, id);
      break;
    case EventKind::ready:
      checked_.ready(time_ns, id);
      break;
    case EventKind::start:
      checked_.start(time_ns, id, tasks_[id].lane);
      break;
    case EventKind::end:
      checked_.end(time_ns, id, tasks_[id].outcome);
      break;
    case EventKind::wait_begin:
      expect_turn(checked_.waits(), "wait");
      checked_.begin_wait(time_ns, waits_[id].reason, waits_[id].statement, waits_[id].variable);
      break;
    case EventKind::wait_end:
      checked_.end_wait(time_ns, id, waits_[id].ended_by);
      break;
    case EventKind::allocate:
      checked_.allocate(time_ns, id, variables_[id].bytes, variables_[id].memory);
      break;
    case EventKind::release:
      checked_.release(time_ns, id);
      break;
    case EventKind::pool:
      checked_.pool(time_ns, samples_[id].bytes, samples_[id].memory);
      break;
    case EventKind::resident:
      checked_.resident(time_ns, samples_[id].bytes);
      break;
    case EventKind::region_begin:
      expect_turn(checked_.marks(), "mark");
      checked_.begin_region(time_ns, regions_[id].kind, regions_[id].name);
      break;
    case EventKind::region_end:
      checked_.end_region(time_ns, id);
      break;
    case EventKind::error:
      expect_turn(checked_.errors(), "error");
      checked_.error(time_ns, errors_[id]);
      break;
  }
}

void TraceRebuilder::gather_uses(const TaskEntry& task, TaskId id) {
  requests_.clear();
  for (std::uint32_t i = 0; i < task.use_count; ++i) {
    const UseEntry& use = uses_[task.first_use + i];
    if (use.variable >= variables_.size()) checked_.refuse(words("array", use.variable) + " does not exist");
    std::uint32_t& version = variables_[use.variable].version;
    if (use.write) ++version;
    if (use.version != version) {
      checked_.refuse(words("task", id) + " uses version " + std::to_string(use.version) + " of " +
                      words("array", use.variable) + " where version " + std::to_string(version) +
                      " is current");
    }
    requests_.push_back({use.variable, use.write});
  }
}

}  // namespace runahead
