// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of the writers, in chunks that the collector gives back.
#include "core/trace/recorder.h"

#include <new>
#include <utility>

namespace runahead {

EventWriter::EventWriter(Recorder& recorder)
    : lost_chunk_(std::make_unique_for_overwrite<RecordChunk>()),
      virtual_clock_(recorder.virtual_clock_),
      recorder_(recorder),
      read_chunk_(recorder.take_chunk()) {
  if (!read_chunk_) throw std::bad_alloc();
  chunk_ = read_chunk_;
  lost_chunk_->next = lost_chunk_.get();
}

void EventWriter::grow() {
  RecordChunk* fresh = recorder_.lost() ? nullptr : recorder_.take_chunk();
  if (!fresh) {
    recorder_.lose();
    fresh = lost_chunk_.get();
  }
  chunk_->next = fresh;
  chunk_ = fresh;
  used_ = 0;
}

Recorder::Recorder(TraceBuilder& builder) : Recorder(builder, Limits{}) {}

Recorder::Recorder(TraceBuilder& builder, Limits limits, const Ticks* virtual_clock)
    : builder_(builder),
      limits_(limits),
      virtual_clock_(virtual_clock),
      most_chunks_(limits.raw_bytes / sizeof(RecordChunk)) {}

Recorder::~Recorder() {
  for (const auto& writer : writers_) {
    const RecordChunk* const end = writer->lost_chunk_.get();
    for (RecordChunk* chunk = writer->read_chunk_; chunk != end;) {
      const RecordChunk* const done = chunk;
      chunk = chunk == writer->chunk_ ? writer->lost_chunk_.get() : chunk->next;
      delete done;
    }
  }
  while (free_chunks_) delete std::exchange(free_chunks_, free_chunks_->next);
}

NameId Recorder::intern(std::string_view name) {
  try {
    return builder_.intern(name);
  } catch (const std::bad_alloc&) {
    lose();
    return 0;
  }
}

EventWriter& Recorder::add_writer() {
  {
    // A thread that gets no room for it leaves no chunk behind.
    const std::lock_guard lock(mutex_);
    writers_.reserve(writers_.size() + 1);
  }
  auto writer = std::make_unique<EventWriter>(*this);
  const std::lock_guard lock(mutex_);
  writers_.push_back(std::move(writer));
  return *writers_.back();
}

RecordChunk* Recorder::take_chunk() {
  raw_chunks_.fetch_add(1, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    if (free_chunks_) return std::exchange(free_chunks_, free_chunks_->next);
  }
  // Zeroed, hence touched: the first events of a run do not pay for fresh pages.
  return new (std::nothrow) RecordChunk();
}

void Recorder::give_chunk(RecordChunk* chunk) {
  raw_chunks_.fetch_sub(1, std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  chunk->next = std::exchange(free_chunks_, chunk);
}

}  // namespace runahead
