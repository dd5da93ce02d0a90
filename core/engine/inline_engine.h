// SPDX-License-Identifier: GPL-3.0-or-later
// InlineEngine: the driver of mode sync and the oracle of the tests: each task runs inside submit(), on the
// caller. Not for speed: it shares the dependency core only so that one set of rules exists.
#pragma once

#include "core/engine/engine.h"
#include "core/engine/frontend_record.h"

#include <atomic>

namespace runahead {

class InlineEngine final : public Engine {
 public:
  /// With a recording, tasks are shown on its first lane, one of the frontend's own.
  explicit InlineEngine(std::optional<Recording> tracing = {});

  TaskNode& acquire(StatementId statement) override;
  bool written(const EngineVariable& variable) const override { return core_.written(variable); }
  bool idle() const override { return true; }
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

  const std::optional<Recording> tracing_;
  FrontendRecord record_;
  DependencyCore core_{0};
  Failures failures_;
  std::atomic<bool> stopping_{false};
};

}  // namespace runahead
