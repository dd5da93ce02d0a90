// SPDX-License-Identifier: GPL-3.0-or-later
// Synthetic traces of modes that record first (lazy, function), of devices, and of a sweep, with known
// moments. Not here: plain loops (synthetic_trace.h), real runs (tests/scenario).
#pragma once

#include <string>

#include "core/trace/trace_builder.h"

namespace runahead::test {

inline constexpr std::int64_t kMicrosecond = 1000;

/// Mode lazy. In µs: line 1 records `ones 0` from 0 to 8; then n iterations of line 4, each from 20 + 11 i
/// on, record `add i` 10 later; then line 5, which begins at w = 20 + 11 n, eliminates all adds but the last
/// at w
/// + 4, enqueues `ones 0` at w + 10 and `add n` at w + 20, and waits from there on. The worker runs ones for
/// 36, then add for 31.
inline Trace lazyLoopTrace(int n, const char* scenario = "lazy-loop") {
  TraceInfo info;
  info.scenario = scenario;
  info.mode = "lazy";
  info.waits = "none";
  info.parameters = {{"n", std::to_string(n)}};
  TraceBuilder b(info);
  constexpr std::int64_t kUs = kMicrosecond;
  b.add_lane(LaneKind::frontend, "Frontend");
  const LaneId worker = b.add_lane(LaneKind::worker, "Worker 1");
  const NameId add = b.intern("add");
  const VariableId x = b.add_variable(b.intern("x"));
  StatementId statement = b.begin_statement(0, 1);
  const UseRequest makes[] = {{x, true}};
  const TaskId ones = b.defer(8 * kUs, b.intern("ones"), statement, makes);
  b.end_statement(8 * kUs, statement);
  TaskId last = kNone;
  for (int i = 0; i < n; ++i) {
    const std::int64_t begin = (20 + 11 * i) * kUs;
    statement = b.begin_statement(begin, 4);
    const UseRequest uses[] = {{x, false}, {b.add_variable(b.intern("y")), true}};
    last = b.defer(begin + 10 * kUs, add, statement, uses);
    b.end_statement(begin + 10 * kUs, statement);
  }
  const std::int64_t w = (20 + 11 * n) * kUs;
  statement = b.begin_statement(w, 5);
  for (TaskId id = ones + 1; id < last; ++id) b.eliminate(w + 4 * kUs, id);
  b.enqueue_deferred(w + 10 * kUs, ones, true);
  b.start(w + 12 * kUs, ones, worker);
  b.enqueue_deferred(w + 20 * kUs, last, false);
  const WaitId wait = b.begin_wait(w + 20 * kUs, WaitReason::print, statement, x);
  b.end(w + 48 * kUs, ones, Outcome::ok);
  b.ready(w + 48 * kUs, last);
  b.start(w + 50 * kUs, last, worker);
  b.end(w + 81 * kUs, last, Outcome::ok);
  b.end_wait(w + 90 * kUs, wait, last);
  b.end_statement(w + 90 * kUs, statement);
  b.publish(true);
  return b.snapshot();
}

/// Mode function. In µs: line 2 begins at 0; from 100 to 400 it traces f((1, 2)), recording tasks 0, 1 and 2
/// at 150, 200 and 300; task 1 is eliminated at 410, the others are enqueued at 450 and 500. The second call
/// enqueues tasks 3 and 4 at 750 and 800.
inline Trace functionTrace() {
  TraceInfo info;
  info.scenario = "function";
  info.mode = "function";
  TraceBuilder b(info);
  constexpr std::int64_t kUs = kMicrosecond;
  b.add_lane(LaneKind::frontend, "Frontend");
  const LaneId worker = b.add_lane(LaneKind::worker, "Worker 1");
  const NameId add = b.intern("add");
  StatementId statement = b.begin_statement(0, 2);
  const RegionId mark = b.begin_region(100 * kUs, RegionKind::tracing, b.intern("f((1, 2))"));
  for (const std::int64_t at : {150, 200, 300}) b.defer(at * kUs, add, statement, {});
  b.end_region(400 * kUs, mark);
  b.eliminate(410 * kUs, 1);
  const auto run = [&](TaskId id, std::int64_t enqueue_us) {
    b.start((enqueue_us + 10) * kUs, id, worker);
    b.end((enqueue_us + 40) * kUs, id, Outcome::ok);
  };
  b.enqueue_deferred(450 * kUs, 0, true);
  run(0, 450);
  b.enqueue_deferred(500 * kUs, 2, true);
  run(2, 500);
  b.end_statement(600 * kUs, statement);
  statement = b.begin_statement(700 * kUs, 2);
  run(b.enqueue(750 * kUs, add, statement, {}, true), 750);
  run(b.enqueue(800 * kUs, add, statement, {}, true), 800);
  b.end_statement(900 * kUs, statement);
  b.publish(true);
  return b.snapshot();
}

/// Mode stream on the emulated device. In µs: `dot 0` runs on the stream from 100 to 400, `copy 1` on the
/// copy engine from 420 to 620; after 700 come 200 copies of 0.5 each, 1 apart.
inline Trace streamTrace() {
  TraceInfo info;
  info.scenario = "stream";
  info.mode = "stream";
  info.device = "emulated";
  TraceBuilder b(info);
  constexpr std::int64_t kUs = kMicrosecond;
  b.add_lane(LaneKind::frontend, "Frontend");
  const LaneId stream = b.add_lane(LaneKind::stream, "Stream 1 (emulated)");
  const LaneId copy = b.add_lane(LaneKind::copy, "Copy to host (emulated)");
  const StatementId statement = b.begin_statement(0, 1);
  b.enqueue(20 * kUs, b.intern("dot"), statement, {}, true);
  b.enqueue(40 * kUs, b.intern("copy"), statement, {}, false);
  b.end_statement(50 * kUs, statement);
  b.start(100 * kUs, 0, stream);
  b.end(400 * kUs, 0, Outcome::ok);
  b.ready(400 * kUs, 1);
  b.start(420 * kUs, 1, copy);
  b.end(620 * kUs, 1, Outcome::ok);
  for (int i = 0; i < 200; ++i) {
    const std::int64_t at = (700 + i) * kUs;
    const TaskId id = b.enqueue(at, b.intern("copy"), kNone, {}, true);
    b.start(at, id, copy);
    b.end(at + kUs / 2, id, Outcome::ok);
  }
  b.publish(true);
  return b.snapshot();
}

/// Marks every:1, every:2, ... every:32 and none, one after the other, with 1 ms between. Waiting every K-th
/// iteration takes 3000 + 800 / K ms and holds K arrays of 2.1 MB (none: 100), so that the knee of memory and
/// time is every:8. `marks` of the Ks only, without none where they are fewer.
inline Trace sweepTrace(int marks = 6) {
  TraceInfo info;
  info.scenario = "sync-every-k";
  info.mode = "async";
  info.waits = "program";
  TraceBuilder b(info);
  constexpr std::int64_t kMs = 1000 * kMicrosecond;
  b.add_lane(LaneKind::frontend, "Frontend");
  const LaneId worker = b.add_lane(LaneKind::worker, "Worker 1");
  std::int64_t now = 0;
  const auto part = [&](const std::string& name, double time_ms, int arrays) {
    const RegionId mark = b.begin_region(now, RegionKind::benchmark, b.intern(name));
    const StatementId statement = b.begin_statement(now, 4);
    const VariableId held = b.add_variable(b.intern("X"));
    const UseRequest uses[] = {{held, true}};
    const TaskId task = b.enqueue(now + kMs, b.intern("normal"), statement, uses, true);
    b.start(now + 2 * kMs, task, worker);
    b.allocate(now + 2 * kMs, held, arrays * 2'100'000LL);
    now += static_cast<std::int64_t>(time_ms * static_cast<double>(kMs));
    b.end(now, task, Outcome::ok);
    b.release(now, held);
    b.end_statement(now, statement);
    b.end_region(now, mark);
    now += kMs;
  };
  for (int i = 0; i < marks; ++i) part("every:" + std::to_string(1 << i), 3000 + 800.0 / (1 << i), 1 << i);
  if (marks == 6) part("none", 3008, 100);
  b.publish(true);
  return b.snapshot();
}

}  // namespace runahead::test
