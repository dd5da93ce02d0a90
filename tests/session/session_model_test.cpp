// SPDX-License-Identifier: GPL-3.0-or-later
// The model of a session: revisions, ids, places of bookmarks.
#include <gtest/gtest.h>

#include "core/session/revision.h"
#include "core/session/session.h"

namespace runahead {
namespace {

TEST(Session, WhatIsPutBackAsItWasSavedHasTheRevisionOfThen) {
  using Notes = std::vector<Bookmark>;
  Revision<Notes> notes, others;
  EXPECT_NE(notes.number(), others.number());
  const Notes one = {{{3, 20}, kNone, ""}}, two = {one[0], {{5, 40}, 1, "here"}};
  notes.change(one);
  notes.save();
  const std::uint64_t saved = notes.number();
  notes.change(one);
  EXPECT_EQ(notes.number(), saved);
  notes.change(two);
  const std::uint64_t changed = notes.number();
  EXPECT_NE(changed, saved);
  notes.change({});
  EXPECT_NE(notes.number(), changed);
  notes.change(one);
  EXPECT_EQ(notes.number(), saved);
  // From here on it is another content that was saved.
  notes.change(two);
  notes.save();
  const std::uint64_t later = notes.number();
  notes.change(one);
  EXPECT_NE(notes.number(), saved);
  notes.change(two);
  EXPECT_EQ(notes.number(), later);
}

TEST(Session, ASlideKeepsTheRunsThatAreThere) {
  Slide slide{.run = 4, .compared = {3, 4, 9}};
  EXPECT_TRUE(slide.shows(9) && slide.shows(4) && !slide.shows(5));
  renumber(slide, [](RunId run) { return run == 3 ? kNone : run - 4; });
  EXPECT_EQ(slide, (Slide{.run = 0, .compared = {0, 5}}));
  renumber(slide, [](RunId) { return kNone; });
  EXPECT_EQ(slide, Slide{});
  renumber(slide, [](RunId) -> RunId { return 7; });  // what could not be found stays so
  EXPECT_EQ(slide.run, kNone);
}

TEST(Session, ABookmarkIsAtItsTaskOrItsMoment) {
  const Bookmark here{{3, 20}, kNone, "a"}, pinned{{3, 20}, 2, "b"};
  EXPECT_TRUE(here.same_place({{3, 20}, kNone, ""}) && pinned.same_place({{9, 90}, 2, ""}));
  EXPECT_FALSE(here.same_place(pinned) || here.same_place({{4, 20}, kNone, "a"}));
  EXPECT_FALSE(Bookmark::earlier(here, pinned) || !Bookmark::earlier(here, {{1, 21}, kNone, ""}));
}

}  // namespace
}  // namespace runahead
