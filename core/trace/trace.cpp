// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a trace: rows as of the snapshot, and the folds.
// Not here: statistics over many tasks (analysis/).
#include "core/trace/trace.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "core/trace/trace_data.h"

namespace runahead {

const std::string& TraceInfo::program() const {
  static const std::string kNothing;
  return source.program ? source.program->text : kNothing;
}

TaskId TraceData::first_unended(TaskId from, TaskId to, Seq cursor) const {
  while (from < to) {
    const TaskId next = from + kBlockTasks;
    if (from % kBlockTasks == 0 && next <= to &&
        task_blocks[from / kBlockTasks].ended.load(std::memory_order_relaxed) < cursor) {
      from = next;
    } else if (tasks[from].end.load(std::memory_order_relaxed) < cursor) {
      ++from;
    } else {
      break;
    }
  }
  return from;
}

MemoryId TraceData::memory_of(EventReference event) const {
  switch (event.kind()) {
    case EventKind::allocate:
    case EventKind::release:
      return variables[event.id()].memory();
    case EventKind::pool:
      return pool_samples[event.id()].memory;
    default:
      return kHostMemory;
  }
}

void TraceData::apply(State& state, Seq seq) const {
  const EventReference event = events[seq];
  const std::uint32_t id = event.id();
  Counters& counters = state.counters;
  const auto pass_ended_tasks = [&] {
    state.first_pending = first_unended(state.first_pending, state.issued, seq + 1);
  };
  switch (event.kind()) {
    case EventKind::statement_begin:
      state.statement = id;
      ++state.statements;
      break;
    case EventKind::statement_end:
      state.statement = kNone;
      break;
    case EventKind::defer:
      state.issued = id + 1;
      ++counters.deferred;
      break;
    case EventKind::eliminate:
      --counters.deferred;
      pass_ended_tasks();
      break;
    case EventKind::enqueue: {
      const TaskRow& task = tasks[id];
      if (task.issue == seq) {
        state.issued = id + 1;
      } else {
        --counters.deferred;
      }
      ++state.enqueued;
      ++(task.ready.load(std::memory_order_relaxed) == seq ? counters.ready : counters.blocked);
      break;
    }
    case EventKind::ready:
      --counters.blocked;
      ++counters.ready;
      break;
    case EventKind::start:
      --counters.ready;
      ++counters.running;
      break;
    case EventKind::end: {
      const TaskRow& task = tasks[id];
      if (task.start.load(std::memory_order_relaxed) < seq) {
        --counters.running;
      } else if (task.ready.load(std::memory_order_relaxed) < seq) {
        --counters.ready;
      } else {
        --counters.blocked;
      }
      pass_ended_tasks();
      break;
    }
    case EventKind::wait_begin:
      state.wait = id;
      ++state.waits;
      break;
    case EventKind::wait_end:
      state.wait = kNone;
      break;
    case EventKind::allocate:
    case EventKind::release: {
      const VariableRow& variable = variables[id];
      MemoryBytes& memory = counters.memories[variable.memory()];
      const std::int64_t bytes = event.kind() == EventKind::allocate ? variable.bytes() : -variable.bytes();
      memory.live += bytes;
      if (variable.input()) memory.input += bytes;
      break;
    }
    case EventKind::pool:
      counters.memories[pool_samples[id].memory].pool = pool_samples[id].bytes;
      break;
    case EventKind::resident:
      counters.resident_bytes = resident_samples[id];
      break;
    case EventKind::region_begin:
      ++state.marks;
      break;
    case EventKind::region_end:
    case EventKind::error:
      break;
  }
  state.cursor = seq + 1;
}

std::size_t TraceData::memory_bytes() const {
  std::size_t bytes = times.memory_bytes() + events.memory_bytes() + tasks.memory_bytes() +
                      task_blocks.memory_bytes() + uses.memory_bytes() + statements.memory_bytes() +
                      variables.memory_bytes() + waits.memory_bytes() + marks.memory_bytes() +
                      errors.memory_bytes() + pool_samples.memory_bytes() + resident_samples.memory_bytes() +
                      blocks.memory_bytes() + block_memories.memory_bytes();
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) bytes += lanes[lane].tasks.memory_bytes();
  return bytes;
}

Trace::Trace() : Trace(std::make_shared<TraceData>(TraceInfo{}), TraceExtent{.finished = true}) {}

Trace::Trace(std::shared_ptr<const TraceData> data, const TraceExtent& extent)
    : data_(std::move(data)), extent_(extent) {
  lane_tasks_.reserve(extent_.lanes);
  for (std::uint32_t lane = 0; lane < extent_.lanes; ++lane) {
    const LaneRow& row = data_->lanes[lane];
    std::uint32_t count = row.published.load(std::memory_order_acquire);
    // What started after the cut-off lies at the end.
    std::uint32_t started = 0;
    while (started < count) {
      const std::uint32_t middle = started + (count - started) / 2;
      if (cut(data_->tasks[row.tasks[middle]].start) == kNever) {
        count = middle;
      } else {
        started = middle + 1;
      }
    }
    lane_tasks_.push_back(count);
  }
}

