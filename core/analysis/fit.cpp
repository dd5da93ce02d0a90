// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements, medians and means, and which model suits a run.
// Not here: the frontend's steps (scope.cpp), the scheduler (replay.cpp).
#include "core/analysis/fit.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/analysis/schedule.h"
#include "core/analysis/wake_latency.h"
#include "core/base/clock.h"

namespace runahead {
namespace {

using StepKind = FrontendStep::Kind;

struct Measurement {
  NameId name;
  std::int64_t ns;
};

std::int64_t rank(std::vector<std::int64_t>& values, std::size_t index) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// Of the time that a task took or was issued in, an outlier is something else's. Of waking a thread it is
/// what that came to, so the mean is that of all.
enum class Outliers : std::uint8_t { are_others, count };

Estimate estimate(const std::vector<Measurement>& measurements, bool may_be_disturbed,
                  Outliers outliers = Outliers::are_others) {
  constexpr std::size_t kEnough = 8;
  constexpr std::int64_t kTimes = 10;
  Estimate result;
  std::vector<std::int64_t> values;
  values.reserve(measurements.size());
  if (may_be_disturbed) {
    std::map<NameId, std::vector<std::int64_t>> by_name;
    for (const Measurement& measurement : measurements) by_name[measurement.name].push_back(measurement.ns);
    for (auto& [name, group] : by_name) {
      const std::int64_t upper_ns = rank(group, group.size() * 3 / 4);
      const bool enough = group.size() >= kEnough && upper_ns > 0;
      for (const std::int64_t ns : group) {
        if (enough && ns / kTimes >= upper_ns && ns > kTimes * upper_ns) {
          ++result.outliers;
        } else {
          values.push_back(ns);
        }
      }
    }
  } else {
    for (const Measurement& measurement : measurements) values.push_back(measurement.ns);
  }
  result.count = static_cast<std::uint32_t>(values.size());
  if (values.empty()) return result;
  result.lower_ns = rank(values, values.size() / 4);
  result.median_ns = rank(values, values.size() / 2);
  result.upper_ns = rank(values, values.size() * 3 / 4);
  Wide sum_ns = 0;
  std::size_t summed = 0;
  const auto add = [&](std::int64_t ns) {
    sum_ns += ns;
    ++summed;
  };
  if (outliers == Outliers::count) {
    for (const Measurement& measurement : measurements) add(measurement.ns);
  } else {
    for (const std::int64_t ns : values) add(ns);
  }
  result.mean_ns = static_cast<std::int64_t>(sum_ns / static_cast<Wide>(summed));
  return result;
}

class Fitting {
 public:
  Fitting(const Trace& trace, RegionId mark)
      : trace_(trace),
        live_(trace.info().clock == Clock::live),
        first_(first_issued(scope_of(trace, mark).first)),
        steps_(frontend_steps(trace, scope_of(trace, mark))) {
    result_.scope = scope_of(trace, mark);
    last_ = first_issued(result_.scope.last);
    result_.tasks = last_ - first_;
  }

  Fit run() {
    result_.t1 = issue_times(/*in_statement=*/true);
    measure_tasks();
    measure_wake_latencies();
    measure_waits();
    count_workers();
    for (const FrontendStep& step : steps_) result_.frontend_ns += step.own_ns;
    if (!result_.scope.ended || result_.tasks == 0 || was_stopped()) return std::move(result_);
    if (!predict_loop()) predict_replay();
    return std::move(result_);
  }

