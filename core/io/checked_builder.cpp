// SPDX-License-Identifier: GPL-3.0-or-later
// The life cycles of tasks, arrays, statements, waits and marks, and the bounds of what a trace can number.
#include "core/io/checked_builder.h"

#include <utility>

namespace runahead {
namespace {

/// Uses and events are numbered, too, and kNone is no number.
constexpr std::uint32_t kMostEvents = 0xfffffff0;

}  // namespace

CheckedBuilder::CheckedBuilder(TraceInfo info) : builder_(std::move(info)) {}

void CheckedBuilder::expect(bool holds, const char* thing, std::uint64_t id, const char* otherwise) const {
  if (!holds) refuse(std::string(thing) + " " + std::to_string(id) + " " + otherwise);
}

void CheckedBuilder::next(std::int64_t time_ns) {
  if (time_ns < builder_.last_time_ns()) refuse("time goes back at position " + std::to_string(events_));
  if (time_ns > kLatestNs) refuse("the time at position " + std::to_string(events_) + " is out of range");
  if (events_ >= kMostEvents) refuse("too many events");
  ++events_;
}

CheckedBuilder::Phase CheckedBuilder::phase(TaskId id) const {
  return id < tasks_.size() ? tasks_[id].phase : Phase::none;
}

bool CheckedBuilder::task_enqueued(TaskId id) const {
  if (id == kNone) return true;
  const Phase now = phase(id);
  return now != Phase::none && now != Phase::deferred && now != Phase::eliminated;
}

void CheckedBuilder::add_lane(LaneKind kind, std::string name) {
  if (lanes_.size() >= kMostLanes) refuse("too many entries of the kind lane");
  lanes_.push_back(kNone);
  builder_.add_lane(kind, std::move(name));
}

void CheckedBuilder::add_variable(NameId name, bool input) {
  if (variables_.size() >= kMostRows) refuse("too many entries of the kind array");
  variables_.push_back(Phase::none);
  builder_.add_variable(name, input);
}

void CheckedBuilder::begin_statement(std::int64_t time_ns, int line) {
  next(time_ns);
  expect(open_statement_ == kNone, "statement", statements_, "begins inside another");
  if (statements_ >= kMostRows) refuse("too many entries of the kind statement");
  open_statement_ = statements_++;
  builder_.begin_statement(time_ns, line);
}

void CheckedBuilder::end_statement(std::int64_t time_ns, StatementId id) {
  next(time_ns);
  expect(id != kNone && open_statement_ == id, "statement", id, "ends before it begins");
  open_statement_ = kNone;
  builder_.end_statement(time_ns, id);
}

void CheckedBuilder::issue(StatementId statement, std::span<const UseRequest> uses, Phase phase) {
  const std::uint32_t id = tasks();
  expect(statement_known(statement), "task", id, "belongs to a statement that has not begun");
  if (id >= kMostRows) refuse("too many entries of the kind task");
  expect(uses.size() <= kMostUses, "task", id, "uses too many arrays");
  bool wrote = false;
  for (const UseRequest& use : uses) {
    expect(use.variable < variables_.size(), "array", use.variable, "does not exist");
    expect(!wrote || use.write, "task", id, "reads after it writes");
    wrote = use.write;
  }
  tasks_.push_back({phase});
}

void CheckedBuilder::enqueue(std::int64_t time_ns, NameId name, StatementId statement,
                             std::span<const UseRequest> uses, bool ready_at_once, TaskId after) {
  next(time_ns);
  expect(task_enqueued(after), "task", tasks(), "comes after one that was not enqueued");
  issue(statement, uses, ready_at_once ? Phase::ready : Phase::begun);
  builder_.enqueue(time_ns, name, statement, uses, ready_at_once, after);
}

void CheckedBuilder::defer(std::int64_t time_ns, NameId name, StatementId statement,
                           std::span<const UseRequest> uses) {
  next(time_ns);
  issue(statement, uses, Phase::deferred);
  builder_.defer(time_ns, name, statement, uses);
}

void CheckedBuilder::enqueue_deferred(std::int64_t time_ns, TaskId id, bool ready_at_once) {
  next(time_ns);
  expect(phase(id) == Phase::deferred, "task", id,
         "is enqueued before it was deferred, or after it was eliminated");
  tasks_[id].phase = ready_at_once ? Phase::ready : Phase::begun;
  builder_.enqueue_deferred(time_ns, id, ready_at_once);
}

void CheckedBuilder::eliminate(std::int64_t time_ns, TaskId id) {
  next(time_ns);
  expect(phase(id) == Phase::deferred, "task", id,
         "is eliminated before it was deferred, or after it was enqueued");
  tasks_[id].phase = Phase::eliminated;
  builder_.eliminate(time_ns, id);
}

void CheckedBuilder::ready(std::int64_t time_ns, TaskId id) {
  next(time_ns);
  expect(phase(id) == Phase::begun, "task", id, "is ready before it was enqueued, or after it started");
  tasks_[id].phase = Phase::ready;
  builder_.ready(time_ns, id);
}

void CheckedBuilder::start(std::int64_t time_ns, TaskId id, LaneId lane) {
  next(time_ns);
  expect(phase(id) == Phase::ready, "task", id, "starts before it is ready");
  expect(lane < lanes_.size(), "lane", lane, "does not exist");
  if (lanes_[lane] != kNone) {
    refuse("task " + std::to_string(id) + " starts while task " + std::to_string(lanes_[lane]) +
           " runs on the same lane");
  }
  lanes_[lane] = id;
  tasks_[id] = {Phase::started, lane};
  builder_.start(time_ns, id, lane);
}

void CheckedBuilder::end(std::int64_t time_ns, TaskId id, Outcome outcome) {
  next(time_ns);
  const Phase before = phase(id);
  const bool pending = before == Phase::begun || before == Phase::ready || before == Phase::started;
  expect(pending, "task", id, "ends before it was enqueued, or twice");
  const bool started = before == Phase::started;
  if (started != (outcome != Outcome::skipped)) {
    refuse("task " + std::to_string(id) + " was " + to_string(outcome) + " but " +
           (started ? "started" : "never started"));
  }
  if (started) lanes_[tasks_[id].lane] = kNone;
  tasks_[id].phase = Phase::over;
  builder_.end(time_ns, id, outcome);
}

void CheckedBuilder::begin_wait(std::int64_t time_ns, WaitReason reason, StatementId statement,
                                VariableId variable) {
  next(time_ns);
  expect(open_wait_ == kNone, "wait", waits_, "begins inside another");
  expect(statement_known(statement), "wait", waits_, "belongs to a statement that has not begun");
  expect(variable == kNone || variable < variables_.size(), "array", variable, "does not exist");
  if (waits_ >= kMostRows) refuse("too many entries of the kind wait");
  open_wait_ = waits_++;
  builder_.begin_wait(time_ns, reason, statement, variable);
}

void CheckedBuilder::end_wait(std::int64_t time_ns, WaitId id, TaskId ended_by) {
  next(time_ns);
  expect(id != kNone && open_wait_ == id, "wait", id, "ends before it begins");
  expect(task_enqueued(ended_by), "wait", id, "is ended by a task that was not enqueued");
  open_wait_ = kNone;
  builder_.end_wait(time_ns, id, ended_by);
}

void CheckedBuilder::allocate(std::int64_t time_ns, VariableId id, std::int64_t bytes, MemoryId memory) {
  next(time_ns);
  expect(id < variables_.size(), "array", id, "does not exist");
  expect(variables_[id] == Phase::none, "array", id, "is allocated twice");
  expect(bytes >= 0 && bytes <= kMostArrayBytes, "array", id, "has a size out of range");
  live_bytes_ += bytes;
  expect(live_bytes_ <= kMostBytes, "array", id, "makes the live bytes too large");
  variables_[id] = Phase::begun;
  builder_.allocate(time_ns, id, bytes, memory);
}

void CheckedBuilder::release(std::int64_t time_ns, VariableId id) {
  next(time_ns);
  expect(id < variables_.size(), "array", id, "does not exist");
  expect(variables_[id] == Phase::begun, "array", id, "is released before it was allocated, or twice");
  live_bytes_ -= builder_.bytes(id);
  variables_[id] = Phase::over;
  builder_.release(time_ns, id);
}

void CheckedBuilder::pool(std::int64_t time_ns, std::int64_t bytes, MemoryId memory) {
  next(time_ns);
  expect(bytes >= -kMostBytes && bytes <= kMostBytes, "sample", pools_, "is out of range");
  if (pools_++ >= kMostRows) refuse("too many entries of the kind sample");
  builder_.pool(time_ns, bytes, memory);
}

void CheckedBuilder::resident(std::int64_t time_ns, std::int64_t growth_bytes) {
  next(time_ns);
  expect(growth_bytes >= -kMostBytes && growth_bytes <= kMostBytes, "sample", residents_, "is out of range");
  if (residents_++ >= kMostRows) refuse("too many entries of the kind sample");
  builder_.resident(time_ns, resident_base_bytes_ + growth_bytes);
}

void CheckedBuilder::begin_region(std::int64_t time_ns, RegionKind kind, NameId name) {
  next(time_ns);
  if (regions_.size() >= kMostRows) refuse("too many entries of the kind mark");
  regions_.push_back(Phase::begun);
  builder_.begin_region(time_ns, kind, name);
}

void CheckedBuilder::end_region(std::int64_t time_ns, RegionId id) {
  next(time_ns);
  expect(id < regions_.size() && regions_[id] == Phase::begun, "mark", id, "ends before it begins, or twice");
  regions_[id] = Phase::over;
  builder_.end_region(time_ns, id);
}

void CheckedBuilder::error(std::int64_t time_ns, const ErrorRecord& row) {
  next(time_ns);
  expect(task_enqueued(row.task) && task_enqueued(row.origin) && statement_known(row.statement), "error",
         errors_, "names a task that was not enqueued, or a statement that has not begun");
  if (errors_++ >= kMostRows) refuse("too many entries of the kind error");
  builder_.error(time_ns, row.kind, row.task, row.origin, row.statement, row.message);
}

Trace CheckedBuilder::build(bool finished) {
  builder_.publish(finished);
  return builder_.snapshot();
}

}  // namespace runahead
