// SPDX-License-Identifier: GPL-3.0-or-later
// When looking for something before sleeping is worth it.
// Not how long anything takes.
#include "core/engine/adaptive_spin.h"

#include <gtest/gtest.h>

namespace runahead {
namespace {

constexpr auto kGoOn = [] { return false; };

/// Of so many waits: how many are looked for.
int looks(AdaptiveSpin& spin, int waits, bool helped) {
  int count = 0;
  for (int i = 0; i < waits; ++i) {
    if (!spin.is_worth_it()) continue;
    ++count;
    spin.learn(helped);
  }
  return count;
}

TEST(AdaptiveSpin, LooksEachTimeWhileItHelps) {
  AdaptiveSpin spin(64);
  EXPECT_EQ(looks(spin, 1000, true), 1000);
}

TEST(AdaptiveSpin, HardlyLooksWhileItIsInVain) {
  AdaptiveSpin spin(64);
  looks(spin, 1000, false);
  EXPECT_LE(looks(spin, 6400, false), 101);
}

TEST(AdaptiveSpin, ComesBackAfterAFewLooksThatHelped) {
  AdaptiveSpin spin(64);
  looks(spin, 10000, false);
  EXPECT_LT(looks(spin, 64, true), 20) << "one does not prove much";
  looks(spin, 128, true);
  EXPECT_EQ(looks(spin, 1000, true), 1000);
}

TEST(AdaptiveSpin, ForgivesWhatIsRare) {
  AdaptiveSpin spin(64);
  for (int round = 0; round < 100; ++round) {
    EXPECT_EQ(looks(spin, 2, false), 2);
    EXPECT_EQ(looks(spin, 5, true), 5);
  }
}

/// Counts how often it is asked before a wait is given up.
int asked(AdaptiveSpin& spin) {
  int count = 0;
  EXPECT_FALSE(spin.wait(
      [&] {
        ++count;
        return false;
      },
      kGoOn));
  return count;
}

TEST(AdaptiveSpin, WaitsLookLessOnceTheyWereInVain) {
  AdaptiveSpin spin(0);
  const int first = asked(spin);
  int last = first;
  for (int i = 0; i < 3; ++i) last = asked(spin);
  EXPECT_LT(last, first);
  EXPECT_GT(last, 0) << "what is there already is found without a sleep";
}

/// A thread that lost its core while it looked finds what it waits for when it is back; that is no success.
TEST(AdaptiveSpin, WhatIsFoundTooLateDoesNotCount) {
  AdaptiveSpin spin(0);
  for (int i = 0; i < 3; ++i) {
    int count = 0;
    EXPECT_TRUE(spin.wait([&] { return ++count > 20; }, kGoOn)) << "beyond the first look";
  }
  EXPECT_FALSE(spin.is_worth_it());
}

TEST(AdaptiveSpin, GivesUpWhenAsked) {
  AdaptiveSpin spin(1'000'000);
  EXPECT_FALSE(spin.wait([] { return false; }, [] { return true; }));
  EXPECT_TRUE(spin.wait([] { return true; }, [] { return true; }));
}

}  // namespace
}  // namespace runahead
