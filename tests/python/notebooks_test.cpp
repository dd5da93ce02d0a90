// SPDX-License-Identifier: GPL-3.0-or-later
// The notebooks of notebooks/, written for the real libraries by an author who had not seen what Runahead has
// of them, run unchanged.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

class Notebook : public testing::TestWithParam<const char*> {};

TEST_P(Notebook, RunsUnchanged) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const std::string name = GetParam();
  const Finished finished = run_program(
      {"run", "--torch", "small", std::string(RUNAHEAD_NOTEBOOKS) + "/" + name + ".ipynb", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const nlohmann::json run = nlohmann::json::parse(finished.out)["runs"][0];
  EXPECT_GT(run["tasks"], 100);
  EXPECT_GT(run["marks"].size(), 5U);
  EXPECT_GT(run["output"].get<std::string>().size(), 500U);
}

INSTANTIATE_TEST_SUITE_P(Of, Notebook, testing::Values("async_mxnet", "async_tensorflow", "async_torch"),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace runahead::testing_support
