// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of damaged trace files and sessions from fixed seeds: each is refused with a sentence or read as
// something sound. Not a search: trace_reader_fuzzer.cpp looks for new ones.
#include <gmock/gmock.h>

#include "core/io/trace_file.h"
#include "tests/fuzz/exercise.h"
#include "tests/fuzz/mutator.h"
#include "tests/support/random_trace.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing_support::exercise;
using testing_support::Mutator;
using testing_support::random_trace;

std::string sample_file(std::uint32_t seed) {
  testing_support::TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = seed, .steps = 120});
  EXPECT_TRUE(write_trace_json({&trace, 1}, directory.file("t.json")).ok());
  return testing_support::read_file(directory.file("t.json"));
}

/// Its first lines are the session's, its runs are small: damage is likely to meet both.
std::string sample_session(std::uint32_t seed) {
  testing_support::TemporaryDirectory directory;
  SessionFile session{
      {random_trace({.seed = seed, .steps = 12}), random_trace({.seed = seed + 1, .steps = 9})},
      SessionState{}};
  for (const Trace& trace : session.traces) {
    SessionRun& run = session.state->runs.emplace_back();
    run.errors = {"late", "\u961f"};
    for (Seq seq = 1; seq <= 4; ++seq) run.flags.push_back({{seq, trace.time_ns(seq - 1)}, kNone, "note"});
    run.flags.back().task = 0;
  }
  session.state->next = SessionRequest{.scenario = "barriers", .mode = "async", .set = {{"n", 3}, {"m", -4}}};
  session.state->break_points = {2, 5};
  session.state->compared = {0, 1};
  session.state->comparing = true;
  session.state->aligned = Alignment::mark;
  session.state->mark = "loop";
  session.state->visible_ns = session.state->selected_ns = SessionRange{5, 5000};
  session.state->cursor = session.state->runs[0].flags[2].moment;
  session.state->selected = 0;
  EXPECT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  return testing_support::read_file(directory.file("s.runahead"));
}

void expect_refused_or_sound(std::string (*sample)(std::uint32_t seed)) {
  int refused = 0;
  int accepted = 0;
  for (std::uint32_t file = 1; file <= 4; ++file) {
    const std::string whole = sample(file);
    ASSERT_EQ(exercise(whole), "");
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
      Mutator mutator(seed);
      std::string text = whole;
      for (std::uint32_t count = 0; count <= seed % 3 && !text.empty(); ++count) mutator.mutate(text);
      const std::string complaint = exercise(text);
      if (complaint.empty()) {
        ++accepted;
      } else {
        ++refused;
        EXPECT_THAT(complaint, testing::MatchesRegex(".*: offset [0-9]+: .+"));
      }
    }
  }
  // Damage in words that only viewers read is harmless; all else must be noticed.
  EXPECT_GT(refused, accepted);
  EXPECT_GT(accepted, 0);
}

TEST(TraceMutation, IsRefusedOrSound) {
  expect_refused_or_sound(sample_file);
}

TEST(SessionMutation, IsRefusedOrSound) {
  expect_refused_or_sound(sample_session);
}

}  // namespace
}  // namespace runahead
