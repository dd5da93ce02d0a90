// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of arrays: allocated when the task starts, freed with the last holder, within a bound.
// Not here: blocks and their reuse (memory_pool_test.cpp).
#include <array>
#include <cstddef>
#include <memory>
#include <thread>

#include "core/engine/in_order_engine.h"
#include "tests/tensor/desk.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing_support::Desk;
using testing_support::error_of;
using testing_support::Gate;

TEST(ArrayMemory, ComesWhenTheTaskStarts) {
  Desk desk;
  Gate gate;
  gate.close(desk.frontend);
  std::vector<NDArray> arrays;
  for (int i = 0; i < 100; ++i) arrays.push_back(ones(desk.frontend, {1000}));
  EXPECT_EQ(desk.live_bytes(), 0) << "a hundred arrays are queued, none has memory";
  gate.open();
  desk.frontend.waitall();
  EXPECT_EQ(desk.live_bytes(), 100 * 4000);
  arrays.clear();
  EXPECT_EQ(desk.live_bytes(), 0);
}

TEST(ArrayMemory, RebindingFrees) {
  for (const int workers : {0, 1}) {
    Desk desk(workers);
    NDArray y("y");
    for (int i = 0; i < 10; ++i) {
      y = ones(desk.frontend, {1000});
      desk.frontend.waitall();
      EXPECT_EQ(desk.live_bytes(), 4000);
    }
    y = NDArray();
    EXPECT_EQ(desk.live_bytes(), 0);
  }
}

TEST(ArrayMemory, OfARecordedGraphGoesWithTheFrontend) {
  StorageHome home(0);
  InlineEngine engine;
  {
    Frontend frontend(engine, home, nullptr, 7, {.issue = Issue::lazy});
    const NDArray x = ones(frontend, {1000});
    frontend.waitall();
    EXPECT_EQ(home.pool.live_bytes(), 4000);
    const NDArray y = x + 1;
  }
  EXPECT_EQ(home.pool.live_bytes(), 0) << "y was recorded, and not asked for";
}

TEST(ArrayMemory, PendingReadersKeepIt) {
  Desk desk;
  Gate gate;
  NDArray x = ones(desk.frontend, {1000});
  desk.frontend.waitall();
  gate.close(desk.frontend);
  const NDArray y = x + 1;
  x = NDArray();
  EXPECT_EQ(desk.live_bytes(), 4000) << "the name is gone, the task still reads the array";
  gate.open();
  EXPECT_EQ(y.asnumpy().back(), 2);
  desk.frontend.waitall();
  EXPECT_EQ(desk.live_bytes(), 4000) << "of y alone";
}

TEST(ArrayMemory, TakenAtIssueIsNotWrittenByTheFrontendWhileTasksUseIt) {
  StorageHome home(0);
  InOrderEngine<NoTracing> engine({1024}, 0, NoTracing{});
  Frontend frontend(engine, home, nullptr, 7, {.allocate_at_issue = true});
  const auto given = [&](std::vector<float> values) {
    NDArray array = frontend.array_of({2}, Values(values));
    array.body().on_host = false;
    return array;
  };
  Gate gate;
  gate.close(frontend);
  NDArray x = ones(frontend, {2});
  const NDArray y = x + 1;
  x = NDArray();
  x = given({30, 40});  // not where the ones will be written and read
  const NDArray z = x * 2;
  x = NDArray();
  x = given({50, 60});  // nor where the task of z still reads
  gate.open();
  EXPECT_EQ(y.asnumpy(), (std::vector<float>{2, 2}));
  EXPECT_EQ(z.asnumpy(), (std::vector<float>{60, 80}));
  EXPECT_EQ(x.asnumpy(), (std::vector<float>{50, 60}));
  frontend.waitall();
}

TEST(ArrayMemory, TasksMayOutliveTheFrontend) {
  for (const bool at_issue : {true, false}) {
    StorageHome home(0);
    InOrderEngine<NoTracing> engine({1024}, 0, NoTracing{});
    alignas(Frontend) std::array<std::byte, sizeof(Frontend)> place;
    auto* const frontend =
        new (place.data()) Frontend(engine, home, nullptr, 7, {.allocate_at_issue = at_issue});
    Gate gate;
    gate.close(*frontend);
    ones(*frontend, {2});  // as where memory for the next call gives out
    std::destroy_at(frontend);
    place.fill(std::byte{0xFF});
    gate.open();
    engine.drain();
    EXPECT_TRUE(engine.unmet_errors().empty());
  }
}

TEST(ArrayMemory, UnnamedResultsAreFreed) {
  for (const int workers : {0, 2}) {
    Desk desk(workers);
    const NDArray x = ones(desk.frontend, {1000});
    for (int i = 0; i < 50; ++i) x + static_cast<float>(i);
    desk.frontend.waitall();
    EXPECT_EQ(desk.live_bytes(), 4000);
  }
}

TEST(ArrayMemory, FailedTasksFreeTheirs) {
  Desk desk;
  {
    const NDArray wrong = normal(desk.frontend, {1000}, 0, -1);
    const NDArray behind = wrong + 1;
    EXPECT_THROW(desk.frontend.waitall(), TaskError);
  }
  EXPECT_EQ(desk.live_bytes(), 0);
}

