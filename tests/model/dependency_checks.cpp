// SPDX-License-Identifier: GPL-3.0-or-later
// The dependency core alone, with two workers that take what is ready from under a mutex: every program of a
// few tasks over two variables keeps the order of each variable's uses, runs each task once and gives back
// every node.
#include "core/base/recycler.h"
#include "core/engine/dependency_core.h"
#include "tests/model/checks.h"
#include "tests/model/oracle.h"

namespace runahead::model {

namespace {

/// Where workers find what is ready. It orders nothing but a task's way to its worker, and is no part of the
/// memory that is watched; but who comes first is a step.
struct Workspace {
  std::array<TaskNode*, 8> ready;
  std::size_t put = 0;
  std::size_t taken = 0;
  std::size_t count = 0;  ///< of all tasks
};
Workspace workspace;
std::atomic<int> at_workspace;
void come_to_workspace() {
  at_workspace.exchange(0, std::memory_order_relaxed);
}

struct CoreRun {
  CoreRun(const std::vector<Uses>& uses, std::size_t window, bool late_ends)
      : core(window, late_ends), oracle(uses), late(late_ends), uses_(uses) {
    workspace = {};
    workspace.count = uses.size();
  }

  void put(const TaskChain& ready) {
    for (TaskNode *node = ready.first, *next = nullptr; node; node = next) {
      next = node->next.load(std::memory_order_relaxed);
      put(*node);
    }
  }
  void put(TaskNode& node) {
    node.may_run.store(true, std::memory_order_release);
    come_to_workspace();
    workspace.ready[workspace.put++] = &node;
    unblock(&workspace);
  }

  void work() {
    while (come_to_workspace(), workspace.taken < workspace.count) {
      if (workspace.taken == workspace.put) {
        block(&workspace);
        continue;
      }
      TaskNode* node = workspace.ready[workspace.taken++];
      if (workspace.taken == workspace.count) unblock(&workspace);
      RUNAHEAD_MODEL_REQUIRE(node->may_run.exchange(false, std::memory_order_acquire));
      node->body(node->payload, true);
      TaskChain done;
      if (late) require_ready_at(*node);
      ends[node->id] = late ? now_ticks() : 0;
      const TaskChain ready = core.complete(*node, ends[node->id]);
      put(ready);
      node->destroy_body();
      done.append(*node);
      core.hand_back(done);
      unblock(&core);
    }
  }

  /// Not before the end of anything that it needed.
  void require_ready_at(const TaskNode& node) const {
    for (std::size_t before = 0; before < node.id; ++before) {
      if (uses_[node.id].needs(uses_[before])) RUNAHEAD_MODEL_REQUIRE(node.ready_at() >= ends[before]);
    }
  }

  void submit_all() {
    for (std::size_t task = 0; task < uses_.size(); ++task) {
      TaskNode* node = nullptr;
      while (!(node = core.acquire())) block(&core);
      node->set_body([this, task] { oracle.run(task); });
      for (std::size_t variable = 0; variable < kVariables; ++variable) {
        if (uses_[task].reads(variable)) node->read(variables[variable]);
        if (uses_[task].writes(variable)) node->write(variables[variable]);
      }
      node->id = static_cast<TaskId>(task);
      node->set_ready_at(0);
      if (core.submit(*node)) put(*node);
    }
    for (EngineVariable& variable : variables) core.forget(variable);
  }

  DependencyCore core;
  Oracle oracle;
  const bool late;
  std::array<EngineVariable, kVariables> variables;
  std::array<Ticks, 8> ends{};  ///< of tasks

 private:
  const std::vector<Uses>& uses_;
};

/// `window` smaller than the number of tasks: nodes are used again while others run.
void run_core(const std::vector<Uses>& uses, std::size_t window, bool late) {
  auto run = std::make_unique<CoreRun>(uses, window, late);
  std::thread one([&] { run->work(); });
  std::thread two([&] { run->work(); });
  run->submit_all();
  one.join();
  two.join();
  run->oracle.require_all();
  std::size_t nodes = 0;
  while (run->core.acquire()) ++nodes;
  RUNAHEAD_MODEL_REQUIRE(nodes == window);
}

}  // namespace

std::vector<Check> dependency_checks(bool thorough) {
  std::vector<Check> checks;
  const auto add = [&](std::string name, Bounds bounds, std::size_t tasks, std::size_t window, bool late) {
    Check check{std::move(name), bounds, {}};
    check.bounds.alike = 2;
    for (const std::vector<Uses>& uses : programs_of(tasks)) {
      check.programs.push_back({text_of(uses), [uses, window, late] { run_core(uses, window, late); }});
    }
    checks.push_back(std::move(check));
  };
  const int most = thorough ? 3 : 2;
  const int few = thorough ? 3 : 1;
  add("Dependencies of 2 tasks", {.preemptions = most, .stale = most - 1}, 2, 2, false);
  add("Dependencies of 2 tasks, late ends", {.preemptions = few, .stale = 1}, 2, 2, true);
  // The third task needs what two others may end at the same time.
  Check both{"Late ends at the same time", {.preemptions = 2, .stale = 1}, {}};
  using enum Uses::Use;
  for (const std::vector<Uses>& uses : {std::vector<Uses>{{{write, none}}, {{none, write}}, {{read, read}}},
                                        std::vector<Uses>{{{read, none}}, {{read, none}}, {{write, none}}}}) {
    both.programs.push_back({text_of(uses), [uses] { run_core(uses, 3, true); }});
  }
  checks.push_back(std::move(both));
  add("Dependencies of 2 tasks in a window of 1", {.preemptions = most, .stale = most - 1}, 2, 1, false);
  add("Dependencies of 3 tasks in a window of 2", {.preemptions = few, .stale = 1}, 3, 2, false);
  if (thorough) {
    add("Dependencies of 3 tasks", {.preemptions = 3, .stale = 1}, 3, 3, false);
    add("Dependencies of 4 tasks", {.preemptions = 3, .stale = 1}, 4, 4, false);
  }
  return checks;
}

}  // namespace runahead::model