bool Trace::waited_for_processors() const {
  constexpr std::int64_t kLeast_ns = 1'000'000;  // where nothing else runs, waking costs some as well
  return processor_wait_ns() > std::max(end_ns() / 20, kLeast_ns);
}

Trace Trace::until(Seq cursor) const {
  if (cursor >= size()) return *this;
  const State state = state_at(cursor);
  TraceExtent extent = extent_;
  extent.events = cursor;
  extent.finished = false;
  extent.processor_wait_ns = 0;  // of all of it
  extent.tasks = state.issued;
  if (state.issued < extent_.tasks) extent.uses = data_->tasks[state.issued].first_use;
  extent.statements = state.statements;
  extent.waits = state.waits;
  extent.marks = state.marks;
  while (extent.errors > 0 && data_->errors[extent.errors - 1].seq >= cursor) --extent.errors;
  Trace before(data_, extent);
  before.own_info_ = own_info_;
  return before;
}

Trace Trace::with_rounds(std::shared_ptr<const Rounds> rounds) const {
  TraceInfo own = info();
  own.rounds = std::move(rounds);
  Trace trace = *this;
  trace.own_info_ = std::make_shared<const TraceInfo>(std::move(own));
  return trace;
}

const TraceInfo& Trace::info() const {
  return own_info_ ? *own_info_ : data_->info;
}

Event Trace::event(Seq seq) const {
  const EventReference reference = data_->events[seq];
  return {data_->times[seq], reference.kind(), reference.id()};
}

std::int64_t Trace::time_ns(Seq seq) const {
  return data_->times[seq];
}

std::int64_t Trace::sample(Seq seq) const {
  const EventReference event = data_->events[seq];
  return event.kind() == EventKind::pool ? data_->pool_samples[event.id()].bytes
                                         : data_->resident_samples[event.id()];
}

MemoryId Trace::memory_of(Seq seq) const {
  return data_->memory_of(data_->events[seq]);
}

MemoryId Trace::memory() const {
  const unsigned devices = extent_.memories & ~(1U << kHostMemory);
  return devices == 0 ? kHostMemory : static_cast<MemoryId>(std::countr_zero(devices));
}

std::vector<MemoryId> Trace::memories() const {
  std::vector<MemoryId> result{memory()};
  for (MemoryId id = 1; id < kMemories; ++id) {
    if (id != memory() && (extent_.memories >> id & 1U) != 0) result.push_back(id);
  }
  if (memory() != kHostMemory && (extent_.memories >> kHostMemory & 1U) != 0) result.push_back(kHostMemory);
  return result;
}

void Trace::choose_memory(Counters& counters) const {
  const MemoryBytes& chosen = counters.memories[memory()];
  counters.live_bytes = chosen.live;
  counters.pool_bytes = chosen.pool;
  counters.input_bytes = chosen.input;
}

std::int64_t Trace::end_ns() const {
  return size() == 0 ? 0 : time_ns(size() - 1);
}

Seq Trace::first_at(std::int64_t time_ns) const {
  return static_cast<Seq>(data_->times.lower_bound(time_ns, size()));
}

Seq Trace::first_after(std::int64_t time_ns) const {
  return static_cast<Seq>(data_->times.upper_bound(time_ns, size()));
}

Seq Trace::next_of(EventKinds wanted, Seq from) const {
  const Seq complete = size() / kBlockEvents * kBlockEvents;
  while (from < size()) {
    if (from % kBlockEvents == 0 && from < complete && !(data_->blocks[from / kBlockEvents].kinds & wanted)) {
      from += kBlockEvents;
    } else if (kinds(data_->events[from].kind()) & wanted) {
      return from;
    } else {
      ++from;
    }
  }
  return kNever;
}

Seq Trace::previous_of(EventKinds wanted, Seq before) const {
  before = std::min(before, size());
  while (before > 0) {
    if (before % kBlockEvents == 0 && !(data_->blocks[before / kBlockEvents - 1].kinds & wanted)) {
      before -= kBlockEvents;
    } else if (kinds(data_->events[before - 1].kind()) & wanted) {
      return before - 1;
    } else {
      --before;
    }
  }
  return kNever;
}

const std::string& Trace::name(NameId id) const {
  return data_->names.at(id);
}

const Lane& Trace::lane(LaneId id) const {
  return data_->lanes[id].lane;
}

std::uint32_t Trace::lane_task_count(LaneId id) const {
  return lane_tasks_[id];
}

