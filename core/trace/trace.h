// SPDX-License-Identifier: GPL-3.0-or-later
// Trace: a snapshot of a run's record. Cheap to copy, immutable, readable from any thread while the run goes
// on. Not here: writing (trace_builder.h), recording (recorder.h).
//
// A snapshot is a cut-off: it answers as if the events from size() on had not happened yet, so all its
// answers agree with one another whatever the writer appends meanwhile.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/ids.h"
#include "core/trace/event.h"
#include "core/trace/lane.h"
#include "core/trace/run_request.h"

namespace runahead {

class TraceData;
struct Rounds;

/// What was run, fixed before the first event: the request, with all parameters set, and what was found where
/// it ran. `device` is the one that tasks ran on; none: the processor.
struct TraceInfo : RunRequest {
  std::string device_name = {};       ///< what a real device calls itself
  std::string device_libraries = {};  ///< its driver and libraries with their versions, one line
  /// Of a run that was made in rounds (rounds.h); null: it was made once.
  std::shared_ptr<const Rounds> rounds = {};

  DeviceKind runs_on() const { return device.value_or(DeviceKind::cpu); }
  /// Of a program of the user's; else empty.
  const std::string& program() const;
};

/// Moments are Seqs; kNever where the moment lies after the snapshot or never comes.
struct Statement {
  int line;
  Seq begin;
  Seq end;
  bool continues;  ///< the line goes on after other lines that it called; it did not begin again
};

/// A task is *issued* when the program asks for it, and gets its id then: it is enqueued at once, or deferred
/// (put into a graph) to be enqueued or eliminated later.
struct Task {
  TaskId id;
  NameId name;
  StatementId statement;  ///< kNone for a task outside every statement
  LaneId lane;            ///< meaningful once started
  Outcome outcome;        ///< meaningful once ended
  Seq defer;              ///< kNever for a task that was enqueued at once
  Seq enqueue;            ///< kNever for a deferred task until it is enqueued, which may be never
  Seq ready;              ///< equals enqueue when it was ready at once
  Seq start;
  Seq end;               ///< of an eliminated task: when it was eliminated
  TaskId after = kNone;  ///< on a device: the task before it in its stream, where that has another lane

  Seq issue() const { return defer != kNever ? defer : enqueue; }
};

/// One use of a variable by a task, in the order of issue. A write makes a new version; versions of a
/// variable count from 1 (0: never written). `previous` chains the uses of the variable backwards: from a
/// write over the readers of the version that it replaces to the write before them.
struct Use {
  VariableId variable;
  bool write;
  std::uint32_t version;
  std::uint32_t writer;    ///< use index of the write that made the version; kNone when never written
  std::uint32_t previous;  ///< use index; kNone for the first use
  TaskId task;
};

struct Variable {
  NameId name;
  bool input;  ///< declared as input of the scenario (a batch)
  std::int64_t bytes;
  Seq allocate;
  Seq release;
  MemoryId memory = kHostMemory;
};

struct Wait {
  WaitReason reason;
  StatementId statement;
  VariableId variable;  ///< kNone when it is for everything, or for room
  TaskId ended_by;  ///< kNone when it found nothing to wait for, or while it lasts; of a wait for memory the
                    ///< task that ended last before its end, which may be none
  Seq begin;
  Seq end;
};

struct Region {
  RegionKind kind;
  NameId name;
  Seq begin;
  Seq end;
};

struct ErrorRecord {
  ErrorKind kind;
  TaskId task;    ///< raised: the task; inherited: the skipped task; surfaced: the task that had failed
  TaskId origin;  ///< the task that failed first; of a race the one of the two that the program has first
  StatementId statement;  ///< surfaced: where; kNone when only the end of the run showed it
  NameId message;         ///< of a race, where the two tasks share none: the array, by its number
  Seq seq;
};

enum class EdgeKind : std::uint8_t { read_after_write, write_after_read, write_after_write, stream_order };

struct Edge {
  TaskId from;
  TaskId to;
  VariableId variable;  ///< kNone: the order of a stream alone
  EdgeKind kind;
};

struct MemoryBytes {
  std::int64_t live = 0, pool = 0;
  std::int64_t input = 0;  ///< part of live: arrays declared as inputs
};

/// The quantities that charts draw and that no memory has, after some number of events.
struct Levels {
  std::uint32_t blocked = 0;
  std::uint32_t ready = 0;
  std::uint32_t running = 0;
  std::uint32_t deferred = 0;       ///< neither enqueued nor eliminated; no part of the queue
  std::int64_t resident_bytes = 0;  ///< growth since the run began

