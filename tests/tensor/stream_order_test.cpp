// SPDX-License-Identifier: GPL-3.0-or-later
// What comes before what on devices, by counts alone. Not here: runs (tests/cli/order_rules_test.cpp).
#include "core/tensor/stream_order.h"

#include <gtest/gtest.h>

namespace runahead {
namespace {

constexpr VariableId kArray = 7;

struct Two {
  Two() {
    order.add_stream();
    order.add_stream();
  }
  std::optional<TaskId> use(std::uint8_t stream, bool write, TaskId task) {
    order.issue(stream);
    return order.use({stream, kArray, write}, task);
  }
  StreamOrder order;
};

TEST(StreamOrder, OneStreamIsInOrder) {
  Two two;
  EXPECT_FALSE(two.use(0, true, 1));
  EXPECT_FALSE(two.use(0, false, 2));
  EXPECT_FALSE(two.use(0, true, 3));
}

TEST(StreamOrder, TwoStreamsRaceForWhatOneWrites) {
  Two two;
  EXPECT_FALSE(two.use(0, false, 1));
  EXPECT_FALSE(two.use(1, false, 2)) << "both only read";
  EXPECT_EQ(two.use(1, true, 3), 1u);
  EXPECT_EQ(two.use(0, false, 4), 3u);
}

TEST(StreamOrder, PartsAreToldApartHoweverManyThereAre) {
  Two two;
  TaskId task = 0;
  const auto write = [&](std::uint8_t stream, std::int64_t from, std::int64_t to) {
    two.order.issue(stream);
    return two.order.use({stream, kArray, true, from, to}, ++task);
  };
  for (std::int64_t row = 0; row < 400; ++row)
    EXPECT_FALSE(write(static_cast<std::uint8_t>(row % 2), row, row + 1)) << row;
  EXPECT_EQ(write(1, 190, 213), 213u) << "the latest of the other stream's among them, row 212";
  EXPECT_FALSE(write(1, 213, 214));
  EXPECT_EQ(write(0, 213, 214), 402u);
  two.order.frontend_waited_for_all();
  EXPECT_FALSE(write(0, 0, 400));
  EXPECT_EQ(write(1, 5, 6), 404u);
}

TEST(StreamOrder, ColumnsAreToldApart) {
  Two two;
  const auto write = [&](std::uint8_t stream, std::int64_t column, std::int64_t rows, TaskId task) {
    two.order.issue(stream);
    return two.order.use({stream, kArray, true, column, column + 2, rows, 4}, task);
  };
  EXPECT_FALSE(write(0, 0, 1000, 1));
  EXPECT_FALSE(write(1, 2, 1000, 2)) << "beside it";
  EXPECT_EQ(write(1, 1, 1000, 3), 1u);
  EXPECT_FALSE(write(0, 2, 100'000, 4)) << "no race is told of so many rows";
}

TEST(StreamOrder, AnEventOrdersWhatComesBehindIt) {
  Two two;
  EXPECT_FALSE(two.use(0, true, 1));
  const StreamClock event = two.order.recorded(0);
  EXPECT_FALSE(two.use(0, true, 2));
  two.order.wait_event(1, event);
  EXPECT_EQ(two.use(1, false, 3), 2u) << "the event stands before the second write";
  two.order.wait_event(1, two.order.recorded(0));
  EXPECT_FALSE(two.use(1, false, 4));
}

TEST(StreamOrder, OrderIsPassedOn) {
  Two two;
  two.order.add_stream();
  EXPECT_FALSE(two.use(0, true, 1));
  two.order.wait_event(1, two.order.recorded(0));
  two.order.wait_event(2, two.order.recorded(1));
  EXPECT_FALSE(two.use(2, true, 2));
}

TEST(StreamOrder, WhatTheFrontendHasWaitedForComesBefore) {
  Two two;
  EXPECT_FALSE(two.use(0, true, 1));
  two.order.frontend_waited(two.order.recorded(0));
  EXPECT_FALSE(two.use(1, true, 2));
  EXPECT_EQ(two.use(0, false, 3), 2u);
  two.order.frontend_waited_for_all();
  EXPECT_FALSE(two.use(1, true, 4));
}

TEST(StreamOrder, WhatWasMadeBeforeThereWasAnotherStreamIsTheFirstOnes) {
  StreamOrder order;
  order.add_stream();
  order.issue(0);
  order.frontend_waited_for_all();
  order.issue(0);
  order.add_stream();
  order.issue(1);
  order.assume(kArray, {2, 1}, {1, 0});
  EXPECT_FALSE(order.is_open(1, kArray, false)) << "it was waited for before the second task";
  EXPECT_TRUE(order.is_open(1, kArray, true)) << "which reads it";
  EXPECT_EQ(order.use({1, kArray, true}, 2), 1u);
  order.forget(kArray);
  EXPECT_FALSE(order.is_open(0, kArray, true));
}

}  // namespace
}  // namespace runahead
