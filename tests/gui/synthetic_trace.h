// SPDX-License-Identifier: GPL-3.0-or-later
// Synthetic traces for tests and benchmarks of the window: a loop as a scenario would run it, and a very
// large one. Not here: real runs (tests/scenario).
#pragma once

#include "core/trace/trace_builder.h"

namespace runahead::test {

/// x = ones; then n times y = x + 1; then waitall, marked as benchmark ‘loop’, on one worker. Times in µs are
/// fixed: the frontend takes 11 per pass, the worker 32 per task. `each`: waits in every pass instead. The
/// TraceBuilder is left unpublished at the end, so that tests may go on.
inline void incrementLoop(TraceBuilder& builder, int n, bool each = false, bool resident = true) {
  builder.set_resident_base(88'200'000);
  const LaneId worker = [&] {
    builder.add_lane(LaneKind::frontend, "Frontend");
    return builder.add_lane(LaneKind::worker, "Worker 1");
  }();
  const NameId ones = builder.intern("ones"), add = builder.intern("add");
  constexpr std::int64_t kUs = 1000, kBytes = 128 * 512 * 4;
  struct Step {
    std::int64_t ns;
    int order;
    TaskId task;
  };
  // Frontend and worker are merged by hand: the worker's next moment against the frontend's.
  std::int64_t now = 0, free_at = 0;
  TaskId next_start = 0, enqueued = 0, running = kNone;
  std::int64_t end_at = 0;
  const auto advance = [&](std::int64_t to) {
    while (true) {
      if (running != kNone) {
        if (end_at > to) return;
        builder.end(end_at, running, Outcome::ok);
        if (running > 1) builder.release(end_at, running - 1);
        free_at = end_at;
        if (running == 0 && enqueued > 1) {
          for (TaskId id = 1; id < enqueued; ++id) builder.ready(end_at, id);
        }
        running = kNone;
      } else {
        if (next_start == enqueued || std::max(free_at, builder.last_time_ns()) > to) return;
        const std::int64_t start = std::max(free_at + 1 * kUs, builder.last_time_ns());
        if (start > to) return;
        builder.start(start, next_start, worker);
        builder.allocate(start, next_start, kBytes);
        if (next_start < 3) builder.pool(start, (next_start + 1) * kBytes);
        if (resident)
          builder.resident(start, 88'200'000 + std::min<std::int64_t>(next_start + 1, 3) * 250'000);
        running = next_start++;
        end_at = start + (running == 0 ? 36 * kUs : 31 * kUs);
      }
    }
  };
  const auto enqueue = [&](NameId name, StatementId statement) {
    const bool first_ended = enqueued > 0 && next_start > 0 && running != 0;
    const VariableId own = builder.add_variable(builder.intern(enqueued == 0 ? "x" : "y"));
    if (enqueued == 0) {
      const UseRequest uses[] = {{own, true}};
      builder.enqueue(now, name, statement, uses, true);
    } else {
      const UseRequest uses[] = {{0, false}, {own, true}};
      builder.enqueue(now, name, statement, uses, first_ended);
    }
    ++enqueued;
  };
  const auto wait = [&](int line) {
    const StatementId statement = builder.begin_statement(now, line);
    const WaitId id = builder.begin_wait(now, WaitReason::waitall, statement, kNone);
    while (next_start < enqueued || running != kNone)
      advance(running != kNone ? end_at : now + kUs), now += kUs;
    now = std::max(now, free_at) + 8 * kUs;
    builder.end_wait(now, id, enqueued - 1);
    builder.end_statement(now, statement);
  };
  StatementId statement = builder.begin_statement(now, 1);
  now += 8 * kUs;
  enqueue(ones, statement);
  builder.end_statement(now, statement);
  now += 10 * kUs;
  advance(now);
  const RegionId mark = builder.begin_region(now, RegionKind::benchmark, builder.intern("loop"));
  for (int i = 0; i < n; ++i) {
    advance(now);
    statement = builder.begin_statement(now, 4);
    now += 10 * kUs;
    advance(now);
    enqueue(add, statement);
    builder.end_statement(now, statement);
    now += 1 * kUs;
    advance(now);
    if (each) wait(5);
  }
  if (!each) wait(5);
  builder.end_region(now, mark);
}

inline TraceInfo incrementLoopInfo(int n) {
  TraceInfo info;
  info.source.scenario = "increment-loop";
  info.mode = Mode::async;
  info.waits = Waits::none();
  info.set = {{"n", n}};
  return info;
}

inline Trace incrementLoopTrace(int n, bool each = false) {
  TraceBuilder builder(incrementLoopInfo(n));
  incrementLoop(builder, n, each);
  builder.publish(true);
  return builder.snapshot();
}

/// `tasks` tasks on `lanes` workers, one statement each, with irregular lengths around 5 µs; memory and queue
/// depth go up and down.
inline Trace largeTrace(std::uint32_t tasks, int lanes) {
  TraceInfo info;
  info.source.scenario = "large";
  info.workers = lanes;
  TraceBuilder builder(info);
  builder.set_resident_base(50'000'000);
  builder.add_lane(LaneKind::frontend, "Frontend");
  for (int i = 0; i < lanes; ++i) builder.add_lane(LaneKind::worker, "Worker " + std::to_string(i + 1));
  const NameId names[] = {builder.intern("dot"), builder.intern("add"), builder.intern("relu")};
  struct Running {
    TaskId task = kNone;
    std::int64_t end_ns = 0;
  };
  std::vector<Running> running(static_cast<std::size_t>(lanes));
  std::uint64_t random = 12345;
  const auto next_random = [&random] {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>(random >> 40);
  };
  std::int64_t now = 0;
  TaskId enqueued = 0, started = 0, ended = 0;
  const std::int64_t gap_ns = 5000 / lanes;
  while (ended < tasks) {
    // The next moment: a task ends, or the frontend enqueues.
    std::size_t lane = 0;
    for (std::size_t i = 1; i < running.size(); ++i) {
      const bool earlier = running[i].task != kNone &&
                           (running[lane].task == kNone || running[i].end_ns < running[lane].end_ns);
      if (earlier) lane = i;
    }
    const std::int64_t enqueue_at = enqueued < tasks && enqueued - ended < 400 ? now + gap_ns : INT64_MAX;
    if (running[lane].task != kNone && running[lane].end_ns <= enqueue_at) {
      now = std::max(now, running[lane].end_ns);
      builder.end(now, running[lane].task, Outcome::ok);
      builder.release(now, running[lane].task);
      running[lane].task = kNone;
      ++ended;
    } else {
      now = enqueue_at;
      const StatementId statement =
          builder.begin_statement(now - gap_ns / 2 > builder.last_time_ns() ? now - gap_ns / 2 : now,
                                  3 + static_cast<int>(enqueued % 5));
      const UseRequest uses[] = {{builder.add_variable(), true}};
      builder.enqueue(now, names[enqueued % 3], statement, uses, true);
      builder.end_statement(now, statement);
      ++enqueued;
    }
    for (std::size_t i = 0; i < running.size() && started < enqueued; ++i) {
      if (running[i].task != kNone) continue;
      builder.start(now, started, static_cast<LaneId>(i + 1));
      builder.allocate(now, started, 1000 + next_random() % 100'000);
      running[i] = {started, now + 1000 + next_random() % 8000};
      ++started;
    }
  }
  builder.publish(true);
  return builder.snapshot();
}

}  // namespace runahead::test
