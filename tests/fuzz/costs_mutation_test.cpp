// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of damaged files of costs from fixed seeds: each is refused with one line or gives a machine on
// which everything costs something. Not a search: costs_reader_fuzzer.cpp looks for new ones.
#include <gmock/gmock.h>

#include "tests/fuzz/exercise.h"
#include "tests/fuzz/mutator.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing_support::exercise_costs;

TEST(CostsMutation, IsRefusedOrSound) {
  testing_support::TemporaryDirectory directory;
  ASSERT_TRUE(write_costs(Machine{}, directory.file("c.json")).ok());
  const std::string whole = testing_support::read_file(directory.file("c.json"));
  ASSERT_EQ(exercise_costs(whole), "");
  int refused = 0;
  int accepted = 0;
  for (std::uint32_t seed = 0; seed < 4000; ++seed) {
    testing_support::Mutator mutator(seed);
    std::string text = whole;
    for (std::uint32_t count = 0; count <= seed % 3 && !text.empty(); ++count) mutator.mutate(text);
    const std::string complaint = exercise_costs(text);
    if (complaint.empty()) {
      ++accepted;
    } else {
      ++refused;
      EXPECT_THAT(complaint, testing::MatchesRegex("/proc/self/fd/[0-9]+: .+"));
      EXPECT_EQ(complaint.find('\n'), std::string::npos) << complaint;
    }
  }
  // Another number may be as good as the first.
  EXPECT_GT(refused, accepted);
  EXPECT_GT(accepted, 0);
}

}  // namespace
}  // namespace runahead
