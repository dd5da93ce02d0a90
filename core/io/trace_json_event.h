// SPDX-License-Identifier: GPL-3.0-or-later
// One event of the JSON of FORMAT.md, from its fields to a row of its run.
// Not here: the parser (trace_json_reader.cpp), what makes the rows a possible run (trace_rebuilder.h).
#pragma once

#include <cstdint>

#include "core/io/json_fields.h"
#include "core/io/trace_rebuilder.h"

namespace runahead {

/// The event whose fields are complete; `offset` is its place in the file. Throws BadTrace.
void read_json_event(const JsonFields& fields, std::uint64_t offset, TraceRebuilder& run);

}  // namespace runahead
