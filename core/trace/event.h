// SPDX-License-Identifier: GPL-3.0-or-later
// What a trace is made of: the kinds of events and the small enumerations that go with them.
// Not here: how they are stored (trace_data.h), recorded (recorder.h) or asked for (trace.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/ids.h"

namespace runahead {

/// One event per change of state. `id` is that of the thing that changed.
enum class EventKind : std::uint8_t {
  statement_begin,  ///< statement
  statement_end,    ///< statement
  enqueue,          ///< task, new or deferred before; ready at once unless a `ready` event follows
  ready,            ///< task; its last dependency was met after it was enqueued, and has ended before this
  start,            ///< task; a worker begins with its body
  end,              ///< task, with its outcome; a skipped task ends without a start
  wait_begin,       ///< wait
  wait_end,         ///< wait; at the same instant if it found nothing to wait for, else a task ended it
  allocate,         ///< variable
  release,          ///< variable
  pool,             ///< pool sample: the allocator's total changed
  resident,         ///< resident sample: the process's RSS
  region_begin,     ///< mark
  region_end,       ///< mark
  error,            ///< error row
  defer,            ///< task; put into a graph (modes function and lazy), to be enqueued or eliminated later
  eliminate,        ///< task; nothing needs what the deferred task would have computed: it never runs
};
inline constexpr int kEventKinds = 17;

/// A set of kinds, one bit each.
using EventKinds = std::uint32_t;
constexpr EventKinds kinds(EventKind kind) {
  return EventKinds{1} << static_cast<int>(kind);
}

struct Event {
  std::int64_t time_ns;
  EventKind kind;
  std::uint32_t id;
};

enum class Outcome : std::uint8_t { ok, failed, skipped, eliminated };
inline constexpr int kOutcomes = 4;

enum class LaneKind : std::uint8_t {
  frontend,  ///< statements, enqueues and waits
  caller,    ///< tasks that run inside the frontend's call (mode sync)
  worker,    ///< one thread of the pool
  stream,    ///< tasks of a device, in the order of their issue
  copy,      ///< copies between a device and the host
};
inline constexpr int kLaneKinds = 5;

enum class WaitReason : std::uint8_t {
  wait_to_read,
  waitall,
  asnumpy,
  asscalar,
  item,
  print,
  synchronize,
  queue_full,
  memory_full,
  call,  ///< the call itself returns when its work is done (mode function)
  copy,  ///< between device and host, which the program did not ask to go on beside it
  save,  ///< into a file
};
inline constexpr int kWaitReasons = 12;

enum class RegionKind : std::uint8_t {
  benchmark,       ///< a block that the program measures
  initialisation,  ///< left out of every number
  tracing,         ///< a function is traced; its name says which, and for which arguments
};
inline constexpr int kRegionKinds = 3;

enum class ErrorKind : std::uint8_t {
  raised,     ///< a task failed
  inherited,  ///< a task was skipped because it would have read a poisoned version
  surfaced,   ///< the frontend met the error, at a wait or at the end of the run
  race,       ///< `task` and `origin`, before it in the program, use one array, and nothing orders them
};
inline constexpr int kErrorKinds = 4;

/// In whose memory an array lies: the host's, or that of a device, the first of which is 1.
using MemoryId = std::uint8_t;
inline constexpr MemoryId kHostMemory = 0;
inline constexpr std::size_t kMemories = 5;

/// "wait_to_read", "queue full", ... as users know them.
const char* to_string(WaitReason reason);
const char* to_string(Outcome outcome);
const char* to_string(ErrorKind kind);
const char* to_string(LaneKind kind);
const char* to_string(RegionKind kind);

}  // namespace runahead
