// SPDX-License-Identifier: GPL-3.0-or-later
// Appending events, and the folds that the builder keeps current: counters, blocks, versions of variables.
// Not here: reading (trace.cpp).
#include "core/trace/trace_builder.h"

#include <utility>

#include "core/trace/trace_data.h"

namespace runahead {

TraceBuilder::TraceBuilder(TraceInfo info) : data_(std::make_shared<TraceData>(std::move(info))) {
  range_ = CounterRange::of(state_.counters);
}

TraceBuilder::~TraceBuilder() = default;

LaneId TraceBuilder::add_lane(LaneKind kind, std::string name) {
  data_->lanes.emplace_back(kind, std::move(name));
  return static_cast<LaneId>(extent_.lanes++);
}

const std::string& TraceBuilder::name(NameId id) const {
  return data_->names.at(id);
}

NameId TraceBuilder::intern(std::string_view name) {
  return data_->names.intern(name);
}

VariableId TraceBuilder::add_variable(NameId name, bool input) {
  data_->variables.emplace_back(name, input);
  return extent_.variables++;
}

std::int64_t TraceBuilder::bytes(VariableId id) const {
  return data_->variables[id].bytes();
}

void TraceBuilder::name_variable(VariableId id, NameId name) {
  data_->variables[id].name.store(name, std::memory_order_release);
}

Seq TraceBuilder::append(std::int64_t time_ns, EventKind kind, std::uint32_t id) {
  // Clocks of different cores may differ by a few ticks; the order is kept, the time is held.
  last_time_ns_ = time_ns > last_time_ns_ ? time_ns : last_time_ns_;
  data_->times.push_back(last_time_ns_);
  data_->events.emplace_back(kind, id);
  return extent_.events++;
}

StatementId TraceBuilder::begin_statement(std::int64_t time_ns, int line) {
  const StatementId id = extent_.statements++;
  const Seq seq = append(time_ns, EventKind::statement_begin, id);
  data_->statements.emplace_back(line, seq);
  fold(seq);
  return id;
}

void TraceBuilder::end_statement(std::int64_t time_ns, StatementId id) {
  const Seq seq = append(time_ns, EventKind::statement_end, id);
  data_->statements[id].end.store(seq, std::memory_order_relaxed);
  fold(seq);
}

TaskId TraceBuilder::new_task() {
  if (extent_.tasks % kBlockTasks == 0) data_->task_blocks.emplace_back();
  return extent_.tasks++;
}

void TraceBuilder::store_end(TaskId id, Seq seq, Outcome outcome) {
  TaskRow& row = data_->tasks[id];
  row.outcome.store(outcome, std::memory_order_relaxed);
  row.end.store(seq, std::memory_order_relaxed);
  TaskBlock& block = data_->task_blocks[id / kBlockTasks];
  if (++block.ended_tasks == kBlockTasks) block.ended.store(seq, std::memory_order_relaxed);
}

TaskId TraceBuilder::enqueue(std::int64_t time_ns, NameId name, StatementId statement,
                             std::span<const UseRequest> uses, bool ready_at_once, TaskId after) {
  const TaskId id = new_task();
  const Seq seq = append(time_ns, EventKind::enqueue, id);
  TaskRow& row = data_->tasks.emplace_back(name, statement, extent_.uses, after, seq, seq);
  if (ready_at_once) row.ready.store(seq, std::memory_order_relaxed);
  add_uses(uses);
  fold(seq);
  return id;
}

TaskId TraceBuilder::defer(std::int64_t time_ns, NameId name, StatementId statement,
                           std::span<const UseRequest> uses) {
  const TaskId id = new_task();
  const Seq seq = append(time_ns, EventKind::defer, id);
  data_->tasks.emplace_back(name, statement, extent_.uses, kNone, seq, kNever);
  add_uses(uses);
  fold(seq);
  return id;
}

void TraceBuilder::enqueue_deferred(std::int64_t time_ns, TaskId id, bool ready_at_once) {
  const Seq seq = append(time_ns, EventKind::enqueue, id);
  TaskRow& row = data_->tasks[id];
  row.enqueue.store(seq, std::memory_order_relaxed);
  if (ready_at_once) row.ready.store(seq, std::memory_order_relaxed);
  fold(seq);
}

void TraceBuilder::eliminate(std::int64_t time_ns, TaskId id) {
  const Seq seq = append(time_ns, EventKind::eliminate, id);
  store_end(id, seq, Outcome::eliminated);
  fold(seq);
}

void TraceBuilder::add_uses(std::span<const UseRequest> uses) {
  for (const bool writes : {false, true}) {  // reads first: they see the version before this task's own
    for (const UseRequest& use : uses) {
      if (use.write != writes) continue;
      VariableRow& variable = data_->variables[use.variable];
      const auto index = static_cast<std::uint32_t>(data_->uses.size());
      const std::uint32_t previous = variable.last_use.load(std::memory_order_relaxed);
      const std::uint32_t writer = variable.last_write;
      if (writes) {
        const std::uint32_t version = writer == kNone ? 1 : data_->uses[writer].version_or_writer + 1;
        data_->uses.emplace_back(use.variable | 0x80000000U, version, previous);
        variable.last_write = index;
      } else {
        data_->uses.emplace_back(use.variable, writer, previous);
      }
      variable.last_use.store(index, std::memory_order_release);
    }
  }
  extent_.uses = static_cast<std::uint32_t>(data_->uses.size());
}

void TraceBuilder::ready(std::int64_t time_ns, TaskId id) {
  const Seq seq = append(time_ns, EventKind::ready, id);
  data_->tasks[id].ready.store(seq, std::memory_order_relaxed);
  fold(seq);
}

void TraceBuilder::start(std::int64_t time_ns, TaskId id, LaneId lane) {
  const Seq seq = append(time_ns, EventKind::start, id);
  TaskRow& row = data_->tasks[id];
  row.lane.store(lane, std::memory_order_relaxed);
  row.start.store(seq, std::memory_order_relaxed);
  LaneRow& lane_row = data_->lanes[lane];
  lane_row.tasks.emplace_back(id);
  fold(seq);
}

void TraceBuilder::end(std::int64_t time_ns, TaskId id, Outcome outcome) {
  const Seq seq = append(time_ns, EventKind::end, id);
  store_end(id, seq, outcome);
  last_ended_ = id;
  fold(seq);
}

WaitId TraceBuilder::begin_wait(std::int64_t time_ns, WaitReason reason, StatementId statement,
                                VariableId variable) {
  const WaitId id = extent_.waits++;
  const Seq seq = append(time_ns, EventKind::wait_begin, id);
  data_->waits.emplace_back(reason, statement, variable, seq);
  fold(seq);
  return id;
}

void TraceBuilder::end_wait(std::int64_t time_ns, WaitId id, TaskId ended_by) {
  const Seq seq = append(time_ns, EventKind::wait_end, id);
  WaitRow& row = data_->waits[id];
  row.ended_by.store(ended_by, std::memory_order_relaxed);
  row.end.store(seq, std::memory_order_relaxed);
  fold(seq);
}

void TraceBuilder::allocate(std::int64_t time_ns, VariableId id, std::int64_t bytes, MemoryId memory) {
  const Seq seq = append(time_ns, EventKind::allocate, id);
  VariableRow& row = data_->variables[id];
  row.bytes_high = static_cast<std::uint8_t>(bytes >> 32);
  row.bytes_low = static_cast<std::uint32_t>(bytes);
  row.flags.fetch_or(memory, std::memory_order_relaxed);
  if (bytes > 0) extent_.memories |= static_cast<std::uint8_t>(1U << memory);
  row.allocate.store(seq, std::memory_order_relaxed);
  fold(seq);
}

void TraceBuilder::release(std::int64_t time_ns, VariableId id) {
  const Seq seq = append(time_ns, EventKind::release, id);
  data_->variables[id].release.store(seq, std::memory_order_relaxed);
  fold(seq);
}

void TraceBuilder::pool(std::int64_t time_ns, std::int64_t total_bytes, MemoryId memory) {
  const Seq seq = append(time_ns, EventKind::pool, static_cast<std::uint32_t>(data_->pool_samples.size()));
  data_->pool_samples.emplace_back(total_bytes, memory);
  fold(seq);
}

void TraceBuilder::resident(std::int64_t time_ns, std::int64_t rss_bytes) {
  const Seq seq =
      append(time_ns, EventKind::resident, static_cast<std::uint32_t>(data_->resident_samples.size()));
  data_->resident_samples.emplace_back(rss_bytes - extent_.resident_base_bytes);
  fold(seq);
}

RegionId TraceBuilder::begin_region(std::int64_t time_ns, RegionKind kind, NameId name) {
  const RegionId id = extent_.marks++;
  const Seq seq = append(time_ns, EventKind::region_begin, id);
  data_->marks.emplace_back(kind, name, seq);
  fold(seq);
  return id;
}

void TraceBuilder::end_region(std::int64_t time_ns, RegionId id) {
  const Seq seq = append(time_ns, EventKind::region_end, id);
  data_->marks[id].end.store(seq, std::memory_order_relaxed);
  fold(seq);
}

void TraceBuilder::error(std::int64_t time_ns, ErrorKind kind, TaskId task, TaskId origin,
                         StatementId statement, NameId message) {
  const Seq seq = append(time_ns, EventKind::error, extent_.errors++);
  data_->errors.emplace_back(kind, task, origin, statement, message, seq);
  fold(seq);
}

void TraceBuilder::fold(Seq seq) {
  data_->apply(state_, seq);
  const EventReference event = data_->events[seq];
  range_.include(state_.counters, event.kind(), data_->memory_of(event));
  kinds_ |= kinds(event.kind());
  if (extent_.events % kBlockEvents != 0) return;
  const auto memories_from = static_cast<std::uint32_t>(data_->block_memories.size());
  std::uint32_t memories = 0;
  for (MemoryId id = 0; id < kMemories; ++id) {
    const MemoryBytes& most = range_.max.memories[id];
    if (most.live == 0 && most.pool == 0) continue;
    data_->block_memories.emplace_back(state_.counters.memories[id], range_.min.memories[id], most, id);
    ++memories;
  }
  data_->blocks.emplace_back(state_.counters, range_.min, range_.max, range_, state_.statement, state_.wait,
                             state_.first_pending, state_.issued, state_.enqueued, state_.statements,
                             state_.waits, state_.marks, kinds_, memories_from, memories);
  range_ = CounterRange::of(state_.counters);
  kinds_ = 0;
}

void TraceBuilder::publish(bool finished) {
  extent_.finished = finished;
  for (LaneId lane = 0; lane < extent_.lanes; ++lane) {
    LaneRow& row = data_->lanes[lane];
    row.published.store(static_cast<std::uint32_t>(row.tasks.size()), std::memory_order_release);
  }
  const std::lock_guard lock(published_mutex_);
  published_ = extent_;
}

void TraceBuilder::break_off() {
  const std::lock_guard lock(published_mutex_);
  published_.finished = true;
}

Trace TraceBuilder::snapshot() const {
  const std::lock_guard lock(published_mutex_);
  return Trace(data_, published_);
}

}  // namespace runahead