constexpr std::int64_t kRows = 1024;
constexpr std::int64_t kLarge_bytes = kRows * kRows * 4;

TEST(ArrayMemory, IdleAfterAWaitForEverythingGoesBackWhenTheFrontendEnqueues) {
  for (const Issue issue : {Issue::at_once, Issue::lazy}) {
    Desk desk(1, 7, 0, issue);
    {
      const NDArray x = ones(desk.frontend, {kRows, kRows});
      x.wait_to_read();
    }
    ones(desk.frontend, {2}).wait_to_read();
    EXPECT_GE(desk.frontend.reserved_bytes(), kLarge_bytes) << "a wait for one array gives nothing back";
    desk.frontend.waitall();
    EXPECT_GE(desk.frontend.reserved_bytes(), kLarge_bytes) << "freed is not returned";
    const NDArray y = ones(desk.frontend, {2});
    y.wait_to_read();
    EXPECT_LT(desk.frontend.reserved_bytes(), kLarge_bytes);
  }
}

TEST(ArrayMemory, TakenAtIssueIsKeptForTheNextCall) {
  StorageHome home(0);
  InlineEngine engine;
  Frontend frontend(engine, home, nullptr, 7, {.allocate_at_issue = true});
  ones(frontend, {kRows, kRows});
  frontend.waitall();
  ones(frontend, {2});
  EXPECT_GE(frontend.reserved_bytes(), kLarge_bytes) << "as PyTorch's allocator keeps it";
}

TEST(ArrayMemory, AbsurdSizesFailTheTaskAndNothingElse) {
  Desk desk;
  const NDArray x = ones(desk.frontend, {1000});
  const NDArray y = ones(desk.frontend, {std::int64_t{1} << 22, std::int64_t{1} << 22});
  const std::string error = error_of([&] { y.wait_to_read(); });
  EXPECT_THAT(error, StartsWith("[memory] an array of 70368744177664 bytes does not fit; arrays hold "));
  EXPECT_EQ(x.asnumpy().size(), 1000u);
  EXPECT_EQ(desk.live_bytes(), 4000);
}

constexpr int kMany = 100'000;

TEST(ArrayMemory, LongChainsAreReleasedWithoutRecursion) {
  Desk desk;
  {
    Gate gate;
    gate.close(desk.frontend);
    NDArray y = zeros(desk.frontend, {2});
    for (int i = 0; i < kMany; ++i) y = y + 1;  // every array but the last is held by tasks alone
    EXPECT_EQ(desk.live_bytes(), 0);
    gate.open();
    EXPECT_EQ(y.asnumpy().front(), kMany);
  }
  EXPECT_EQ(desk.live_bytes(), 0);
}

TEST(ArrayMemory, LongChainsThatNeverRanAreReleasedWithoutRecursion) {
  StorageHome home(0);
  {
    const std::unique_ptr<Engine> engine = testing_support::make_engine(1);
    Frontend frontend(*engine, home, nullptr, 0);
    Gate gate;
    gate.close(frontend);
    NDArray x = ones(frontend, {2}), y = x;
    for (int i = 0; i < kMany; ++i) y = y + x;
    y = NDArray();
    engine->stop();
    gate.open();
  }
  EXPECT_EQ(home.pool.live_bytes(), 0);
}

TEST(MemoryBound, IsReservedWhenTheTaskIsPushed) {
  Desk desk(1, 0, 10'000);
  Gate gate;
  gate.close(desk.frontend);
  NDArray x = ones(desk.frontend, {1000});
  EXPECT_EQ(desk.home.pool.reserved_bytes(), 4000);
  EXPECT_EQ(desk.live_bytes(), 0);
  gate.open();
  desk.frontend.waitall();
  x = NDArray();
  EXPECT_EQ(desk.home.pool.reserved_bytes(), 0);
}

TEST(MemoryBound, TheFrontendWaitsForRoom) {
  Desk desk(1, 0, 12'000);
  NDArray y = ones(desk.frontend, {1000});
  for (int i = 0; i < 1000; ++i) {
    y = y + 1;
    ASSERT_LE(desk.home.pool.reserved_bytes(), 12'000);
    ASSERT_LE(desk.live_bytes(), 12'000);
  }
  EXPECT_EQ(y.asnumpy().front(), 1001);
}

TEST(MemoryBound, SaysWhatDoesNotFit) {
  for (const int workers : {0, 1}) {
    Desk desk(workers, 0, 10'000);
    const NDArray x = ones(desk.frontend, {1000});
    const NDArray y = ones(desk.frontend, {1000});
    EXPECT_EQ(
        error_of([&] { ones(desk.frontend, {1000}); }),
        "[memory] 4000 bytes more do not fit into the bound of 10000 bytes: nothing is running any more, and "
        "8000 bytes are held by arrays that the program still has names for");
    EXPECT_EQ(ones(desk.frontend, {500}).asnumpy().size(), 500u) << "what fits still fits";
  }
}

}  // namespace
}  // namespace runahead
