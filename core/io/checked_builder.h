// SPDX-License-Identifier: GPL-3.0-or-later
// CheckedBuilder: a TraceBuilder for events of an unknown source. It takes them in their order, checks
// that each could have happened after those before it, and throws BadTrace otherwise. Not here: where events
// come from (trace_rebuilder.h, run_decoder.h), or whether the run was a sensible one.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/bad_trace.h"
#include "core/trace/trace_builder.h"

namespace runahead {

class CheckedBuilder {
 public:
  explicit CheckedBuilder(TraceInfo info);

  /// The byte of the file that gives what follows.
  void at(std::uint64_t offset) { offset_ = offset; }
  [[noreturn]] void refuse(const std::string& what) const { throw BadTrace(offset_, what); }

  void set_left_out_tasks(std::uint64_t count) { builder_.set_left_out_tasks(count); }
  void set_resident_base(std::int64_t bytes) {
    resident_base_bytes_ = bytes;
    builder_.set_resident_base(bytes);
  }
  void set_device_time_error(std::int64_t ns) { builder_.set_device_time_error(ns); }
  void set_tasks_without_record(std::uint64_t count) { builder_.set_tasks_without_record(count); }
  void set_processor_wait(std::int64_t ns) { builder_.set_processor_wait(ns); }
  NameId intern(std::string_view name) { return builder_.intern(name); }
  void add_lane(LaneKind kind, std::string name);
  void add_variable(NameId name, bool input);

  void begin_statement(std::int64_t time_ns, int line);
  void end_statement(std::int64_t time_ns, StatementId id);
  /// Reads come before writes.
  void enqueue(std::int64_t time_ns, NameId name, StatementId statement, std::span<const UseRequest> uses,
               bool ready_at_once, TaskId after);
  void defer(std::int64_t time_ns, NameId name, StatementId statement, std::span<const UseRequest> uses);
  void enqueue_deferred(std::int64_t time_ns, TaskId id, bool ready_at_once);
  void eliminate(std::int64_t time_ns, TaskId id);
  void ready(std::int64_t time_ns, TaskId id);
  void start(std::int64_t time_ns, TaskId id, LaneId lane);
  void end(std::int64_t time_ns, TaskId id, Outcome outcome);
  void begin_wait(std::int64_t time_ns, WaitReason reason, StatementId statement, VariableId variable);
  void end_wait(std::int64_t time_ns, WaitId id, TaskId ended_by);
  void allocate(std::int64_t time_ns, VariableId id, std::int64_t bytes, MemoryId memory);
  void release(std::int64_t time_ns, VariableId id);
  void pool(std::int64_t time_ns, std::int64_t bytes, MemoryId memory);
  void resident(std::int64_t time_ns, std::int64_t growth_bytes);
  void begin_region(std::int64_t time_ns, RegionKind kind, NameId name);
  void end_region(std::int64_t time_ns, RegionId id);
  void error(std::int64_t time_ns, const ErrorRecord& row);

  Trace build(bool finished);

  // So far:
  std::int64_t last_time_ns() const { return builder_.last_time_ns(); }
  std::uint32_t events() const { return events_; }
  std::uint32_t tasks() const { return static_cast<std::uint32_t>(tasks_.size()); }
  std::uint32_t statements() const { return statements_; }
  std::uint32_t variables() const { return static_cast<std::uint32_t>(variables_.size()); }
  std::uint32_t waits() const { return waits_; }
  std::uint32_t marks() const { return static_cast<std::uint32_t>(regions_.size()); }
  std::uint32_t errors() const { return errors_; }
  std::uint32_t lanes() const { return static_cast<std::uint32_t>(lanes_.size()); }
  StatementId open_statement() const { return open_statement_; }
  WaitId open_wait() const { return open_wait_; }
  /// The task that runs on a lane; kNone: none does, or there is no such lane.
  TaskId running(std::uint32_t lane) const { return lane < lanes_.size() ? lanes_[lane] : kNone; }
  /// The task that ended last.
  TaskId last_ended() const { return builder_.last_ended(); }

 private:
  enum class Phase : std::uint8_t { none, deferred, begun, ready, started, over, eliminated };
  struct TaskEntry {
    Phase phase;
    LaneId lane = 0;
  };

  void expect(bool holds, const char* thing, std::uint64_t id, const char* otherwise) const;
  /// Every event passes here first.
  void next(std::int64_t time_ns);
  void issue(StatementId statement, std::span<const UseRequest> uses, Phase phase);
  Phase phase(TaskId id) const;
  bool statement_known(StatementId id) const { return id == kNone || id < statements_; }
  bool task_enqueued(TaskId id) const;

  std::int64_t resident_base_bytes_ = 0;
  TraceBuilder builder_;
  std::uint64_t offset_ = 0;
  std::uint32_t events_ = 0, statements_ = 0, waits_ = 0, errors_ = 0, pools_ = 0, residents_ = 0;
  std::vector<TaskId> lanes_;  ///< the task that runs on it
  std::vector<TaskEntry> tasks_;
  std::deque<Phase> variables_;  ///< there may be far more of them than of all else
  std::vector<Phase> regions_;
  StatementId open_statement_ = kNone;
  WaitId open_wait_ = kNone;
  std::int64_t live_bytes_ = 0;
};

}  // namespace runahead
