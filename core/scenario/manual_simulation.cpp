// SPDX-License-Identifier: GPL-3.0-or-later
// Who decides in a manual simulation: the script that leads it somewhere, then the user on another thread.
// Not here: what is possible, and doing it (engine/simulated_choices.cpp).
#include "core/scenario/manual_simulation.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "core/engine/simulated_engine.h"
#include "core/scenario/python.h"
#include "core/scenario/run_program.h"
#include "core/scenario/virtual_run.h"
#include "kernels/cpu/blas.h"

namespace runahead {

namespace {

bool executes(LaneKind kind) {
  return kind != LaneKind::frontend && kind != LaneKind::caller;
}

/// A lane by the engine's numbering of workers.
std::uint32_t worker_of(const Trace& trace, LaneId lane) {
  std::uint32_t worker = 0;
  for (LaneId before = 0; before < lane; ++before) worker += executes(trace.lane(before).kind) ? 1 : 0;
  return worker;
}

}  // namespace

Script decisions_at(const Trace& trace, Seq cursor) {
  Script script;
  const auto add = [&](Seq seq, Choice::Kind kind, std::uint32_t worker, TaskId task) {
    script.steps.push_back({seq, trace.time_ns(seq), kind, worker, task});
  };
  bool workers = false;
  for (std::uint32_t lane = 0; lane < trace.lane_count(); ++lane) {
    workers |= executes(trace.lane(static_cast<LaneId>(lane)).kind);
  }
  const EventKinds decided =
      kinds(EventKind::statement_begin) | kinds(EventKind::start) | kinds(EventKind::end);
  for (Seq seq = trace.next_of(decided, 0); seq < cursor; seq = trace.next_of(decided, seq + 1)) {
    const Event event = trace.event(seq);
    if (event.kind == EventKind::statement_begin) {
      add(seq, Choice::Kind::issue, kNone, kNone);
    } else if (event.kind == EventKind::start) {
      const LaneId lane = trace.task(event.id).lane;
      if (executes(trace.lane(lane).kind)) add(seq, Choice::Kind::start, worker_of(trace, lane), event.id);
    } else if (workers && trace.task(event.id).start == kNever) {
      add(seq, Choice::Kind::start, kNone, event.id);  // skipped: a task's turn, too
    }
  }
  const bool over = trace.finished() && cursor >= trace.size();
  script.until = over ? kNever : cursor;
  script.until_ns = cursor == 0 ? 0 : trace.time_ns(std::min(cursor, trace.size()) - 1);
  return script;
}

Seq common_events(const Trace& a, const Trace& b, Seq most) {
  const Seq last = std::min({a.size(), b.size(), most});
  for (Seq seq = 0; seq < last; ++seq) {
    const Event one = a.event(seq), other = b.event(seq);
    if (one.time_ns != other.time_ns || one.kind != other.kind || one.id != other.id) return seq;
    const bool alike = [&] {
      switch (one.kind) {
        case EventKind::statement_begin:
          return a.statement(one.id).line == b.statement(one.id).line;
        case EventKind::enqueue:
        case EventKind::defer:
          return a.name(a.task(one.id).name) == b.name(b.task(one.id).name);
        case EventKind::start:
          return a.task(one.id).lane == b.task(one.id).lane;
        case EventKind::end:
          return a.task(one.id).outcome == b.task(one.id).outcome;
        case EventKind::allocate:
          return a.variable(one.id).bytes == b.variable(one.id).bytes;
        default:
          return true;
      }
    }();
    if (!alike) return seq;
  }
  return last;
}

struct ManualSimulation::State final : Chooser {
  enum class Goal : std::uint8_t {
    here,    ///< to stand still
    script,  ///< where the script leads
    rests,   ///< the frontend stands before a statement, or is blocked
    ended,   ///< a worker's task has ended
    wait,    ///< the engine decides, until then
    line,
    end,
  };

