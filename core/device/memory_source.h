// SPDX-License-Identifier: GPL-3.0-or-later
// MemorySource: where a pool gets its blocks from: the system, or a device.
// Not here: which blocks are kept for reuse (tensor/memory_pool.h).
#pragma once

#include <cstdint>

namespace runahead {

struct MemorySource {
  /// 64-byte aligned, at least one byte; null where there is no more.
  void* (*take)(void* of, std::int64_t bytes);
  void (*give)(void* of, void* block, std::int64_t bytes);
  void* of = nullptr;
  /// Giving a block back waits for everything that still uses it, so it can be done at any time.
  bool give_waits = false;
};

MemorySource system_memory();

/// Memory that the system could give without swapping; a large number where it does not say.
std::int64_t available_memory_bytes();

}  // namespace runahead
