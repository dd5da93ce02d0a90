// SPDX-License-Identifier: GPL-3.0-or-later
// StreamMemory: which freed memory an array gets again where streams allocate, by the rules of PyTorch's
// caching allocator: a block goes back, as soon as its array has no name left, to the stream on which it was
// allocated, and the next array of that stream may have it. What other streams still do with it is not asked,
// unless record_stream() told of them. Not the memory itself (memory_pool.h): where several streams compute,
// that is held until nothing uses it any more.
//
// Frontend thread only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/ids.h"

namespace runahead {

class StreamMemory {
 public:
  /// The last one that a stream made of an array.
  struct LastUse {
    std::uint8_t stream;
    std::uint32_t at;  ///< of its tasks
    TaskId task;
  };
  struct Block {
    std::int64_t bytes = 0;
    VariableId array = kNone;  ///< that had it last
    std::vector<LastUse> uses = {};
  };

  /// For an array of that stream, whose block has that size: the block freed last; nothing: a new one.
  std::optional<Block> take(std::uint8_t stream, std::int64_t size);
  void give(std::uint8_t stream, std::int64_t size, Block block) {
    free_[{stream, size}].push_back(std::move(block));
  }

 private:
  std::map<std::pair<std::uint8_t, std::int64_t>, std::vector<Block>> free_;
};

}  // namespace runahead