  State(const RunConfig& run_config, const Script& led_by, const std::atomic<bool>& stop_flag)
      : config(run_config), script(led_by), stop(stop_flag), builder(info_of(config)) {
    if (script.until == 0) goal = Goal::rests;
    add_lanes(config, builder);
    thread = std::thread([this] { execute(); });
  }

  ~State() override {
    {
      const std::lock_guard lock(mutex);
      dies = true;
    }
    changed.notify_all();
    thread.join();
  }

  // The simulation's thread.

  void execute() {
    std::exception_ptr failure;
    RunResult result;
    try {
      kernels::open_blas();
      VirtualRun simulated(config, kernels::cpu_operations(), builder, output, this, &stop);
      run = &simulated;
      result = simulated.execute();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    if (result.status == RunResult::Status::stopped && !failure) {
      failure = std::make_exception_ptr(Stopped());
    }
    error = failure;
    if (!failure) {
      at.trace = builder.snapshot();
      at.output = output.output();
      at.choices.clear();
      at.over = true;
      at.result = std::move(result);
      followed = followed && (goal != Goal::script || steps_left() == 0);
    }
    stands = true;
    changed.notify_all();
  }

  std::size_t steps_left() const { return script.steps.size() - step; }

  Seq recorded() {
    run->publish();
    return builder.snapshot().size();
  }

  Action next(const SimulatedEngine& engine, Moment moment) override {
    for (;;) {
      if (goal == Goal::script) {
        if (const auto action = follow(engine, moment)) return *action;
      } else if (const auto action = pursue(engine, moment)) {
        return *action;
      }
      park(engine);
      if (starts) return *std::exchange(starts, std::nullopt);
    }
  }

  /// Lets time pass; the frontend does not begin what it stands before.
  static Action passing(const SimulatedEngine& engine) {
    return {.kind = engine.at_gate() ? Action::Kind::pass : Action::Kind::go};
  }

  /// What leads to the place of the script; none: the simulation is there.
  std::optional<Action> follow(const SimulatedEngine& engine, Moment moment) {
    const bool gate = moment == Moment::gate;
    const bool stuck = !engine.anything_runs() && (gate || engine.blocked());
    const std::int64_t now_ns = engine.time_ns();
    const std::int64_t next_ns = steps_left() > 0 ? script.steps[step].time_ns : script.until_ns;
    if (now_ns >= next_ns && script.until != 0) {
      const Seq happened = recorded();
      // A task that was skipped in the frontend's own call was no decision.
      while (steps_left() > 0 && script.steps[step].at < happened && script.steps[step].worker == kNone &&
             script.steps[step].kind == Choice::Kind::start) {
        ++step;
      }
      if (steps_left() == 0) {
        if (happened >= script.until) return std::nullopt;
      } else if (const Script::Step& due = script.steps[step]; due.at < happened) {
        return astray();
      } else if (due.at == happened) {
        if (due.kind == Choice::Kind::start && engine.may_start(due.worker, due.task)) {
          ++step;
          return Action{.kind = Action::Kind::start, .worker = due.worker, .task = due.task};
        }
        if (due.kind == Choice::Kind::issue && gate) {
          ++step;
          return Action{};
        }
      }
    }
    if (stuck) return astray();
    return passing(engine);
  }

  std::optional<Action> astray() {
    followed = false;
    return std::nullopt;
  }

  /// What leads to the goal; none: the simulation is there.
  std::optional<Action> pursue(const SimulatedEngine& engine, Moment moment) {
    const bool gate = moment == Moment::gate;
    const bool moved = std::exchange(moves, true);
    const auto stay = [&]() -> std::optional<Action> {
      const std::vector<Choice> choices = engine.choices();
      if (choices.size() != 1 || choices.front().kind != Choice::Kind::go_on) return std::nullopt;
      goal = Goal::rests;  // nothing else could move meanwhile
      return Action{};
    };
    switch (goal) {
      case Goal::here:
      case Goal::script:
        return stay();
      case Goal::rests:
        if (moved && (gate || engine.blocked())) return std::nullopt;
        return Action{};
      case Goal::ended:
        return engine.running(worker) == task ? passing(engine) : stay();
      case Goal::wait:
        if (moved && moment == Moment::blocked) return std::nullopt;
        return Action{.kind = Action::Kind::dispatch};
      case Goal::line:
        if (moved && gate && lines.contains(engine.next_line())) return std::nullopt;
        return Action{.kind = Action::Kind::dispatch};
      case Goal::end:
        return Action{.kind = Action::Kind::dispatch};
    }
    return std::nullopt;
  }

  /// Says where the simulation stands, and stands there until the user has decided.
  void park(const SimulatedEngine& engine) {
    run->publish();
    if (config.scenario->written) {
      stand_still([&] { stand(engine); });
    } else {
      stand(engine);
    }
  }

  void stand(const SimulatedEngine& engine) {
    std::unique_lock lock(mutex);
    at.trace = builder.snapshot();
    at.output = output.output();
    at.choices = engine.choices();
    goal = Goal::here;
    stands = true;
    changed.notify_all();
    changed.wait(lock, [this] { return !stands || dies; });
    if (dies) throw Stopped();
  }

  // The thread of the user's decisions.

  void wait_until_it_stands() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return stands; });
    if (error) std::rethrow_exception(error);
  }

  template <class Set>
  void command(Set set) {
    {
      const std::lock_guard lock(mutex);
      if (error) std::rethrow_exception(error);
      if (at.over) return;
      set();
      stands = false;
    }
    changed.notify_all();
    wait_until_it_stands();
  }

  const RunConfig config;
  const Script script;
  const std::atomic<bool>& stop;
  TraceBuilder builder;
  OutputWriter output;

  // Of the simulation's thread while it moves, of the other one while it stands.
  VirtualRun* run = nullptr;
  ManualState at;
  std::exception_ptr error;
  bool followed = true;
  Goal goal = Goal::script;
  std::size_t step = 0;  ///< of the script
  bool moves = true;     ///< since the last decision
  std::uint32_t worker = 0;
  TaskId task = kNone;
  std::set<int> lines;
  std::optional<Action> starts;

  std::mutex mutex;
  std::condition_variable changed;
  bool stands = false;
  bool dies = false;
  std::thread thread;
};

