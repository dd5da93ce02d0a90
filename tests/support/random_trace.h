// SPDX-License-Identifier: GPL-3.0-or-later
// random_trace(): a run that could have happened, drawn from a seed, with everything a trace can hold: tasks
// that wait, run, fail, are skipped, deferred or eliminated, arrays that come and go, waits, marks that
// overlap, errors, samples, equal times, and moments that never come. Not a simulation of the engine: its
// rules of who may run when do not hold here.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "core/trace/trace_builder.h"

namespace runahead::testing_support {

struct RandomTraceOptions {
  std::uint32_t seed = 1;
  int steps = 2000;
  int workers = 4;
  bool finished = true;
  std::uint32_t memories = 1;  ///< the host's, and of devices
};

class RandomTrace {
 public:
  explicit RandomTrace(const RandomTraceOptions& options)
      : options_(options),
        random_(options.seed),
        builder_(TraceInfo{
            {.source = {std::string("random \"").append(std::to_string(options.seed)).append("\"\n"), {}},
             .waits = Waits::every(3),
             .workers = options.workers,
             .seed = 0xfedcba9876543210U,
             .set = {{"n", 1000}, {"size, \\odd", -1}}},
            {},
            {}}) {
    builder_.set_resident_base(50'000'000);
    builder_.add_lane(LaneKind::frontend, "Frontend");
    for (int i = 0; i < options.workers; ++i) {
      const auto kind = static_cast<LaneKind>(1 + i % (kLaneKinds - 1));
      builder_.add_lane(kind, std::string(to_string(kind)).append(" ").append(std::to_string(i + 1)));
    }
    running_.resize(static_cast<std::size_t>(options.workers), kNone);
  }

  Trace build() {
    initialise();
    for (int step = 0; step < options_.steps; ++step) {
      time_ns_ += draw(3) == 0 ? draw(5000) : 0;
      take_step();
    }
    if (options_.finished) drain();
    builder_.set_left_out_tasks(options_.finished ? 0 : 7);
    builder_.set_processor_wait(options_.finished ? 11 : 0);
    builder_.publish(options_.finished);
    return builder_.snapshot();
  }

 private:
  std::uint32_t draw(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }

  void initialise() {
    const RegionId mark =
        builder_.begin_region(time_ns_, RegionKind::initialisation, builder_.intern("initialisation"));
    begin_statement();
    issue(false);
    while (!queue_.empty()) start(0);
    finish(0);
    end_statement();
    builder_.end_region(time_ns_ += 100, mark);
  }

  void take_step() {
    switch (draw(15)) {
      case 0:
      case 1:
        statement_ == kNone ? begin_statement() : end_statement();
        break;
      case 2:
      case 3:
        if (wait_ == kNone) issue(false);
        break;
      case 4:
      case 5:
        start(draw(static_cast<std::uint32_t>(running_.size())));
        break;
      case 6:
      case 7:
        finish(draw(static_cast<std::uint32_t>(running_.size())));
        break;
      case 8:
        if (wait_ != kNone) {
          end_wait();
        } else if (statement_ != kNone) {
          begin_wait();
        }
        break;
      case 9:
        if (draw(2) == 0) {
          const std::int64_t bytes = draw(1 << 30);
          builder_.pool(time_ns_, bytes, memory_of(static_cast<std::uint32_t>(bytes)));
        } else {
          builder_.resident(time_ns_, 40'000'000 + draw(20'000'000));
        }
        break;
      case 10:
        mark();
        break;
      case 11:
        release();
        break;
      case 12:
        if (wait_ == kNone) issue(true);
        break;
      case 13:
      case 14:
        if (wait_ == kNone) settle();
        break;
    }
  }

  MemoryId memory_of(std::uint32_t number) const { return static_cast<MemoryId>(number % options_.memories); }

  void begin_statement() { statement_ = builder_.begin_statement(time_ns_, static_cast<int>(1 + draw(20))); }
  void end_statement() {
    if (wait_ != kNone) end_wait();
    builder_.end_statement(time_ns_, statement_);
    statement_ = kNone;
  }

  void begin_wait() {
    const auto reason = static_cast<WaitReason>(draw(kWaitReasons));
    wait_ = builder_.begin_wait(time_ns_, reason, statement_, arrays_.empty() ? kNone : arrays_.back());
  }
  void end_wait() {
    builder_.end_wait(time_ns_, wait_, draw(3) == 0 ? kNone : builder_.last_ended());
    wait_ = kNone;
  }

