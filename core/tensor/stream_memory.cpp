// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of streams, the one freed last first.
#include "core/tensor/stream_memory.h"

namespace runahead {

std::optional<StreamMemory::Block> StreamMemory::take(std::uint8_t stream, std::int64_t size) {
  const auto found = free_.find({stream, size});
  if (found == free_.end() || found->second.empty()) return std::nullopt;
  Block block = std::move(found->second.back());
  found->second.pop_back();
  return block;
}

}  // namespace runahead