ManualSimulation::ManualSimulation(const RunConfig& config, const Script& script,
                                   const std::atomic<bool>& stop)
    : state_(std::make_unique<State>(config, script, stop)) {
  state_->wait_until_it_stands();
}

ManualSimulation::~ManualSimulation() = default;

const ManualState& ManualSimulation::at() const {
  return state_->at;
}

bool ManualSimulation::followed() const {
  return state_->followed;
}

void ManualSimulation::decide(const Choice& choice) {
  using Goal = State::Goal;
  state_->command([&] {
    state_->moves = false;
    switch (choice.kind) {
      case Choice::Kind::issue:
      case Choice::Kind::go_on:
        state_->goal = Goal::rests;
        break;
      case Choice::Kind::start:
        state_->goal = Goal::here;
        state_->starts = Chooser::Action{
            .kind = Chooser::Action::Kind::start, .worker = choice.worker, .task = choice.task};
        break;
      case Choice::Kind::end:
        state_->goal = Goal::ended;
        state_->worker = choice.worker;
        state_->task = choice.task;
        break;
    }
  });
}

void ManualSimulation::run_to(RunTo to, const std::set<int>& lines) {
  using Goal = State::Goal;
  state_->command([&] {
    state_->moves = false;
    state_->goal = to == RunTo::wait ? Goal::wait : to == RunTo::line ? Goal::line : Goal::end;
    state_->lines = lines;
  });
}

}  // namespace runahead
