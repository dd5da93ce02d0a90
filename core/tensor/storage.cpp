// SPDX-License-Identifier: GPL-3.0-or-later
// Allocation and release of array data, and their events.
// Not here: size classes (memory_pool.cpp).
#include "core/tensor/storage.h"

#include "core/engine/tracing.h"

namespace runahead {

namespace {

/// In the thread's open section if there is one: an array freed by a task's end is freed at that instant.
template <class Put>
void record(Put put) {
  EventWriter* writer = this_thread_writer;
  if (!writer) return;
  const bool own_section = !writer->is_open();
  if (own_section) writer->open_ordered();
  put(*writer);
  if (own_section) writer->commit();
}

}  // namespace

void Storage::allocate() {
  const bool of_stream = home_->streams && by_stream_;
  data_ = home_->pool.allocate(bytes_, static_cast<std::size_t>(source_),
                               !of_stream || !home_->counts_by_streams, memory());
  allocated_ = true;
  if (uncounted()) return;
  if (of_stream && bytes_ > 0) {
    const std::int64_t size = MemoryPool::class_size(bytes_);
    had_ = home_->streams->take(stream_, size);
    if (!had_ && home_->counts_by_streams) home_->pool.count(size, memory());
  }
  home_->pool.use(memory()).in_use.add(bytes_);
  record([&](EventWriter& writer) {
    writer.put(EventKind::allocate, variable_, memory());
    writer.put_words(static_cast<std::uint32_t>(bytes_), static_cast<std::uint32_t>(bytes_ >> 32));
  });
}

void Storage::drop() {
  if (!allocated_ || dropped_) return;
  dropped_ = true;
  record_release();
}

void Storage::record_release() {
  if (uncounted()) return;
  home_->pool.use(memory()).in_use.add(-bytes_);
  record([&](EventWriter& writer) { writer.put(EventKind::release, variable_); });
}

void Storage::release() {
  if (allocated_) {
    if (!dropped_) record_release();
    home_->pool.free(data_, bytes_, static_cast<std::size_t>(source_));
  }
  if (reserved_) home_->pool.unreserve(bytes_);
  if (base_) base_->let_go();
  home_->recycler.give(this);
}

}  // namespace runahead