TaskId Trace::lane_task(LaneId id, std::uint32_t index) const {
  return data_->lanes[id].tasks[index];
}

Task Trace::task(TaskId id) const {
  const TaskRow& row = data_->tasks[id];
  const Seq enqueue = row.enqueue.load(std::memory_order_relaxed);
  return {id,
          row.name,
          row.statement,
          row.lane.load(std::memory_order_relaxed),
          row.outcome.load(std::memory_order_relaxed),
          enqueue == row.issue ? kNever : row.issue,
          cut(enqueue),
          cut(row.ready.load(std::memory_order_relaxed)),
          cut(row.start.load(std::memory_order_relaxed)),
          cut(row.end.load(std::memory_order_relaxed)),
          row.after};
}

std::uint32_t Trace::use_count(TaskId id) const {
  const std::uint32_t first = data_->tasks[id].first_use;
  const std::uint32_t next = id + 1 < extent_.tasks ? data_->tasks[id + 1].first_use : extent_.uses;
  return next - first;
}

Use Trace::use(TaskId id, std::uint32_t index) const {
  return use_of(id, data_->tasks[id].first_use + index);
}

/// The last task whose first use is not beyond this one. Looked for from where it would be if all tasks had
/// the same number of uses.
TaskId Trace::task_of(std::uint32_t use_index) const {
  const auto begins_later = [&](TaskId id) { return data_->tasks[id].first_use > use_index; };
  TaskId low = 0;
  TaskId high = extent_.tasks;
  TaskId at = static_cast<TaskId>(std::uint64_t{use_index} * extent_.tasks / extent_.uses);
  for (TaskId step = 1; high - low > 1; step *= 2) {
    if (begins_later(at)) {
      high = at;
      if (at - low <= step) break;
      at -= step;
    } else {
      low = at;
      if (high - at <= step) break;
      at += step;
    }
  }
  while (high - low > 1) {
    const TaskId middle = low + (high - low) / 2;
    (begins_later(middle) ? high : low) = middle;
  }
  return low;
}

Use Trace::use_at(std::uint32_t use_index) const {
  return use_of(task_of(use_index), use_index);
}

Use Trace::use_of(TaskId task, std::uint32_t use_index) const {
  const UseRow& row = data_->uses[use_index];
  Use use{row.variable(), row.write(), 0, kNone, row.previous, task};
  if (use.write) {
    use.version = row.version_or_writer;
    use.writer = use_index;
  } else {
    use.writer = row.version_or_writer;
    use.version = use.writer == kNone ? 0 : data_->uses[use.writer].version_or_writer;
  }
  return use;
}

bool Trace::writes(TaskId id, VariableId variable) const {
  for (std::uint32_t i = 0; i < use_count(id); ++i) {
    if (const Use own = use(id, i); own.write && own.variable == variable) return true;
  }
  return false;
}

std::vector<Edge> Trace::edges_into(TaskId id, std::size_t limit) const {
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < use_count(id); ++i) {
    const Use own = use(id, i);
    if (!own.write) {
      if (own.writer != kNone && edges.size() < limit) {
        edges.push_back({use_at(own.writer).task, id, own.variable, EdgeKind::read_after_write});
      }
      continue;
    }
    bool replaced_was_read = false;
    std::uint32_t before = own.previous;
    while (before != kNone && edges.size() < limit) {
      const Use other = use_at(before);
      if (other.write && replaced_was_read) break;
      if (other.task != id) {
        edges.push_back({other.task, id, own.variable,
                         other.write ? EdgeKind::write_after_write : EdgeKind::write_after_read});
        replaced_was_read |= !other.write;
      }
      if (other.write) break;
      before = other.previous;
    }
  }
  const TaskId after = data_->tasks[id].after;
  const bool known =
      std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) { return edge.from == after; });
  if (after != kNone && !known && edges.size() < limit)
    edges.push_back({after, id, kNone, EdgeKind::stream_order});
  return edges;
}

Statement Trace::statement(StatementId id) const {
  const StatementRow& row = data_->statements[id];
  return {std::abs(row.line), row.begin, cut(row.end.load(std::memory_order_relaxed)), row.line < 0};
}

Variable Trace::variable(VariableId id) const {
  const VariableRow& row = data_->variables[id];
  const Seq allocate = cut(row.allocate.load(std::memory_order_relaxed));
  return {row.name.load(std::memory_order_acquire),
          row.input(),
          allocate == kNever ? 0 : row.bytes(),
          allocate,
          cut(row.release.load(std::memory_order_relaxed)),
          row.memory()};
}

Wait Trace::wait(WaitId id) const {
  const WaitRow& row = data_->waits[id];
  const Seq end = cut(row.end.load(std::memory_order_relaxed));
  return {row.reason,   row.statement,
          row.variable, end == kNever ? kNone : row.ended_by.load(std::memory_order_relaxed),
          row.begin,    end};
}

