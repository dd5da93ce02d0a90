// SPDX-License-Identifier: GPL-3.0-or-later
// The storage of a trace: columns that only grow, written by TraceBuilder and read through Trace.
// Not an interface: everybody else uses trace.h.
//
// Invariants: one writer. A row is complete when its count is published, except for its atomic members, which
// the writer fills in later with Seqs: a reader takes a Seq at or beyond its cut-off for "not yet", so
// relaxed order is enough. Blocks summarise 256 events each and exist for complete blocks only.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "core/base/chunked_column.h"
#include "core/trace/name_table.h"
#include "core/trace/time_column.h"
#include "core/trace/trace.h"

namespace runahead {

inline constexpr Seq kBlockEvents = 256;

/// Kind in the upper 5 bits, id in the lower 27.
class EventReference {
 public:
  EventReference(EventKind kind, std::uint32_t id) : bits_(static_cast<std::uint32_t>(kind) << 27 | id) {}
  EventKind kind() const { return static_cast<EventKind>(bits_ >> 27); }
  std::uint32_t id() const { return bits_ & kLargestId; }
  static constexpr std::uint32_t kLargestId = 0x07ffffff;

 private:
  std::uint32_t bits_;
};

struct TaskRow {
  NameId name;
  std::atomic<LaneId> lane{0};
  std::atomic<Outcome> outcome{Outcome::ok};
  StatementId statement;
  std::uint32_t first_use;
  TaskId after;
  Seq issue;
  std::atomic<Seq> enqueue;  ///< equals issue unless the task was deferred
  std::atomic<Seq> ready{kNever};
  std::atomic<Seq> start{kNever};
  std::atomic<Seq> end{kNever};

  TaskRow(NameId name_, StatementId statement_, std::uint32_t first_use_, TaskId after_, Seq issue_,
          Seq enqueue_)
      : name(name_),
        statement(statement_),
        first_use(first_use_),
        after(after_),
        issue(issue_),
        enqueue(enqueue_) {}
};
static_assert(sizeof(TaskRow) == 40);

struct UseRow {
  std::uint32_t variable_and_write;  ///< bit 31: write
  std::uint32_t version_or_writer;   ///< write: the version it makes; read: the use that wrote what it reads
  std::uint32_t previous;

  bool write() const { return variable_and_write >> 31 != 0; }
  VariableId variable() const { return variable_and_write & 0x7fffffffU; }
};

struct StatementRow {
  int line;  ///< negative: the line goes on
  Seq begin;
  std::atomic<Seq> end{kNever};
  StatementRow(int line_, Seq begin_) : line(line_), begin(begin_) {}
};

struct VariableRow {
  std::atomic<NameId> name;
  std::atomic<std::uint8_t> flags;  ///< kInput, and its memory beside it, set before `allocate`
  std::uint8_t bytes_high = 0;      ///< with bytes_low: up to 2^40; set before `allocate`
  std::uint32_t bytes_low = 0;
  std::atomic<Seq> allocate{kNever};
  std::atomic<Seq> release{kNever};
  std::atomic<std::uint32_t> last_use{kNone};
  std::uint32_t last_write = kNone;  ///< the writer's own

  VariableRow(NameId name_, bool input_) : name(name_), flags(input_ ? kInput : 0) {}
  static constexpr std::uint8_t kInput = 0x80;
  bool input() const { return (flags.load(std::memory_order_relaxed) & kInput) != 0; }
  MemoryId memory() const { return static_cast<MemoryId>(flags.load(std::memory_order_relaxed) & ~kInput); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(bytes_high) << 32 | bytes_low; }
};
static_assert(sizeof(VariableRow) == 24);

struct WaitRow {
  WaitReason reason;
  StatementId statement;
  VariableId variable;
  Seq begin;
  std::atomic<TaskId> ended_by{kNone};
  std::atomic<Seq> end{kNever};
  WaitRow(WaitReason reason_, StatementId statement_, VariableId variable_, Seq begin_)
      : reason(reason_), statement(statement_), variable(variable_), begin(begin_) {}
};

struct RegionRow {
  RegionKind kind;
  NameId name;
  Seq begin;
  std::atomic<Seq> end{kNever};
  RegionRow(RegionKind kind_, NameId name_, Seq begin_) : kind(kind_), name(name_), begin(begin_) {}
};

struct LaneRow {
  Lane lane;
  ChunkedColumn<TaskId> tasks;
  std::atomic<std::uint32_t> published{0};
  LaneRow(LaneKind kind, std::string name) : lane{kind, std::move(name)} {}
};

struct PoolSample {
  std::int64_t bytes;
  MemoryId memory;
};

/// What a fold needs to begin in the middle of a trace: the state after the block, and its ranges over the
/// states after each of its events.
struct Block {
  Levels now, min, max;
  SumRange sums;
  StatementId statement;
  WaitId wait;
  TaskId first_pending, issued;
  std::uint32_t enqueued, statements, waits, marks;
  EventKinds kinds;             ///< that occur in it
  std::uint32_t memories_from;  ///< the first of its BlockMemory
  std::uint32_t memories;       ///< and how many there are
};

/// The same of a memory in which something has been.
struct BlockMemory {
  MemoryBytes now, min, max;
  MemoryId id;
};

inline constexpr TaskId kBlockTasks = 256;

/// When the last of so many neighbouring tasks ended: folds and lists pass over them in one step.
struct TaskBlock {
  std::atomic<Seq> ended{kNever};
  std::uint32_t ended_tasks = 0;  ///< the writer's own
};

class TraceData {
 public:
  explicit TraceData(TraceInfo info_) : info(std::move(info_)) {}

  const TraceInfo info;
  NameTable names;
  TimeColumn times;
  ChunkedColumn<EventReference> events;
  ChunkedColumn<TaskRow> tasks;
  ChunkedColumn<TaskBlock, 1024> task_blocks;
  ChunkedColumn<UseRow> uses;
  ChunkedColumn<StatementRow> statements;
  ChunkedColumn<VariableRow> variables;
  ChunkedColumn<WaitRow, 1024> waits;
  ChunkedColumn<RegionRow, 256> marks;
  ChunkedColumn<ErrorRecord, 256> errors;
  ChunkedColumn<PoolSample, 1024> pool_samples;
  ChunkedColumn<std::int64_t, 1024> resident_samples;
  ChunkedColumn<LaneRow, 64> lanes;
  ChunkedColumn<Block, 256> blocks;
  ChunkedColumn<BlockMemory, 256> block_memories;

  /// Bytes of all columns, in whole chunks; beside the writer, of a moment ago.
  std::size_t memory_bytes() const;

  /// The first task in [from, to) that has not ended before `cursor`; `to` if there is none.
  TaskId first_unended(TaskId from, TaskId to, Seq cursor) const;
  /// Whose memory an event of kind allocate, release or pool is about; the host's for the others.
  MemoryId memory_of(EventReference event) const;
  /// Advances `state` over event `seq` (which must be state.cursor).
  void apply(State& state, Seq seq) const;
};

}  // namespace runahead
