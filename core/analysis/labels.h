// SPDX-License-Identifier: GPL-3.0-or-later
// What things of a trace are called in a sentence: tasks, arrays, lines, waits.
// Not here: the sentences (narration.h), names in files (io/).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/trace/trace.h"

namespace runahead {

/// "add 11": the operation and the task's number, which is its place in program order; "task 11" without a
/// name.
Message task_label(const Trace& trace, TaskId id);
/// "add 11 (x → y)": with what it reads and writes, as far as that has names.
Message task_with_arrays(const Trace& trace, TaskId id);
/// "x"; "array 3" without a name.
Message variable_label(const Trace& trace, VariableId id);
/// "line 4"; "the frontend" for what is outside every line.
Message line_label(const Trace& trace, StatementId id);
/// As the program writes it: "print(c)", "c.asnumpy()", "waitall()".
Message wait_label(const Trace& trace, const Wait& wait);
/// "print(c) at line 4".
Message wait_at_line(const Trace& trace, const Wait& wait);
/// "wait_to_read", "queue full"; "launch queue full" on a device, of which that queue is a part.
Message reason_label(const Trace& trace, WaitReason reason);
/// Whether a full queue is that of a device: the program bounded none itself.
bool has_launch_queue(const Trace& trace);
/// "the GPU", "the device", "the second device", "the host".
Message memory_label(const Trace& trace, MemoryId memory);
/// The same of what "in use" and "reserved" are about; empty where arrays have one memory.
Message memory_told(const Trace& trace);
/// "Worker 2"; "worker 2" for a lane without a name.
Message lane_label(const Trace& trace, LaneId id);

/// "waits as in the program", "no synchronization", "line 5 waits": of a list, the lines whose wait can be
/// left out.
Message waits_label(const TraceInfo& info);
/// "real time", "simulated", "manual".
Message clock_label(const TraceInfo& info);
/// A parameter of a run, by name and value, as it is read: n and 16; of t1_ns t1 and 12.0 µs, where three
/// digits say it exactly, else t1 and 1234 ns; of memory_bound_mb memory_bound and 64 MB.
std::pair<std::string, Message> parameter_words(const std::string& name, std::int64_t value);

}  // namespace runahead