  std::uint32_t depth() const { return blocked + ready + running; }
};

/// All of them. Bytes are those of the memory that the trace is about (Trace::memory()).
struct Counters : Levels {
  std::int64_t live_bytes = 0;
  std::int64_t pool_bytes = 0;
  std::int64_t input_bytes = 0;
  std::array<MemoryBytes, kMemories> memories = {};  ///< of each, by MemoryId
};

/// Smallest and largest value of their sums over some events.
struct SumRange {
  std::uint32_t min_depth = 0, max_depth = 0;          // blocked + ready + running
  std::uint32_t min_unblocked = 0, max_unblocked = 0;  // ready + running
};

/// Smallest and largest value of each quantity over some events.
struct CounterRange : SumRange {
  Counters min;
  Counters max;
  /// The counters after an event of kind `after`, about `memory`: only what such an event changes is looked
  /// at.
  void include(const Counters& counters, EventKind after, MemoryId memory);
  void include(const CounterRange& other);
  void include(const Levels& least, const Levels& most, const SumRange& sums);
  void include(MemoryId memory, const MemoryBytes& least, const MemoryBytes& most);
  static CounterRange of(const Counters& counters);
};

/// State after the first `cursor` events.
struct State {
  Seq cursor = 0;
  std::int64_t time_ns = 0;
  Counters counters;
  StatementId statement = kNone;  ///< that the frontend is in
  WaitId wait = kNone;            ///< that the frontend is in
  TaskId first_pending = 0;       ///< no task before it is pending or deferred
  TaskId issued = 0;  ///< tasks issued so far: pending and deferred ones lie in [first_pending, issued)
  std::uint32_t enqueued = 0;    ///< tasks enqueued so far
  std::uint32_t statements = 0;  ///< statements begun so far
  std::uint32_t waits = 0;       ///< waits begun so far
  std::uint32_t marks = 0;       ///< marks begun so far
};

/// A cut-off in every table.
struct TraceExtent {
  Seq events = 0;
  std::uint32_t tasks = 0, uses = 0, statements = 0, variables = 0, waits = 0, marks = 0, errors = 0,
                lanes = 0;
  std::uint64_t left_out_tasks = 0;
  std::int64_t resident_base_bytes = 0;
  std::int64_t device_time_error_ns = 0;
  std::uint64_t tasks_without_record = 0;
  std::int64_t processor_wait_ns = 0;
  std::uint8_t memories = 0;  ///< a bit for each that arrays were in
  bool finished = false;
};

class Trace {
 public:
  /// An empty, finished trace.
  Trace();
  Trace(std::shared_ptr<const TraceData> data, const TraceExtent& extent);

  const TraceInfo& info() const;
  bool finished() const { return extent_.finished; }
  /// The same record, as one of these rounds.
  Trace with_rounds(std::shared_ptr<const Rounds> rounds) const;
  /// The same record as it stood after its first `cursor` events.
  Trace until(Seq cursor) const;
  /// Tasks that were executed but not recorded because the configured cap was reached.
  std::uint64_t left_out_tasks() const { return extent_.left_out_tasks; }
  /// RSS when the run began; resident samples are shown as growth over it. 0: there are none.
  std::int64_t resident_base_bytes() const { return extent_.resident_base_bytes; }
  /// Most by which times of a device with a clock of its own may be wrong; 0 where all times are the host's.
  std::int64_t device_time_error_ns() const { return extent_.device_time_error_ns; }
  /// Of a device that notes itself when it worked: tasks of which its note was lost. They begin here when
  /// they could at the earliest, and end with an event.
  std::uint64_t tasks_without_record() const { return extent_.tasks_without_record; }
  /// How long the run's threads, taken together, were ready to run and had no processor, of a finished live
  /// run; 0 where the system does not say.
  std::int64_t processor_wait_ns() const { return extent_.processor_wait_ns; }
  /// Whether that was so long that other work on the machine shows in the run's times.
  bool waited_for_processors() const;

