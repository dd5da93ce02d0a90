// SPDX-License-Identifier: GPL-3.0-or-later
// One backend, two frontends: each scenario's listings, run as programs in Python, do what its program in C++
// does.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/module_path.h"
#include "core/scenario/python.h"
#include "core/scenario/run_program.h"
#include "core/scenario/virtual_run.h"
#include "gui/text/framework.h"
#include "gui/text/listing_program.h"

namespace runahead {
namespace {

using namespace gui;

class Listings : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (module_path("runahead_python.so").empty()) GTEST_SKIP() << "this build has no Python";
  }
};

RunResult run_of(const ProgramText& program) {
  const Result<const Scenario*> scenario = scenario_of(program);
  if (!scenario) {
    ADD_FAILURE() << scenario.error();
    return {};
  }
  RunRequest request = default_request(**scenario);
  request.source.program = program;
  request.clock = Clock::virtual_time;
  const Result<RunConfig> config = check(request);
  if (!config) {
    ADD_FAILURE() << config.error();
    return {};
  }
  TraceBuilder builder(info_of(*config));
  add_lanes(*config, builder);
  return VirtualRun(*config, kernels::cpu_operations(), builder).execute();
}

TEST_P(Listings, CanBeCopiedAndRun) {
  const Scenario& scenario = *find_scenario(GetParam());
  for (const QString& framework : frameworks()) {
    const ProgramText copy = editableCopy(scenario, framework, default_request(scenario, Preset::step));
    EXPECT_EQ(copy.name, scenario.id + ".py");
    const RunResult result = run_of(copy);
    const bool fails = scenario.demonstrates_error && framework != QLatin1String("tensorflow");
    EXPECT_EQ(result.status, fails ? RunResult::Status::failed : RunResult::Status::succeeded)
        << testing::PrintToString(result.errors) << copy.text;
    EXPECT_TRUE(result.value) << framework.toStdString();
  }
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (const Scenario& scenario : scenarios()) all.push_back(scenario.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Listings, testing::ValuesIn(ids()),
                         [](const testing::TestParamInfo<std::string>& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace runahead
