// SPDX-License-Identifier: GPL-3.0-or-later
// TraceRebuilder: takes the rows of one run as a file gives them, puts their moments in order, and replays
// them into a trace. Not here: JSON (trace_json_reader.cpp), and which events could have happened after
// others (checked_builder.h). Nothing that arrives here is trusted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/checked_builder.h"

namespace runahead {

class TraceRebuilder {
 public:
  TraceRebuilder(TraceInfo info, std::uint64_t left_out_tasks, bool finished);
  void set_resident_base(std::int64_t bytes) { checked_.set_resident_base(bytes); }
  void set_device_time_error(std::int64_t ns) { checked_.set_device_time_error(ns); }
  void set_tasks_without_record(std::uint64_t count) { checked_.set_tasks_without_record(count); }
  void set_processor_wait(std::int64_t ns) { checked_.set_processor_wait(ns); }

  /// Where the file gives a moment; seq kNever: it does not come.
  struct Moment {
    std::int64_t time_ns = 0;
    Seq seq = kNever;
  };
  struct TaskRow {
    StatementId statement = kNone;
    LaneId lane = 0;
    Outcome outcome = Outcome::ok;
    TaskId after = kNone;
    Moment defer, enqueue, ready, start, end;
  };

  NameId intern(std::string_view name) { return checked_.intern(name); }

  // Rows come in the order of their ids; `offset` is the byte at which the file gives them.
  void lane(std::uint64_t offset, std::uint32_t id, LaneKind kind, std::string name);
  void variable(std::uint64_t offset, std::uint32_t id, NameId name, bool input, std::int64_t bytes,
                MemoryId memory, Moment allocate);
  void release(std::uint64_t offset, std::uint32_t id, Moment moment);
  void statement(std::uint64_t offset, std::uint32_t id, int line, Moment begin, Moment end);
  /// The uses that were given with use() since the last task are this task's.
  void task(std::uint64_t offset, std::uint32_t id, NameId name, const TaskRow& row);
  void use(VariableId variable, std::uint32_t version, bool write) {
    uses_.push_back({variable, version, write});
  }
  void wait(std::uint64_t offset, std::uint32_t id, const Wait& row, Moment begin, Moment end);
  void begin_region(std::uint64_t offset, std::uint32_t id, RegionKind kind, NameId name, Moment moment);
  void end_region(std::uint64_t offset, std::uint32_t id, Moment moment);
  void error(std::uint64_t offset, std::uint32_t id, const ErrorRecord& row, Moment moment);
  /// `memory`: of a pool.
  void sample(std::uint64_t offset, EventKind kind, std::int64_t bytes, MemoryId memory, Moment moment);

  std::uint32_t lane_count() const { return checked_.lanes(); }

  /// Throws BadTrace.
  Trace build();

 private:
  struct Event {
    std::int64_t time_ns;
    std::uint64_t offset;
    Seq seq;
    std::uint32_t id;
    EventKind kind;
  };
  struct UseEntry {
    VariableId variable;
    std::uint32_t version;
    bool write;
  };
  struct TaskEntry {
    std::uint32_t first_use;
    std::uint32_t use_count;
    StatementId statement;
    TaskId after;
    NameId name;
    LaneId lane;
    Outcome outcome;
    bool deferred;
    bool ready_at_once;
  };
  struct VariableEntry {
    std::int64_t bytes;
    std::uint32_t version = 0;
    MemoryId memory = kHostMemory;
  };
  struct SampleEntry {
    std::int64_t bytes;
    MemoryId memory;
  };
  struct MarkEntry {
    RegionKind kind;
    NameId name;
  };

  void event(std::uint64_t offset, EventKind kind, std::uint32_t id, Moment moment);
  void put_in_order();
  void replay(const Event& event);
  /// Checks the versions that the file gives, and gathers the uses.
  void gather_uses(const TaskEntry& task, TaskId id);

  CheckedBuilder checked_;
  const bool finished_;
  std::vector<Event> events_;
  std::vector<TaskEntry> tasks_;
  std::vector<UseEntry> uses_;
  std::size_t taken_uses_ = 0;
  std::vector<VariableEntry> variables_;
  std::vector<int> lines_;  ///< of the statements
  std::vector<Wait> waits_;
  std::vector<MarkEntry> regions_;
  std::vector<ErrorRecord> errors_;
  std::vector<SampleEntry> samples_;
  std::vector<UseRequest> requests_;
};

}  // namespace runahead
