// SPDX-License-Identifier: GPL-3.0-or-later
// Programs as chapters of books print them, in the names of their year and whole (chapters/), under the
// virtual clock: what they say.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

class Chapters : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  }
  static std::string said_by(const std::string& program, const std::vector<std::string>& settings = {}) {
    std::vector<std::string> words{"run", "--torch", "small", program, "--json", "--clock", "virtual"};
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    const Finished finished = run_program(words);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return finished.status == 0 ? nlohmann::json::parse(finished.out)["runs"][0]["output"] : "";
  }
};

/// In MB.
std::vector<double> growths_in(const std::string& said) {
  std::vector<double> grown;
  static const std::regex memory("memory:? (-?[0-9.]+)");
  for (std::sregex_iterator found(said.begin(), said.end(), memory), none; found != none; ++found)
    grown.push_back(std::stod((*found)[1]));
  return grown;
}

/// Of four loops with 20 batches of 1.05 MB: predicting with waits, without, training with waits, without.
const auto kGrowths = ElementsAre(DoubleNear(1.2, 1.2), Ge(12), Le(-12), Ge(12));

TEST_F(Chapters, MemoryGrowsWhereNothingWaitsAndIsGivenBackByTheNextLoop) {
  const std::string said = said_by(RUNAHEAD_CHAPTERS "/four_loops.py");
  EXPECT_THAT(growths_in(said), kGrowths) << said;
  EXPECT_THAT(said,
              HasSubstr("sequential0_dense0_bias sequential0_dense0_weight sequential0_dense1_bias "
                        "sequential0_dense1_weight sequential0_dense2_bias sequential0_dense2_weight\n"));
  EXPECT_THAT(said, HasSubstr("(1024,) 0.0\n"))
      << "of a label with fewer axes; the gradient before the first";
  EXPECT_THAT(said, HasSubstr("trained True\n"));
}

TEST_F(Chapters, TheScenarioPrintsTheSame) {
  const std::string said = said_by("delayed-training-memory",
                                   {"rows=1024", "inputs=256", "hidden=16", "predictions=20", "batches=20"});
  EXPECT_THAT(growths_in(said), kGrowths) << said;
}

TEST_F(Chapters, KerasHasItsBackend) {
  EXPECT_EQ(
      said_by(RUNAHEAD_CHAPTERS "/keras_backend.py"),
      "near True\nfloat32 1e-07 (30, 30) 2 float32\n1.0 5.0 [0. 2.]\n[[0.0, 0.0], [1.0, 1.0]]\n(30, 30)\n"
      "falls True\ndense_2 dense\nresident True\nresident True\nresident True\nresident True\nanother "
      "command\n");
}

}  // namespace
}  // namespace runahead::testing_support
