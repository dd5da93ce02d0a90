// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of damaged runs and sessions from fixed seeds, damaged in their columns, heads and manifests,
// with checksums that hold: each is refused with a sentence or read as something sound. Not a search:
// run_reader_fuzzer.cpp looks for new ones.
#include <gmock/gmock.h>

#include "core/io/run_encoder.h"
#include "core/io/run_head.h"
#include "tests/fuzz/exercise.h"
#include "tests/fuzz/mutator.h"
#include "tests/support/random_trace.h"
#include "tests/support/session_text.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing_support::exercise;
using testing_support::Mutator;
using testing_support::random_trace;

void expect_refused_or_sound(const std::string& bytes, int& refused, int& accepted) {
  const std::string complaint = exercise(bytes);
  if (complaint.empty()) {
    ++accepted;
    return;
  }
  ++refused;
  EXPECT_THAT(complaint, testing::MatchesRegex(".*: offset [0-9]+: [^\n]+"));
}

TEST(RunMutation, OfColumnsAndHeadIsRefusedOrSound) {
  int refused = 0;
  int accepted = 0;
  for (std::uint32_t file = 1; file <= 4; ++file) {
    const Trace trace = random_trace({.seed = file, .steps = 120});
    const std::string head = head_to_json(RunHead::of(trace));
    RunEncoder encoder(trace);
    const ChunkColumns whole = encoder.next();
    ColumnPacker packer;
    for (std::uint32_t seed = 0; seed < 1200; ++seed) {
      Mutator mutator(seed);
      ChunkColumns columns = whole;
      std::string text = head;
      for (std::uint32_t count = 0; count <= seed % 3; ++count) {
        std::string& damaged = seed % 20 == 0 ? text : columns[(seed * 7 + count * 13) % kChunkColumns];
        if (!damaged.empty()) mutator.mutate(damaged);
      }
      expect_refused_or_sound(
          "\x89RHRUN\r\n" + chunk(ChunkKind::run_head, text) + chunk(ChunkKind::events, packer.pack(columns)),
          refused, accepted);
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(accepted, 100);
}

TEST(RunMutation, OfBytesIsRefusedOrSound) {
  testing_support::TemporaryDirectory directory;
  ASSERT_TRUE(write_run(directory.file("t.run"), random_trace({.seed = 1, .steps = 60})).ok());
  const std::string whole = testing_support::read_file(directory.file("t.run"));
  int refused = 0;
  int accepted = 0;
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    Mutator mutator(seed);
    std::string bytes = whole;
    mutator.mutate(bytes);
    expect_refused_or_sound(testing_support::with_checksums(bytes), refused, accepted);
  }
  EXPECT_GT(refused, accepted);
}

TEST(RunMutation, OfTheManifestIsRefusedOrSound) {
  testing_support::TemporaryDirectory directory;
  const Trace first = random_trace({.seed = 1, .steps = 12}), second = random_trace({.seed = 2, .steps = 9});
  SessionFile session{{first, second}, Session{}};
  for (const Trace* trace : {&first, &second}) {
    RunEntry& run = session.state->runs.emplace_back();
    run.errors = {"late", "\u961f"};
    for (Seq seq = 1; seq <= 4; ++seq)
      run.bookmarks.push_back({{seq, trace->time_ns(seq - 1)}, kNone, "note"});
    run.bookmarks.back().task = 0;
    run.name = "mine";
    run.view.visible_ns = run.view.selected_ns = TimeRange{5, 5000};
    run.view.cursor = run.bookmarks[2].moment;
    run.view.selected = 0;
  }
  RunRequest next = default_request("barriers");
  next.set = {{"n", 3}, {"max_pending", -4}};
  session.state->workspaces = {{{.scenario = "barriers",
                                 .next = next,
                                 .break_points = {2, 5},
                                 .comparing = true,
                                 .aligned = Alignment::mark,
                                 .mark = "loop"},
                                {1, 0},
                                0,
                                {0, 1}},
                               {{.scenario = "increment-loop"}}};
  session.state->slides = {
      {.name = "first",
       .run = 1,
       .compared = {0, 1},
       .aligned = Alignment::mark,
       .mark = "loop",
       .visible_ns = TimeRange{5, 5000},
       .steps = {session.state->runs[1].bookmarks[0].moment, session.state->runs[1].bookmarks[2].moment},
       .selected = 0,
       .words = "watch",
       .notes = "slowly"},
      {.name = "second", .run = 0, .steps = {{}}}};
  ASSERT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  const std::string whole = testing_support::read_file(directory.file("s.runahead"));
  ASSERT_EQ(exercise(whole), "");
  const std::string manifest = testing_support::manifest_of(whole);
  int refused = 0;
  int accepted = 0;
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    Mutator mutator(seed);
    std::string text = manifest;
    mutator.mutate(text);
    expect_refused_or_sound(testing_support::with_manifest(whole, text), refused, accepted);
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(accepted, 50);
}

}  // namespace
}  // namespace runahead
