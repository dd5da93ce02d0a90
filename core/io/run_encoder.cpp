// SPDX-License-Identifier: GPL-3.0-or-later
// What is written of each event: what cannot be told from those before it.
#include "core/io/run_encoder.h"

#include <algorithm>

namespace runahead {

RunEncoder::RunEncoder(const Trace& trace) : trace_(trace) {}

std::uint32_t RunEncoder::name(NameId id) {
  if (names_.size() <= id) names_.resize(std::size_t{id} + 1, kNone);
  std::uint32_t& number = names_[id];
  if (number == kNone) {
    number = name_count_++;
    const std::string& text = trace_.name(id);
    put(RunColumn::names, text.size());
    column(RunColumn::names) += text;
  }
  return number;
}

/// Arrays are declared in the chunk that first mentions them, or one with a larger id.
std::uint32_t RunEncoder::mentioned(VariableId id) {
  mentioned_ = std::max(mentioned_, id + 1);
  return id;
}

void RunEncoder::declare_variables(std::uint32_t until) {
  for (; declared_ < until; ++declared_) {
    const Variable variable = trace_.variable(declared_);
    put(RunColumn::variables, std::uint64_t{name(variable.name)} * 2 + (variable.input ? 1 : 0));
  }
}

/// `last`: of the number before.
void RunEncoder::put_of_memory(RunColumn which, std::uint64_t number, MemoryId memory, MemoryId& last) {
  put(which, number | (memory == last ? 0 : kOfAnotherMemory));
  if (memory != last) put(which, memory);
  last = memory;
}

/// 0: the one that the frontend is in; 1: none; else so many before the newest, from 2.
std::uint64_t RunEncoder::statement(StatementId id) const {
  if (id == open_statement_) return 0;
  return id == kNone ? 1 : std::uint64_t{statements_} - 1 - id + 2;
}

const ChunkColumns& RunEncoder::next() {
  for (std::string& column : columns_) column.clear();
  begun_ = true;
  const Seq last = seq_ + std::min(kChunkEvents, trace_.size() - seq_);
  const auto full = [this] {
    return column(RunColumn::names).size() + column(RunColumn::reads).size() +
               column(RunColumn::writes).size() >
           kChunkBytes;
  };
  for (; seq_ < last && !full(); ++seq_) {
    const Event event = trace_.event(seq_);
    const RunOp op = encode(seq_, event);
    column(RunColumn::ops).push_back(static_cast<char>(op));
    put_number(columns_[static_cast<std::size_t>(op)], static_cast<std::uint64_t>(event.time_ns - time_ns_));
    time_ns_ = event.time_ns;
  }
  declare_variables(at_end() ? trace_.variable_count() : mentioned_);
  return columns_;
}

void RunEncoder::issue(const Task& task) {
  put(RunColumn::task_names, name(task.name));
  put(RunColumn::task_statements, statement(task.statement));
  const std::uint32_t count = trace_.use_count(task.id);
  std::uint32_t reads = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Use use = trace_.use(task.id, i);
    if (!use.write) ++reads;
    put(use.write ? RunColumn::writes : RunColumn::reads, uses_.step(mentioned(use.variable)));
  }
  put(RunColumn::task_uses, reads | (task.after == kNone ? 0 : kComesAfterAnother));
  if (task.after != kNone) put(RunColumn::task_uses, task.id - task.after);
  put(RunColumn::task_uses, count - reads);
}

