// SPDX-License-Identifier: GPL-3.0-or-later
// Every interleaving of small programs: whenever tasks are submitted, started and completed, nothing runs too
// early, every wait ends, and the values are the oracle's.
// Not here: threads (tests/stress), time (simulated_test.cpp).
//
// A state is what has been submitted, started and completed, and whether the frontend is in a wait. All
// states that can be reached are visited, each by replaying a path to it on a fresh DependencyCore; each move
// makes a state larger, so that every interleaving ends as soon as no state is without a move.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "core/engine/dependency_core.h"

namespace runahead {
namespace {

constexpr int kVariables = 3;
constexpr int kExploredWorkers = 2;

/// A task, or a wait for a variable.
struct Step {
  unsigned reads = 0, writes = 0;  ///< masks of variables
  int waits_for = -1;
};
using SmallProgram = std::vector<Step>;

struct Move {
  enum Kind { step, start, complete } kind;
  std::size_t task = 0;
};

struct Key {
  std::size_t stepped = 0;
  unsigned started = 0, completed = 0;
  bool waiting = false;
  auto operator<=>(const Key&) const = default;
};

using Values = std::array<std::uint64_t, kVariables>;

void execute(const Step& step, std::size_t number, Values& values) {
  std::uint64_t hash = number + 1;
  for (int v = 0; v < kVariables; ++v) {
    if (step.reads >> v & 1U) hash = hash * 1'000'003 + values[static_cast<std::size_t>(v)];
  }
  for (int v = 0; v < kVariables; ++v) {
    if (step.writes >> v & 1U)
      values[static_cast<std::size_t>(v)] = hash * 31 + static_cast<std::uint64_t>(v);
  }
}

bool conflict(const Step& before, const Step& after) {
  return (before.writes & (after.reads | after.writes)) != 0 || (before.reads & after.writes) != 0;
}

/// One path through a program.
class Replay {
 public:
  explicit Replay(const SmallProgram& program) : program_(program), nodes_(program.size()) {
    for (int v = 0; v < kVariables; ++v)
      variables_[static_cast<std::size_t>(v)].id = static_cast<VariableId>(v);
  }
  ~Replay() {
    for (EngineVariable& variable : variables_) core_.forget(variable);
  }

  void make(const Move& move) {
    switch (move.kind) {
      case Move::step:
        step();
        break;
      case Move::start:
        key_.started |= 1U << move.task;
        ready_ &= ~(1U << move.task);
        execute(program_[move.task], move.task, values_);
        break;
      case Move::complete:
        complete(move.task);
        break;
    }
  }

  std::vector<Move> moves() const {
    std::vector<Move> all;
    if (!key_.waiting && key_.stepped < program_.size()) all.push_back({Move::step, 0});
    int running = 0;
    for (std::size_t i = 0; i < program_.size(); ++i) {
      const unsigned bit = 1U << i;
      if ((key_.started & bit) && !(key_.completed & bit)) {
        ++running;
        all.push_back({Move::complete, i});
      }
    }
    for (std::size_t i = 0; i < program_.size() && running < kExploredWorkers; ++i) {
      if (ready_ >> i & 1U) all.push_back({Move::start, i});
    }
    return all;
  }

  bool over() const {
    return key_.stepped == program_.size() && !key_.waiting && key_.completed == submitted_;
  }
  const Key& key() const { return key_; }
  const Values& values() const { return values_; }
  bool right() const { return right_; }

 private:
  void step() {
    const std::size_t number = key_.stepped++;
    const Step& step = program_[number];
    if (step.waits_for >= 0) {
      key_.waiting = core_.watch(variables_[static_cast<std::size_t>(step.waits_for)], watcher_);
      if (!key_.waiting) check_wait(number);
      return;
    }
    submitted_ |= 1U << number;
    TaskNode& node = *core_.acquire();
    nodes_[number] = &node;
    for (int v = 0; v < kVariables; ++v) {
      EngineVariable& variable = variables_[static_cast<std::size_t>(v)];
      if (step.reads >> v & 1U) node.read(variable);
      if (step.writes >> v & 1U) node.write(variable);
    }
    if (core_.submit(node)) became_ready(number);
  }

