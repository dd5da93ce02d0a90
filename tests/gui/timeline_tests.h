// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the timeline's test share: a trace with known moments, and their entry points.
// Not here: realistic or large traces (synthetic_trace.h).
#pragma once

#include "core/trace/trace_builder.h"

namespace runahead::test {

int chartTest(int argc, char** argv);
int figureTest(int argc, char** argv);
int pagesTest(int argc, char** argv);
int pageTest(int argc, char** argv);
int geometryTest(int argc, char** argv);
int gestureTest(int argc, char** argv);
int keptTest(int argc, char** argv);
int paletteTest(int argc, char** argv);
int painterTest(int argc, char** argv);
int stepsTest(int argc, char** argv);
int viewStateTest(int argc, char** argv);

/// One worker, 1 ms. In µs: line 3 from 0 to 100 enqueues `dot 0` at 100, which runs from 200 to 600; line 4
/// waits for it from 150 to 600; line 5 enqueues `add 1` at 700 (it reads dot 0's array), which runs from 720
/// to 920 and fails. 1000 bytes are alive from 200 on. A mark covers all.
inline Trace smallTrace(Clock clock = Clock::live) {
  TraceInfo info;
  info.source.scenario = "small";
  info.mode = Mode::async;
  info.clock = clock;
  info.set = {{"n", 2}};
  TraceBuilder b(info);
  b.add_lane(LaneKind::frontend, "Frontend");
  const LaneId worker = b.add_lane(LaneKind::worker, "Worker 1");
  constexpr std::int64_t kUs = 1000;
  const RegionId mark = b.begin_region(0, RegionKind::benchmark, b.intern("all"));
  const StatementId first = b.begin_statement(0, 3);
  const VariableId x = b.add_variable(b.intern("x")), y = b.add_variable(b.intern("y"));
  const UseRequest writes[] = {{x, true}};
  b.enqueue(100 * kUs, b.intern("dot"), first, writes, true);
  b.end_statement(100 * kUs, first);
  const StatementId second = b.begin_statement(150 * kUs, 4);
  const WaitId wait = b.begin_wait(150 * kUs, WaitReason::wait_to_read, second, x);
  b.start(200 * kUs, 0, worker);
  b.allocate(200 * kUs, x, 1000);
  b.end(600 * kUs, 0, Outcome::ok);
  b.end_wait(600 * kUs, wait, 0);
  b.end_statement(600 * kUs, second);
  const StatementId third = b.begin_statement(650 * kUs, 5);
  const UseRequest uses[] = {{x, false}, {y, true}};
  b.enqueue(700 * kUs, b.intern("add"), third, uses, true);
  b.end_statement(710 * kUs, third);
  b.start(720 * kUs, 1, worker);
  b.end(920 * kUs, 1, Outcome::failed);
  b.error(920 * kUs, ErrorKind::raised, 1, 1, kNone, b.intern("it broke"));
  b.end_region(1000 * kUs, mark);
  b.publish(true);
  return b.snapshot();
}

}  // namespace runahead::test
