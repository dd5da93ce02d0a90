// SPDX-License-Identifier: GPL-3.0-or-later
// EngineVariable: what tasks depend on. Many readers or one writer at a time, in program order.
// Not the data: arrays are in tensor/. Not shared: only the frontend thread touches a EngineVariable.
#pragma once

#include <array>
#include <cstdint>

#include "core/base/ids.h"

namespace runahead {

/// Most queues of all devices of a run: streams and copy engines.
inline constexpr std::size_t kMostQueues = 28;

struct TaskNode;
struct ReadEpoch;

/// Must be given to DependencyCore::forget() before it is destroyed, unless it was never used.
struct EngineVariable {
  VariableId id = kNone;
  std::uint32_t readers = 0;   ///< submitted since the last write
  ReadEpoch* epoch = nullptr;  ///< counts how many of them have completed; null when readers is 0
  TaskNode* writer = nullptr;  ///< the last one; may have been recycled, see writer_serial
  std::uint64_t writer_serial = 0;
  // On a device: how many tasks its queues had been given with the last one that used it, 0 for none; and
  // which of them wrote it last.
  std::array<std::uint32_t, kMostQueues> used_at = {};
  std::uint32_t written_at = 0;
  std::uint8_t written_on = 0;
  bool of_stream = false;  ///< stands for all that a stream was given: a wait for it meets every error
};

}  // namespace runahead
