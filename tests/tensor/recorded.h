// SPDX-License-Identifier: GPL-3.0-or-later
// recorded(): a piece of program in mode function or lazy, run with a recording of its own, and what to ask
// its trace. Not a session: no scenario, no gate of statements.
#pragma once

#include <functional>

#include "core/engine/ranked_pool.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"
#include "tests/tensor/desk.h"

namespace runahead::testing_support {

/// Names of arrays are gone when `program` returns; then what is pending runs to its end.
inline Trace recorded(Issue issue, int workers, const std::function<void(Frontend&)>& program) {
  TracedRun traced(workers);
  const Recording recording = traced.recording();
  StorageHome home(0);
  {
    std::unique_ptr<Engine> engine;
    if (issue == Issue::lazy) {
      engine = std::make_unique<RankedPool<Recording>>(workers, 0, recording);
    } else {
      engine = std::make_unique<ThreadPool<Recording>>(workers, 0, recording);
    }
    Frontend frontend(*engine, home, &recording, 7, {.issue = issue});
    program(frontend);
    frontend.end_statement();
    frontend.flush();
    engine->drain();
  }
  EXPECT_EQ(home.pool.live_bytes(), 0);
  Trace trace = traced.finish();
  const StartOrder order = issue == Issue::lazy ? StartOrder::ranked : StartOrder::as_ready;
  EXPECT_THAT(trace_violations(trace, RunEnd::complete, order), testing::IsEmpty());
  return trace;
}

/// "mul add": the tasks that ran, in the order of their starts.
inline std::string ran(const Trace& trace) {
  std::string names;
  for (Seq seq = 0; seq < trace.size(); ++seq) {
    const Event event = trace.event(seq);
    if (event.kind != EventKind::start) continue;
    names += (names.empty() ? "" : " ") + trace.name(trace.task(event.id).name);
  }
  return names;
}

/// The tasks that were eliminated, in the order of issue; each must have been recorded and never started.
inline std::string eliminated(const Trace& trace) {
  std::string names;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (task.end == kNever || task.outcome != Outcome::eliminated) continue;
    EXPECT_NE(task.defer, kNever);
    EXPECT_EQ(task.enqueue, kNever);
    EXPECT_EQ(task.start, kNever);
    names += (names.empty() ? "" : " ") + trace.name(task.name);
  }
  return names;
}

/// Names of the marks of a kind, in the order of their begins; all of them have ended.
inline std::vector<std::string> marks(const Trace& trace, RegionKind kind) {
  std::vector<std::string> names;
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    if (trace.region(id).kind != kind) continue;
    EXPECT_NE(trace.region(id).end, kNever);
    names.push_back(trace.name(trace.region(id).name));
  }
  return names;
}

}  // namespace runahead::testing_support
