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
  order.add_stream();
  order.issue(1);
  order.assume(kArray, 0);
  EXPECT_TRUE(order.is_open({1, kArray, false}));
  EXPECT_EQ(order.use({1, kArray, false}, 1), 0u);
  order.forget(kArray);
  EXPECT_FALSE(order.is_open({0, kArray, true}));
}

}  // namespace
}  // namespace runahead
