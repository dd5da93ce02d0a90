// SPDX-License-Identifier: GPL-3.0-or-later
// Which scenario tells which cost.
// Not here: rounding costs of tasks (device/machine.cpp).
#include "core/analysis/calibration.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/analysis/wake_latency.h"
#include "core/base/clock.h"
#include "core/device/standard_machine.h"
#include "core/scenario/run_execution.h"

namespace runahead {

namespace {

/// 0 without any.
std::int64_t median(std::vector<std::int64_t> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::int64_t per_second(std::int64_t amount, std::int64_t ns) {
  return std::max<std::int64_t>(
      static_cast<std::int64_t>(static_cast<Wide>(amount) * 1'000'000'000 / std::max<std::int64_t>(ns, 1)),
      1);
}

/// Execution of the tasks with this name.
std::int64_t execution_ns(const Trace& trace, const std::string& name) {
  std::vector<std::int64_t> times;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    if (trace.name(task.name) != name || task.start == kNever || task.end == kNever) continue;
    times.push_back(trace.time_ns(task.end) - trace.time_ns(task.start));
  }
  return median(std::move(times));
}

/// From one enqueue to the next, where the frontend did nothing but issue: neither a wait nor an
/// initialisation lies between.
std::int64_t issue_ns(const Trace& trace) {
  std::vector<std::int64_t> times;
  std::int64_t last_ns = -1;
  for (Seq seq = 0; seq < trace.size(); ++seq) {
    const Event event = trace.event(seq);
    if (event.kind == EventKind::wait_begin || event.kind == EventKind::region_end) last_ns = -1;
    if (event.kind != EventKind::enqueue) continue;
    if (last_ns >= 0) times.push_back(event.time_ns - last_ns);
    last_ns = event.time_ns;
  }
  return median(std::move(times));
}

/// From the end of the task that a wait needed to the wait's end.
std::int64_t hand_back_ns(const Trace& trace) {
  std::vector<std::int64_t> times;
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.ended_by == kNone || wait.end == kNever) continue;
    times.push_back(trace.time_ns(wait.end) - trace.time_ns(trace.task(wait.ended_by).end));
  }
  return median(std::move(times));
}

/// Of the tasks that found their worker idle.
std::int64_t wake_latency_ns(const Trace& trace) {
  std::vector<std::int64_t> times = wake_latencies_ns(trace);
  std::erase(times, kNoWakeLatency);
  return median(std::move(times));
}

class Calibration {
 public:
  explicit Calibration(const std::function<void(RunExecution&)>& run) : run_(run) {}

  Trace trace(const std::string& scenario, Mode mode, const std::optional<Waits>& waits, Settings set) {
    RunRequest request = default_request(scenario);
    request.mode = mode;
    if (waits) request.waits = *waits;
    request.set = std::move(set);
    CheckedRun config = check(request);
    if (!config) throw Error("[calibrate] " + scenario + " cannot be run here; is enough memory free?");
    RunExecution session(std::move(*config));
    run_(session);
    if (session.result().status == RunResult::Status::stopped) throw Stopped();
    if (session.result().status == RunResult::Status::failed) {
      throw Error(std::string(session.result().reason()));
    }
    return session.snapshot();
  }

 private:
  const std::function<void(RunExecution&)>& run_;
};

}  // namespace

Result<Machine> calibrate(const std::function<void(RunExecution&)>& run) try {
  Calibration live(run);
  Machine machine = standard_machine();

  const Trace tiny =
      live.trace("increment-loop", Mode::async, Waits::none(), {{"n", 4000}, {"rows", 1}, {"columns", 2}});
  machine.frontend.issue_ns = std::max<std::int64_t>(issue_ns(tiny), 1);
  machine.cpu.task_ns = execution_ns(tiny, "add");

  const Trace waiting = live.trace("increment-loop", Mode::async, Waits::each(), {{"n", 1000}});
  machine.frontend.hand_back_ns = hand_back_ns(waiting);
  machine.wake_latency_ns = wake_latency_ns(waiting);

  // x + 1 reads and writes; sizes beyond the caches.
  constexpr std::int64_t kSide = 2000;
  const Trace large = live.trace("increment-loop", Mode::async, Waits::each(),
                                 {{"n", 20}, {"rows", kSide}, {"columns", kSide}});
  machine.cpu.bytes_per_s =
      per_second(std::int64_t{8} * kSide * kSide, execution_ns(large, "add") - machine.cpu.task_ns);

  constexpr std::int64_t kRows = 1000;
  const Trace products = live.trace("matmul-race", Mode::async, {}, {{"n", kRows}});
  machine.cpu.flops_per_s = per_second(2 * kRows * kRows * kRows, execution_ns(products, "dot"));
  machine.cpu.normals_per_s = per_second(kRows * kRows, execution_ns(products, "normal"));

  const Trace uniform = live.trace("queued-vs-finished", Mode::async, {}, {{"n", kSide}});
  machine.cpu.uniforms_per_s = per_second(kSide * kSide, execution_ns(uniform, "uniform"));

  const Trace graph = live.trace("training-memory", Mode::lazy, Waits::none(),
                                 {{"batches", 20}, {"hidden", 16}, {"rows", 16}});
  machine.frontend.dispatch_ns = issue_ns(graph);

  // The emulated device is made of threads and computes with the same kernels.
  machine.device = machine.cpu;
  const Trace copies = live.trace("small-copies", Mode::stream, Waits::none(), {{"n", 2000}});
  machine.launch_ns = std::max<std::int64_t>(issue_ns(copies), 1);
  const Trace small = live.trace("small-copies", Mode::stream, Waits::each(), {{"n", 500}});
  machine.copy_ns = execution_ns(small, "copy_to_host");
  const Trace conversion = live.trace("implicit-blockers", Mode::stream, {}, {{"n", kRows}});
  std::int64_t longest_ns = 1;
  for (TaskId id = 0; id < conversion.task_count(); ++id) {
    const Task task = conversion.task(id);
    if (conversion.name(task.name) != "copy_to_host") continue;
    longest_ns = std::max(longest_ns, conversion.time_ns(task.end) - conversion.time_ns(task.start));
  }
  machine.copy_bytes_per_s = per_second(4 * kRows * kRows, longest_ns);
  return machine;
} catch (const Error& error) {
  return Failure{error.what()};
}

}  // namespace runahead
