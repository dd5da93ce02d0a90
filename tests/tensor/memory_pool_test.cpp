// SPDX-License-Identifier: GPL-3.0-or-later
// MemoryPool: what it counts, what it reuses, what it refuses.
// Not here: when arrays ask for memory (memory_test.cpp).
#include "core/tensor/memory_pool.h"

#include <thread>

#include "tests/tensor/desk.h"

namespace runahead {
namespace {

using testing_support::error_of;

TEST(MemoryPool, CountsWhatIsHeldAndWhatIsKept) {
  MemoryPool pool;
  void* first = pool.allocate(4096);
  void* second = pool.allocate(8192);
  EXPECT_EQ(pool.live_bytes(), 12288);
  EXPECT_EQ(pool.pool_bytes(), 12288);
  pool.free(first, 4096);
  EXPECT_EQ(pool.live_bytes(), 8192);
  EXPECT_EQ(pool.pool_bytes(), 12288) << "freed is not returned";
  pool.free(second, 8192);
  EXPECT_EQ(pool.live_bytes(), 0);
  EXPECT_EQ(pool.pool_bytes(), 12288);
}

TEST(MemoryPool, ReusesFreedBlocks) {
  MemoryPool pool;
  void* block = pool.allocate(100'000);
  pool.free(block, 100'000);
  ASSERT_EQ(pool.allocate(100'000), block);
  const std::int64_t held = pool.pool_bytes();
  pool.free(block, 100'000);
  ASSERT_EQ(pool.allocate(99'990), block) << "nearly the same size shares a block";
  EXPECT_EQ(pool.live_bytes(), 99'990);
  EXPECT_EQ(pool.pool_bytes(), held);
  pool.free(block, 99'990);
}

TEST(MemoryPool, HoldsAtMostAnEighthMoreThanAsked) {
  for (std::int64_t bytes = 512; bytes < 2'000'000; bytes = bytes * 5 / 4 + 1) {
    MemoryPool pool;
    void* block = pool.allocate(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 64, 0u);
    EXPECT_GE(pool.pool_bytes(), bytes);
    EXPECT_LE(pool.pool_bytes(), bytes + bytes / 8 + 64) << bytes;
    pool.free(block, bytes);
  }
}

TEST(MemoryPool, GivesBackTheLargeBlocksThatItKeeps) {
  constexpr std::int64_t kLarge = 4 << 20;
  MemoryPool pool;
  void* small = pool.allocate(1000);
  const std::int64_t small_bytes = pool.pool_bytes();
  void* idle = pool.allocate(kLarge);
  void* used = pool.allocate(kLarge);
  pool.free(small, 1000);
  pool.free(idle, kLarge);
  EXPECT_EQ(pool.pool_bytes(), small_bytes + 2 * kLarge) << "not by itself";
  pool.give_back();
  EXPECT_EQ(pool.pool_bytes(), small_bytes + kLarge) << "small ones stay, and what arrays hold";
  pool.free(used, kLarge);
  EXPECT_EQ(pool.allocate(kLarge), used);
  pool.free(used, kLarge);
}

TEST(MemoryPool, GivesBackWhatItKeepsBeforeItRefuses) {
  struct Small {
    std::int64_t left = 1024;
  } small;
  const MemorySource source = {[](void* of, std::int64_t bytes) -> void* {
                                 auto& left = static_cast<Small*>(of)->left;
                                 if (bytes > left) return nullptr;
                                 left -= bytes;
                                 return ::operator new(static_cast<std::size_t>(bytes));
                               },
                               [](void* of, void* block, std::int64_t bytes) {
                                 static_cast<Small*>(of)->left += bytes;
                                 ::operator delete(block);
                               },
                               &small, true};
  {
    MemoryPool pool(0, {source});
    pool.free(pool.allocate(640), 640);
    void* const block = pool.allocate(896);
    EXPECT_EQ(small.left, 128);
    EXPECT_EQ(pool.pool_bytes(), 896);
    EXPECT_THROW(pool.allocate(192), MemoryError);
    pool.free(block, 896);
  }
  EXPECT_EQ(small.left, 1024);
}

TEST(MemoryPool, KeepsBlocksOfSeveralSourcesApartAndCountsThemTogether) {
  struct Counted {
    int taken = 0, given = 0;
  } counted[2];
  std::vector<MemorySource> sources;
  for (Counted& one : counted) {
    sources.push_back({[](void* of, std::int64_t bytes) -> void* {
                         ++static_cast<Counted*>(of)->taken;
                         return ::operator new(static_cast<std::size_t>(bytes));
                       },
                       [](void* of, void* block, std::int64_t) {
                         ++static_cast<Counted*>(of)->given;
                         ::operator delete(block);
                       },
                       &one});
  }
  {
    MemoryPool pool(0, sources);
    void* const first = pool.allocate(640, 0);
    void* const second = pool.allocate(640, 1);
    EXPECT_EQ(pool.live_bytes(), 1280);
    EXPECT_EQ(pool.pool_bytes(), 1280);
    pool.free(first, 640, 0);
    pool.free(second, 640, 1);
    EXPECT_EQ(pool.allocate(640, 0), first);
    EXPECT_EQ(pool.allocate(640, 1), second);
    pool.free(first, 640, 0);
    pool.free(second, 640, 1);
    EXPECT_EQ(pool.pool_bytes(), 1280);
  }
  for (const Counted& one : counted) {
    EXPECT_EQ(one.taken, 1);
    EXPECT_EQ(one.given, 1);
  }
}

TEST(MemoryPool, NothingCostsNothing) {
  MemoryPool pool;
  EXPECT_EQ(pool.allocate(0), nullptr);
  pool.free(nullptr, 0);
  EXPECT_EQ(pool.live_bytes(), 0);
  EXPECT_EQ(pool.pool_bytes(), 0);
}

TEST(MemoryPool, RefusesWhatTheMachineDoesNotHave) {
  MemoryPool pool;
  void* block = pool.allocate(640);
  EXPECT_THROW(pool.allocate(std::int64_t{1} << 46), MemoryError);
  EXPECT_EQ(error_of([&] { pool.allocate(std::int64_t{1} << 46); }),
            "[memory] an array of 70368744177664 bytes does not fit; arrays hold 640 bytes");
  EXPECT_EQ(pool.live_bytes(), 640) << "a refusal changes nothing";
  pool.free(block, 640);
}

TEST(MemoryPool, ReservesWithinItsBound) {
  MemoryPool pool(1000);
  EXPECT_TRUE(pool.reserve(600));
  EXPECT_FALSE(pool.reserve(401));
  EXPECT_EQ(pool.reserved_bytes(), 600) << "a refusal changes nothing";
  EXPECT_TRUE(pool.reserve(400));
  EXPECT_FALSE(pool.reserve(1));
  pool.unreserve(600);
  EXPECT_TRUE(pool.reserve(600));
}

TEST(MemoryPool, WithoutABoundReservesEverything) {
  MemoryPool pool;
  EXPECT_TRUE(pool.reserve(std::int64_t{1} << 50));
}

TEST(MemoryPool, ManyThreadsShareIt) {
  MemoryPool pool;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&pool, t] {
      for (int i = 0; i < 2000; ++i) {
        const std::int64_t bytes = 64 * (1 + (i * 7 + t) % 40);
        auto* block = static_cast<char*>(pool.allocate(bytes));
        block[0] = block[bytes - 1] = static_cast<char>(t);
        ASSERT_EQ(block[0], static_cast<char>(t));
        pool.free(block, bytes);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool.live_bytes(), 0);
}

}  // namespace
}  // namespace runahead
