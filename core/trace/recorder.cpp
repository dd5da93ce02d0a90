// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of the writers, in chunks that the collector gives back.
#include "core/trace/recorder.h"

namespace runahead {

EventWriter::EventWriter(Recorder& recorder)
    : chunk_(recorder.take_chunk()),
      virtual_clock_(recorder.virtual_clock_),
      recorder_(recorder),
      read_chunk_(chunk_) {}

void EventWriter::grow() {
  RecordChunk* fresh = recorder_.take_chunk();
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
    for (RecordChunk* chunk = writer->read_chunk_; chunk;) {
      RecordChunk* next = chunk == writer->chunk_ ? nullptr : chunk->next;
      delete chunk;
      chunk = next;
    }
  }
  for (RecordChunk* chunk : free_chunks_) delete chunk;
}

EventWriter& Recorder::add_writer() {
  auto writer = std::make_unique<EventWriter>(*this);
  const std::lock_guard lock(mutex_);
  writers_.push_back(std::move(writer));
  return *writers_.back();
}

RecordChunk* Recorder::take_chunk() {
  raw_chunks_.fetch_add(1, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    if (!free_chunks_.empty()) {
      RecordChunk* chunk = free_chunks_.back();
      free_chunks_.pop_back();
      return chunk;
    }
  }
  return new RecordChunk();  // zeroed, hence touched: the first events of a run do not pay for fresh pages
}

void Recorder::give_chunk(RecordChunk* chunk) {
  raw_chunks_.fetch_sub(1, std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  free_chunks_.push_back(chunk);
}

}  // namespace runahead
