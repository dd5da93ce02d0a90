// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of damaged trace files and sessions from fixed seeds: each is refused with a sentence or read as
// something sound. Not a search: trace_reader_fuzzer.cpp looks for new ones.
#include <gmock/gmock.h>

#include "core/io/trace_file.h"
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

std::string sample_file(std::uint32_t seed) {
  testing_support::TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = seed, .steps = 120});
  EXPECT_TRUE(write_trace_json({&trace, 1}, directory.file("t.json")).ok());
  return testing_support::read_file(directory.file("t.json"));
}

/// As the first version wrote it. Its first lines are the session's, its runs are small: damage is likely to
/// meet both.
std::string sample_session(std::uint32_t seed) {
  const std::vector<Trace> traces{random_trace({.seed = seed, .steps = 12}),
                                  random_trace({.seed = seed + 1, .steps = 9})};
  std::string runs, cursor;
  for (const Trace& trace : traces) {
    std::string flags;
    for (Seq seq = 1; seq <= 4; ++seq) {
      cursor = R"("seq":)" + std::to_string(seq) + R"(,"ns":)" + std::to_string(trace.time_ns(seq - 1));
      flags += (flags.empty() ? "\n{" : ",\n{") + cursor + R"(,"task":0,"text":"note"})";
    }
    runs += (runs.empty() ? "\n" : ",\n") +
            (R"({"status":"failed","errors":["late","\u961f"],"flags":[)" + flags + "]}");
  }
  return testing_support::first_session(
      traces,
      R"({"version":1,"runs":[)" + runs + R"(],)" + "\n" +
          R"("next":{"scenario":"barriers","mode":"async","waits":"","clock":"","device":"","workers":1,)" +
          R"("seed":0,"set":{"n":3,"m":-4}},)" + "\n" + R"("break_points":[2,5],)" + "\n" +
          R"("shown":1,"compared":[0,1],"comparing":true,"aligned":"mark","mark":"loop",)" +
          R"("visible_ns":[5,5000],"cursor":{)" + cursor +
          R"(},"selected":0,"selected_ns":[5,5000],"after_cursor":"show","framework":"mxnet"})");
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