  void issue(bool deferred) {
    static const char* const kOperations[] = {"dot", "add", "normal", "mul, \"scalar\"", "tab\there"};
    std::vector<UseRequest> uses;
    const VariableId output = builder_.add_variable(
        builder_.intern(std::string("y").append(std::to_string(draw(9)))), draw(3) == 0);
    for (std::uint32_t i = draw(3); i-- > 0 && output > 0;) uses.push_back({draw(output), false});
    if (draw(10) == 0 && output > 0) uses.push_back({draw(output), true});
    uses.push_back({output, true});
    const NameId name = builder_.intern(kOperations[draw(5)]);
    outputs_.push_back(output);
    if (deferred) {
      deferred_.push_back(builder_.defer(time_ns_, name, statement_, uses));
      return;
    }
    const bool at_once = draw(2) == 0;
    const TaskId after = draw(8) == 0 && !queue_.empty()
                             ? queue_[draw(static_cast<std::uint32_t>(queue_.size()))].task
                             : kNone;
    queue_.push_back({builder_.enqueue(time_ns_, name, statement_, uses, at_once, after), at_once});
  }

  /// Any deferred task is enqueued or eliminated.
  void settle() {
    if (deferred_.empty()) return;
    const std::uint32_t which = draw(static_cast<std::uint32_t>(deferred_.size()));
    const TaskId task = deferred_[which];
    deferred_.erase(deferred_.begin() + which);
    if (draw(3) == 0) {
      builder_.eliminate(time_ns_, task);
      return;
    }
    const bool at_once = draw(2) == 0;
    builder_.enqueue_deferred(time_ns_, task, at_once);
    queue_.push_back({task, at_once});
  }

  /// The oldest task becomes ready, is skipped, or starts on a worker.
  void start(std::uint32_t worker) {
    if (queue_.empty()) return;
    auto& [task, ready] = queue_.front();
    if (!ready && draw(15) == 0) {
      builder_.error(time_ns_, ErrorKind::inherited, task, 0, kNone, builder_.intern("first"));
      builder_.end(time_ns_, task, Outcome::skipped);
      queue_.erase(queue_.begin());
      return;
    }
    if (!ready) {
      builder_.ready(time_ns_, task);
      ready = true;
      return;
    }
    if (running_[worker] != kNone) finish(worker);
    builder_.start(time_ns_, task, static_cast<LaneId>(worker + 1));
    const VariableId output = outputs_[task];
    builder_.allocate(time_ns_, output, draw(1 << 20), memory_of(output));
    arrays_.push_back(output);
    running_[worker] = task;
    queue_.erase(queue_.begin());
  }

  void finish(std::uint32_t worker) {
    TaskId& task = running_[worker];
    if (task == kNone) return;
    const bool fails = draw(20) == 0;
    if (fails) {
      builder_.error(time_ns_, ErrorKind::raised, task, task, kNone, builder_.intern("[dot] \"it\" failed"));
    }
    builder_.end(time_ns_, task, fails ? Outcome::failed : Outcome::ok);
    if (fails) builder_.error(time_ns_, ErrorKind::surfaced, task, task, statement_, builder_.intern("met"));
    task = kNone;
  }

  void release() {
    if (arrays_.empty()) return;
    const std::uint32_t which = draw(static_cast<std::uint32_t>(arrays_.size()));
    builder_.release(time_ns_, arrays_[which]);
    arrays_.erase(arrays_.begin() + which);
  }

  void mark() {
    if (regions_.size() < 2) {
      const auto kind = draw(2) == 0 ? RegionKind::benchmark : RegionKind::tracing;
      regions_.push_back(builder_.begin_region(time_ns_, kind, builder_.intern("loop")));
    } else {
      builder_.end_region(time_ns_, regions_.front());
      regions_.erase(regions_.begin());
    }
  }

  void drain() {
    if (wait_ != kNone) end_wait();
    while (!deferred_.empty()) settle();
    while (!queue_.empty()) start(0);
    for (std::uint32_t worker = 0; worker < running_.size(); ++worker) finish(worker);
    if (statement_ != kNone) end_statement();
    for (const RegionId mark : regions_) builder_.end_region(time_ns_, mark);
  }

  struct Queued {
    TaskId task;
    bool ready;
  };

  const RandomTraceOptions options_;
  std::mt19937 random_;
  TraceBuilder builder_;
  std::int64_t time_ns_ = 0;
  StatementId statement_ = kNone;
  WaitId wait_ = kNone;
  std::vector<TaskId> deferred_;
  std::vector<Queued> queue_;
  std::vector<TaskId> running_;
  std::vector<VariableId> outputs_;
  std::vector<VariableId> arrays_;
  std::vector<RegionId> regions_;
};

inline Trace random_trace(const RandomTraceOptions& options) {
  return RandomTrace(options).build();
}

}  // namespace runahead::testing_support
