// SPDX-License-Identifier: GPL-3.0-or-later
// TraceRebuilder: takes the rows of one run as a file gives them, checks that they describe a run that could
// have happened, and replays them into a trace. Not here: JSON (trace_json_reader.cpp). Nothing that arrives
// here is trusted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/trace/trace_builder.h"

namespace runahead {

/// What is wrong with a file, and at which byte. Caught by read_traces().
class BadTrace : public Error {
 public:
  BadTrace(std::uint64_t offset, const std::string& what) : Error(what), offset_(offset) {}
  std::uint64_t offset() const { return offset_; }

 private:
  std::uint64_t offset_;
};

/// Largest time and largest number of bytes that a file may give: sums of them stay far from overflow.
inline constexpr std::int64_t kLatestNs = std::int64_t{1} << 53;
inline constexpr std::int64_t kMostBytes = std::int64_t{1} << 50;

class TraceRebuilder {
 public:
  TraceRebuilder(TraceInfo info, std::uint64_t left_out_tasks, bool finished);
  void set_device_time_error(std::int64_t ns) { builder_.set_device_time_error(ns); }

  /// Where the file gives a moment; seq kNever: it does not come.
  struct Moment {
    std::int64_t time_ns = 0;
    Seq seq = kNever;
  };
  struct TaskRow {
    StatementId statement = kNone;
    LaneId lane = 0;
    Outcome outcome = Outcome::ok;
    Moment defer, enqueue, ready, start, end;
  };

  NameId intern(std::string_view name) { return builder_.intern(name); }

  // Rows come in the order of their ids; `offset` is the byte at which the file gives them.
  void lane(std::uint64_t offset, std::uint32_t id, LaneKind kind, std::string name);
  void variable(std::uint64_t offset, std::uint32_t id, NameId name, bool input, std::int64_t bytes,
                Moment allocate);
  void release(std::uint64_t offset, std::uint32_t id, Moment moment);
  void statement(std::uint64_t offset, std::uint32_t id, int line, Moment begin, Moment end);
  /// The uses that were given with use() since the last task are this task's.
  void task(std::uint64_t offset, std::uint32_t id, NameId name, const TaskRow& row);
  void use(VariableId variable, std::uint32_t version, bool write) {
    uses_.push_back({variable, version, write});
  }
  void wait(std::uint64_t offset, std::uint32_t id, const Wait& row, Moment begin, Moment end);
  void begin_mark(std::uint64_t offset, std::uint32_t id, MarkKind kind, NameId name, Moment moment);
  void end_mark(std::uint64_t offset, std::uint32_t id, Moment moment);
  void error(std::uint64_t offset, std::uint32_t id, const ErrorRecord& row, Moment moment);
  void sample(std::uint64_t offset, EventKind kind, std::int64_t bytes, Moment moment);

  std::uint32_t lane_count() const { return static_cast<std::uint32_t>(lanes_.size()); }

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
  enum class Phase : std::uint8_t { none, deferred, begun, ready, started, over };
  struct UseEntry {
    VariableId variable;
    std::uint32_t version;
    bool write;
  };
  struct TaskEntry {
    std::uint32_t first_use;
    std::uint32_t use_count;
    StatementId statement;
    NameId name;
    LaneId lane;
    Outcome outcome;
    bool deferred;
    bool ready_at_once;
    Phase phase = Phase::none;
  };
  struct VariableEntry {
    std::int64_t bytes;
    std::uint32_t version = 0;
    NameId name;
    bool input;
    Phase phase = Phase::none;
  };
  struct StatementEntry {
    int line;
    Phase phase = Phase::none;
  };
  struct WaitEntry {
    Wait row;
    Phase phase = Phase::none;
  };
  struct MarkEntry {
    MarkKind kind;
    NameId name;
    Phase phase = Phase::none;
  };

  void event(std::uint64_t offset, EventKind kind, std::uint32_t id, Moment moment);
  void put_in_order();
  void replay(const Event& event);
  void replay_issue(const Event& event, TaskEntry& task);
  void replay_enqueue(const Event& event, TaskEntry& task);
  void replay_eliminate(const Event& event, TaskEntry& task);
  void replay_start(const Event& event, TaskEntry& task);
  void replay_end(const Event& event, TaskEntry& task);
  void replay_error(const Event& event);
  bool statement_known(StatementId id) const { return id == kNone || id < next_statement_; }
  bool task_enqueued(TaskId id) const {
    return id == kNone || (id < next_task_ && tasks_[id].phase != Phase::deferred &&
                           tasks_[id].outcome != Outcome::eliminated);
  }

  const std::int64_t resident_base_bytes_;
  TraceBuilder builder_;
  const bool finished_;
  std::vector<Event> events_;
  std::vector<TaskId> lanes_;  ///< the task that runs on it
  std::vector<TaskEntry> tasks_;
  std::vector<UseEntry> uses_;
  std::size_t taken_uses_ = 0;
  std::vector<VariableEntry> variables_;
  std::vector<StatementEntry> statements_;
  std::vector<WaitEntry> waits_;
  std::vector<MarkEntry> marks_;
  std::vector<ErrorRecord> errors_;
  std::vector<std::int64_t> samples_;

  // During the replay: ids are given out in the order of events.
  std::uint32_t next_task_ = 0, next_statement_ = 0, next_wait_ = 0, next_mark_ = 0, next_error_ = 0;
  StatementId open_statement_ = kNone;
  WaitId open_wait_ = kNone;
  std::int64_t live_bytes_ = 0;
  std::vector<UseRequest> requests_;
};

}  // namespace runahead