  Seq size() const { return extent_.events; }
  Event event(Seq seq) const;
  std::int64_t time_ns(Seq seq) const;
  /// The bytes that an event of kind pool or resident told: of the pool, or of RSS as growth.
  std::int64_t sample(Seq seq) const;
  /// Whose memory an event of kind allocate, release or pool is about.
  MemoryId memory_of(Seq seq) const;
  /// What "in use" and "reserved" mean: the memory of the first device that has arrays; the host's where none
  /// has. The same at every cursor, also where a part of the record is looked at.
  MemoryId memory() const;
  /// Those that have arrays, memory() first; at least that.
  std::vector<MemoryId> memories() const;
  /// Time of the last event; 0 for an empty trace.
  std::int64_t end_ns() const;
  /// The number of events with a time < time_ns (first_at), or <= time_ns (first_after).
  Seq first_at(std::int64_t time_ns) const;
  Seq first_after(std::int64_t time_ns) const;
  /// The first event at or after `from` of one of the kinds; kNever if there is none. A stretch without one
  /// costs a step per 256 events.
  Seq next_of(EventKinds kinds, Seq from) const;
  /// The last event before `before` of one of the kinds; kNever if there is none.
  Seq previous_of(EventKinds kinds, Seq before) const;

  const std::string& name(NameId id) const;

  std::uint32_t lane_count() const { return extent_.lanes; }
  const Lane& lane(LaneId id) const;
  /// Tasks that started on a lane, in the order of their starts.
  std::uint32_t lane_task_count(LaneId id) const;
  TaskId lane_task(LaneId id, std::uint32_t index) const;

  std::uint32_t task_count() const { return extent_.tasks; }
  Task task(TaskId id) const;
  std::uint32_t use_count(TaskId id) const;
  Use use(TaskId id, std::uint32_t index) const;
  Use use_at(std::uint32_t use_index) const;
  bool writes(TaskId id, VariableId variable) const;
  /// What the task depended on by the order of issue, whether or not it was still pending: at most `limit`
  /// edges.
  std::vector<Edge> edges_into(TaskId id, std::size_t limit = 256) const;

  std::uint32_t statement_count() const { return extent_.statements; }
  Statement statement(StatementId id) const;
  std::uint32_t variable_count() const { return extent_.variables; }
  Variable variable(VariableId id) const;
  std::uint32_t wait_count() const { return extent_.waits; }
  Wait wait(WaitId id) const;
  std::uint32_t region_count() const { return extent_.marks; }
  Region region(RegionId id) const;
  std::uint32_t error_count() const { return extent_.errors; }
  ErrorRecord error(std::uint32_t index) const;

  /// Counters after the first `cursor` events. O(256).
  Counters counters_at(Seq cursor) const;
  /// Range of the counters while the events [first, last) happened, including the state before the first of
  /// them.
  CounterRange counter_range(Seq first, Seq last) const;
  /// The ranges between neighbouring bounds (ascending), in one pass: a column of pixels each. Costs at most
  /// 512 events per range plus one step per 256 events.
  std::vector<CounterRange> counter_ranges(std::span<const Seq> bounds) const;
  State state_at(Seq cursor) const;
  /// The newest use of a variable that was issued within the first `cursor` events; kNone for none. Costs as
  /// many steps as there are newer uses of it, or other uses between it and the cursor, whichever is less.
  std::uint32_t last_use_at(VariableId id, Seq cursor) const;
  /// Tasks enqueued and not ended after the first `cursor` events, in the order of issue; at most `limit`.
  std::vector<TaskId> pending_at(Seq cursor, std::size_t limit) const;

  /// Bytes that the record occupies.
  std::size_t memory_bytes() const;

 private:
  void choose_memory(Counters& counters) const;
  Seq cut(Seq seq) const { return seq < extent_.events ? seq : kNever; }
  TaskId task_of(std::uint32_t use_index) const;
  Use use_of(TaskId task, std::uint32_t use_index) const;

  std::shared_ptr<const TraceData> data_;
  std::shared_ptr<const TraceInfo> own_info_;  ///< in the place of the data's
  TraceExtent extent_;
  std::vector<std::uint32_t> lane_tasks_;
};

}  // namespace runahead
