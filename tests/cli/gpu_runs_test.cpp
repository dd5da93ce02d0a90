// SPDX-License-Identifier: GPL-3.0-or-later
// Every scenario of mode stream on the device that this machine has: it comes to what the processor computes.
// Skipped where there is none.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;

void expect_close(const json& expected, const json& found) {
  if (expected.is_number()) {
    const double right = expected.get<double>(), ours = found.get<double>();
    EXPECT_LE(std::abs(ours - right), 1e-3 * std::abs(right) + 1e-5) << found << " and not " << expected;
  } else if (expected.is_structured()) {
    ASSERT_EQ(expected.size(), found.size());
    for (auto ours = found.begin(), right = expected.begin(); right != expected.end(); ++right, ++ours) {
      expect_close(*right, *ours);
    }
  }
}

TEST(Gpu, EveryScenarioComesToTheSame) {
  const json list = json::parse(run_program({"list", "--json"}).out).at("scenarios");
  for (const json& scenario : list) {
    const auto modes = scenario.at("modes").get<std::vector<std::string>>();
    if (std::count(modes.begin(), modes.end(), "stream") == 0) continue;
    const std::string id = scenario.at("id");
    SCOPED_TRACE(id);
    const auto run_on = [&](const char* device) {
      return run_program({"run", id, "--mode", "stream", "--preset", "step", "--device", device, "--json"});
    };
    const Finished gpu = run_on("cuda");
    if (gpu.err.find("no CUDA device: ") != std::string::npos) GTEST_SKIP() << gpu.err;
    const json ours = json::parse(gpu.out).at("runs").at(0);
    const json right = json::parse(run_on("cpu").out).at("runs").at(0);
    EXPECT_EQ(ours.at("device"), "cuda");
    EXPECT_EQ(ours.at("failed"), right.at("failed"));
    EXPECT_GT(ours.at("device_time_error_ns"), 0);
    if (right.contains("value")) expect_close(right.at("value"), ours.at("value"));
  }
}

}  // namespace
}  // namespace runahead::testing_support
