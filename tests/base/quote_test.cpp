// SPDX-License-Identifier: GPL-3.0-or-later
// What a file says stays text in a message.
#include "core/base/quote.h"

#include <gtest/gtest.h>

namespace runahead {
namespace {

TEST(Quote, TextStaysAsItIs) {
  EXPECT_EQ(without_controls("mean of 3 µs, 中文, 🙂"), "mean of 3 µs, 中文, 🙂");
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes("pid"), "\"pid\"");
}

TEST(Quote, ControlsAreShown) {
  EXPECT_EQ(without_controls("a\nb\tc\r"), "a\\nb\\tc\\u000d");
  EXPECT_EQ(without_controls("a\nb\tc\r", true), "a\nb\\tc\\u000d");
  EXPECT_EQ(without_controls("\x1b[2J\x07\x7f"), "\\u001b[2J\\u0007\\u007f");
  EXPECT_EQ(without_controls("\xc2\x9b"
                             "31m"),
            "\\u009b31m")
      << "an escape of one character";
  EXPECT_EQ(without_controls("\u202egnp.exe"), "\\u202egnp.exe") << "from right to left";
  EXPECT_EQ(without_controls(std::string_view("\0", 1)), "\\u0000");
}

TEST(Quote, WhatIsNoTextIsShownByItsBytes) {
  EXPECT_EQ(without_controls("\xff"), "\\xff");
  EXPECT_EQ(without_controls("\xc3"), "\\xc3");
  EXPECT_EQ(without_controls("\xc0\x9b"), "\\xc0\\x9b") << "longer than it has to be";
  EXPECT_EQ(without_controls("\xed\xa0\x80"
                             "x"),
            "\\xed\\xa0\\x80x")
      << "half of a pair";
  EXPECT_EQ(without_controls("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(Quote, NamesTurnNothingBehindThem) {
  const std::string rlo = "\u202e", rle = "\u202b", pdf = "\u202c", fsi = "\u2068", pdi = "\u2069";
  EXPECT_EQ(without_directions(rlo + "RTL"), "RTL");
  EXPECT_EQ(without_directions("a" + pdf), "a");
  EXPECT_EQ(without_directions(rle + fsi + "x" + pdf + pdi), "x");
  for (const std::string& name : {std::string("e — 中"), rle + "هنا" + pdf, fsi + rlo + "a" + pdf + pdi})
    EXPECT_EQ(without_directions(name), name);
}

TEST(Quote, LongTextIsShortened) {
  const std::string sixty(60, 'k');
  EXPECT_EQ(shortened(sixty), sixty);
  EXPECT_EQ(shortened(sixty + "k"), std::string(59, 'k') + "…");
  std::string wide, escaped;
  for (int i = 0; i < 59; ++i) {
    wide += "中";
    escaped += "\\u001b";
  }
  EXPECT_EQ(shortened(wide + "文文"), wide + "…");
  EXPECT_EQ(in_quotes(std::string(2000, '\x1b')), '"' + escaped + "…\"");
}

}  // namespace
}  // namespace runahead
