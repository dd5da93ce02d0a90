// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of damaged trace files from fixed seeds: each is refused with a sentence or read as
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

TEST(TraceMutation, IsRefusedOrSound) {
  int refused = 0;
  int accepted = 0;
  for (std::uint32_t file = 1; file <= 4; ++file) {
    const std::string whole = sample_file(file);
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

}  // namespace
}  // namespace runahead
