// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces that are the same, in every table and every fold.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

#include "core/io/trace_file.h"
#include "tests/support/temporary_directory.h"

namespace runahead::testing_support {

/// As it is written for other programs.
inline std::string json_of(const Trace& trace) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(write_trace_json({&trace, 1}, directory.file("t.json")).ok());
  return read_file(directory.file("t.json"));
}

inline std::vector<std::int64_t> numbers_of(const Counters& c) {
  std::vector<std::int64_t> numbers{c.blocked,    c.ready,      c.running,        c.deferred,
                                    c.live_bytes, c.pool_bytes, c.resident_bytes, c.input_bytes};
  for (const MemoryBytes& memory : c.memories)
    numbers.insert(numbers.end(), {memory.live, memory.pool, memory.input});
  return numbers;
}

/// At every `step`th event and task.
inline void expect_same_folds(const Trace& a, const Trace& b, Seq step = 1) {
  ASSERT_EQ(a.size(), b.size());
  for (Seq cursor = 0; cursor <= a.size(); cursor += step) {
    const State left = a.state_at(cursor), right = b.state_at(cursor);
    ASSERT_EQ(left.time_ns, right.time_ns);
    ASSERT_EQ(left.statement, right.statement);
    ASSERT_EQ(left.wait, right.wait);
    ASSERT_EQ(left.first_pending, right.first_pending);
    ASSERT_EQ(left.issued, right.issued);
    ASSERT_EQ(left.enqueued, right.enqueued);
    ASSERT_EQ(numbers_of(left.counters), numbers_of(right.counters));
    const CounterRange until = a.counter_range(0, cursor), other = b.counter_range(0, cursor);
    ASSERT_EQ(numbers_of(until.min), numbers_of(other.min));
    ASSERT_EQ(numbers_of(until.max), numbers_of(other.max));
    ASSERT_EQ(a.pending_at(cursor, 50), b.pending_at(cursor, 50));
    if (cursor == a.size()) break;
    ASSERT_EQ(a.event(cursor).kind, b.event(cursor).kind) << cursor;
    ASSERT_EQ(a.event(cursor).id, b.event(cursor).id) << cursor;
  }
  for (TaskId id = 0; id < a.task_count(); id += step) {
    ASSERT_EQ(a.name(a.task(id).name), b.name(b.task(id).name));
    ASSERT_EQ(a.task(id).start == kNever ? 0 : a.task(id).lane,
              b.task(id).start == kNever ? 0 : b.task(id).lane);
    const auto left = a.edges_into(id), right = b.edges_into(id);
    ASSERT_EQ(left.size(), right.size());
    for (std::size_t i = 0; i < left.size(); ++i) ASSERT_EQ(left[i].from, right[i].from);
  }
}

}  // namespace runahead::testing_support
