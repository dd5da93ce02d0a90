// SPDX-License-Identifier: GPL-3.0-or-later
// Tracing as a compile-time policy of the drivers: Recording writes events, NoTracing compiles to nothing.
// Not here: buffers and their protocol (trace/recorder.h), the frontend's waits (frontend_record.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/engine/task.h"
#include "core/trace/recorder.h"

namespace runahead {

/// The writer of the calling thread while it takes part in a recorded run, else null. Arrays record their
/// memory through it, in the open section if there is one.
inline thread_local EventWriter* this_thread_writer = nullptr;

/// Whether the calling thread runs a task, which may neither submit nor wait.
inline thread_local bool in_task = false;

struct NoTracing {
  static constexpr bool kRecords = false;
};

struct Recording {
  static constexpr bool kRecords = true;
  Recorder* recorder;
  EventWriter* frontend;
  LaneId first_lane;     ///< of the first worker; the others follow
  LaneId call_lane = 0;  ///< of tasks that workers leave to the frontend (Engine::run_in_call)
};

inline std::optional<Recording> recording_of(const Recording& tracing) {
  return tracing;
}
inline std::optional<Recording> recording_of(const NoTracing&) {
  return std::nullopt;
}

inline void put_error(Recorder& recorder, EventWriter& writer, ErrorKind kind, TaskId task, TaskId origin,
                      StatementId statement, std::string_view message) {
  writer.put(EventKind::error, 0, static_cast<std::uint32_t>(kind) << 16 | recorder.intern(message));
  writer.put_words(task, origin, statement);
}

/// How a task ended, in the writer's open section. `inherited`: whose error was in what it would have read;
/// `failure`: what went wrong in it.
inline void put_end(Recorder& recorder, EventWriter& writer, const TaskNode& task,
                    const std::optional<TaskId>& inherited, const std::optional<std::string>& failure) {
  const Outcome outcome = inherited ? Outcome::skipped : failure ? Outcome::failed : Outcome::ok;
  writer.put(EventKind::end, task.id, static_cast<std::uint32_t>(outcome));
  if (inherited) {
    put_error(recorder, writer, ErrorKind::inherited, task.id, *inherited, task.statement, "");
  } else if (failure) {
    put_error(recorder, writer, ErrorKind::raised, task.id, task.id, task.statement, *failure);
  }
}

/// Writes how a task was issued in the writer's open section: its enqueue, with the uses unless the task was
/// deferred before, or its defer. set_ready_at_once() is for before commit().
class EnqueueRecord {
 public:
  EnqueueRecord(EventWriter& writer, const TaskNode& task, EventKind kind = EventKind::enqueue)
      : record_(writer.put(kind, task.id, task.name)) {
    if (kind == EventKind::enqueue && task.after != kNone) record_.extra |= kComesAfter;
    if (kind == EventKind::enqueue && task.deferred) {
      record_.extra |= kWasDeferred;
    } else {
      put_uses(writer, task);
    }
  }
  void set_ready_at_once() { record_.extra |= kReadyAtOnce; }

 private:
  static void put_uses(EventWriter& writer, const TaskNode& task) {
    std::uint32_t words[4] = {task.statement, 0, 0, 0};
    std::size_t at = 2;
    std::uint32_t count = 0;
    const auto add = [&](std::uint32_t word) {
      if (at == 4) {
        writer.put_words(words[0], words[1], words[2], words[3]);
        at = 0;
      }
      words[at++] = word;
      ++count;
    };
    words[1] = task.after != kNone;
    for (std::uint16_t i = 0; i < task.use_count; ++i) {
      const UseLink& use = task.uses[i];
      if (use.variable != kNone) words[1] += use.read + use.write;
    }
    if (task.after != kNone) add(task.after);
    for (std::uint16_t i = 0; i < task.use_count; ++i) {
      const UseLink& use = task.uses[i];
      if (use.variable == kNone) continue;
      if (use.read) add(use.variable);
      if (use.write) add(use.variable | kWritten);
    }
    writer.put_words(words[0], words[1], at > 2 ? words[2] : 0, at > 3 ? words[3] : 0);
  }

  Record& record_;
};

}  // namespace runahead
