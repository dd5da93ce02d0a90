// SPDX-License-Identifier: GPL-3.0-or-later
// Runs for tests: from a request to its trace and result, what to ask a trace, and programs of a test's own
// with a gate that holds a worker. Not for speed: every run is waited for.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/scenario/program.h"
#include "core/scenario/run_execution.h"

namespace runahead::testing_support {

struct Finished {
  Trace trace;
  RunResult result;
};

/// The value, or its complaint as an exception.
template <class T>
T taken(const Result<T>& result) {
  if (!result) throw std::runtime_error(result.error());
  return *result;
}

inline RunConfig checked(const RunRequest& request, const std::optional<Machine>& machine = {}) {
  const CheckedRun config = check(request, machine);
  if (!config) {
    const Refusal& refusal = config.failure();
    throw std::runtime_error("refused: " + refusal.given + ", code " +
                             std::to_string(static_cast<int>(refusal.code)));
  }
  return *config;
}

inline bool is_refused(const RunRequest& request, Refusal::Code code, Refusal::Field field) {
  const CheckedRun config = check(request);
  return !config && config.failure().code == code && config.failure().field == field;
}

inline Finished run(const RunConfig& config) {
  RunExecution session(config);
  session.start();
  session.wait();
  return {session.snapshot(), session.result()};
}
inline Finished run(const RunRequest& request) {
  return run(checked(request));
}

/// In the preset `step`; what is empty is the scenario's first.
inline RunRequest small(const std::string& id, std::string_view mode = "", std::string_view waits = "",
                        int workers = 1) {
  RunRequest request = default_request(id, Preset::step);
  if (!mode.empty()) request.mode = mode_called(mode).value();
  if (!waits.empty()) request.waits = Waits::parse(waits).value();
  request.workers = workers;
  return request;
}

inline RunRequest sized(RunRequest request, std::int64_t n) {
  request.set["n"] = n;
  return request;
}
inline RunRequest on_device(RunRequest request, std::string_view device) {
  request.device = device_called(device);
  return request;
}

/// For what the scheduler of a busy machine may spoil: `missing` says what a run does not show, or nothing.
template <class Missing>
testing::AssertionResult one_run_shows(const RunRequest& request, Missing missing) {
  std::string reason;
  for (int attempt = 0; attempt < 200; ++attempt) {
    reason = missing(run(request));
    if (reason.empty()) return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << reason;
}

// Every scenario as a parameter of tests.

inline std::vector<std::string> scenario_ids() {
  std::vector<std::string> ids;
  for (const Scenario& scenario : scenarios()) ids.push_back(scenario.id);
  return ids;
}

inline std::string scenario_test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// What to ask a trace.

inline int line_of(const Trace& trace, StatementId statement) {
  return statement == kNone ? 0 : trace.statement(statement).line;
}

inline std::vector<Task> tasks_of_line(const Trace& trace, int line) {
  std::vector<Task> tasks;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    if (const Task task = trace.task(id); line_of(trace, task.statement) == line) tasks.push_back(task);
  }
  return tasks;
}

inline std::vector<Wait> waits_of(const Trace& trace, WaitReason reason) {
  std::vector<Wait> waits;
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    if (const Wait wait = trace.wait(id); wait.reason == reason) waits.push_back(wait);
  }
  return waits;
}

inline std::vector<Wait> waits_of_line(const Trace& trace, int line) {
  std::vector<Wait> waits;
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    if (const Wait wait = trace.wait(id); line_of(trace, wait.statement) == line) waits.push_back(wait);
  }
  return waits;
}

inline Region region_of(const Trace& trace, std::string_view name) {
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    if (const Region mark = trace.region(id); trace.name(mark.name) == name) return mark;
  }
  throw std::runtime_error("no mark " + std::string(name));
}

/// "dot", or "" for kNone.
inline std::string task_name(const Trace& trace, TaskId id) {
  return id == kNone ? "" : trace.name(trace.task(id).name);
}

inline CounterRange whole_range(const Trace& trace) {
  return trace.counter_range(0, trace.size());
}

/// No wait of the run found anything to wait for.
inline void expect_nothing_waits(const Trace& trace) {
  for (WaitId id = 0; id < trace.wait_count(); ++id) EXPECT_EQ(trace.wait(id).ended_by, kNone);
}

inline std::vector<Outcome> outcomes(const Trace& trace) {
  std::vector<Outcome> all;
  for (TaskId id = 0; id < trace.task_count(); ++id) all.push_back(trace.task(id).outcome);
  return all;
}

// Programs of a test's own.

inline Scenario local_scenario(void (*program)(Program&)) {
  Scenario scenario{};
  scenario.id = "local";
  scenario.group = 'A';
  scenario.modes = {Mode::async, Mode::sync};
  scenario.waits = {"program"};
  scenario.program = program;
  return scenario;
}

inline RunConfig config_of(const Scenario& scenario, Mode mode = Mode::async) {
  RunConfig config;
  config.scenario = &scenario;
  config.mode = mode;
  return config;
}

/// Holds a worker until it is opened. One for all, as programs are plain functions: arm() before each run.
class Gate {
 public:
  static void arm() { open_state.store(false); }
  static void close(Program& program) {
    TaskNode& task = program.frontend().begin_task("gate");
    task.set_body([] { open_state.wait(false); });
    program.frontend().submit(task);
  }
  static void open() {
    open_state.store(true);
    open_state.notify_all();
  }

 private:
  static inline std::atomic<bool> open_state{false};
};

/// Looks at the growing trace until `holds(trace)`, or the run is over.
template <class Holds>
bool watch_until(const RunExecution& session, Holds holds) {
  while (true) {
    const bool over = session.finished();
    if (holds(session.snapshot())) return true;
    if (over) return false;
    std::this_thread::yield();
  }
}

/// Whether the frontend is in a wait for this reason.
inline bool is_waiting(const Trace& trace, WaitReason reason) {
  const State state = trace.state_at(trace.size());
  return state.wait != kNone && trace.wait(state.wait).reason == reason;
}

}  // namespace runahead::testing_support
