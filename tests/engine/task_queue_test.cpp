// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of tasks alone: order per pusher, whole chains, nothing lost or doubled.
#include "core/engine/task_queue.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace runahead {
namespace {

TEST(TaskQueue, FirstInFirstOut) {
  TaskQueue<&TaskNode::next> queue(false);
  std::vector<TaskNode> nodes(5);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.pop(), nullptr);
  for (int round = 0; round < 3; ++round) {
    queue.push(nodes[0]);
    TaskChain chain;
    for (std::size_t i = 1; i < 4; ++i) chain.append(nodes[i]);
    queue.push(chain);
    EXPECT_FALSE(queue.empty());
    EXPECT_EQ(queue.pop(), &nodes[0]);
    EXPECT_EQ(queue.pop(), &nodes[1]);
    queue.push(nodes[4]);
    EXPECT_EQ(queue.pop(), &nodes[2]);
    EXPECT_EQ(queue.pop(), &nodes[3]);
    EXPECT_FALSE(queue.empty());
    EXPECT_EQ(queue.pop(), &nodes[4]);
    EXPECT_TRUE(queue.empty()) << "the last one out leaves it empty";
    EXPECT_EQ(queue.pop(), nullptr);
  }
}

void run(std::size_t pushers, std::size_t consumers) {
  constexpr std::size_t kEach = 20000;
  TaskQueue<&TaskNode::next> queue(consumers > 1);
  std::vector<std::vector<TaskNode>> nodes(pushers);
  for (std::size_t p = 0; p < pushers; ++p) {
    nodes[p] = std::vector<TaskNode>(kEach);
    for (std::size_t i = 0; i < kEach; ++i) {
      nodes[p][i].statement = static_cast<StatementId>(p);
      nodes[p][i].id = static_cast<TaskId>(i);
    }
  }
  std::atomic<std::size_t> popped{0};
  std::vector<std::vector<TaskNode*>> seen(consumers);
  std::vector<std::thread> threads;
  for (std::size_t c = 0; c < consumers; ++c) {
    threads.emplace_back([&, c] {
      while (popped.load() < pushers * kEach) {
        if (TaskNode* node = queue.pop()) {
          seen[c].push_back(node);
          popped.fetch_add(1);
        } else {
          std::this_thread::yield();
        }
      }
    });
  }
  for (std::size_t p = 0; p < pushers; ++p) {
    threads.emplace_back([&, p] {
      for (std::size_t i = 0; i < kEach;) {
        if (i % 3 == 0 || i + 2 > kEach) {
          queue.push(nodes[p][i++]);
        } else {
          TaskChain chain;
          chain.append(nodes[p][i++]);
          chain.append(nodes[p][i++]);
          queue.push(chain);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(queue.empty());
  std::size_t count = 0;
  std::vector<std::vector<bool>> once(pushers, std::vector<bool>(kEach));
  for (const auto& list : seen) {
    std::vector<std::int64_t> last(pushers, -1);
    for (const TaskNode* node : list) {
      ++count;
      ASSERT_FALSE(once[node->statement][node->id]) << "popped twice";
      once[node->statement][node->id] = true;
      ASSERT_LT(last[node->statement], static_cast<std::int64_t>(node->id)) << "out of a pusher's order";
      last[node->statement] = node->id;
    }
  }
  EXPECT_EQ(count, pushers * kEach);
}

TEST(TaskQueue, OneConsumerOfManyPushers) {
  run(3, 1);
}
/// A worker announces its sleep and looks once more; who pushes looks whether a worker sleeps. One sees the
/// other, or the worker is not woken.
TEST(TaskQueue, AConsumerThatFindsNothingIsSeenByThePusher) {
  constexpr int kRounds = 300'000;
  TaskQueue<&TaskNode::behind> queue(false);
  TaskNode node;
  alignas(64) std::atomic<int> round{0};
  alignas(64) std::atomic<int> sleeps{0};  // since this round
  alignas(64) std::atomic<int> behind{0};
  alignas(64) int seen = 0;
  std::thread pusher([&] {
    for (int i = 1; i <= kRounds; ++i) {
      for (Moment moment; round.load() < i;) moment.wait();
      queue.push(node);
      seen = sleeps.load();
      behind.store(i);
    }
  });
  int missed = 0;
  for (int i = 1; i <= kRounds; ++i) {
    round.store(i);
    for (volatile int delay = i % 400; delay > 0;) delay = delay - 1;
    sleeps.store(i);
    TaskNode* const found = queue.pop();
    for (Moment moment; behind.load() < i;) moment.wait();
    if (!found && seen != i) ++missed;
    if (!found) queue.pop();
  }
  pusher.join();
  EXPECT_EQ(missed, 0);
}

TEST(TaskQueue, ManyConsumersOfManyPushers) {
  run(3, 3);
}

/// Pushers and consumers recycle a few nodes among them, so that each is soon back at the tail; the order of
/// what is popped, or passes an empty queue, is that of the stamps.
void run_stamped(std::size_t pushers, std::size_t consumers) {
  constexpr std::size_t kEach = 30000;
  constexpr std::size_t kNodes = 4;
  TaskQueue<&TaskNode::next, TaskOrder::stamped> queue(consumers > 1);
  std::vector<std::vector<TaskNode>> nodes(pushers + consumers);
  std::vector<std::array<std::atomic<bool>, kNodes>> in_use(pushers);
  std::atomic<std::size_t> popped{0};
  std::atomic<int> disorder{0};
  std::vector<std::thread> threads;
  for (std::vector<TaskNode>& own : nodes) own = std::vector<TaskNode>(kNodes);
  for (std::size_t c = 0; c < consumers; ++c) {
    threads.emplace_back([&, c] {
      TaskNode& own = nodes[pushers + c][0];
      Ticks last = 0;
      const auto see = [&](const TaskNode& node) {
        if (node.ready_at() <= last) disorder.fetch_add(1);
        last = node.ready_at();
      };
      while (popped.load() < pushers * kEach) {
        own.set_ready_at(now_ticks());
        if (queue.pass(own)) see(own);
        TaskNode* node = queue.pop();
        if (!node) {
          std::this_thread::yield();
          continue;
        }
        see(*node);
        in_use[node->statement][node->id].store(false);
        popped.fetch_add(1);
      }
    });
  }
  for (std::size_t p = 0; p < pushers; ++p) {
    threads.emplace_back([&, p] {
      Ticks last = 0;
      for (std::size_t i = 0; i < kEach; ++i) {
        TaskNode& node = nodes[p][i % kNodes];
        while (in_use[p][i % kNodes].load()) std::this_thread::yield();
        in_use[p][i % kNodes].store(true);
        node.statement = static_cast<StatementId>(p);
        node.id = static_cast<TaskId>(i % kNodes);
        const Ticks before = now_ticks();
        node.set_ready_at(before);
        if (queue.push(node) <= last) disorder.fetch_add(1);
        last = before;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(disorder.load(), 0);
}

TEST(TaskQueue, OneConsumerSeesStampsGrow) {
  run_stamped(3, 1);
}
TEST(TaskQueue, EachOfManyConsumersSeesStampsGrow) {
  run_stamped(3, 3);
}

TEST(TaskQueue, StampsAreRaisedPastWhatWasPushedOrPopped) {
  TaskQueue<&TaskNode::next, TaskOrder::stamped> queue(false);
  std::vector<TaskNode> nodes(5);
  const auto push = [&](std::size_t first, std::size_t last, Ticks stamp) {
    TaskChain chain;
    for (std::size_t i = first; i <= last; ++i) {
      nodes[i].set_ready_at(stamp + i);
      chain.append(nodes[i]);
    }
    return queue.push(chain);
  };
  push(0, 0, 100);
  EXPECT_EQ(nodes[0].ready_at(), 100u);
  EXPECT_EQ(push(1, 3, 99), 101u);
  EXPECT_EQ(nodes[1].ready_at(), 101u) << "100 was taken";
  EXPECT_EQ(nodes[2].ready_at(), 101u);
  EXPECT_EQ(nodes[3].ready_at(), 102u);
  EXPECT_FALSE(queue.pass(nodes[4]));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(queue.pop(), &nodes[static_cast<std::size_t>(i)]);
  nodes[4].set_ready_at(50);
  EXPECT_TRUE(queue.pass(nodes[4]));
  EXPECT_EQ(nodes[4].ready_at(), 103u);
  push(0, 0, 60);
  EXPECT_EQ(nodes[0].ready_at(), 104u);
}

}  // namespace
}  // namespace runahead
