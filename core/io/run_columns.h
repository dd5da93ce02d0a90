// SPDX-License-Identifier: GPL-3.0-or-later
// What a stored run is made of below its head: which columns a chunk has, and the numbers in them
// (FORMAT.md). Not here: how chunks stand in a file (chunk_file.h), and what becomes of the numbers
// (run_encoder.h, run_decoder.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/ids.h"
#include "core/io/bad_trace.h"

namespace runahead {

/// What an event is, and what needs no column because of it.
enum class RunOp : std::uint8_t {
  statement_begin,
  statement_end,
  enqueue_blocked,
  enqueue_ready,
  defer,
  enqueue_deferred_blocked,
  enqueue_deferred_ready,
  eliminate,
  ready,
  start,
  end_ok,
  end_failed,
  end_skipped,
  wait_begin,
  wait_end,
  allocate,
  release,
  pool,
  resident,
  region_begin,
  region_end,
  error,
};
inline constexpr std::size_t kRunOps = 22;

/// In the order of the file. Times are a column for each RunOp, before these.
enum class RunColumn : std::uint8_t {
  names,      ///< lengths, then their bytes
  variables,  ///< name, twice, plus 1 for an input
  ops,
  lines,
  task_names,
  task_statements,
  task_uses,  ///< reads, writes; kComesAfterAnother with the reads: how far back Task::after is, between them
  reads,
  writes,
  settled,  ///< deferred tasks that are enqueued or eliminated
  ready,
  started,
  start_lanes,
  end_lanes,
  skipped,
  waits,  ///< reason, statement, array
  ended_by,
  allocated,
  allocated_bytes,
  released,
  pool,
  resident,
  marks,   ///< kind, name; ends
  errors,  ///< kind, task, origin, statement, message
};
inline constexpr std::uint32_t kComesAfterAnother = 1U << 24;
/// With bytes of `allocated_bytes`, and of `pool`: the memory that these and the next ones are of stands
/// behind.
inline constexpr std::uint64_t kOfAnotherMemory = std::uint64_t{1} << 53;
inline constexpr std::size_t kRunColumns = 24;
inline constexpr std::size_t kChunkColumns = kRunOps + kRunColumns;

using ChunkColumns = std::array<std::string, kChunkColumns>;

constexpr std::size_t index_of(RunColumn column) {
  return kRunOps + static_cast<std::size_t>(column);
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
inline void put_number(std::string& column, std::uint64_t number) {
  while (number >= 0x80) {
    column.push_back(static_cast<char>(number | 0x80));
    number >>= 7;
  }
  column.push_back(static_cast<char>(number));
}

/// 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
constexpr std::uint64_t folded(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}
constexpr std::int64_t unfolded(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1 ^ (0 - (number & 1)));
}

/// Takes numbers from a column until its end.
class NumberReader {
 public:
  NumberReader() = default;
  explicit NumberReader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool at_end() const { return at_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  /// Throws BadTrace, with offset 0, where there is none.
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ == end_) throw BadTrace(0, "a column ends too early");
      const auto byte = static_cast<std::uint8_t>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw BadTrace(0, "a number is too large");
  }
  std::int64_t signed_number() { return unfolded(number()); }
  /// One that is at most kNone.
  std::uint32_t small() {
    const std::uint64_t value = number();
    if (value > kNone) throw BadTrace(0, "a number is too large");
    return static_cast<std::uint32_t>(value);
  }
  std::string_view bytes(std::size_t count) {
    if (count > left()) throw BadTrace(0, "a column ends too early");
    const std::string_view taken(at_, count);
    at_ += count;
    return taken;
  }

 private:
  const char* at_ = nullptr;
  const char* end_ = nullptr;
};

/// Ids that mostly go on where they were: the step over the next one.
class IdSteps {
 public:
  std::uint64_t step(std::uint32_t id) {
    const std::uint64_t result = folded(static_cast<std::int64_t>(id) - static_cast<std::int64_t>(next_));
    next_ = id + 1;
    return result;
  }
  std::uint32_t id(std::int64_t step) {
    const auto next =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(next_) + static_cast<std::uint64_t>(step));
    if (next < 0 || next >= kNone) throw BadTrace(0, "an id is out of range");
    next_ = static_cast<std::uint32_t>(next) + 1;
    return static_cast<std::uint32_t>(next);
  }

 private:
  std::uint32_t next_ = 0;
};

/// Arrays that tasks use: those that no task used before, those used lately, and those that are used all the
/// time.
class UseSteps {
 public:
  std::uint64_t step(VariableId id) {
    if (id >= newest_) {
      const std::uint64_t result = std::uint64_t{id - newest_} * 3;
      newest_ = id + 1;
      return result;
    }
    const std::uint32_t back = newest_ - 1 - id;
    return back <= id ? std::uint64_t{back} * 3 + 1 : std::uint64_t{id} * 3 + 2;
  }
  VariableId id(std::uint64_t step) {
    const std::uint64_t amount = step / 3;
    if (amount >= 0x7fffffff) throw BadTrace(0, "an id is out of range");
    const auto small = static_cast<std::uint32_t>(amount);
    switch (step % 3) {
      case 0:
        newest_ += small + 1;
        if (newest_ >= 0x7fffffff) throw BadTrace(0, "an id is out of range");
        return newest_ - 1;
      case 1:
        if (small >= newest_) throw BadTrace(0, "an id is out of range");
        return newest_ - 1 - small;
      default:
        return small;
    }
  }

 private:
  std::uint32_t newest_ = 0;  ///< one beyond
};

}  // namespace runahead
