// SPDX-License-Identifier: GPL-3.0-or-later
// Recording: one EventWriter per thread, written outside any lock, read by one collector (collector.h).
// Not here: the order of events across threads, and what they mean; the collector and the builder do that.
//
// A writer's events come in sections: open, stamp, put, commit. While a section is open its events may not be
// visible yet although their stamp lies in the past, so the collector admits nothing beyond the last
// committed stamp of a writer whose section is open. Invariants:
//  - stamps of one writer never decrease; a section's stamp is taken after the section was opened;
//  - `published_` counts complete records; it is stored before `last_stamp_`, and that before `open_` is
//    cleared (all release): a thread that sees a stamp as the last one sees the records up to it;
//  - a writer of whom tasks are expected (a device's lane, which learns late what happened) counts as open:
//    expect() comes before the stamp of what the expected follows;
//  - the collector reads its clock, then passes the heavy fence that pairs with the light one in open(), then
//    reads `open_`, `expected_`, `last_stamp_` and `published_` in this order: a section that it sees closed
//    was opened after its clock reading, or is whole;
//  - a writer that holds back publishes only up to a mark, and counts as open until it has published all.
//  What
//    is not published may be stamped anew, between the stamps of its neighbours;
//  - nothing here throws once the writers are made: where memory for the record gives out, the record breaks
//    off and the run goes on. lost() is set before anything that was written elsewhere counts as published.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/clock.h"
#include "core/base/fences.h"
#include "core/base/ids.h"
#include "core/trace/event.h"
#include "core/trace/trace_builder.h"

namespace runahead {

/// What a record is: an event, a fact about a variable, or words that belong to the record before it.
enum class RecordKind : std::uint8_t {
  // The values of EventKind come first.
  declare_variable = kEventKinds,  ///< id, extra: name | input << 16
  name_variable,                   ///< id, extra: name
  declare_lane,  ///< id, extra: name | kind << 16; the lanes of a device come as they are used
};

struct Record {
  Ticks ticks;
  std::uint32_t reference;  ///< kind << 27 | id
  std::uint32_t extra;
};
/// Bits in `extra` of an enqueue, beside the name.
inline constexpr std::uint32_t kReadyAtOnce = 1U << 16;
inline constexpr std::uint32_t kWasDeferred = 1U << 17;  ///< the id is known; no words follow
inline constexpr std::uint32_t kComesAfter = 1U << 18;   ///< the first of the words for uses is Task::after

/// Bit of a word for a use: of a write.
inline constexpr std::uint32_t kWritten = 0x80000000U;

/// Four more words for the record before it: uses or a 64-bit size.
struct RecordWords {
  std::array<std::uint32_t, 4> words;
};
static_assert(sizeof(Record) == 16 && sizeof(RecordWords) == 16);

/// As what ended a wait for everything: the task that ended last, which the collector knows.
inline constexpr TaskId kLastEndedTask = kNone - 1;

inline constexpr std::uint32_t kLargestRecordedId = (1U << 27) - 1;

struct RecordChunk {
  static constexpr std::size_t kRecords = 4095;
  union Slot {
    Record record;
    RecordWords words;
  };
  Slot slots[kRecords];
  RecordChunk* next;  ///< written before a record of it is published
};

class Recorder;

class alignas(64) EventWriter {
 public:
  explicit EventWriter(Recorder& recorder);
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;

  /// Opens a section and stamps it.
  Ticks open() {
    open_.store(1, std::memory_order_relaxed);
    light_fence();
    stamp_ = virtual_clock_ ? *virtual_clock_ : now_ticks();
    if (stamp_ < last_) stamp_ = last_;
    return stamp_;
  }
  /// As open(), with a stamp that is not before anything that this thread has seen.
  Ticks open_ordered() {
    open_.store(1, std::memory_order_relaxed);
    light_fence();
    stamp_ = virtual_clock_ ? *virtual_clock_ : now_ticks_ordered();
    if (stamp_ < last_) stamp_ = last_;
    return stamp_;
  }
  /// As open(), for what happened at `ticks`: not before what this writer has recorded or ruled out.
  void open_at(Ticks ticks) {
    open_.store(1, std::memory_order_relaxed);
    light_fence();
    stamp_ = ticks < last_ ? last_ : ticks;
  }
  bool is_open() const { return stamp_ != 0; }
  /// The open section's stamp.
  Ticks stamp() const { return stamp_; }
  /// Moves the open section's stamp to one tick after `ticks` if it is not later already.
  void advance_past(Ticks ticks) {
    if (stamp_ <= ticks) stamp_ = ticks + 1;
  }

  struct Position {
    RecordChunk* chunk;
    std::size_t slot;
  };
  /// Where the next record will be.
  Position position() const { return {chunk_, used_}; }
  /// Of the open section: the `count` records from `place` on, none of which has words unless it is the last,
  /// were stamped too early by a race: none of them happened before `ticks`.
  void postpone(Position position, std::size_t count, Ticks ticks) {
    for (; count > 0; --count, ++position.slot) {
      if (position.slot == RecordChunk::kRecords) position = {position.chunk->next, 0};
      Record& record = position.chunk->slots[position.slot].record;
      if (record.ticks < ticks) record.ticks = ticks;
    }
    if (stamp_ < ticks) stamp_ = ticks;
  }

  /// Any thread: a section will come whose stamp may lie in the past by then, until met().
  void expect() { expected_.fetch_add(1, std::memory_order_relaxed); }
  /// The writer's own thread, after the commit.
  void met() { expected_.fetch_sub(1, std::memory_order_release); }
  /// Any thread: whether the record stands still until something that is expected comes.
  bool expects() const { return expected_.load(std::memory_order_relaxed) != 0; }
  /// Nothing that is expected happened before `ticks`: further stamps are not below.
  void rule_out(Ticks ticks) {
    if (ticks <= last_) return;
    last_ = ticks;
    if (!holds()) last_stamp_.store(ticks, std::memory_order_release);
  }

