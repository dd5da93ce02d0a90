// SPDX-License-Identifier: GPL-3.0-or-later
// The recycler, the column and the queue of tasks alone: nothing lost or doubled, each pusher's order, stamps
// that grow, and a pusher who sees the sleeper that did not see its task.
#include "core/base/chunked_column.h"
#include "core/base/recycler.h"
#include "core/engine/task_queue.h"
#include "tests/model/checks.h"

namespace runahead::model {

namespace {

struct Item {
  int uses = 0;
  Item* next_free = nullptr;
};

/// Two threads give back what the owner takes again meanwhile.
void recycle() {
  auto recycler = std::make_unique<Recycler<Item>>();
  std::vector<Item*> all;
  for (int i = 0; i < 256; ++i) all.push_back(recycler->take());
  const auto give = [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      ++all[i]->uses;
      recycler->give(all[i]);
    }
  };
  std::thread one([&] { give(0, 2); });
  std::thread two([&] { give(2, 1); });
  std::vector<Item*> taken;
  for (int i = 0; i < 2; ++i) {
    taken.push_back(recycler->take());
    ++taken.back()->uses;
  }
  recycler->give_own(taken.back());
  taken.pop_back();
  one.join();
  two.join();
  for (int i = 0; i < 3; ++i) taken.push_back(recycler->take());
  std::sort(taken.begin(), taken.end());
  RUNAHEAD_MODEL_REQUIRE(std::adjacent_find(taken.begin(), taken.end()) == taken.end());
  for (Item* item : taken) RUNAHEAD_MODEL_REQUIRE(item->uses <= 3);
}

/// A reader indexes below the size that it has seen.
void append_and_read() {
  auto column = std::make_unique<ChunkedColumn<int, 2>>();
  column->emplace_back(0);
  std::thread writer([&] {
    for (int i = 1; i < 4; ++i) column->emplace_back(i);
  });
  for (int i = 0; i < 2; ++i) {
    const std::size_t size = column->size();
    RUNAHEAD_MODEL_REQUIRE(size >= 1 && size <= 4);
    RUNAHEAD_MODEL_REQUIRE((*column)[size - 1] == static_cast<int>(size) - 1);
    RUNAHEAD_MODEL_REQUIRE((*column)[0] == 0);
  }
  writer.join();
}

template <TaskOrder kOrder, std::atomic<TaskNode*> TaskNode::*kLink = &TaskNode::next>
struct QueueRun {
  explicit QueueRun(bool several) : queue(several), nodes(6) {
    for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i].id = static_cast<TaskId>(i);
  }

  void push(std::size_t index) {
    nodes[index].statement = 1;  // what the consumer must see
    nodes[index].set_ready_at(now_ticks());
    queue.push(nodes[index]);
  }
  void push_two(std::size_t index) requires(kLink == &TaskNode::next) {
    TaskChain chain;
    for (std::size_t i = index; i < index + 2; ++i) {
      nodes[i].statement = 1;
      nodes[i].set_ready_at(now_ticks());
      chain.append(nodes[i]);
    }
    queue.push(chain);
  }
  /// Returns whether one was there.
  bool pop(std::vector<TaskId>& into) {
    TaskNode* node = queue.pop();
    if (!node) return false;
    RUNAHEAD_MODEL_REQUIRE(node->statement == 1);
    node->statement = 2;
    if (kOrder == TaskOrder::stamped && !into.empty()) {
      RUNAHEAD_MODEL_REQUIRE(nodes[into.back()].ready_at() <= node->ready_at());
    }
    into.push_back(node->id);
    return true;
  }
  /// Of what was popped: each once, and a pusher's in its order.
  void require(std::vector<std::vector<TaskId>> popped, std::size_t count) {
    for (auto& list : popped) {
      for (const std::vector<TaskId>& order : {std::vector<TaskId>{0, 1, 2}, std::vector<TaskId>{3, 4, 5}}) {
        std::vector<TaskId> mine;
        for (TaskId id : list) {
          if (std::find(order.begin(), order.end(), id) != order.end()) mine.push_back(id);
        }
        RUNAHEAD_MODEL_REQUIRE(std::is_sorted(mine.begin(), mine.end()));
      }
    }
    std::vector<TaskId> all;
    for (auto& list : popped) all.insert(all.end(), list.begin(), list.end());
    std::sort(all.begin(), all.end());
    RUNAHEAD_MODEL_REQUIRE(std::adjacent_find(all.begin(), all.end()) == all.end());
    RUNAHEAD_MODEL_REQUIRE(all.size() == count);
    RUNAHEAD_MODEL_REQUIRE(queue.empty());
  }

  TaskQueue<kLink, kOrder> queue;
  std::vector<TaskNode> nodes;
};

/// Two pushers, one of them with a chain, and one consumer.
template <TaskOrder kOrder>
void push_from_two() {
  auto run = std::make_unique<QueueRun<kOrder>>(false);
  std::vector<TaskId> popped;
  std::thread one([&] {
    run->push(0);
    run->push(1);
  });
  std::thread two([&] { run->push_two(3); });
  run->pop(popped);
  run->pop(popped);
  one.join();
  two.join();
  while (run->pop(popped)) {
  }
  run->require({popped}, 4);
}

/// One pusher and two consumers.
template <TaskOrder kOrder>
void pop_from_two() {
  auto run = std::make_unique<QueueRun<kOrder>>(true);
  std::vector<TaskId> popped[3];
  std::thread one([&] {
    run->pop(popped[0]);
    run->pop(popped[0]);
  });
  std::thread two([&] { run->pop(popped[1]); });
  run->push(0);
  run->push_two(1);
  one.join();
  two.join();
  while (run->pop(popped[2])) {
  }
  run->require({popped[0], popped[1], popped[2]}, 3);
}