 private:
  /// The first task that was issued at an event or later.
  TaskId first_issued(Seq seq) const {
    TaskId low = 0;
    TaskId high = trace_.task_count();
    while (low < high) {
      const TaskId middle = low + (high - low) / 2;
      if (trace_.task(middle).issue() < seq) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  bool was_stopped() const {
    const LeftOut& left_out = result_.left_out;
    return result_.scope.mark == kNone && left_out.unfinished + left_out.waits_unfinished > 0;
  }

  /// `in_statement`: of the frontend's own time that alone of the statement that issues the task, so not what
  /// the program did before. Of a loop all of it counts, since an iteration has nothing else.
  Estimate issue_times(bool in_statement) {
    constexpr std::int64_t kNotIssued = -1;
    constexpr std::int64_t kTraced = -2;
    std::vector<std::int64_t> own_ns(last_ - first_, kNotIssued);
    for (const FrontendStep& step : steps_) {
      if (step.kind == StepKind::wait || step.kind == StepKind::done) continue;
      if (step.id < first_ || step.id >= last_) continue;  // deferred before the scope
      std::int64_t& task_ns = own_ns[step.id - first_];
      if (step.traced || task_ns == kTraced) {
        task_ns = kTraced;
      } else {
        const std::int64_t ns = in_statement ? std::min(step.own_ns, since_statement_ns(step)) : step.own_ns;
        task_ns = std::max<std::int64_t>(task_ns, 0) + ns;
      }
    }
    std::vector<Measurement> times;
    times.reserve(own_ns.size());
    result_.left_out.traced = 0;
    for (TaskId id = first_; id < last_; ++id) {
      const std::int64_t ns = own_ns[id - first_];
      result_.left_out.traced += ns == kTraced;
      if (ns >= 0) times.push_back({trace_.task(id).name, ns});
    }
    return estimate(times, live_);
  }

  /// Until the step, of one of a task.
  std::int64_t since_statement_ns(const FrontendStep& step) const {
    const Task task = trace_.task(step.id);
    const Seq at = step.kind == StepKind::defer ? task.defer
                   : step.kind == StepKind::run ? task.start
                                                : task.enqueue;
    const Seq begin = task.statement == kNone ? kNever : trace_.statement(task.statement).begin;
    return begin > at ? step.own_ns : trace_.time_ns(at) - trace_.time_ns(begin);
  }

  void measure_tasks() {
    executed_ns_.assign(trace_.lane_count(), 0);
    std::vector<Measurement> times;
    times.reserve(result_.tasks);
    for (TaskId id = first_; id < last_; ++id) {
      const Task task = trace_.task(id);
      if (task.end == kNever) {
        ++result_.left_out.unfinished;
        continue;
      }
      result_.left_out.failed += task.outcome == Outcome::failed;
      result_.left_out.skipped += task.outcome == Outcome::skipped;
      result_.left_out.eliminated += task.outcome == Outcome::eliminated;
      if (task.start == kNever) continue;
      const std::int64_t ns = trace_.time_ns(task.end) - trace_.time_ns(task.start);
      executed_ns_[task.lane] += ns;
      if (task.outcome == Outcome::ok && !orders_streams(trace_, id)) times.push_back({task.name, ns});
    }
    result_.t2 = estimate(times, live_);
  }

  void measure_wake_latencies() {
    std::vector<Measurement> times;
    const std::vector<std::int64_t> wake_latencies = wake_latencies_ns(trace_);
    for (TaskId id = first_; id < last_; ++id) {
      if (wake_latencies[id] != kNoWakeLatency) times.push_back({trace_.task(id).name, wake_latencies[id]});
    }
    result_.wake_latency = estimate(times, live_, Outliers::count);
  }

  void measure_waits() {
    std::vector<Measurement> times;
    LeftOut& left_out = result_.left_out;
    for (const FrontendStep& step : steps_) {
      if (step.kind != StepKind::wait) continue;
      const Wait wait = trace_.wait(step.id);
      if (is_for_room(wait)) {
        ++left_out.waits_for_room;
      } else if (wait.end == kNever) {
        ++left_out.waits_unfinished;
      } else if (const Seq end = end_that_counts(wait); end == kNever) {
        ++left_out.waits_for_nothing;
      } else {
        times.push_back({0, trace_.time_ns(wait.end) - trace_.time_ns(end)});
      }
    }
    result_.t3 = estimate(times, live_, Outliers::count);
  }

  static bool is_for_room(const Wait& wait) {
    return wait.reason == WaitReason::queue_full || wait.reason == WaitReason::memory_full;
  }

  /// Of the task that ended a wait, while it lasted; kNever without one.
  Seq end_that_counts(const Wait& wait) const {
    if (wait.ended_by == kNone) return kNever;
    const Seq end = trace_.task(wait.ended_by).end;
    return end != kNever && end > wait.begin && end < wait.end ? end : kNever;
  }

  void count_workers() {
    int workers = 0, used = 0;
    std::int64_t shared_ns = 0;
    bool device = false;
    for (LaneId lane = 0; lane < trace_.lane_count(); ++lane)
      device |= trace_.lane(lane).kind == LaneKind::stream && trace_.lane_task_count(lane) > 0;
    for (LaneId lane = 0; lane < trace_.lane_count(); ++lane) {
      const LaneKind kind = trace_.lane(lane).kind;
      const std::int64_t ns = executed_ns_[lane];
      if (kind == LaneKind::stream || kind == LaneKind::copy) {
        used += trace_.lane_task_count(lane) > 0;
        if (ns > result_.workers_ns) result_.busiest = lane;
        result_.workers_ns = std::max(result_.workers_ns, ns);
      } else if (kind == LaneKind::caller && device) {
        result_.frontend_ns += ns;  // it computes arrays of the host itself
      } else {
        workers += kind == LaneKind::worker;
        shared_ns += ns;
      }
    }
    result_.workers = std::max(workers, 1);
    if (used < 2) result_.busiest.reset();
    if (result_.busiest && result_.scope.ended) count_order();
    if (shared_ns / result_.workers < result_.workers_ns) return;
    result_.workers_ns = shared_ns / result_.workers;
    result_.busiest.reset();
  }

  /// Lanes that wait for one another need longer than the busiest of them: what the device would take if all
  /// were issued at once.
  void count_order() {
    std::vector<FrontendStep> issued;
    std::ranges::copy_if(steps_, std::back_inserter(issued),
                         [](const FrontendStep& step) { return step.kind == StepKind::enqueue; });
    Scope whole = result_.scope;
    whole.mark = kNone;  // to the last task
    const std::int64_t ns =
        replay(trace_, whole, issued, {.t1_ns = 0, .wake_latency_ns = 0, .unknown_ns = result_.t2.mean_ns})
            .length_ns;
    if (ns - result_.workers_ns <= result_.workers_ns / 50) return;
    result_.workers_ns = ns;
    result_.busiest.reset();
  }

  /// False where the formulas do not hold.
  bool predict_loop() {
    if (!all_alike()) return false;
    const bool in_call = std::all_of(steps_.begin(), steps_.end(),
                                     [](const FrontendStep& step) { return step.kind != StepKind::enqueue; });
    const bool on_workers = trace_.lane(trace_.task(first_).lane).kind == LaneKind::worker;
    if (on_workers && result_.workers > 1 && !independent()) return false;

    const Estimate t1 = issue_times(/*in_statement=*/false);
    LoopModel model{.n = result_.tasks,
                    .t1 = t1.mean_ns,
                    .t2 = result_.t2.mean_ns,
                    .t3 = result_.t3.mean_ns,
                    .workers = on_workers ? result_.workers : 1,
                    .wake_latency = in_call ? 0 : result_.wake_latency.mean_ns};
    Fit::Loop loop{.model = model, .waits = LoopWaits::in_call};
    std::int64_t length_ns = model.n * (model.t1 + model.t2);
    if (!in_call) {
      std::vector<std::int64_t> parts;  // iterations up to each wait
      if (!split(parts)) return false;
      const bool open = parts.back() > 0;
      name_waits(parts, loop);
      for (const std::int64_t iterations : parts) {
        if (iterations == 0) continue;
        if (loop.parts.empty() || loop.parts.back().iterations != iterations)
          loop.parts.push_back({iterations, 0});
        ++loop.parts.back().times;
      }
      const bool to_the_last_task = result_.scope.mark == kNone;
      if (open) loop.end = to_the_last_task ? Fit::Loop::End::last_task : Fit::Loop::End::last_issue;
      length_ns = 0;
      std::int64_t known = 0;  // iterations of the part before, mostly the same
      std::int64_t part_ns = 0;
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        if (parts[i] != known) part_ns = with_iterations(model, known = parts[i]).running_ahead_ns();
        length_ns += part_ns;
      }
      if (open) {
        const LoopModel rest = with_iterations(model, parts.back());
        const std::int64_t issued_ns = rest.n * rest.t1;
        length_ns += to_the_last_task ? std::max(issued_ns, rest.running_ahead_ns() - rest.t3) : issued_ns;
      }
    }
    result_.kind = Fit::Kind::loop;
    result_.t1 = t1;
    result_.loop = loop;
    result_.predicted_ns = length_ns;
    result_.frontend_ns = model.n * model.t1;
    result_.workers_ns = model.n * model.t2 / model.workers;
    result_.workers = model.workers;
    const ReplayTimes times{
        .t1_ns = model.t1, .t2_ns = model.t2, .wake_latency_ns = model.wake_latency, .t3_ns = model.t3};
    result_.bars = replay(trace_, result_.scope, steps_, times).bars;
    return true;
  }

  static LoopModel with_iterations(LoopModel model, std::int64_t iterations) {
    model.n = iterations;
    return model;
  }

  /// The same operation of the same line, once in an iteration, executed by one kind of lane.
  bool all_alike() const {
    const LeftOut& left_out = result_.left_out;
    if (left_out.failed + left_out.skipped + left_out.eliminated + left_out.unfinished > 0) return false;
    if (left_out.waits_for_room + left_out.waits_unfinished > 0) return false;
    if (trace_.counters_at(result_.scope.first).depth() > 0) return false;
    const Task first = trace_.task(first_);
    const LaneKind kind = trace_.lane(first.lane).kind;
    for (TaskId id = first_; id < last_; ++id) {
      const Task task = trace_.task(id);
      if (task.name != first.name || task.defer != kNever || line_of(task) != line_of(first)) return false;
      if (kind == LaneKind::worker || kind == LaneKind::caller) {
        if (trace_.lane(task.lane).kind != kind) return false;
      } else if (task.lane != first.lane) {
        return false;
      }
    }
    return true;
  }

  int line_of(const Task& task) const {
    return task.statement == kNone ? 0 : trace_.statement(task.statement).line;
  }

  bool independent() const {
    std::vector<bool> read(trace_.variable_count()), written(trace_.variable_count());
    for (TaskId id = first_; id < last_; ++id) {
      for (std::uint32_t i = 0; i < trace_.use_count(id); ++i) {
        const Use use = trace_.use(id, i);
        if (written[use.variable] || (use.write && read[use.variable])) return false;
      }
      for (std::uint32_t i = 0; i < trace_.use_count(id); ++i) {
        const Use use = trace_.use(id, i);
        (use.write ? written : read)[use.variable] = true;
      }
    }
    return true;
  }

  /// Into the iterations before each wait, and those after the last one. False: a wait is for something older
  /// than the last task.
  bool split(std::vector<std::int64_t>& parts) const {
    parts = {0};
    TaskId last = kNone;
    for (const FrontendStep& step : steps_) {
      if (step.kind == StepKind::enqueue) {
        ++parts.back();
        last = step.id;
      }
      if (step.kind != StepKind::wait) continue;
      const Wait wait = trace_.wait(step.id);
      if (wait.variable == kNone && step.leaves_tasks) return false;
      if (parts.back() == 0) continue;  // everything was waited for before
      if (wait.variable != kNone && !trace_.writes(last, wait.variable)) return false;
      parts.push_back(0);
    }
    return true;
  }

  static void name_waits(const std::vector<std::int64_t>& parts, Fit::Loop& loop) {
    const bool open = parts.back() > 0;
    const std::size_t closed = parts.size() - 1;
    const std::int64_t first = parts.front();
    loop.waits = LoopWaits::none;
    if (closed + (open ? 1 : 0) == 1) {
      if (!open && first == 1) loop.waits = LoopWaits::each;
      return;
    }
    // The last part may be shorter.
    const bool even = std::all_of(parts.begin(), parts.end() - 2, [&](auto part) { return part == first; });
    const std::int64_t rest = open ? parts.back() : parts[closed - 1];
    const bool regular = even && rest <= first && (!open || parts[closed - 1] == first);
    if (!regular) {
      loop.waits = LoopWaits::some;
    } else if (first == 1) {
      loop.waits = LoopWaits::each;
    } else {
      loop.waits = LoopWaits::every;
      loop.every = first;
    }
  }

  void predict_replay() {
    Replay replayed = replay(trace_, result_.scope, steps_,
                             {.unknown_wake_latency_ns = result_.wake_latency.mean_ns,
                              .t3_ns = result_.t3.mean_ns,
                              .unknown_ns = result_.t2.mean_ns});
    result_.kind = Fit::Kind::replay;
    result_.predicted_ns = replayed.length_ns;
    result_.bars = std::move(replayed.bars);
  }

  const Trace& trace_;
  const bool live_;
  const TaskId first_;  ///< the tasks [first_, last_) were issued in the scope
  TaskId last_ = 0;
  const std::vector<FrontendStep> steps_;
  std::vector<std::int64_t> executed_ns_;  ///< by lane
  Fit result_;
};

}  // namespace

double Fit::bottleneck_ratio() const {
  const auto longer = static_cast<double>(std::max(frontend_ns, workers_ns));
  const auto shorter = static_cast<double>(std::min(frontend_ns, workers_ns));
  return shorter > 0 ? longer / shorter : 0;
}

Fit fit(const Trace& trace, RegionId mark) {
  return Fitting(trace, mark == kNone ? loop_region(trace) : mark).run();
}

}  // namespace runahead
