// SPDX-License-Identifier: GPL-3.0-or-later
// The times of a trace's events: never decreasing int64 nanoseconds in four bytes each, as offsets to their
// chunk's first; a chunk that spans more than 4.29 s falls back to eight bytes. Not a general column: append
// only, one writer, readers stay below a size that was published to them.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/base/chunked_column.h"

namespace runahead {

class TimeColumn {
 public:
  TimeColumn() = default;
  ~TimeColumn();

  void push_back(std::int64_t time_ns);
  std::int64_t operator[](std::size_t index) const {
    const Chunk& chunk = chunks_[index / kChunk];
    const std::int64_t* wide = chunk.wide.load(std::memory_order_acquire);
    return wide ? wide[index % kChunk] : chunk.base_ns + chunk.offsets_ns[index % kChunk];
  }

  /// Number of the first `size` times that are < time_ns.
  std::size_t lower_bound(std::int64_t time_ns, std::size_t size) const;
  /// Number of the first `size` times that are <= time_ns.
  std::size_t upper_bound(std::int64_t time_ns, std::size_t size) const;

  /// Beside the writer, of a moment ago.
  std::size_t memory_bytes() const {
    return chunks_.size() * sizeof(Chunk) + wide_chunks_.load(std::memory_order_relaxed) * kChunk * 8;
  }

 private:
  static constexpr std::size_t kChunk = 512;
  struct Chunk {
    std::int64_t base_ns = 0;
    std::atomic<std::int64_t*> wide{nullptr};
    std::uint32_t offsets_ns[kChunk];
  };

  ChunkedColumn<Chunk, 128> chunks_;
  std::size_t size_ = 0;
  std::atomic<std::size_t> wide_chunks_{0};
};

}  // namespace runahead
