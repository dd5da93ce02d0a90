// SPDX-License-Identifier: GPL-3.0-or-later
// InlineEngine: the driver of mode sync and the oracle of the tests: each task runs inside submit(), on the
// caller. Not for speed: it shares the dependency core only so that one set of rules exists.
#pragma once

#include "core/engine/engine.h"
#include "core/engine/tracing.h"

#include <atomic>

namespace runahead {

class InlineEngine final : public Engine {
 public:
  /// Without recording.
  InlineEngine();
  /// Tasks are shown on `tracing.first_lane`, a lane of the frontend's own.
  explicit InlineEngine(Recording tracing);

  using Engine::acquire;
  TaskNode& acquire(StatementId statement) override;
  void submit(TaskNode& task) override;
  void run_in_call(TaskNode& task) override { submit(task); }
  void wait_to_read(EngineVariable& variable, WaitReason reason, StatementId statement) override;
  void wait_all(WaitReason reason, StatementId statement) override;
  bool wait_for(WaitReason, StatementId, const std::function<bool()>& done) override { return done(); }
  void drain() override {}
  std::vector<TaskError> unmet_errors() override { return failures_.meet_all(); }
  void forget(EngineVariable& variable) override { core_.forget(variable); }
  void check_running() const override {
    if (stopping_.load(std::memory_order_relaxed)) throw Stopped();
  }
  void stop() override { stopping_.store(true, std::memory_order_relaxed); }

 private:
  void check(const char* what) const;
  void record_wait(WaitReason reason, StatementId statement, VariableId variable);
  void surface(const TaskError& error, StatementId statement);

  std::optional<Recording> tracing_;
  DependencyCore core_{0};
  Failures failures_;
  WaitId waits_ = 0;
  std::atomic<bool> stopping_{false};
};

}  // namespace runahead
