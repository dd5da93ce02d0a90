// SPDX-License-Identifier: GPL-3.0-or-later
// Recycler: nothing is handed out twice, everything that was given back comes again.
#include "core/base/recycler.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace runahead {
namespace {

struct Item {
  Item* next_free = nullptr;
  std::atomic<int> holders{0};
  int value = 0;
};

TEST(Recycler, TakesBackWhatEitherSideGives) {
  Recycler<Item> recycler;
  std::set<Item*> first;
  for (int i = 0; i < 600; ++i) first.insert(recycler.take());
  EXPECT_EQ(first.size(), 600u) << "each one once";
  for (Item* item : first) {
    if (item->value++ % 2 == 0) {
      recycler.give(item);
    } else {
      recycler.give_own(item);
    }
  }
  std::set<Item*> second;
  for (int i = 0; i < 768; ++i) second.insert(recycler.take());
  for (Item* item : first) EXPECT_EQ(second.count(item), 1u) << "three slabs, all of them used again";
}

/// The owner takes, others give back what it handed to them: no item is in two hands at once.
TEST(Recycler, OneTakesAndManyGive) {
  constexpr std::size_t kGivers = 3;
  constexpr int kItems = 60'000;
  struct Hand {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Item*> items;
    bool done = false;
  };
  Recycler<Item> recycler;
  std::vector<Hand> hands(kGivers);
  std::atomic<int> doubled{0};
  std::vector<std::thread> givers;
  for (Hand& hand : hands) {
    givers.emplace_back([&] {
      for (bool done = false; !done;) {
        std::vector<Item*> items;
        {
          std::unique_lock lock(hand.mutex);
          hand.changed.wait(lock, [&] { return hand.done || !hand.items.empty(); });
          items.swap(hand.items);
          done = hand.done;
        }
        for (Item* item : items) {
          ++item->value;
          if (item->holders.fetch_sub(1, std::memory_order_relaxed) != 1) doubled.fetch_add(1);
          recycler.give(item);
        }
      }
    });
  }
  std::set<Item*> seen;
  for (int i = 0; i < kItems; ++i) {
    Item* item = recycler.take();
    seen.insert(item);
    if (item->holders.fetch_add(1, std::memory_order_relaxed) != 0) doubled.fetch_add(1);
    item->value = i;
    Hand& hand = hands[static_cast<std::size_t>(i) % kGivers];
    const std::lock_guard lock(hand.mutex);
    hand.items.push_back(item);
    hand.changed.notify_one();
  }
  for (Hand& hand : hands) {
    const std::lock_guard lock(hand.mutex);
    hand.done = true;
    hand.changed.notify_one();
  }
  for (std::thread& giver : givers) giver.join();
  EXPECT_EQ(doubled.load(), 0);
  std::set<Item*> again;
  const std::size_t in_slabs = (seen.size() + 255) / 256 * 256;
  while (again.size() < in_slabs && again.insert(recycler.take()).second) {
  }
  for (Item* item : seen) ASSERT_EQ(again.count(item), 1u) << "lost";
}

}  // namespace
}  // namespace runahead
