// SPDX-License-Identifier: GPL-3.0-or-later
// The merge, and the meaning of each record.
// Not here: folds (trace_builder.cpp).
#include "core/trace/collector.h"

#include <algorithm>
#include <new>

namespace runahead {

namespace {

/// Records between two publications: a few milliseconds of merging.
constexpr std::size_t kBatch = 65536;

/// Workers before the frontend where stamps are equal: what ends comes before what begins.
bool later(Ticks a, std::size_t a_stream, Ticks b, std::size_t b_stream) {
  return a != b ? a > b : a_stream < b_stream;
}
}  // namespace

Collector::Collector(Recorder& recorder, TraceBuilder& builder, Ticks start)
    : recorder_(recorder), builder_(builder), start_(start), own_(recorder.add_writer()) {}

void Collector::sample_resident(std::int64_t rss_bytes) {
  if (concluded_) return;
  own_.open();
  own_.put(EventKind::resident, 0);
  own_.put_words(static_cast<std::uint32_t>(rss_bytes), static_cast<std::uint32_t>(rss_bytes >> 32));
  own_.commit();
}

Ticks Collector::read_watermark() {
  Ticks watermark = recorder_.virtual_clock_ ? ~Ticks{0} : now_ticks_ordered();
  heavy_fence();
  streams_.clear();
  const std::lock_guard lock(recorder_.mutex_);
  for (const auto& writer : recorder_.writers_) {
    if (writer->open_.load(std::memory_order_acquire) != 0 ||
        writer->expected_.load(std::memory_order_acquire) != 0) {
      watermark = std::min(watermark, writer->last_stamp_.load(std::memory_order_acquire));
    }
    streams_.push_back({writer.get(), 0, 0});
  }
  // After all marks: what a mark says has been published is then seen.
  for (Stream& stream : streams_)
    stream.available = stream.writer->published_.load(std::memory_order_acquire);
  return watermark;
}

RecordChunk::Slot& Collector::next_slot(EventWriter& writer) {
  if (writer.read_used_ == RecordChunk::kRecords) {
    RecordChunk* done = writer.read_chunk_;
    writer.read_chunk_ = done->next;
    writer.read_used_ = 0;
    recorder_.give_chunk(done);
  }
  return writer.read_chunk_->slots[writer.read_used_];
}

RecordChunk::Slot& Collector::take_slot(EventWriter& writer) {
  RecordChunk::Slot& slot = next_slot(writer);
  ++writer.read_used_;
  ++writer.read_;
  return slot;
}

/// Statement, number of uses, then the uses; each further record holds four words.
StatementId Collector::take_uses(EventWriter& writer) {
  auto words = take_slot(writer).words.words;
  const StatementId statement = words[0];
  const std::uint32_t count = words[1];
  std::size_t at = 2;
  uses_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (at == words.size()) {
      words = take_slot(writer).words.words;
      at = 0;
    }
    uses_.push_back({words[at] & 0x7fffffffU, (words[at] >> 31) != 0});
    ++at;
  }
  return statement;
}

bool Collector::refresh_head(Stream& stream, Ticks watermark) {
  if (stream.writer->read_ >= stream.available) return false;
  stream.head = next_slot(*stream.writer).record.ticks;
  return stream.head <= watermark;
}

