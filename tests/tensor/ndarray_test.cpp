// SPDX-License-Identifier: GPL-3.0-or-later
// Handles: they bind as Python names do, and reading one waits for its value.
// Not here: memory (memory_test.cpp).
#include "core/tensor/ndarray.h"

#include <thread>

#include "tests/tensor/desk.h"

namespace runahead {
namespace {

using testing::ElementsAre;
using testing_support::Desk;
using testing_support::error_of;
using testing_support::Gate;

TEST(NDArray, BindsLikeAPythonName) {
  Desk desk(0);
  NDArray x("x"), y("y");
  EXPECT_FALSE(x.bound());
  x = ones(desk.frontend, {2});
  y = x;
  EXPECT_EQ(&x.body(), &y.body()) << "two names of one array";
  x = x + 1;
  EXPECT_THAT(x.asnumpy(), ElementsAre(2, 2));
  EXPECT_THAT(y.asnumpy(), ElementsAre(1, 1)) << "the other name keeps the old array";
}

TEST(NDArray, SurvivesAssignmentToItself) {
  Desk desk(0);
  NDArray x = ones(desk.frontend, {2});
  NDArray& same = x;
  x = same;
  EXPECT_THAT(x.asnumpy(), ElementsAre(1, 1));
  x = std::move(same);
  EXPECT_THAT(x.asnumpy(), ElementsAre(1, 1));
}

TEST(NDArray, MovesLeaveNothingBehind) {
  Desk desk(0);
  NDArray x = ones(desk.frontend, {2});
  NDArray y = std::move(x);
  EXPECT_FALSE(x.bound());
  EXPECT_THAT(y.asnumpy(), ElementsAre(1, 1));
}

TEST(NDArray, NothingCanBeCopied) {
  Desk desk(0);
  const NDArray nothing = ones(desk.frontend, {0});
  const auto copy = desk.frontend.start_copy(nothing.body(), 0);
  EXPECT_TRUE(desk.frontend.finish_copy(*copy, WaitReason::asnumpy).bytes().empty());
}

TEST(NDArray, PrintsAsPythonDoes) {
  Desk desk(0);
  EXPECT_EQ(desk.array({}, {2.5F}).print(), "2.5");
  EXPECT_EQ(desk.array({3}, {1, -2, 0.1F}).print(), "[1, -2, 0.1]");
  EXPECT_EQ(desk.array({2, 2}, {1, 2, 3, 4}).print(), "[[1, 2],\n [3, 4]]");
  EXPECT_EQ(desk.array({6}, {0, 1, 2, 3, 4, 5}).print(), "[0, 1, 2, 3, 4, 5]");
  EXPECT_EQ(desk.array({7}, {0, 1, 2, 3, 4, 5, 6}).print(), "[0, 1, 2, ..., 4, 5, 6]");
  EXPECT_EQ(desk.array({8, 1}, {0, 1, 2, 3, 4, 5, 6, 7}).print(),
            "[[0],\n [1],\n [2],\n ...,\n [5],\n [6],\n [7]]");
  EXPECT_EQ(ones(desk.frontend, {0}).print(), "[]");
  EXPECT_EQ(ones(desk.frontend, {2, 2, 2}).print(), "array of shape (2, 2, 2)");
}

TEST(NDArray, ScalarsHaveOneElement) {
  Desk desk;
  const NDArray x = ones(desk.frontend, {2, 2});
  EXPECT_EQ(error_of([&] { x.asscalar(); }), "[asscalar] an array of shape (2, 2) is not a single number");
  EXPECT_EQ(error_of([&] { x.item(); }), "[item] an array of shape (2, 2) is not a single number");
  EXPECT_EQ(ones(desk.frontend, {1, 1}).item(), 1);
}

/// Reads behind a gate that another thread opens: a value that came is a value that was waited for.
template <class Read>
auto read_behind_gate(Read read) {
  Desk desk;
  Gate gate;
  gate.close(desk.frontend);
  const NDArray y = ones(desk.frontend, {}) + 41;
  EXPECT_FALSE(y.body().storage->allocated()) << "nothing has run yet";
  std::thread opener([&] { gate.open(); });
  auto value = read(y);
  opener.join();
  return value;
}

TEST(NDArray, ReadingWaits) {
  EXPECT_EQ(read_behind_gate([](const NDArray& y) { return y.item(); }), 42);
  EXPECT_EQ(read_behind_gate([](const NDArray& y) { return y.asscalar(); }), 42);
  EXPECT_EQ(read_behind_gate([](const NDArray& y) { return y.print(); }), "42");
  EXPECT_THAT(read_behind_gate([](const NDArray& y) { return y.asnumpy(); }), ElementsAre(42));
  EXPECT_TRUE(read_behind_gate([](const NDArray& y) {
    y.wait_to_read();
    return y.body().storage->allocated();
  }));
}

TEST(NDArray, ReadingWaitsForItsOwnTaskOnly) {
  Desk desk;
  Gate gate;
  const NDArray y = ones(desk.frontend, {3});
  gate.close(desk.frontend);
  const NDArray z = y + 1;
  EXPECT_THAT(y.asnumpy(), ElementsAre(1, 1, 1)) << "returns although the worker is held";
  EXPECT_FALSE(z.body().storage->allocated());
  gate.open();
  desk.frontend.waitall();
  EXPECT_TRUE(z.body().storage->allocated());
}

TEST(NDArray, StopEndsAWait) {
  Desk desk;
  Gate gate;
  gate.close(desk.frontend);
  const NDArray y = ones(desk.frontend, {3});
  std::thread stopper([&] { desk.engine->stop(); });
  EXPECT_THROW(y.wait_to_read(), Stopped);
  EXPECT_THROW(y + 1, Stopped);
  stopper.join();
  gate.open();
}

}  // namespace
}  // namespace runahead
