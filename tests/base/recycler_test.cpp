// SPDX-License-Identifier: GPL-3.0-or-later
// Recycler: nothing is handed out twice, everything that was given back comes again.
#include "core/base/recycler.h"

#include <gtest/gtest.h>

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
  constexpr int kGivers = 3;
  constexpr int kItems = 60'000;
  Recycler<Item> recycler;
  std::atomic<Item*> hands[kGivers] = {};
  std::atomic<bool> done{false};
  std::atomic<int> doubled{0};
  std::vector<std::thread> givers;
  for (auto& hand : hands) {
    givers.emplace_back([&] {
      while (true) {
        const bool last = done.load(std::memory_order_acquire);
        Item* item = hand.exchange(nullptr, std::memory_order_acq_rel);
        if (item) {
          ++item->value;
          if (item->holders.fetch_sub(1, std::memory_order_relaxed) != 1) doubled.fetch_add(1);
          recycler.give(item);
        } else if (last) {
          return;
        } else {
          std::this_thread::yield();
        }
      }
    });
  }
  for (int i = 0; i < kItems; ++i) {
    Item* item = recycler.take();
    if (item->holders.fetch_add(1, std::memory_order_relaxed) != 0) doubled.fetch_add(1);
    item->value = i;
    std::atomic<Item*>& hand = hands[i % kGivers];
    while (hand.load(std::memory_order_relaxed)) std::this_thread::yield();
    hand.store(item, std::memory_order_release);
  }
  done.store(true, std::memory_order_release);
  for (std::thread& giver : givers) giver.join();
  EXPECT_EQ(doubled.load(), 0);
}

}  // namespace
}  // namespace runahead
