// SPDX-License-Identifier: GPL-3.0-or-later
// One event of the JSON of FORMAT.md, from its fields to a row of its run.
// Not here: the parser (trace_json_reader.cpp), what makes the rows a possible run (trace_rebuilder.h).
#pragma once

#include <cstdint>
#include <string>

#include "core/io/json_fields.h"
#include "core/io/trace_rebuilder.h"

namespace runahead {

/// " of device 0": devices count from 0, as in CUDA; " of the host".
std::string of_memory(MemoryId memory);
/// "pool bytes", of a device "pool bytes of device 0".
std::string pool_sample_name(MemoryId memory);

/// The event whose fields are complete; `offset` is its place in the file. Throws BadTrace.
void read_json_event(const JsonFields& fields, std::uint64_t offset, TraceRebuilder& run);

}  // namespace runahead
