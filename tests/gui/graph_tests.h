// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the graph's test share: a way to write small traces, and their entry points.
// Not here: realistic or large traces (synthetic_trace.h).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/trace/trace_builder.h"

namespace runahead::test {

int graphModelTest(int argc, char** argv);
int graphLayoutTest(int argc, char** argv);
int graphPaneTest(int argc, char** argv);

/// A trace by hand: variables by their names ("" makes one without a name each time), 1 µs per event.
class Scribe {
 public:
  Scribe() : builder_(TraceInfo{{.source = {"by hand", {}}}}) {
    builder_.add_lane(LaneKind::frontend, "Frontend");
    worker_ = builder_.add_lane(LaneKind::worker, "Worker 1");
  }
  VariableId variable(const std::string& name) { return builder_.add_variable(builder_.intern(name)); }

  TaskId enqueue(const char* name, const std::vector<VariableId>& reads,
                 const std::vector<VariableId>& writes, bool ready = true) {
    return builder_.enqueue(now(), builder_.intern(name), kNone, uses(reads, writes), ready);
  }
  TaskId defer(const char* name, const std::vector<VariableId>& reads,
               const std::vector<VariableId>& writes) {
    return builder_.defer(now(), builder_.intern(name), kNone, uses(reads, writes));
  }
  void enqueueDeferred(TaskId task, bool ready) { builder_.enqueue_deferred(now(), task, ready); }
  void eliminate(TaskId task) { builder_.eliminate(now(), task); }
  void ready(TaskId task) { builder_.ready(now(), task); }
  void start(TaskId task) { builder_.start(now(), task, worker_); }
  void end(TaskId task, Outcome outcome = Outcome::ok) { builder_.end(now(), task, outcome); }
  RegionId beginTracing() {
    return builder_.begin_region(now(), RegionKind::tracing, builder_.intern("f((2, 2))"));
  }
  void endRegion(RegionId mark) { builder_.end_region(now(), mark); }

  Trace trace(bool finished = true) {
    builder_.publish(finished);
    return builder_.snapshot();
  }

 private:
  std::int64_t now() { return now_ns_ += 1000; }
  const std::vector<UseRequest>& uses(const std::vector<VariableId>& reads,
                                      const std::vector<VariableId>& writes) {
    uses_.clear();
    for (const VariableId id : reads) uses_.push_back({id, false});
    for (const VariableId id : writes) uses_.push_back({id, true});
    return uses_;
  }

  TraceBuilder builder_;
  LaneId worker_;
  std::vector<UseRequest> uses_;
  std::int64_t now_ns_ = 0;
};

/// x is updated in place `tasks` times, each update reading what the one before wrote; all enqueued, one has
/// ended, the next one runs.
inline Trace chainTrace(TaskId tasks) {
  Scribe scribe;
  const VariableId x = scribe.variable("x");
  for (TaskId id = 0; id < tasks; ++id) scribe.enqueue("add", {x}, {x}, id == 0);
  scribe.start(0);
  scribe.end(0);
  if (tasks > 1) {
    scribe.ready(1);
    scribe.start(1);
  }
  return scribe.trace(false);
}

/// x = ones, then `additions` times y = x + 1, recorded in a graph; then all but the last addition are
/// eliminated and the others enqueued.
inline Trace lazyTrace(TaskId additions, bool traced = false) {
  Scribe scribe;
  const VariableId x = scribe.variable("x");
  const RegionId mark = traced ? scribe.beginTracing() : kNone;
  scribe.defer("ones", {}, {x});
  for (TaskId i = 0; i < additions; ++i) scribe.defer("add", {x}, {scribe.variable("y")});
  if (traced) scribe.endRegion(mark);
  for (TaskId id = 1; id < additions; ++id) scribe.eliminate(id);
  scribe.enqueueDeferred(0, true);
  scribe.enqueueDeferred(additions, false);
  scribe.start(0);
  scribe.end(0);
  scribe.ready(additions);
  scribe.start(additions);
  scribe.end(additions);
  return scribe.trace();
}

}  // namespace runahead::test
