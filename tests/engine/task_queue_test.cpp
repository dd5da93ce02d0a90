// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of tasks alone: order per pusher, whole chains, nothing lost or doubled.
#include "core/engine/task_queue.h"

#include <gtest/gtest.h>

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
TEST(TaskQueue, ManyConsumersOfManyPushers) {
  run(3, 3);
}

}  // namespace
}  // namespace runahead
