// SPDX-License-Identifier: GPL-3.0-or-later
// TracedRun: builder, recorder and collector for a test that drives an engine itself.
// Not a session: no program, no threads of its own unless a test asks for collection while the run goes on.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/engine/tracing.h"
#include "core/trace/collector.h"

namespace runahead::testing_support {

class TracedRun {
 public:
  explicit TracedRun(int workers, Recorder::Limits limits = {}, const Ticks* virtual_clock = nullptr)
      : builder_(info_of(workers)),
        recorder_(builder_, limits, virtual_clock),
        frontend_(recorder_.add_writer()),
        collector_(recorder_, builder_, virtual_clock ? 1 : now_ticks_ordered()) {
    builder_.add_lane(LaneKind::frontend, "Frontend");
    for (int i = 1; i <= workers; ++i) builder_.add_lane(LaneKind::worker, "Worker " + std::to_string(i));
    builder_.publish();
  }
  ~TracedRun() { end_collecting(); }

  Recording recording() { return {&recorder_, &frontend_, 1}; }
  EventWriter& frontend() { return frontend_; }
  Recorder& recorder() { return recorder_; }
  Collector& collector() { return collector_; }
  Trace snapshot() const { return builder_.snapshot(); }

  void declare(VariableId id) {
    frontend_.open();
    frontend_.put(RecordKind::declare_variable, id, 0);
    frontend_.commit();
  }

  /// Collects on a thread of its own, without a pause, until the end.
  void collect_meanwhile() {
    collecting_.emplace([this] {
      while (!done_.load(std::memory_order_relaxed)) {
        collector_.collect();
        std::this_thread::yield();
      }
    });
  }
  /// After the engine's threads have stopped: everything.
  Trace finish() {
    end_collecting();
    collector_.collect(true);
    return builder_.snapshot();
  }

 private:
  static TraceInfo info_of(int workers) {
    TraceInfo info;
    info.source.scenario = "test";
    info.workers = workers;
    return info;
  }
  void end_collecting() {
    done_.store(true, std::memory_order_relaxed);
    if (collecting_ && collecting_->joinable()) collecting_->join();
  }

  TraceBuilder builder_;
  Recorder recorder_;
  EventWriter& frontend_;
  Collector collector_;
  std::atomic<bool> done_{false};
  std::optional<std::thread> collecting_;
};

/// Tasks in the order in which they started.
inline std::vector<TaskId> starts_of(const Trace& trace) {
  std::vector<TaskId> order;
  for (Seq seq = 0; seq < trace.size(); ++seq) {
    if (trace.event(seq).kind == EventKind::start) order.push_back(trace.event(seq).id);
  }
  return order;
}

}  // namespace runahead::testing_support