  void complete(std::size_t task) {
    key_.completed |= 1U << task;
    TaskNode& node = *nodes_[task];
    const TaskChain ready = core_.complete(node);
    for (TaskNode *next = ready.first, *after = nullptr; next; next = after) {
      after = next->next.load();
      if (next == &watcher_) {
        key_.waiting = false;
        check_wait(key_.stepped - 1);
        continue;
      }
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (nodes_[i] == next) became_ready(i);
      }
    }
    nodes_[task] = nullptr;
    TaskChain done;
    done.append(node);
    core_.hand_back(done);
  }

  /// Not before, and exactly when, everything that it conflicts with is complete.
  void became_ready(std::size_t task) {
    ready_ |= 1U << task;
    for (std::size_t i = 0; i < task; ++i) {
      if (program_[i].waits_for < 0 && conflict(program_[i], program_[task])) {
        right_ &= (key_.completed >> i & 1U) != 0;
      }
    }
  }

  void check_wait(std::size_t number) {
    const unsigned variable = 1U << program_[number].waits_for;
    for (std::size_t i = 0; i < number; ++i) {
      if (program_[i].writes & variable) right_ &= (key_.completed >> i & 1U) != 0;
    }
  }

  const SmallProgram& program_;
  DependencyCore core_{8};
  std::array<EngineVariable, kVariables> variables_;
  TaskNode watcher_;
  std::vector<TaskNode*> nodes_;
  Values values_{};
  Key key_;
  unsigned submitted_ = 0, ready_ = 0;
  bool right_ = true;
};

/// Visits every state; returns their number.
std::size_t explore(const SmallProgram& program) {
  Values oracle{};
  for (std::size_t i = 0; i < program.size(); ++i) {
    if (program[i].waits_for < 0) execute(program[i], i, oracle);
  }
  std::map<Key, bool> visited;
  std::vector<std::vector<Move>> paths = {{}};
  visited[Key{}] = true;
  std::size_t states = 0;
  while (!paths.empty()) {
    const std::vector<Move> path = std::move(paths.back());
    paths.pop_back();
    ++states;
    Replay here(program);
    for (const Move& move : path) here.make(move);
    EXPECT_TRUE(here.right()) << "a task or a wait went on too early";
    const std::vector<Move> moves = here.moves();
    if (moves.empty()) {
      EXPECT_TRUE(here.over()) << "nothing can move, and the program is not over";
      EXPECT_EQ(here.values(), oracle);
      continue;
    }
    for (const Move& move : moves) {
      Replay next(program);
      for (const Move& before : path) next.make(before);
      next.make(move);
      if (!visited.emplace(next.key(), true).second) continue;
      paths.push_back(path);
      paths.back().push_back(move);
    }
  }
  return states;
}

TEST(Exploration, EveryInterleavingOfAllProgramsOfThreeTasksOnTwoVariables) {
  for (unsigned code = 0; code < 16 * 16 * 16; ++code) {
    SmallProgram program;
    for (unsigned rest = code, i = 0; i < 3; ++i, rest /= 16) program.push_back({rest & 3U, rest >> 2 & 3U});
    explore(program);
    ASSERT_FALSE(HasFailure()) << "program " << code;
  }
}

TEST(Exploration, EveryInterleavingOfProgramsOfSixTasksWithWaits) {
  std::mt19937 random(6);
  std::size_t states = 0;
  for (int n = 0; n < 150; ++n) {
    SmallProgram program;
    for (int tasks = 0; tasks < 6;) {
      if (random() % 5 == 0) {
        program.push_back({.waits_for = static_cast<int>(random() % kVariables)});
      } else {
        program.push_back({static_cast<unsigned>(random() % 8), static_cast<unsigned>(random() % 8)});
        ++tasks;
      }
    }
    program.push_back({.waits_for = static_cast<int>(random() % kVariables)});
    states += explore(program);
    ASSERT_FALSE(HasFailure()) << "program " << n;
  }
  EXPECT_GT(states, 10'000U);
}

}  // namespace
}  // namespace runahead
