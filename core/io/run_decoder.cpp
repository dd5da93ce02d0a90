// SPDX-License-Identifier: GPL-3.0-or-later
// The other half of run_encoder.cpp.
// Not here: which events could have happened (checked_builder.cpp).
#include "core/io/run_decoder.h"

#include <climits>

namespace runahead {
namespace {

constexpr std::size_t kMostNames = 0xffff;

/// Far from overflow, whatever the column holds.
std::int64_t bounded(std::int64_t sum, std::int64_t most) {
  if (sum < -most || sum > most) throw BadTrace(0, "a number is out of range");
  return sum;
}

std::int64_t next_value(std::int64_t before, std::int64_t step, std::int64_t most) {
  return bounded(before + bounded(step, 2 * most), most);
}

template <class Enum>
Enum word(std::uint64_t value, int count, const char* what) {
  if (value >= static_cast<std::uint64_t>(count)) throw BadTrace(0, std::string("an unknown ") + what);
  return static_cast<Enum>(value);
}

}  // namespace

RunDecoder::RunDecoder(const RunHead& head, std::uint64_t offset) : head_(head), checked_(head.info) {
  checked_.at(offset);
  checked_.set_left_out_tasks(head.left_out_tasks);
  checked_.set_resident_base(head.resident_base_bytes);
  checked_.set_device_time_error(head.device_time_error_ns);
  checked_.set_tasks_without_record(head.tasks_without_record);
  checked_.set_processor_wait(head.processor_wait_ns);
  for (const Lane& lane : head.lanes) checked_.add_lane(lane.kind, lane.name);
}

void RunDecoder::take(const ChunkColumns& columns, std::uint64_t offset) {
  checked_.at(offset);
  begun_ = true;
  for (std::size_t i = 0; i < kChunkColumns; ++i) readers_[i] = NumberReader(columns[i]);
  try {
    take_names();
    declare_variables();
    take_events();
  } catch (const BadTrace& bad) {
    if (bad.offset() != 0) throw;
    checked_.refuse(std::string(bad.what()) + ", near event " + std::to_string(checked_.events()));
  }
  for (const NumberReader& reader : readers_) {
    if (!reader.at_end()) checked_.refuse("a column holds more than its events need");
  }
}

void RunDecoder::take_names() {
  NumberReader& texts = column(RunColumn::names);
  while (!texts.at_end()) {
    if (names_.size() == kMostNames) throw BadTrace(0, "too many names");
    const std::uint64_t size = texts.number();
    if (size > texts.left()) throw BadTrace(0, "a name ends too early");
    names_.push_back(checked_.intern(texts.bytes(static_cast<std::size_t>(size))));
  }
}

void RunDecoder::declare_variables() {
  NumberReader& rows = column(RunColumn::variables);
  while (!rows.at_end()) {
    if (checked_.variables() == head_.variables) throw BadTrace(0, "more arrays than the head says");
    const std::uint64_t row = rows.number();
    if (row / 2 >= names_.size()) throw BadTrace(0, "a name that is not there");
    checked_.add_variable(names_[static_cast<std::size_t>(row / 2)], row % 2 != 0);
  }
}

void RunDecoder::take_events() {
  NumberReader& ops = column(RunColumn::ops);
  if (ops.left() > head_.events - checked_.events()) throw BadTrace(0, "more events than the head says");
  while (!ops.at_end()) {
    const auto code = static_cast<std::uint8_t>(ops.bytes(1)[0]);
    const auto op = word<RunOp>(code, static_cast<int>(kRunOps), "kind of event");
    const std::uint64_t step = readers_[code].number();
    if (step > static_cast<std::uint64_t>(kLatestNs)) throw BadTrace(0, "a time is out of range");
    decode(op, checked_.last_time_ns() + static_cast<std::int64_t>(step));
  }
}

std::uint64_t RunDecoder::number_of_memory(RunColumn which, MemoryId& memory) {
  const std::uint64_t value = number(which);
  if ((value & kOfAnotherMemory) == 0) return value;
  memory = word<MemoryId>(number(which), static_cast<int>(kMemories), "memory");
  return value & ~kOfAnotherMemory;
}

NameId RunDecoder::name(RunColumn which) {
  const std::uint64_t number_of_name = number(which);
  if (number_of_name >= names_.size()) throw BadTrace(0, "a name that is not there");
  return names_[static_cast<std::size_t>(number_of_name)];
}

StatementId RunDecoder::statement(RunColumn which) {
  const std::uint64_t code = number(which);
  if (code == 0) return checked_.open_statement();
  if (code == 1) return kNone;
  if (code - 2 >= checked_.statements()) throw BadTrace(0, "a statement that has not begun");
  return checked_.statements() - 1 - static_cast<std::uint32_t>(code - 2);
}

std::uint32_t RunDecoder::optional(RunColumn which) {
  return column(which).small() - 1;  // 0 gives kNone
}

std::span<const UseRequest> RunDecoder::uses() {
  requests_.clear();
  std::uint64_t reads = number(RunColumn::task_uses);
  after_ = kNone;
  if ((reads & kComesAfterAnother) != 0) {
    reads &= ~std::uint64_t{kComesAfterAnother};
    const std::uint64_t back = number(RunColumn::task_uses);
    if (back == 0 || back > checked_.tasks()) throw BadTrace(0, "a task comes after one that is not there");
    after_ = checked_.tasks() - static_cast<TaskId>(back);
  }
  const std::uint64_t writes = number(RunColumn::task_uses);
  // Each takes a byte at least.
  if (reads > column(RunColumn::reads).left() || writes > column(RunColumn::writes).left()) {
    throw BadTrace(0, "more uses of arrays than there are");
  }
  if (reads + writes > kMostUses) throw BadTrace(0, "a task that uses too many arrays");
  for (std::uint64_t i = 0; i < reads; ++i) {
    requests_.push_back({use_steps_.id(number(RunColumn::reads)), false});
  }
  for (std::uint64_t i = 0; i < writes; ++i) {
    requests_.push_back({use_steps_.id(number(RunColumn::writes)), true});
  }
  return requests_;
}

TaskId RunDecoder::ended() {
  const TaskId task = checked_.running(column(RunColumn::end_lanes).small());
  if (task == kNone) throw BadTrace(0, "a task ends on a lane where none runs");
  return task;
}

void RunDecoder::decode(RunOp op, std::int64_t time_ns) {
  switch (op) {
    case RunOp::statement_begin:
      line_ = bounded(next_value(line_, column(RunColumn::lines).signed_number(), INT_MAX), INT_MAX);
      checked_.begin_statement(time_ns, static_cast<int>(line_));
      break;
    case RunOp::statement_end:
      checked_.end_statement(time_ns, checked_.open_statement());
      break;
    case RunOp::enqueue_blocked:
    case RunOp::enqueue_ready:
    case RunOp::defer: {
      if (checked_.tasks() == head_.tasks) throw BadTrace(0, "more tasks than the head says");
      const NameId called = name(RunColumn::task_names);
      const StatementId within = statement(RunColumn::task_statements);
      if (op == RunOp::defer) {
        checked_.defer(time_ns, called, within, uses());
      } else {
        const std::span<const UseRequest> used = uses();
        checked_.enqueue(time_ns, called, within, used, op == RunOp::enqueue_ready, after_);
      }
      break;
    }
    case RunOp::enqueue_deferred_blocked:
    case RunOp::enqueue_deferred_ready:
      checked_.enqueue_deferred(time_ns, settled_.id(column(RunColumn::settled).signed_number()),
                                op == RunOp::enqueue_deferred_ready);
      break;
    case RunOp::eliminate:
      checked_.eliminate(time_ns, settled_.id(column(RunColumn::settled).signed_number()));
      break;
    case RunOp::ready:
      checked_.ready(time_ns, ready_.id(column(RunColumn::ready).signed_number()));
      break;
    case RunOp::start: {
      const TaskId task = started_.id(column(RunColumn::started).signed_number());
      const std::uint64_t lane = number(RunColumn::start_lanes);
      if (lane >= checked_.lanes()) throw BadTrace(0, "a lane that is not there");
      checked_.start(time_ns, task, static_cast<LaneId>(lane));
      break;
    }
    case RunOp::end_ok:
    case RunOp::end_failed:
      checked_.end(time_ns, ended(), op == RunOp::end_ok ? Outcome::ok : Outcome::failed);
      break;
    case RunOp::end_skipped:
      checked_.end(time_ns, skipped_.id(column(RunColumn::skipped).signed_number()), Outcome::skipped);
      break;
    case RunOp::wait_begin: {
      const auto reason = word<WaitReason>(number(RunColumn::waits), kWaitReasons, "reason of a wait");
      const StatementId within = statement(RunColumn::waits);
      const std::uint64_t array = number(RunColumn::waits);
      checked_.begin_wait(time_ns, reason, within, array == 0 ? kNone : waited_.id(unfolded(array - 1)));
      break;
    }
    case RunOp::wait_end: {
      const std::uint64_t code = number(RunColumn::ended_by);
      TaskId task = kNone;
      if (code != 0) {
        const std::int64_t last = checked_.last_ended() == kNone ? 0 : checked_.last_ended();
        const std::int64_t id = last - bounded(unfolded(code - 1), kNone);
        if (id < 0 || id >= kNone) throw BadTrace(0, "an id is out of range");
        task = static_cast<TaskId>(id);
      }
      checked_.end_wait(time_ns, checked_.open_wait(), task);
      break;
    }
    case RunOp::allocate: {
      const VariableId array = allocated_.id(column(RunColumn::allocated).signed_number());
      const std::uint64_t bytes = number_of_memory(RunColumn::allocated_bytes, allocated_memory_);
      checked_.allocate(time_ns, array,
                        bytes > INT64_MAX ? std::int64_t{-1} : static_cast<std::int64_t>(bytes),
                        allocated_memory_);
      break;
    }
    case RunOp::release:
      checked_.release(time_ns, released_.id(column(RunColumn::released).signed_number()));
      break;
    case RunOp::pool: {
      const std::int64_t step = unfolded(number_of_memory(RunColumn::pool, pool_memory_));
      std::int64_t& bytes = pools_[pool_memory_];
      bytes = next_value(bytes, step, kMostBytes);
      checked_.pool(time_ns, bytes, pool_memory_);
      break;
    }
    case RunOp::resident:
      resident_ = next_value(resident_, column(RunColumn::resident).signed_number(), kMostBytes);
      checked_.resident(time_ns, resident_);
      break;
    case RunOp::region_begin: {
      const auto kind = word<RegionKind>(number(RunColumn::marks), kRegionKinds, "kind of mark");
      checked_.begin_region(time_ns, kind, name(RunColumn::marks));
      break;
    }
    case RunOp::region_end:
      checked_.end_region(time_ns, regions_.id(column(RunColumn::marks).signed_number()));
      break;
    case RunOp::error: {
      ErrorRecord row{};
      row.kind = word<ErrorKind>(number(RunColumn::errors), kErrorKinds, "kind of error");
      row.task = optional(RunColumn::errors);
      row.origin = optional(RunColumn::errors);
      row.statement = optional(RunColumn::errors);
      row.message = name(RunColumn::errors);
      checked_.error(time_ns, row);
      break;
    }
  }
}

Trace RunDecoder::build() {
  const bool agrees = checked_.tasks() == head_.tasks && checked_.variables() == head_.variables &&
                      checked_.last_time_ns() == head_.end_ns;
  if (!agrees) checked_.refuse("the run is not what its head says");
  return checked_.build(head_.finished);
}

}  // namespace runahead
