// SPDX-License-Identifier: GPL-3.0-or-later
// In place of the trace: a list of what the collector hands over, in its order.
#pragma once

#include "core/trace/event.h"

namespace runahead {

struct UseRequest {
  VariableId variable;
  bool write;
};

class TraceBuilder {
 public:
  struct Entry {
    std::int64_t time_ns;
    EventKind kind;
    std::uint32_t id;
    std::int64_t extra = 0;
  };

  TraceBuilder() { entries_.reserve(8192); }

  NameId intern(std::string_view) { return 0; }
  const std::string& name(NameId) const { return name_; }
  void add_variable(NameId, bool) {}
  void name_variable(VariableId, NameId) {}
  void begin_statement(std::int64_t time, int line) { put(time, EventKind::statement_begin, kNone, line); }
  void end_statement(std::int64_t time, StatementId id) { put(time, EventKind::statement_end, id); }
  LaneId add_lane(LaneKind, std::string) { return 0; }
  void enqueue(std::int64_t time, NameId, StatementId, std::span<const UseRequest>, bool ready_at_once,
               TaskId) {
    put(time, EventKind::enqueue, tasks_++, ready_at_once);
  }
  void defer(std::int64_t time, NameId, StatementId, std::span<const UseRequest>) {
    put(time, EventKind::defer, tasks_++);
  }
  void enqueue_deferred(std::int64_t time, TaskId id, bool) { put(time, EventKind::enqueue, id); }
  void eliminate(std::int64_t time, TaskId id) { put(time, EventKind::eliminate, id); }
  void ready(std::int64_t time, TaskId id) { put(time, EventKind::ready, id); }
  void start(std::int64_t time, TaskId id, LaneId) { put(time, EventKind::start, id); }
  void end(std::int64_t time, TaskId id, Outcome outcome) {
    last_ended_ = id;
    put(time, EventKind::end, id, static_cast<std::int64_t>(outcome));
  }
  void begin_wait(std::int64_t time, WaitReason, StatementId, VariableId) {
    put(time, EventKind::wait_begin, kNone);
  }
  void end_wait(std::int64_t time, WaitId id, TaskId) { put(time, EventKind::wait_end, id); }
  void allocate(std::int64_t time, VariableId id, std::int64_t bytes, MemoryId) {
    put(time, EventKind::allocate, id, bytes);
  }
  void release(std::int64_t time, VariableId id) { put(time, EventKind::release, id); }
  void pool(std::int64_t time, std::int64_t bytes, MemoryId) { put(time, EventKind::pool, 0, bytes); }
  void resident(std::int64_t time, std::int64_t bytes) { put(time, EventKind::resident, 0, bytes); }
  void begin_region(std::int64_t time, RegionKind, NameId) { put(time, EventKind::region_begin, kNone); }
  void end_region(std::int64_t time, RegionId id) { put(time, EventKind::region_end, id); }
  void error(std::int64_t time, ErrorKind, TaskId task, TaskId, StatementId, NameId) {
    put(time, EventKind::error, task);
  }
  void set_left_out_tasks(std::uint64_t) {}
  TaskId last_ended() const { return last_ended_; }
  void publish(bool = false) {}
  void break_off() {}

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  void put(std::int64_t time, EventKind kind, std::uint32_t id, std::int64_t extra = 0) {
    if (!entries_.empty() && entries_.back().time_ns > time)
      model::fail("the record goes back from %lld to %lld", static_cast<long long>(entries_.back().time_ns),
                  static_cast<long long>(time));
    entries_.push_back({time, kind, id, extra});
  }

  std::vector<Entry> entries_;
  std::string name_;
  TaskId tasks_ = 0;
  TaskId last_ended_ = kNone;
};

}  // namespace runahead
