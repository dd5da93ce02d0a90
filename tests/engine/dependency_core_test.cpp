// SPDX-License-Identifier: GPL-3.0-or-later
// The dependency core against a model, one thread, every order of completion drawn from a seed: a task is
// ready exactly when everything that it conflicts with is done, no earlier and no later. Not here: threads
// (random_program_test.cpp).
#include "core/engine/dependency_core.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

namespace runahead {
namespace {

/// Who must be done before whom, from the uses alone.
class Model {
 public:
  void add(int task, const std::set<int>& reads, const std::set<int>& writes) {
    std::set<int>& needs = needs_[task];
    const auto need = [&](int other) {
      if (other >= 0 && other != task && needs_.count(other) != 0) needs.insert(other);
    };
    for (const int v : reads) need(variables_[v].writer);
    for (const int v : writes) {
      need(variables_[v].writer);
      for (const int reader : variables_[v].readers) need(reader);
    }
    for (const int v : reads) variables_[v].readers.insert(task);
    for (const int v : writes) variables_[v] = {task, {}};
  }
  bool ready(int task) const { return needs_.at(task).empty(); }
  void complete(int task) {
    needs_.erase(task);
    for (auto& [other, needs] : needs_) needs.erase(task);
  }

 private:
  struct Variable {
    int writer = -1;
    std::set<int> readers;
  };
  std::map<int, Variable> variables_;
  std::map<int, std::set<int>> needs_;  ///< of tasks that are not done: those that are not done either
};

class DependencyCoreModel : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(DependencyCoreModel, ReadyExactlyWhenTheModelSaysSo) {
  const auto [seed, window] = GetParam();
  std::mt19937 random(static_cast<unsigned>(seed));
  const auto below = [&](std::size_t n) { return random() % n; };
  DependencyCore core(window);
  Model model;
  std::deque<EngineVariable> variables(2 + below(8));
  for (std::size_t i = 0; i < variables.size(); ++i) variables[i].id = static_cast<VariableId>(i);
  std::map<TaskNode*, int> numbers;
  std::set<int> blocked;
  std::vector<TaskNode*> ready;
  int pushed = 0;

  const auto complete_one = [&] {
    const std::size_t at = below(ready.size());
    TaskNode* node = ready[at];
    ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(at));
    const TaskChain chain = core.complete(*node);
    model.complete(numbers[node]);
    numbers.erase(node);
    std::size_t count = 0;
    int last = -1;
    for (TaskNode* next = chain.first; next; next = next->next.load()) {
      ++count;
      const int number = numbers.at(next);
      EXPECT_LT(last, number) << "not by id";
      last = number;
      EXPECT_EQ(blocked.erase(number), 1u);
      EXPECT_TRUE(model.ready(number));
      ready.push_back(next);
      if (next == chain.last) break;
    }
    EXPECT_EQ(count, chain.count);
    for (const int number : blocked) EXPECT_FALSE(model.ready(number)) << number << " was forgotten";
    TaskChain done;
    done.append(*node);
    core.hand_back(done);
  };

