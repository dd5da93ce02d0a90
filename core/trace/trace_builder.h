// SPDX-License-Identifier: GPL-3.0-or-later
// TraceBuilder: the one way to write a trace. Appends events in the order of time and keeps the folds
// current. Not thread-safe: one thread appends and publishes; any thread may take snapshots.
//
// Used by the collector (live runs), by the readers of files, and by tests. Times must not go back; ids are
// given out in order (the first statement is 0, ...). The caller guarantees that events make sense (a task
// starts after it was enqueued); readers of files check that before they call.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string_view>

#include "core/trace/trace.h"

namespace runahead {

/// One variable of a task being issued. A variable that is read and written is given once for each.
struct UseRequest {
  VariableId variable;
  bool write;
};

class TraceBuilder {
 public:
  explicit TraceBuilder(TraceInfo info);
  ~TraceBuilder();

  LaneId add_lane(LaneKind kind, std::string name);
  /// Thread-safe.
  NameId intern(std::string_view name);
  const std::string& name(NameId id) const;
  VariableId add_variable(NameId name = 0, bool input = false);
  std::int64_t bytes(VariableId id) const;  ///< of one that was allocated
  void name_variable(VariableId id, NameId name);

  /// The negative of a line: it goes on.
  StatementId begin_statement(std::int64_t time_ns, int line);
  void end_statement(std::int64_t time_ns, StatementId id);
  /// `after`: as Task::after.
  TaskId enqueue(std::int64_t time_ns, NameId name, StatementId statement, std::span<const UseRequest> uses,
                 bool ready_at_once, TaskId after = kNone);
  /// A task that is to be enqueued or eliminated later, not necessarily in the order of ids.
  TaskId defer(std::int64_t time_ns, NameId name, StatementId statement, std::span<const UseRequest> uses);
  void enqueue_deferred(std::int64_t time_ns, TaskId id, bool ready_at_once);
  void eliminate(std::int64_t time_ns, TaskId id);
  void ready(std::int64_t time_ns, TaskId id);
  void start(std::int64_t time_ns, TaskId id, LaneId lane);
  void end(std::int64_t time_ns, TaskId id, Outcome outcome);
  WaitId begin_wait(std::int64_t time_ns, WaitReason reason, StatementId statement, VariableId variable);
  void end_wait(std::int64_t time_ns, WaitId id, TaskId ended_by);
  void allocate(std::int64_t time_ns, VariableId id, std::int64_t bytes, MemoryId memory = kHostMemory);
  void release(std::int64_t time_ns, VariableId id);
  void pool(std::int64_t time_ns, std::int64_t total_bytes, MemoryId memory = kHostMemory);
  /// RSS of the process, absolute.
  void resident(std::int64_t time_ns, std::int64_t rss_bytes);
  RegionId begin_region(std::int64_t time_ns, RegionKind kind, NameId name);
  void end_region(std::int64_t time_ns, RegionId id);
  void error(std::int64_t time_ns, ErrorKind kind, TaskId task, TaskId origin, StatementId statement,
             NameId message);

  /// Before the first sample.
  void set_resident_base(std::int64_t bytes) { extent_.resident_base_bytes = bytes; }
  void set_device_time_error(std::int64_t ns) { extent_.device_time_error_ns = ns; }
  void set_tasks_without_record(std::uint64_t count) { extent_.tasks_without_record = count; }
  void set_processor_wait(std::int64_t ns) { extent_.processor_wait_ns = ns; }
  void set_left_out_tasks(std::uint64_t count) { extent_.left_out_tasks = count; }
  /// The task that ended last, for waits that everything ends.
  TaskId last_ended() const { return last_ended_; }
  std::int64_t last_time_ns() const { return last_time_ns_; }

  /// Makes everything appended so far visible to snapshot().
  void publish(bool finished = false);
  /// What was published last is all there will be: an event could not be appended.
  void break_off();
  Trace snapshot() const;

 private:
  Seq append(std::int64_t time_ns, EventKind kind, std::uint32_t id);
  TaskId new_task();
  void store_end(TaskId id, Seq seq, Outcome outcome);
  void add_uses(std::span<const UseRequest> uses);
  /// Brings state_ and the blocks up to an event whose row is complete.
  void fold(Seq seq);

  std::shared_ptr<TraceData> data_;
  TraceExtent extent_;
  State state_;           ///< after everything appended
  CounterRange range_;    ///< since the last complete block
  EventKinds kinds_ = 0;  ///< likewise
  std::int64_t last_time_ns_ = 0;
  TaskId last_ended_ = kNone;

  mutable std::mutex published_mutex_;
  TraceExtent published_;
};

}  // namespace runahead
