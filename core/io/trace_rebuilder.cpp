// SPDX-License-Identifier: GPL-3.0-or-later
// The checks between a file and a trace: ids, order, life cycles of tasks, arrays, statements, waits and
// marks. Not here: whether the run was a sensible one; a trace may show anything that can happen.
#include "core/io/trace_rebuilder.h"

#include <utility>

namespace runahead {
namespace {

/// What a trace can number (trace_data.h packs a kind beside the id).
constexpr std::size_t kMostRows = 0x07ffffff;
constexpr std::size_t kMostLanes = 512;

std::string words(const char* thing, std::uint64_t id) {
  return std::string(thing) + " " + std::to_string(id);
}

template <class Table>
void expect_next(std::uint64_t offset, const char* thing, std::uint32_t id, const Table& table,
                 std::size_t most = kMostRows) {
  if (id != table.size()) {
    throw BadTrace(offset, words(thing, id) + " where " + words(thing, table.size()) + " should come");
  }
  if (id >= most) throw BadTrace(offset, std::string("too many entries of the kind ") + thing);
}

}  // namespace

TraceRebuilder::TraceRebuilder(TraceInfo info, std::uint64_t left_out_tasks, bool finished)
    : resident_base_bytes_(info.resident_base_bytes), builder_(std::move(info)), finished_(finished) {
  builder_.set_left_out_tasks(left_out_tasks);
}

void TraceRebuilder::lane(std::uint64_t offset, std::uint32_t id, LaneKind kind, std::string name) {
  expect_next(offset, "lane", id, lanes_, kMostLanes);
  lanes_.push_back(kNone);
  builder_.add_lane(kind, std::move(name));
}

void TraceRebuilder::variable(std::uint64_t offset, std::uint32_t id, NameId name, bool input,
                              std::int64_t bytes, Moment allocate) {
  expect_next(offset, "array", id, variables_);
  VariableEntry entry{.bytes = bytes, .name = name, .input = input};
  variables_.push_back(entry);
  builder_.add_variable(name, input);
  event(offset, EventKind::allocate, id, allocate);
}

void TraceRebuilder::release(std::uint64_t offset, std::uint32_t id, Moment moment) {
  if (id >= variables_.size()) throw BadTrace(offset, words("array", id) + " does not exist");
  event(offset, EventKind::release, id, moment);
}

void TraceRebuilder::statement(std::uint64_t offset, std::uint32_t id, int line, Moment begin, Moment end) {
  expect_next(offset, "statement", id, statements_);
  statements_.push_back({.line = line});
  event(offset, EventKind::statement_begin, id, begin);
  event(offset, EventKind::statement_end, id, end);
}

void TraceRebuilder::task(std::uint64_t offset, std::uint32_t id, NameId name, const TaskRow& row) {
  expect_next(offset, "task", id, tasks_);
  if (uses_.size() >= kNone) throw BadTrace(offset, "too many uses of arrays");
  tasks_.push_back({.first_use = static_cast<std::uint32_t>(taken_uses_),
                    .use_count = static_cast<std::uint32_t>(uses_.size() - taken_uses_),
                    .statement = row.statement,
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
  waits_.push_back({.row = row});
  event(offset, EventKind::wait_begin, id, begin);
  event(offset, EventKind::wait_end, id, end);
}

void TraceRebuilder::begin_mark(std::uint64_t offset, std::uint32_t id, MarkKind kind, NameId name,
                                Moment moment) {
  expect_next(offset, "mark", id, marks_);
  marks_.push_back({.kind = kind, .name = name});
  event(offset, EventKind::mark_begin, id, moment);
}

void TraceRebuilder::end_mark(std::uint64_t offset, std::uint32_t id, Moment moment) {
  if (id >= marks_.size()) throw BadTrace(offset, words("mark", id) + " does not exist");
  event(offset, EventKind::mark_end, id, moment);
}

void TraceRebuilder::error(std::uint64_t offset, std::uint32_t id, const ErrorRecord& row, Moment moment) {
  expect_next(offset, "error", id, errors_);
  errors_.push_back(row);
  event(offset, EventKind::error, id, moment);
}

void TraceRebuilder::sample(std::uint64_t offset, EventKind kind, std::int64_t bytes, Moment moment) {
  expect_next(offset, "sample", static_cast<std::uint32_t>(samples_.size()), samples_);
  samples_.push_back(bytes);
  event(offset, kind, static_cast<std::uint32_t>(samples_.size() - 1), moment);
}

void TraceRebuilder::event(std::uint64_t offset, EventKind kind, std::uint32_t id, Moment moment) {
  if (moment.seq == kNever) return;
  events_.push_back({moment.time_ns, offset, moment.seq, id, kind});
}

Trace TraceRebuilder::build() {
  put_in_order();
  for (const Event& event : events_) replay(event);
  for (const TaskEntry& task : tasks_) {
    if (task.phase == Phase::none) throw BadTrace(0, "a task is never issued");
  }
  builder_.publish(finished_);
  return builder_.snapshot();
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
  const auto expect = [&](bool holds, const char* thing, const char* otherwise) {
    if (!holds) throw BadTrace(event.offset, words(thing, id) + " " + otherwise);
  };
  const auto expect_turn = [&](std::uint32_t& next, const char* thing) {
    expect(id == next, thing, "is out of turn");
    ++next;
  };
  if (time_ns < builder_.last_time_ns()) {
    throw BadTrace(event.offset, "time goes back at " + words("position", event.seq));
  }
  switch (event.kind) {
    case EventKind::statement_begin:
      expect_turn(next_statement_, "statement");
      expect(open_statement_ == kNone, "statement", "begins inside another");
      open_statement_ = id;
      statements_[id].phase = Phase::begun;
      builder_.begin_statement(time_ns, statements_[id].line);
      break;
    case EventKind::statement_end:
      expect(open_statement_ == id, "statement", "ends before it begins");
      open_statement_ = kNone;
      builder_.end_statement(time_ns, id);
      break;
    case EventKind::defer:
      expect_turn(next_task_, "task");
      replay_issue(event, tasks_[id]);
      break;
    case EventKind::enqueue:
      if (!tasks_[id].deferred) expect_turn(next_task_, "task");
      replay_enqueue(event, tasks_[id]);
      break;
    case EventKind::eliminate:
      replay_eliminate(event, tasks_[id]);
      break;
    case EventKind::ready:
      expect(tasks_[id].phase == Phase::begun, "task",
             "is ready before it was enqueued, or after it started");
      tasks_[id].phase = Phase::ready;
      builder_.ready(time_ns, id);
      break;
    case EventKind::start:
      replay_start(event, tasks_[id]);
      break;
    case EventKind::end:
      replay_end(event, tasks_[id]);
      break;
    case EventKind::wait_begin: {
      expect_turn(next_wait_, "wait");
      const Wait& row = waits_[id].row;
      expect(open_wait_ == kNone, "wait", "begins inside another");
      expect(statement_known(row.statement), "wait", "belongs to a statement that has not begun");
      open_wait_ = id;
      builder_.begin_wait(time_ns, row.reason, row.statement, row.variable);
      break;
    }
    case EventKind::wait_end:
      expect(open_wait_ == id, "wait", "ends before it begins");
      expect(task_enqueued(waits_[id].row.ended_by), "wait", "is ended by a task that was not enqueued");
      open_wait_ = kNone;
      builder_.end_wait(time_ns, id, waits_[id].row.ended_by);
      break;
    case EventKind::allocate:
      live_bytes_ += variables_[id].bytes;
      expect(live_bytes_ <= kMostBytes, "array", "makes the live bytes too large");
      variables_[id].phase = Phase::begun;
      builder_.allocate(time_ns, id, variables_[id].bytes);
      break;
    case EventKind::release:
      expect(variables_[id].phase == Phase::begun, "array", "is released before it was allocated, or twice");
      live_bytes_ -= variables_[id].bytes;
      variables_[id].phase = Phase::over;
      builder_.release(time_ns, id);
      break;
    case EventKind::pool:
      builder_.pool(time_ns, samples_[id]);
      break;
    case EventKind::resident:
      builder_.resident(time_ns, resident_base_bytes_ + samples_[id]);
      break;
    case EventKind::mark_begin:
      expect_turn(next_mark_, "mark");
      marks_[id].phase = Phase::begun;
      builder_.begin_mark(time_ns, marks_[id].kind, marks_[id].name);
      break;
    case EventKind::mark_end:
      expect(marks_[id].phase == Phase::begun, "mark", "ends before it begins, or twice");
      marks_[id].phase = Phase::over;
      builder_.end_mark(time_ns, id);
      break;
    case EventKind::error:
      replay_error(event);
      break;
  }
}

void TraceRebuilder::replay_issue(const Event& event, TaskEntry& task) {
  if (!statement_known(task.statement)) {
    throw BadTrace(event.offset, words("task", event.id) + " belongs to a statement that has not begun");
  }
  requests_.clear();
  bool wrote = false;
  for (std::uint32_t i = 0; i < task.use_count; ++i) {
    const UseEntry& use = uses_[task.first_use + i];
    if (use.variable >= variables_.size()) {
      throw BadTrace(event.offset, words("array", use.variable) + " does not exist");
    }
    if (wrote && !use.write) throw BadTrace(event.offset, words("task", event.id) + " reads after it writes");
    wrote = use.write;
    std::uint32_t& version = variables_[use.variable].version;
    if (use.write) ++version;
    if (use.version != version) {
      throw BadTrace(event.offset, words("task", event.id) + " uses version " + std::to_string(use.version) +
                                       " of " + words("array", use.variable) + " where version " +
                                       std::to_string(version) + " is current");
    }
    requests_.push_back({use.variable, use.write});
  }
  if (event.kind == EventKind::defer) {
    task.phase = Phase::deferred;
    builder_.defer(event.time_ns, task.name, task.statement, requests_);
  } else {
    task.phase = task.ready_at_once ? Phase::ready : Phase::begun;
    builder_.enqueue(event.time_ns, task.name, task.statement, requests_, task.ready_at_once);
  }
}

void TraceRebuilder::replay_enqueue(const Event& event, TaskEntry& task) {
  if (!task.deferred) return replay_issue(event, task);
  if (task.phase != Phase::deferred) {
    throw BadTrace(event.offset, words("task", event.id) +
                                     " is enqueued before it was deferred, or after it was eliminated");
  }
  task.phase = task.ready_at_once ? Phase::ready : Phase::begun;
  builder_.enqueue_deferred(event.time_ns, event.id, task.ready_at_once);
}

void TraceRebuilder::replay_eliminate(const Event& event, TaskEntry& task) {
  if (task.phase != Phase::deferred) {
    throw BadTrace(event.offset, words("task", event.id) +
                                     " is eliminated before it was deferred, or after it was enqueued");
  }
  task.phase = Phase::over;
  builder_.eliminate(event.time_ns, event.id);
}

void TraceRebuilder::replay_start(const Event& event, TaskEntry& task) {
  if (task.phase != Phase::ready) {
    throw BadTrace(event.offset, words("task", event.id) + " starts before it is ready");
  }
  TaskId& running = lanes_[task.lane];
  if (running != kNone) {
    throw BadTrace(event.offset, words("task", event.id) + " starts while " + words("task", running) +
                                     " runs on the same lane");
  }
  running = event.id;
  task.phase = Phase::started;
  builder_.start(event.time_ns, event.id, task.lane);
}

void TraceRebuilder::replay_end(const Event& event, TaskEntry& task) {
  if (task.phase == Phase::none || task.phase == Phase::deferred || task.phase == Phase::over) {
    throw BadTrace(event.offset, words("task", event.id) + " ends before it was enqueued, or twice");
  }
  if ((task.phase == Phase::started) != (task.outcome != Outcome::skipped)) {
    throw BadTrace(event.offset, words("task", event.id) + " was " + to_string(task.outcome) + " but " +
                                     (task.phase == Phase::started ? "started" : "never started"));
  }
  if (task.phase == Phase::started) lanes_[task.lane] = kNone;
  task.phase = Phase::over;
  builder_.end(event.time_ns, event.id, task.outcome);
}

void TraceRebuilder::replay_error(const Event& event) {
  const ErrorRecord& row = errors_[event.id];
  if (event.id != next_error_++) throw BadTrace(event.offset, words("error", event.id) + " is out of turn");
  if (!task_enqueued(row.task) || !task_enqueued(row.origin) || !statement_known(row.statement)) {
    throw BadTrace(
        event.offset,
        words("error", event.id) + " names a task that was not enqueued, or a statement that has not begun");
  }
  builder_.error(event.time_ns, row.kind, row.task, row.origin, row.statement, row.message);
}

}  // namespace runahead