void Collector::take(Stream& stream) {
  EventWriter& writer = *stream.writer;
  const auto size = [&] {
    const auto words = take_slot(writer).words.words;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(words[1]) << 32 | words[0]);
  };
  const Record record = take_slot(writer).record;
  const std::int64_t time = recorder_.virtual_clock_ ? static_cast<std::int64_t>(record.ticks - start_)
                                                     : TickScale::instance().ns_between(start_, record.ticks);
  const std::uint32_t kind = record.reference >> 27;
  const std::uint32_t id = record.reference & kLargestRecordedId;
  const std::uint32_t extra = record.extra;
  switch (kind) {
    case static_cast<std::uint32_t>(RecordKind::declare_variable):
      builder_.add_variable(static_cast<NameId>(extra), (extra >> 16) != 0);
      return;
    case static_cast<std::uint32_t>(RecordKind::name_variable):
      builder_.name_variable(id, static_cast<NameId>(extra));
      return;
    case static_cast<std::uint32_t>(RecordKind::declare_lane):
      builder_.add_lane(static_cast<LaneKind>(extra >> 16), recorder_.name(static_cast<NameId>(extra)));
      return;
    default:
      break;
  }
  switch (static_cast<EventKind>(kind)) {
    case EventKind::statement_begin:
      builder_.begin_statement(time, static_cast<int>(extra));
      break;
    case EventKind::statement_end:
      builder_.end_statement(time, id);
      break;
    case EventKind::enqueue: {
      const bool ready_at_once = (extra & kReadyAtOnce) != 0;
      if ((extra & kWasDeferred) != 0) {
        builder_.enqueue_deferred(time, id, ready_at_once);
      } else {
        const StatementId statement = take_uses(writer);
        TaskId after = kNone;
        if ((extra & kComesAfter) != 0) {
          after = uses_.front().variable;
          uses_.erase(uses_.begin());
        }
        builder_.enqueue(time, static_cast<NameId>(extra), statement, uses_, ready_at_once, after);
      }
      break;
    }
    case EventKind::defer: {
      const StatementId statement = take_uses(writer);
      builder_.defer(time, static_cast<NameId>(extra), statement, uses_);
      break;
    }
    case EventKind::eliminate:
      builder_.eliminate(time, id);
      break;
    case EventKind::ready:
      builder_.ready(time, id);
      break;
    case EventKind::start:
      builder_.start(time, id, static_cast<LaneId>(extra));
      break;
    case EventKind::end:
      builder_.end(time, id, static_cast<Outcome>(extra));
      break;
    case EventKind::wait_begin: {
      const auto words = take_slot(writer).words.words;
      builder_.begin_wait(time, static_cast<WaitReason>(extra), words[0], words[1]);
      break;
    }
    case EventKind::wait_end:
      builder_.end_wait(time, id, extra == kLastEndedTask ? builder_.last_ended() : extra);
      break;
    case EventKind::allocate:
      builder_.allocate(time, id, size(), static_cast<MemoryId>(extra));
      break;
    case EventKind::release:
      builder_.release(time, id);
      break;
    case EventKind::pool:
      builder_.pool(time, size(), static_cast<MemoryId>(extra));
      break;
    case EventKind::resident:
      builder_.resident(time, size());
      concluded_ |= &writer != &own_;
      break;
    case EventKind::region_begin:
      builder_.begin_region(time, static_cast<RegionKind>(extra >> 16), static_cast<NameId>(extra));
      break;
    case EventKind::region_end:
      builder_.end_region(time, id);
      break;
    case EventKind::error: {
      const auto words = take_slot(writer).words.words;
      builder_.error(time, static_cast<ErrorKind>(extra >> 16), words[0], words[1], words[2],
                     static_cast<NameId>(extra));
      break;
    }
  }
}

bool Collector::collect(bool all) {
  try {
    if (!recorder_.lost()) return merge(all);
  } catch (const std::bad_alloc&) {
    recorder_.lose();
  }
  if (all) builder_.break_off();
  return false;
}

bool Collector::merge(bool all) {
  Ticks watermark = read_watermark();
  // Of what was lost since, something may count as published.
  if (recorder_.lost()) throw std::bad_alloc();
  if (all) watermark = ~Ticks{0};
  // A heap of streams by their next record; the first is drained until it is no longer the earliest.
  std::vector<std::size_t> heap;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    if (refresh_head(streams_[i], watermark)) heap.push_back(i);
  }
  const auto by_head = [&](std::size_t a, std::size_t b) {
    return later(streams_[a].head, a, streams_[b].head, b);
  };
  std::make_heap(heap.begin(), heap.end(), by_head);
  std::size_t taken = 0;
  while (!heap.empty()) {
    if (taken >= kBatch) {
      if (!all) break;
      builder_.publish();
      taken = 0;
    }
    std::pop_heap(heap.begin(), heap.end(), by_head);
    const std::size_t earliest = heap.back();
    Stream& stream = streams_[earliest];
    bool more = true;
    do {
      take(stream);
      more = refresh_head(stream, watermark);
    } while (more && ++taken < kBatch && (heap.size() == 1 || !by_head(earliest, heap.front())));
    if (more) {
      std::push_heap(heap.begin(), heap.end(), by_head);
    } else {
      heap.pop_back();
    }
  }
  builder_.set_left_out_tasks(recorder_.left_out());
  builder_.publish(all);
  return !heap.empty();
}

}  // namespace runahead
