// SPDX-License-Identifier: GPL-3.0-or-later
// The pool of threads, whole: workers that sleep and are woken, waits of every kind, a window that is full, a
// stop; and its record.
#include "core/engine/thread_pool.h"
#include "core/trace/collector.h"
#include "tests/model/checks.h"
#include "tests/model/oracle.h"

namespace runahead::model {

namespace {

/// What the frontend does: tasks by their uses ("r0", "w1", "r0w1"), "wait 0", "wait all", "wait for 0" (a
/// task).
struct Act {
  enum Kind { task, wait_to_read, wait_all, wait_for, wait_in_vain, in_call };
  Kind kind = task;
  Uses uses;
  std::size_t what = 0;  ///< of wait_to_read a variable, of wait_for a task
};
Act task(Uses::Use first, Uses::Use second) {
  return {Act::task, {{first, second}}};
}
Act in_call(Uses::Use first, Uses::Use second) {
  return {Act::in_call, {{first, second}}};
}
Act wait(Act::Kind kind, std::size_t what = 0) {
  return {kind, {}, what};
}
const Act r0 = task(Uses::read, Uses::none), w0 = task(Uses::write, Uses::none),
          w1 = task(Uses::none, Uses::write), r0w1 = task(Uses::read, Uses::write);

/// Counts the bodies that exist, and says when one is gone, as memory that is given back does.
struct Token {
  Token(int& bodies, std::atomic<bool>& gone) : bodies_(&bodies), gone_(gone) { ++bodies; }
  Token(Token&& other) noexcept : bodies_(std::exchange(other.bodies_, nullptr)), gone_(other.gone_) {}
  Token(const Token&) = delete;
  Token& operator=(const Token&) = delete;
  ~Token() {
    if (!bodies_) return;
    --*bodies_;
    gone_.store(true, std::memory_order_relaxed);
  }

 private:
  int* bodies_;
  std::atomic<bool>& gone_;
};

std::vector<Uses> uses_of(const std::vector<Act>& acts) {
  std::vector<Uses> uses;
  for (const Act& act : acts) {
    if (act.kind == Act::task || act.kind == Act::in_call) uses.push_back(act.uses);
  }
  return uses;
}

class EngineRun {
 public:
  explicit EngineRun(const std::vector<Act>& acts) : acts_(acts), uses_(uses_of(acts)), oracle_(uses_) {
    bodies_.assign(uses_.size(), 0);
    for (VariableId i = 0; i < kVariables; ++i) variables_[i].id = i;
  }

  /// Returns whether it came to its end.
  bool frontend(Engine& engine) {
    bool whole = true;
    try {
      for (const Act& act : acts_) act_out(engine, act);
    } catch (const Stopped&) {
      whole = false;
    }
    for (EngineVariable& variable : variables_) engine.forget(variable);
    return whole;
  }
  void require_all() const { oracle_.require_all(); }
  void require_no_bodies() const {
    for (int bodies : bodies_) RUNAHEAD_MODEL_REQUIRE(bodies == 0);
  }
  const std::vector<Uses>& uses() const { return uses_; }