RunOp RunEncoder::encode(Seq seq, const Event& event) {
  const std::uint32_t id = event.id;
  switch (event.kind) {
    case EventKind::statement_begin: {
      const Statement statement = trace_.statement(id);
      const std::int64_t line = statement.continues ? -statement.line : statement.line;
      put(RunColumn::lines, folded(line - line_));
      line_ = line;
      open_statement_ = id;
      ++statements_;
      return RunOp::statement_begin;
    }
    case EventKind::statement_end:
      open_statement_ = kNone;
      return RunOp::statement_end;
    case EventKind::defer:
      issue(trace_.task(id));
      return RunOp::defer;
    case EventKind::enqueue: {
      const Task task = trace_.task(id);
      const bool ready = task.ready == seq;
      if (task.defer != kNever) {
        put(RunColumn::settled, settled_.step(id));
        return ready ? RunOp::enqueue_deferred_ready : RunOp::enqueue_deferred_blocked;
      }
      issue(task);
      return ready ? RunOp::enqueue_ready : RunOp::enqueue_blocked;
    }
    case EventKind::eliminate:
      put(RunColumn::settled, settled_.step(id));
      return RunOp::eliminate;
    case EventKind::ready:
      put(RunColumn::ready, ready_.step(id));
      return RunOp::ready;
    case EventKind::start:
      put(RunColumn::started, started_.step(id));
      put(RunColumn::start_lanes, trace_.task(id).lane);
      return RunOp::start;
    case EventKind::end: {
      const Task task = trace_.task(id);
      last_ended_ = id;
      if (task.outcome == Outcome::skipped) {
        put(RunColumn::skipped, skipped_.step(id));
        return RunOp::end_skipped;
      }
      put(RunColumn::end_lanes, task.lane);
      return task.outcome == Outcome::ok ? RunOp::end_ok : RunOp::end_failed;
    }
    case EventKind::wait_begin: {
      const Wait wait = trace_.wait(id);
      put(RunColumn::waits, static_cast<std::uint64_t>(wait.reason));
      put(RunColumn::waits, statement(wait.statement));
      put(RunColumn::waits, wait.variable == kNone ? 0 : waited_.step(mentioned(wait.variable)) + 1);
      return RunOp::wait_begin;
    }
    case EventKind::wait_end: {
      const TaskId ended_by = trace_.wait(id).ended_by;
      const std::int64_t last = last_ended_ == kNone ? 0 : last_ended_;
      put(RunColumn::ended_by, ended_by == kNone ? 0 : folded(last - std::int64_t{ended_by}) + 1);
      return RunOp::wait_end;
    }
    case EventKind::allocate:
      put(RunColumn::allocated, allocated_.step(mentioned(id)));
      put_of_memory(RunColumn::allocated_bytes, static_cast<std::uint64_t>(trace_.variable(id).bytes),
                    trace_.memory_of(seq), allocated_memory_);
      return RunOp::allocate;
    case EventKind::release:
      put(RunColumn::released, released_.step(mentioned(id)));
      return RunOp::release;
    case EventKind::pool: {
      const std::int64_t bytes = trace_.sample(seq);
      const MemoryId memory = trace_.memory_of(seq);
      put_of_memory(RunColumn::pool, folded(bytes - pools_[memory]), memory, pool_memory_);
      pools_[memory] = bytes;
      return RunOp::pool;
    }
    case EventKind::resident: {
      const std::int64_t bytes = trace_.sample(seq);
      put(RunColumn::resident, folded(bytes - resident_));
      resident_ = bytes;
      return RunOp::resident;
    }
    case EventKind::region_begin: {
      const Region mark = trace_.region(id);
      put(RunColumn::marks, static_cast<std::uint64_t>(mark.kind));
      put(RunColumn::marks, name(mark.name));
      return RunOp::region_begin;
    }
    case EventKind::region_end:
      put(RunColumn::marks, regions_.step(id));
      return RunOp::region_end;
    case EventKind::error: {
      const ErrorRecord error = trace_.error(id);
      put(RunColumn::errors, static_cast<std::uint64_t>(error.kind));
      for (const std::uint32_t number : {error.task, error.origin, error.statement}) {
        put(RunColumn::errors, number == kNone ? 0 : std::uint64_t{number} + 1);
      }
      put(RunColumn::errors, name(error.message));
      return RunOp::error;
    }
  }
  return RunOp::resident;
}

}  // namespace runahead