  /// From now on sections end without being published. For a writer of whom tasks are expected.
  void hold_back() { holds_back_ = true; }
  /// Whether something was committed and not published.
  bool holds() const { return published_.load(std::memory_order_relaxed) != count_; }
  /// All that was committed so far.
  struct Mark {
    std::uint64_t count;
    Ticks ticks;
  };
  Mark mark() const { return {count_, last_}; }
  /// That record, which is not published, happened at `ticks`: not before what precedes it nor after what
  /// follows it.
  void restamp(Position position, Ticks ticks) {
    if (position.slot == RecordChunk::kRecords) position = {position.chunk->next, 0};
    position.chunk->slots[position.slot].record.ticks = ticks;
  }
  /// Between sections.
  void publish_until(Mark mark) {
    published_.store(mark.count, std::memory_order_release);
    last_stamp_.store(mark.ticks, std::memory_order_release);
  }
  void publish() {
    publish_until(mark());
    open_.store(0, std::memory_order_release);
  }

  /// The record stays the caller's until commit().
  Record& put(EventKind kind, std::uint32_t id, std::uint32_t extra = 0) {
    return put(static_cast<std::uint32_t>(kind), id, extra);
  }
  void put(RecordKind kind, std::uint32_t id, std::uint32_t extra) {
    put(static_cast<std::uint32_t>(kind), id, extra);
  }
  void put_words(std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0, std::uint32_t d = 0) {
    slot().words = {{a, b, c, d}};
  }

  void commit() {
    last_ = stamp_;
    stamp_ = 0;
    if (!holds_back_) publish();
  }

 private:
  friend class Collector;
  friend class Recorder;

  Record& put(std::uint32_t kind, std::uint32_t id, std::uint32_t extra) {
    RecordChunk::Slot& place = slot();
    place.record = {stamp_, kind << 27 | id, extra};
    return place.record;
  }
  RecordChunk::Slot& slot() {
    if (used_ == RecordChunk::kRecords) [[unlikely]]
      grow();
    ++count_;
    return chunk_->slots[used_++];
  }
  void grow();

  // The writer's own.
  RecordChunk* chunk_ = nullptr;
  std::unique_ptr<RecordChunk> lost_chunk_;  ///< round and round in it, what belongs to no record any more
  std::size_t used_ = 0;
  std::uint64_t count_ = 0;
  Ticks stamp_ = 0;
  Ticks last_ = 0;
  bool holds_back_ = false;
  const Ticks* const virtual_clock_;
  Recorder& recorder_;

  // Read by the collector.
  alignas(64) std::atomic<std::uint32_t> open_{0};
  std::atomic<std::uint32_t> expected_{0};
  std::atomic<Ticks> last_stamp_{0};
  std::atomic<std::uint64_t> published_{0};

  // The collector's own.
  alignas(64) RecordChunk* read_chunk_;
  std::uint64_t read_ = 0;
  std::size_t read_used_ = 0;
};

/// The writers of a run, their memory, and the ids that the frontend gives out.
class Recorder {
 public:
  struct Limits {
    std::uint32_t tasks = 16'000'000;              ///< further tasks run but are left out, whole
    std::size_t raw_bytes = std::size_t{2} << 30;  ///< not yet collected; beyond it tasks are left out
  };
  /// Names go to the builder of the same run, which must outlive the recorder.
  explicit Recorder(TraceBuilder& builder);
  /// `virtual_clock`, where there is one: stamps are what it says, in ns plus one, and all is recorded by one
  /// thread.
  Recorder(TraceBuilder& builder, Limits limits, const Ticks* virtual_clock = nullptr);
  ~Recorder();

  /// Before the thread that uses it starts to record; the writer lives as long as the recorder.
  EventWriter& add_writer();

  /// Any thread.
  NameId intern(std::string_view name);

  const std::string& name(NameId id) const { return builder_.name(id); }

  /// Frontend only: the id of the next task, or kNone when it has to be left out.
  TaskId next_task() {
    if (tasks_ < limits_.tasks && raw_chunks_.load(std::memory_order_relaxed) < most_chunks_) return tasks_++;
    left_out_.store(left_out_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return kNone;
  }
  std::uint64_t left_out() const { return left_out_.load(std::memory_order_relaxed); }
  /// The frontend, of itself and of each worker that it has joined.
  void add_processor_wait(std::int64_t ns) { processor_wait_ns_ += ns; }
  /// When the frontend is through.
  std::int64_t processor_wait_ns() const { return processor_wait_ns_; }
  /// Memory gave out: the record ends where it was collected last.
  void lose() { lost_.store(true, std::memory_order_relaxed); }
  bool lost() const { return lost_.load(std::memory_order_relaxed); }

 private:
  friend class EventWriter;
  friend class Collector;

  /// Null where there is no memory.
  RecordChunk* take_chunk();
  void give_chunk(RecordChunk* chunk);

  TraceBuilder& builder_;
  const Limits limits_;
  const Ticks* const virtual_clock_;
  const std::size_t most_chunks_;
  TaskId tasks_ = 0;
  std::atomic<std::uint64_t> left_out_{0};
  std::int64_t processor_wait_ns_ = 0;
  std::atomic<std::size_t> raw_chunks_{0};  ///< in use by writers and not yet collected
  std::atomic<bool> lost_{false};

  std::mutex mutex_;  ///< guards the two lists; taken once per 4095 records
  std::vector<std::unique_ptr<EventWriter>> writers_;
  RecordChunk* free_chunks_ = nullptr;
};

}  // namespace runahead