 private:
  void act_out(Engine& engine, const Act& act) {
    switch (act.kind) {
      case Act::task:
      case Act::in_call: {
        TaskNode& node = engine.acquire(kNone);
        node.name = 0;
        node.statement = kNone;
        const std::size_t task = submitted_++;
        node.set_body([this, task, token = Token(bodies_[task], body_gone_)] { oracle_.run(task); });
        for (std::size_t variable = 0; variable < kVariables; ++variable) {
          if (act.uses.reads(variable)) node.read(variables_[variable]);
          if (act.uses.writes(variable)) node.write(variables_[variable]);
        }
        if (act.kind == Act::in_call) {
          engine.run_in_call(node);
          require_done(task);
        } else {
          engine.submit(node);
        }
        break;
      }
      case Act::wait_to_read:
        engine.wait_to_read(variables_[act.what], WaitReason::wait_to_read, kNone);
        for (std::size_t task = 0; task < submitted_; ++task) {
          // Its body may still be about to go: what it wrote is there.
          if (uses_[task].writes(act.what)) RUNAHEAD_MODEL_REQUIRE(oracle_.has_run(task));
        }
        break;
      case Act::wait_all:
        engine.wait_all(WaitReason::waitall, kNone);
        for (std::size_t task = 0; task < submitted_; ++task) require_done(task);
        break;
      case Act::wait_for:
        RUNAHEAD_MODEL_REQUIRE(engine.wait_for(
            WaitReason::memory_full, kNone, [this] { return body_gone_.load(std::memory_order_relaxed); }));
        break;
      case Act::wait_in_vain:
        RUNAHEAD_MODEL_REQUIRE(!engine.wait_for(WaitReason::memory_full, kNone, [] { return false; }));
        for (std::size_t task = 0; task < submitted_; ++task) require_done(task);
        break;
    }
  }
  void require_done(std::size_t task) const {
    if (!oracle_.has_run(task)) fail("the wait is over, but task %zu has not run", task);
    if (bodies_[task] != 0) fail("the wait is over, but the body of task %zu is there", task);
  }
  const std::vector<Act>& acts_;
  const std::vector<Uses> uses_;
  Oracle oracle_;
  std::array<EngineVariable, kVariables> variables_;
  std::vector<int> bodies_;
  std::size_t submitted_ = 0;
  std::atomic<bool> body_gone_{false};
};

void run_untraced(const std::vector<Act>& acts, int workers, std::size_t window) {
  auto run = std::make_unique<EngineRun>(acts);
  auto engine = std::make_unique<ThreadPool<NoTracing>>(workers, window, NoTracing());
  run->frontend(*engine);
  engine->wait_all(WaitReason::waitall, kNone);
  run->require_all();
  engine.reset();
  run->require_no_bodies();
}

/// A third thread stops the engine: what has not started never runs, and everybody comes home.
void run_stopped(const std::vector<Act>& acts, int workers, std::size_t window) {
  auto run = std::make_unique<EngineRun>(acts);
  auto engine = std::make_unique<ThreadPool<NoTracing>>(workers, window, NoTracing());
  const auto said = std::make_unique<int>(0);  // plain, and looked after like all that is allocated
  std::thread stopper([&] {
    *said = 1;
    engine->stop();
  });
  if (run->frontend(*engine)) {
    run->require_all();
  } else {
    RUNAHEAD_MODEL_REQUIRE(*said == 1);
  }
  stopper.join();
  engine.reset();
  run->require_no_bodies();
}

/// The record has each task's events once, in their order, and a task starts after those that it needs have
/// ended.
void require_record(const std::vector<TraceBuilder::Entry>& entries, const std::vector<Uses>& uses,
                    bool one_worker) {
  std::vector<std::size_t> enqueued(uses.size(), 0), ready(uses.size(), 0), started(uses.size(), 0),
      ended(uses.size(), 0);
  std::size_t last_start = 0;
  for (std::size_t at = 0; at < entries.size(); ++at) {
    const TraceBuilder::Entry& entry = entries[at];
    const auto mark = [&](std::vector<std::size_t>& marks) {
      if (entry.id >= uses.size() || marks[entry.id] != 0)
        fail("event %zu of task %u is doubled", at, entry.id);
      marks[entry.id] = at + 1;
    };
    if (entry.kind == EventKind::enqueue) {
      mark(enqueued);
      if (entry.extra != 0) mark(ready);
    } else if (entry.kind == EventKind::ready) {
      mark(ready);
    } else if (entry.kind == EventKind::start) {
      mark(started);
      if (one_worker) RUNAHEAD_MODEL_REQUIRE(ready[entry.id] > last_start);
      last_start = ready[entry.id];
    } else if (entry.kind == EventKind::end) {
      mark(ended);
    }
  }
  for (std::size_t task = 0; task < uses.size(); ++task) {
    if (enqueued[task] == 0 || ready[task] < enqueued[task] || started[task] <= ready[task] ||
        ended[task] <= started[task])
      fail("task %zu: enqueued %zu, ready %zu, started %zu, ended %zu", task, enqueued[task], ready[task],
           started[task], ended[task]);
    for (std::size_t before = 0; before < task; ++before) {
      if (!uses[task].needs(uses[before])) continue;
      if (ready[task] <= ended[before] && ready[task] != enqueued[task])
        fail("task %zu is ready before task %zu has ended", task, before);
      if (started[task] <= ended[before]) fail("task %zu starts before task %zu has ended", task, before);
    }
  }
}

void run_recorded(const std::vector<Act>& acts, int workers, std::size_t window) {
  auto run = std::make_unique<EngineRun>(acts);
  auto builder = std::make_unique<TraceBuilder>();
  auto recorder = std::make_unique<Recorder>(*builder);
  EventWriter& frontend = recorder->add_writer();
  auto collector = std::make_unique<Collector>(*recorder, *builder, 0);
  auto engine =
      std::make_unique<ThreadPool<Recording>>(workers, window, Recording{recorder.get(), &frontend, 1});
  run->frontend(*engine);
  engine->wait_all(WaitReason::waitall, kNone);
  run->require_all();
  engine.reset();
  run->require_no_bodies();
  collector->collect(true);
  require_record(builder->entries(), run->uses(), workers == 1);
}

}  // namespace

std::vector<Check> engine_checks(bool thorough) {
  using Run = void (*)(const std::vector<Act>&, int, std::size_t);
  std::vector<Check> checks;
  const auto add = [&](std::string name, Bounds bounds, Run run, int workers, std::size_t window,
                       std::vector<std::vector<Act>> programs) {
    for (const bool membarrier : {true, false}) {
      Check check{name, bounds, {}};
      check.bounds.membarrier = membarrier;
      int number = 0;
      for (const std::vector<Act>& acts : programs) {
        check.programs.push_back({"program " + std::to_string(number++),
                                  [acts, run, workers, window] { run(acts, workers, window); }});
      }
      checks.push_back(std::move(check));
    }
  };
  const Act all = wait(Act::wait_all), vain = wait(Act::wait_in_vain), gone = wait(Act::wait_for),
            read = wait(Act::wait_to_read, 0);
  const Bounds bounds{.preemptions = thorough ? 2 : 1, .stale = 1};
  const Bounds wider{.preemptions = thorough ? 3 : 2, .stale = 1};
  add("One worker", wider, run_untraced, 1, 2, {{w0}, {w0, read}, {w0, all}, {w0, vain}, {w0, gone}});
  add("One worker, more tasks", wider, run_untraced, 1, 1,
      {{w0, w0}, {w0, read, r0}, {w0, vain, in_call(Uses::write, Uses::none)}});
  // As small windows hand back each node by itself: two at a time.
  add("Nodes in batches", bounds, run_untraced, 1, 32, {{w0, vain}, {w0, gone}, {w0, w0, all}});
  add("Two workers", bounds, run_untraced, 2, 2,
      {{w0, w1}, {w0, r0w1, read}, {w0, r0, r0, w0}, {w0, w1, vain, in_call(Uses::write, Uses::read)}});
  add("Stopped", bounds, run_stopped, 1, 1, {{w0, w0, all}, {w0, read}, {w0, all}, {w0, vain}});
  add("Recorded, one worker", bounds, run_recorded, 1, 2, {{w0, read}, {w0, r0, w0}});
  add("Recorded, two workers", bounds, run_recorded, 2, 4, {{w0, w1}, {w0, r0, r0, w0}});
  if (!thorough) return checks;
  // What the pool has to do with a program is to find out when its tasks are ready: all that the uses of so
  // many tasks can ask of it, with each wait behind each of them.
  const auto with_waits = [&](std::size_t tasks) {
    std::vector<std::vector<Act>> programs;
    for (const std::vector<Uses>& uses : needs_of(tasks)) {
      std::vector<Act> acts;
      for (const Uses& of : uses) acts.push_back({Act::task, of});
      programs.push_back(acts);
      for (std::size_t behind = 1; behind <= tasks; ++behind) {
        for (const Act& act : {read, all, gone}) {
          programs.push_back(acts);
          programs.back().insert(programs.back().begin() + static_cast<std::ptrdiff_t>(behind), act);
        }
      }
    }
    return programs;
  };
  add("All needs of 2 tasks, and a wait", {.preemptions = 3, .stale = 1}, run_untraced, 1, 2, with_waits(2));
  add("All needs of 2 tasks, and a wait, two workers", {.preemptions = 2, .stale = 1}, run_untraced, 2, 2,
      with_waits(2));
  add("All needs of 2 tasks, and a wait, two workers, sequential", {.preemptions = 3, .stale = 0},
      run_untraced, 2, 2, with_waits(2));
  add("All needs of 3 tasks, and a wait, two workers, sequential", {.preemptions = 2, .stale = 0},
      run_untraced, 2, 3, with_waits(3));
  add("All needs of 3 tasks, and a wait, two workers", {.preemptions = 1, .stale = 1}, run_untraced, 2, 3,
      with_waits(3));
  add("All needs of 4 tasks, and a wait, two workers", {.preemptions = 1, .stale = 1}, run_untraced, 2, 4,
      with_waits(4));
  return checks;
}

}  // namespace runahead::model
