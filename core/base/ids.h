// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that name things in a run. Each counts from zero in the order of creation.
// Not here: strings; names are interned by the trace (trace/trace.h).
#pragma once

#include <cstdint>

namespace runahead {

using TaskId = std::uint32_t;
using VariableId = std::uint32_t;
using StatementId = std::uint32_t;
using WaitId = std::uint32_t;
using RegionId = std::uint32_t;
using NameId = std::uint16_t;
using LaneId = std::uint16_t;

/// A position in the trace's order of events.
using Seq = std::uint32_t;

/// "None" for every id, and "never" for a Seq.
inline constexpr std::uint32_t kNone = 0xffffffffU;
inline constexpr Seq kNever = kNone;

}  // namespace runahead
