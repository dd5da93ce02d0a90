// SPDX-License-Identifier: GPL-3.0-or-later
// What was printed, as it grows and beside the thread that prints.
#include "core/scenario/output.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace runahead {
namespace {

TEST(OutputTest, AStatementIsAPieceAndACopyStays) {
  OutputWriter writer;
  EXPECT_EQ(writer.output().text(), "");
  writer.add(3, "a");
  writer.add(3, "");
  writer.add(3, "b");
  const Output early = writer.output();
  writer.add(3, "c");
  writer.add(kNone, "d");
  const Output all = writer.output();
  EXPECT_EQ(early.size(), 1U);
  EXPECT_EQ(early.text(0), "ab");
  EXPECT_EQ(all.size(), 2U);
  EXPECT_EQ(all.text(0), "abc");
  EXPECT_EQ(all.statement(1), kNone);
  EXPECT_EQ(all.text(), "abcd");
  EXPECT_TRUE(all.continues(early) && !early.continues(all));
  OutputWriter same;
  same.add(3, "abc");
  EXPECT_NE(same.output(), all);
  same.add(kNone, "d");
  EXPECT_EQ(same.output(), all);
  EXPECT_FALSE(same.output().continues(early));
}

TEST(OutputTest, IsReadBesideItsWriter) {
  constexpr StatementId kStatements = 20'000;
  OutputWriter writer;
  std::atomic<StatementId> written{0};
  std::thread program([&] {
    for (StatementId i = 0; i < kStatements; ++i) {
      writer.add(i, std::to_string(i));
      writer.add(i, "\n");
      written.store(i + 1, std::memory_order_release);
    }
  });
  std::size_t seen = 0;
  while (seen < kStatements) {
    const StatementId before = written.load(std::memory_order_acquire);
    const Output output = writer.output();
    ASSERT_GE(output.size(), before);
    // All but the last are whole.
    for (; seen + 1 < output.size(); ++seen) {
      ASSERT_EQ(output.statement(seen), seen);
      ASSERT_EQ(output.text(seen), std::to_string(seen) + "\n");
    }
    if (before == kStatements) break;
  }
  program.join();
}

}  // namespace
}  // namespace runahead
