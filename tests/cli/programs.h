// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of programs in Python begin with: a folder of their own, and the program as a child.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.h"
#include "tests/support/temporary_directory.h"

namespace runahead::testing_support {

class Programs : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  }
  /// A file of this test's folder; its path.
  std::string written(const std::string& name, const std::string& text) const {
    const std::string path = directory_.path() + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
    return path;
  }
  /// Under the virtual clock.
  nlohmann::json run_of(const std::string& path, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"run", "--torch", "small", path, "--clock", "virtual", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished finished = run_program(words);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return finished.status == 0 ? nlohmann::json::parse(finished.out)["runs"][0] : nlohmann::json();
  }
  TemporaryDirectory directory_;
};

}  // namespace runahead::testing_support
