// SPDX-License-Identifier: GPL-3.0-or-later
// Appending to and searching the times of a trace.
// Not here: what happened at those times (trace_data.h).
#include "core/trace/time_column.h"

#include <limits>

namespace runahead {

namespace {

/// The first index in [0, size) whose value satisfies `beyond`, which is false, then true.
template <class Column, class Beyond>
std::size_t first_that(const Column& column, std::size_t size, Beyond beyond) {
  std::size_t low = 0;
  std::size_t high = size;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (beyond(column[middle])) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

TimeColumn::~TimeColumn() {
  for (std::size_t i = 0; i < chunks_.size(); ++i) delete[] chunks_[i].wide.load(std::memory_order_relaxed);
}

void TimeColumn::push_back(std::int64_t time_ns) {
  const std::size_t place = size_ % kChunk;
  if (place == 0) chunks_.emplace_back().base_ns = time_ns;
  Chunk& chunk = chunks_[size_ / kChunk];
  std::int64_t* wide = chunk.wide.load(std::memory_order_relaxed);
  if (!wide && time_ns - chunk.base_ns > std::numeric_limits<std::uint32_t>::max()) {
    wide = new std::int64_t[kChunk];
    for (std::size_t i = 0; i < place; ++i) wide[i] = chunk.base_ns + chunk.offsets_ns[i];
    chunk.wide.store(wide, std::memory_order_release);
    wide_chunks_.fetch_add(1, std::memory_order_relaxed);
  }
  if (wide) {
    wide[place] = time_ns;
  } else {
    chunk.offsets_ns[place] = static_cast<std::uint32_t>(time_ns - chunk.base_ns);
  }
  ++size_;
}

std::size_t TimeColumn::lower_bound(std::int64_t time_ns, std::size_t size) const {
  return first_that(*this, size, [=](std::int64_t t) { return t >= time_ns; });
}

std::size_t TimeColumn::upper_bound(std::int64_t time_ns, std::size_t size) const {
  return first_that(*this, size, [=](std::int64_t t) { return t > time_ns; });
}

}  // namespace runahead
