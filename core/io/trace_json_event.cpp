// SPDX-License-Identifier: GPL-3.0-or-later
// Which category of events has which fields.
#include "core/io/trace_json_event.h"

#include <string_view>

#include "core/io/bad_trace.h"

namespace runahead {
namespace {

using Moment = TraceRebuilder::Moment;

/// The value of an enumeration whose word is `text`; `count` where there is none.
template <class Enum>
int index_of(std::string_view text, int count) {
  int index = 0;
  while (index < count && text != to_string(static_cast<Enum>(index))) ++index;
  return index;
}

/// One event of the file, whose fields are complete.
class EventReader {
 public:
  EventReader(const JsonFields& fields, std::uint64_t offset, TraceRebuilder& run)
      : fields_(fields), offset_(offset), run_(run) {}

  /// Events of categories that carry no record of the run are for viewers.
  void read() {
    const std::string_view phase = fields_.text(offset_, Field::ph);
    if (!fields_.has(Field::cat)) {
      if (phase == "M" && fields_.text(offset_, Field::name) == "thread_name") lane();
      return;
    }
    const std::string_view category = fields_.text(offset_, Field::cat);
    if (category == "array") {
      phase == "D" ? release() : array();
    } else if (category == "statement") {
      statement();
    } else if (category == "task") {
      task();
    } else if (category == "wait") {
      wait();
    } else if (category == "mark") {
      phase == "e" ? run_.end_region(offset_, id(Field::mark), here(Field::seq)) : mark();
    } else if (category == "error") {
      error();
    } else if (category == "sample") {
      sample();
    }
  }

 private:
  std::uint32_t id(Field field) const { return fields_.id(offset_, field); }
  std::uint32_t optional(Field field) const { return fields_.optional_id(offset_, field); }
  NameId name() const { return run_.intern(fields_.text(offset_, Field::name)); }
  std::int64_t begin_ns() const { return fields_.time_ns(offset_, Field::ts); }

  template <class Enum>
  Enum word(Field field, int count) const {
    const int index = index_of<Enum>(fields_.text(offset_, field), count);
    if (index == count)
      throw BadTrace(offset_, std::string("\"") + to_string(field) + "\" has an unknown value");
    return static_cast<Enum>(index);
  }

  Moment here(Field seq) const { return {begin_ns(), id(seq)}; }
  /// The end of a span, where it has one.
  Moment span_end() const {
    if (!fields_.has(Field::end_seq)) return {};
    return {begin_ns() + fields_.time_ns(offset_, Field::dur), id(Field::end_seq)};
  }

  LaneId lane_of_row() const {
    const std::uint32_t row = id(Field::tid);
    if (row == 0 || row > run_.lane_count()) throw BadTrace(offset_, "\"tid\" is not a lane of the run");
    return static_cast<LaneId>(row - 1);
  }

  void lane() const {
    const std::uint32_t row = id(Field::tid);
    if (row == 0) throw BadTrace(offset_, "\"tid\" of a lane is 0");
    run_.lane(offset_, row - 1, word<LaneKind>(Field::kind, kLaneKinds),
              std::string(fields_.text(offset_, Field::label)));
  }

  void array() const {
    const bool allocated = fields_.has(Field::seq);
    const std::int64_t bytes = allocated ? fields_.integer(offset_, Field::bytes, 0, kMostArrayBytes) : 0;
    run_.variable(offset_, id(Field::variable), name(), fields_.boolean(offset_, Field::input), bytes,
                  memory(), allocated ? here(Field::seq) : Moment{});
  }

  /// Devices count from 0, as in CUDA.
  MemoryId memory() const {
    if (!fields_.has(Field::device)) return kHostMemory;
    constexpr auto kLast = static_cast<std::int64_t>(kMemories) - 2;
    return static_cast<MemoryId>(fields_.integer(offset_, Field::device, 0, kLast) + 1);
  }

  void release() const { run_.release(offset_, id(Field::variable), here(Field::seq)); }

  void statement() const {
    const auto line = static_cast<int>(fields_.integer(offset_, Field::line, 0, INT32_MAX));
    const bool continues = fields_.has(Field::continues) && fields_.boolean(offset_, Field::continues);
    run_.statement(offset_, id(Field::statement), continues ? -line : line, here(Field::begin_seq),
                   span_end());
  }

  void task() const {
    TraceRebuilder::TaskRow row;
    row.statement = optional(Field::statement);
    row.after = optional(Field::after);
    if (fields_.has(Field::defer_seq))
      row.defer = {fields_.time_ns(offset_, Field::defer_us), id(Field::defer_seq)};
    if (row.defer.seq == kNever || fields_.has(Field::enqueue_seq))
      row.enqueue = {fields_.time_ns(offset_, Field::enqueue_us), id(Field::enqueue_seq)};
    if (fields_.has(Field::ready_seq))
      row.ready = {fields_.time_ns(offset_, Field::ready_us), id(Field::ready_seq)};
    if (fields_.has(Field::end_seq)) row.outcome = word<Outcome>(Field::outcome, kOutcomes);
    if (fields_.has(Field::start_seq)) {
      row.lane = lane_of_row();
      row.start = here(Field::start_seq);
      row.end = span_end();
    } else if (fields_.has(Field::end_seq)) {
      row.end = here(Field::end_seq);
    }
    run_.task(offset_, id(Field::task), name(), row);
  }

  void wait() const {
    const int reason = index_of<WaitReason>(fields_.text(offset_, Field::name), kWaitReasons);
    if (reason == kWaitReasons) throw BadTrace(offset_, "\"name\" is not the reason of a wait");
    Wait row{};
    row.reason = static_cast<WaitReason>(reason);
    row.statement = optional(Field::statement);
    row.variable = optional(Field::variable);
    row.ended_by = optional(Field::ended_by);
    run_.wait(offset_, id(Field::wait), row, here(Field::begin_seq), span_end());
  }

  void mark() const {
    run_.begin_region(offset_, id(Field::mark), word<RegionKind>(Field::kind, kRegionKinds), name(),
                      here(Field::seq));
  }

  void error() const {
    ErrorRecord row{};
    row.kind = word<ErrorKind>(Field::kind, kErrorKinds);
    row.task = optional(Field::task);
    row.origin = optional(Field::origin);
    row.statement = optional(Field::statement);
    row.message = run_.intern(fields_.text(offset_, Field::message));
    run_.error(offset_, id(Field::error), row, here(Field::seq));
  }

  void sample() const {
    const std::int64_t bytes = fields_.integer(offset_, Field::bytes, -kMostBytes, kMostBytes);
    const std::string_view name = fields_.text(offset_, Field::name);
    MemoryId memory = kHostMemory;
    if (name.starts_with("pool bytes ")) {
      while (memory < kMemories && name != pool_sample_name(memory)) ++memory;
      if (memory == kMemories) throw BadTrace(offset_, "\"name\" is of a device that is none");
    }
    const bool pool = name.starts_with("pool bytes");
    run_.sample(offset_, pool ? EventKind::pool : EventKind::resident, bytes, memory, here(Field::seq));
  }

  const JsonFields& fields_;
  const std::uint64_t offset_;
  TraceRebuilder& run_;
};

}  // namespace

std::string of_memory(MemoryId memory) {
  return memory == kHostMemory ? " of the host" : " of device " + std::to_string(memory - 1);
}

std::string pool_sample_name(MemoryId memory) {
  return "pool bytes" + (memory == kHostMemory ? "" : of_memory(memory));
}

void read_json_event(const JsonFields& fields, std::uint64_t offset, TraceRebuilder& run) {
  EventReader(fields, offset, run).read();
}

}  // namespace runahead
