// SPDX-License-Identifier: GPL-3.0-or-later
// What every run has, on whichever clock: the facts and lanes that head its trace, and its program on the
// frontend's thread. Not here: engines, threads and collectors (run_execution.cpp, virtual_run.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/engine.h"
#include "core/engine/tracing.h"
#include "core/scenario/run_execution.h"
#include "core/tensor/storage.h"
#include "core/trace/trace_builder.h"

namespace runahead {

inline constexpr const char* kNoMemory = "[memory] the system has no memory left for this run";
inline constexpr const char* kNoThreads = "[session] the system gives no more threads: ";

/// The process's resident set; 0 where the system does not say.
std::int64_t resident_bytes();
/// What a run samples beside the memory of its arrays: what the process has resident; on a GPU, what its
/// driver says is in use there, by all processes. 0 where the driver does not say.
std::int64_t sampled_bytes(const RunConfig& config);

TraceInfo info_of(const RunConfig& config);
void add_lanes(const RunConfig& config, TraceBuilder& builder);

/// Tasks run inside the call that issues them.
bool runs_in_call(const RunConfig& config);
/// Devices take what is ready, beside the workers.
bool has_contexts(const RunConfig& config);
/// Beside the lanes of workers there is one of the frontend's own calls.
bool has_caller_lane(const RunConfig& config);
/// The queues of the run's device that are there from the beginning: its default stream and the copies from
/// it.
std::vector<DeviceQueue> device_queues(const RunConfig& config);
/// Opens them.
void open_queues(const RunConfig& config, Engine& engine, LaneId first_lane);
/// Of a run whose devices compute in the system's memory: each has a part of its own.
std::vector<MemorySource> memory_of_devices(const RunConfig& config);

/// The run's memory gave out, or what `message` and `detail` say: `result` says so, among its errors as long
/// as there is memory for that.
void break_off(RunResult& result, std::string_view message = kNoMemory,
               std::string_view detail = {}) noexcept;
/// The same where the record is not whole.
void check_record(RunResult& result, const Recorder& recorder);

/// Before the run's time begins: what its program imports and takes seconds. Where it cannot be had, the
/// program meets that.
void prepare_program(const RunConfig& config);

/// From the program's first line to its result, on the calling thread, which becomes the frontend.
RunResult run_program(const RunConfig& config, const ExecutionContexts& contexts, Engine& engine,
                      const Recording& recording, StorageHome& home, OutputWriter& output);

}  // namespace runahead