Region Trace::region(RegionId id) const {
  const RegionRow& row = data_->marks[id];
  return {row.kind, row.name, row.begin, cut(row.end.load(std::memory_order_relaxed))};
}

ErrorRecord Trace::error(std::uint32_t index) const {
  return data_->errors[index];
}

State Trace::state_at(Seq cursor) const {
  State state;
  const Seq blocks = cursor / kBlockEvents;
  if (blocks > 0) {
    const Block& block = data_->blocks[blocks - 1];
    static_cast<Levels&>(state.counters) = block.now;
    for (std::uint32_t i = 0; i < block.memories; ++i) {
      const BlockMemory& memory = data_->block_memories[block.memories_from + i];
      state.counters.memories[memory.id] = memory.now;
    }
    state.statement = block.statement;
    state.wait = block.wait;
    state.first_pending = block.first_pending;
    state.issued = block.issued;
    state.enqueued = block.enqueued;
    state.statements = block.statements;
    state.waits = block.waits;
    state.marks = block.marks;
    state.cursor = blocks * kBlockEvents;
  }
  while (state.cursor < cursor) data_->apply(state, state.cursor);
  choose_memory(state.counters);
  state.time_ns = cursor == 0 ? 0 : time_ns(cursor - 1);
  return state;
}

Counters Trace::counters_at(Seq cursor) const {
  return state_at(cursor).counters;
}

CounterRange Trace::counter_range(Seq first, Seq last) const {
  const Seq bounds[] = {first, last};
  return counter_ranges(bounds).front();
}

std::vector<CounterRange> Trace::counter_ranges(std::span<const Seq> bounds) const {
  std::vector<CounterRange> ranges;
  if (bounds.size() < 2) return ranges;
  ranges.reserve(bounds.size() - 1);
  State state = state_at(bounds.front());
  for (std::size_t i = 1; i < bounds.size(); ++i) {
    CounterRange range = CounterRange::of(state.counters);
    while (state.cursor < bounds[i]) {
      if (state.cursor % kBlockEvents == 0 && bounds[i] - state.cursor >= kBlockEvents) {
        const Seq last_block = bounds[i] / kBlockEvents - 1;
        for (Seq at = state.cursor / kBlockEvents; at <= last_block; ++at) {
          const Block& block = data_->blocks[at];
          range.include(block.min, block.max, block.sums);
          for (std::uint32_t each = 0; each < block.memories; ++each) {
            const BlockMemory& memory = data_->block_memories[block.memories_from + each];
            range.include(memory.id, memory.min, memory.max);
          }
        }
        state = state_at((last_block + 1) * kBlockEvents);
      } else {
        const EventReference event = data_->events[state.cursor];
        data_->apply(state, state.cursor);
        range.include(state.counters, event.kind(), data_->memory_of(event));
      }
    }
    choose_memory(range.min);
    choose_memory(range.max);
    ranges.push_back(range);
  }
  return ranges;
}

std::vector<TaskId> Trace::pending_at(Seq cursor, std::size_t limit) const {
  const State state = state_at(cursor);
  limit = std::min<std::size_t>(limit, state.counters.depth());
  std::vector<TaskId> pending;
  const auto next = [&](TaskId from) { return data_->first_unended(from, state.issued, cursor); };
  for (TaskId id = next(state.first_pending); id < state.issued && pending.size() < limit;
       id = next(id + 1)) {
    if (data_->tasks[id].enqueue.load(std::memory_order_relaxed) < cursor) pending.push_back(id);
  }
  return pending;
}

std::uint32_t Trace::last_use_at(VariableId id, Seq cursor) const {
  TaskId issued = extent_.tasks;
  if (cursor < size()) {
    issued = 0;
    for (TaskId left = extent_.tasks; left > 0;) {
      const TaskId half = left / 2;
      const bool before = data_->tasks[issued + half].issue < cursor;
      if (before) issued += half + 1;
      left = before ? left - half - 1 : half;
    }
  }
  const std::uint32_t bound = issued < extent_.tasks ? data_->tasks[issued].first_use : extent_.uses;
  // What every task uses has a long chain of newer uses, but a use close before the cursor; of what is seldom
  // used it is the other way round. So both are followed at once, until one arrives.
  std::uint32_t newest = data_->variables[id].last_use.load(std::memory_order_acquire);
  for (std::uint32_t back = bound; newest != kNone && newest >= bound; --back) {
    if (back == 0) return kNone;
    if (data_->uses[back - 1].variable() == id) return back - 1;
    newest = data_->uses[newest].previous;
  }
  return newest;
}

std::size_t Trace::memory_bytes() const {
  return data_->memory_bytes();
}

}  // namespace runahead
