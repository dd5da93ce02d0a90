// SPDX-License-Identifier: GPL-3.0-or-later
// What comes before what on devices, by counts alone. Not here: runs (tests/cli/order_rules_test.cpp).
#include "core/tensor/stream_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

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
    return two.order.use({stream, kArray, true, {from, to}}, ++task);
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
    return two.order.use({stream, kArray, true, {column, column + 2, rows, 4}}, task);
  };
  EXPECT_FALSE(write(0, 0, 1000, 1));
  EXPECT_FALSE(write(1, 2, 1000, 2)) << "beside it";
  EXPECT_EQ(write(1, 1, 1000, 3), 1u);
  EXPECT_EQ(write(0, 2, 100'000, 4), 3u) << "however many rows there are";
}

/// Against a list of every element's last user.
TEST(LatestUse, IsThatOfEachElement) {
  constexpr std::int64_t kElements = 240;
  std::mt19937 random(1);
  const auto number = [&](std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random);
  };
  for (int run = 0; run < 200; ++run) {
    LatestUse uses;
    std::vector<std::uint32_t> latest(kElements, 0);
    for (std::uint32_t at = 1; at <= 20; ++at) {
      UsedPart part{number(0, 40), 0};
      part.to = part.from + number(1, 9);
      if (number(0, 3) > 0) part = {part.from, part.to, number(2, 12), part.to - part.from + number(0, 6)};
      std::uint32_t expected = 0;
      for (std::int64_t row = 0; row < part.rows; ++row) {
        for (std::int64_t i = part.from + row * part.stride; i < part.to + row * part.stride; ++i)
          expected = std::max(expected, latest.at(static_cast<std::size_t>(i)));
      }
      const auto known = static_cast<std::uint32_t>(number(0, at - 1));
      const auto found = uses.later(part, known);
      EXPECT_EQ(found ? found->at : 0, expected > known ? expected : 0) << run << ' ' << at;
      if (number(0, 1) == 0) continue;
      uses.note(part, {at, at});
      for (std::int64_t row = 0; row < part.rows; ++row) {
        for (std::int64_t i = part.from + row * part.stride; i < part.to + row * part.stride; ++i)
          latest.at(static_cast<std::size_t>(i)) = at;
      }
    }
  }
}

TEST(LatestUse, OfMorePartsThanAreKeptNoneIsForgotten) {
  LatestUse uses;
  for (std::uint32_t at = 1; at <= 100; ++at) uses.note({at * 1000, at * 1000 + 1, 3, 10}, {at, at});
  for (std::uint32_t at = 1; at <= 100; ++at) EXPECT_TRUE(uses.later({at * 1000, at * 1000 + 1}, 0)) << at;
  EXPECT_FALSE(uses.later({100'001, 100'010}, 0)) << "of the last ones, what lies between rows is not used";
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