/// A consumer passes its own task and pops others; what it sees, and whom it passed, has growing stamps. A
/// node that was popped is pushed again at once.
void pass_and_push(bool several) {
  auto run = std::make_unique<QueueRun<TaskOrder::stamped>>(several);
  Ticks last = 0;
  std::thread one([&] {
    TaskNode& own = run->nodes[4];
    for (int i = 0; i < 2; ++i) {
      own.set_ready_at(now_ticks());
      if (run->queue.pass(own)) {
        RUNAHEAD_MODEL_REQUIRE(own.ready_at() > last);
        last = own.ready_at();
      }
      TaskNode* node = run->queue.pop();
      if (!node) continue;
      RUNAHEAD_MODEL_REQUIRE(node->ready_at() > last);
      last = node->ready_at();
      if (i == 0) run->queue.push(*node);
    }
  });
  run->push(0);
  run->push(1);
  one.join();
  TaskNode* left = run->queue.pop();
  while (left) {
    RUNAHEAD_MODEL_REQUIRE(left->ready_at() > last);
    last = left->ready_at();
    left = run->queue.pop();
  }
  RUNAHEAD_MODEL_REQUIRE(run->queue.empty());
}

/// Two consumers pass at the same time: what is pushed afterwards is later than both, and one of them passed
/// first.
void pass_from_two() {
  auto run = std::make_unique<QueueRun<TaskOrder::stamped>>(true);
  const auto pass = [&](std::size_t index, Ticks stamp) {
    run->nodes[index].set_ready_at(stamp);
    return run->queue.pass(run->nodes[index]) ? run->nodes[index].ready_at() : 0;
  };
  Ticks passed = 0;
  std::thread one([&] { passed = pass(0, 10); });
  const Ticks here = pass(1, 5);
  one.join();
  RUNAHEAD_MODEL_REQUIRE(passed != here && (passed != 0 || here != 0));
  run->nodes[2].set_ready_at(1);
  run->queue.push(run->nodes[2]);
  RUNAHEAD_MODEL_REQUIRE(run->nodes[2].ready_at() > std::max(passed, here));
}

/// A worker passes what it has made ready while the frontend pushes and another worker pops: stamps follow
/// the order.
void pass_push_and_pop() {
  auto run = std::make_unique<QueueRun<TaskOrder::stamped>>(true);
  Ticks passed = 0;
  TaskNode* popped = nullptr;
  run->nodes[0].set_ready_at(10);
  run->queue.push(run->nodes[0]);
  std::thread one([&] {
    popped = run->queue.pop();
    if (!popped) return;
    run->nodes[1].set_ready_at(3);
    if (run->queue.pass(run->nodes[1])) passed = run->nodes[1].ready_at();
  });
  std::thread two([&] {
    if (TaskNode* node = run->queue.pop()) RUNAHEAD_MODEL_REQUIRE(node->ready_at() >= 10);
  });
  run->nodes[2].set_ready_at(1);
  run->queue.push(run->nodes[2]);
  const Ticks pushed = run->nodes[2].ready_at();
  one.join();
  two.join();
  RUNAHEAD_MODEL_REQUIRE(pushed > 10 && pushed != passed && (passed == 0 || passed > 10));
}

/// Who pushes looks whether a worker sleeps; who is about to sleep says so and looks once more.
template <std::atomic<TaskNode*> TaskNode::*kLink, TaskOrder kOrder = TaskOrder::pushed>
void push_and_sleep(bool several) {
  auto run = std::make_unique<QueueRun<kOrder, kLink>>(several);
  auto sleeps = std::make_unique<std::atomic<int>>(0);
  std::vector<TaskId> popped;
  bool found = false;
  int seen = 0;
  std::thread one([&] {
    sleeps->store(1);
    found = run->pop(popped);
  });
  run->push(0);
  seen = sleeps->load();
  one.join();
  RUNAHEAD_MODEL_REQUIRE(found || seen == 1);
  if (!found) run->pop(popped);
  run->require({popped}, 1);
}

}  // namespace

std::vector<Check> queue_checks(bool thorough) {
  const Bounds bounds{.preemptions = thorough ? 3 : 2, .stale = thorough ? 2 : 1};
  const Bounds wide{.preemptions = 3, .stale = 2};
  return {
      {"Recycler", bounds, {{"two give, the owner takes", recycle}}},
      {"Column", wide, {{"one appends, one reads", append_and_read}}},
      {"Queue",
       bounds,
       {{"two push", push_from_two<TaskOrder::pushed>},
        {"two push, stamped", push_from_two<TaskOrder::stamped>},
        {"two pop", pop_from_two<TaskOrder::pushed>},
        {"two pop, stamped", pop_from_two<TaskOrder::stamped>}}},
      {"QueuePasses",
       wide,
       {{"one consumer", [] { pass_and_push(false); }},
        {"several consumers", [] { pass_and_push(true); }},
        {"two pass", pass_from_two},
        {"one passes, one pops, one pushes", pass_push_and_pop}}},
      {"QueueSleeper",
       wide,
       {{"one consumer", [] { push_and_sleep<&TaskNode::behind>(false); }},
        {"several consumers", [] { push_and_sleep<&TaskNode::next>(true); }},
        {"stamped", [] { push_and_sleep<&TaskNode::next, TaskOrder::stamped>(true); }}}},
  };
}

}  // namespace runahead::model