  for (int step = 0; step < 3000; ++step) {
    if (below(5) < 2 && !ready.empty()) {
      complete_one();
      continue;
    }
    TaskNode* node = core.acquire();
    while (!node) {
      ASSERT_FALSE(ready.empty()) << "a full window with nothing to run";
      complete_one();
      node = core.acquire();
    }
    std::set<int> reads, writes;
    for (std::size_t use = below(below(10) == 0 ? 9 : 4); use > 0; --use) {
      const std::size_t v = below(variables.size());
      const std::size_t how = below(3);
      if (how != 1) node->read(variables[v]), reads.insert(static_cast<int>(v));
      if (how != 0) node->write(variables[v]), writes.insert(static_cast<int>(v));
      if (below(4) == 0) node->read(variables[v]), reads.insert(static_cast<int>(v));  // again
    }
    model.add(pushed, reads, writes);
    numbers[node] = pushed;
    ASSERT_EQ(core.may_run(*node), model.ready(pushed)) << "task " << pushed;
    const bool at_once = core.submit(*node);
    ASSERT_EQ(at_once, model.ready(pushed)) << "task " << pushed;
    if (at_once) {
      ready.push_back(node);
    } else {
      blocked.insert(pushed);
    }
    ++pushed;
  }
  while (!ready.empty()) complete_one();
  EXPECT_TRUE(blocked.empty());
  for (EngineVariable& variable : variables) core.forget(variable);
}

INSTANTIATE_TEST_SUITE_P(Seeds, DependencyCoreModel,
                         testing::Combine(testing::Range(0, 12), testing::Values(0, 1, 2, 7, 600)));

TEST(DependencyCore, AWindowOfNodesIsAllThereIs) {
  DependencyCore core(600);  // more than a slab, and not whole slabs
  std::vector<TaskNode*> nodes;
  while (TaskNode* node = core.acquire()) nodes.push_back(node);
  EXPECT_EQ(nodes.size(), 600u);
  TaskChain done;
  for (TaskNode* node : nodes) {
    EXPECT_TRUE(core.submit(*node));
    EXPECT_EQ(core.complete(*node).count, 0u);
    done.append(*node);
  }
  core.hand_back(done);
  for (int i = 0; i < 600; ++i) EXPECT_NE(core.acquire(), nullptr);
  EXPECT_EQ(core.acquire(), nullptr);
}

/// A recycled node is not mistaken for the writer that it was.
TEST(DependencyCore, ARecycledWriterIsNoDependency) {
  DependencyCore core(1);
  EngineVariable x{.id = 0}, y{.id = 1};
  TaskNode* writer = core.acquire();
  writer->write(x);
  ASSERT_TRUE(core.submit(*writer));
  core.complete(*writer);
  TaskChain done;
  done.append(*writer);
  core.hand_back(done);
  TaskNode* other = core.acquire();
  ASSERT_EQ(other, writer);
  other->read(x);
  other->write(y);
  EXPECT_TRUE(core.submit(*other)) << "would wait for itself";
  TaskNode watcher;
  EXPECT_FALSE(core.watch(x, watcher));
  EXPECT_TRUE(core.watch(y, watcher));
  EXPECT_EQ(core.complete(*other).first, &watcher);
}

TEST(DependencyCore, ForgettingAVariableKeepsItsTasksGoing) {
  DependencyCore core(0);
  auto x = std::make_unique<EngineVariable>();
  TaskNode* writer = core.acquire();
  writer->write(*x);
  ASSERT_TRUE(core.submit(*writer));
  TaskNode* reader = core.acquire();
  reader->read(*x);
  ASSERT_FALSE(core.submit(*reader));
  core.forget(*x);
  x.reset();
  const TaskChain chain = core.complete(*writer);
  ASSERT_EQ(chain.first, reader);
  EXPECT_EQ(core.complete(*reader).count, 0u);
}

TEST(DependencyCore, WhatIsForgottenCanBeUsedAnew) {
  DependencyCore core(0);
  EngineVariable x;
  TaskNode* reader = core.acquire();
  reader->read(x);
  ASSERT_TRUE(core.submit(*reader));
  core.forget(x);
  TaskNode* other = core.acquire();
  other->read(x);
  ASSERT_TRUE(core.submit(*other));
  TaskNode* writer = core.acquire();
  writer->write(x);
  ASSERT_FALSE(core.submit(*writer)) << "behind one reader";
  EXPECT_EQ(core.complete(*other).first, writer);
  core.complete(*writer);
  core.complete(*reader);
  core.forget(x);
}

TEST(DependencyCore, BodiesThatNeverRanAreDestroyedWithIt) {
  auto held = std::make_shared<int>(1);
  {
    DependencyCore core(5);
    for (int i = 0; i < 5; ++i) {
      TaskNode* node = core.acquire();
      node->set_body([held] {});
      core.submit(*node);
    }
    EXPECT_EQ(held.use_count(), 6);
  }
  EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace runahead
