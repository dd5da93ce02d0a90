// SPDX-License-Identifier: GPL-3.0-or-later
// The programs of cases/, small ones of kinds that once were wrong: each prints what its last lines say, and
// nothing as an error, in every mode that its first line names ("# in sync async: kind").
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/python/expected.h"

namespace runahead::testing_support {
namespace {

class Cases : public testing::TestWithParam<std::string> {};

TEST_P(Cases, PrintTheirLastLines) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const std::string path = RUNAHEAD_CASES "/" + GetParam() + ".py";
  const Expected expected = expected_of(path);
  ASSERT_FALSE(expected.modes.empty());
  ASSERT_NE(expected.printed, "");
  std::vector<std::string> words{"run",     "--torch",   "small", path,    "--clock",
                                 "virtual", "--workers", "2",     "--json"};
  for (const std::string& mode : expected.modes) words.insert(words.end(), {"--mode", mode});
  const Finished finished = run_program(words);
  ASSERT_EQ(finished.status, 0) << finished.err;
  const nlohmann::json runs = nlohmann::json::parse(finished.out)["runs"];
  ASSERT_EQ(runs.size(), expected.modes.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    EXPECT_EQ(runs[i]["output"], expected.printed) << expected.modes[i];
    EXPECT_TRUE(runs[i]["error_output"].is_null()) << expected.modes[i] << runs[i]["error_output"];
  }
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(RUNAHEAD_CASES))
    found.push_back(entry.path().stem().string());
  std::sort(found.begin(), found.end());
  return found;
}

INSTANTIATE_TEST_SUITE_P(Of, Cases, testing::ValuesIn(names()),
                         [](const testing::TestParamInfo<std::string>& one) { return one.param; });

}  // namespace
}  // namespace runahead::testing_support
