// SPDX-License-Identifier: GPL-3.0-or-later
// Waits as sets of lines: what a value of the waits axis means for each line, and the value for a set of
// lines, against what runs of every scenario do. Not here: parsing and single decisions (check_test.cpp).
#include <map>
#include <set>

#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using namespace testing_support;

/// Waits per line, without those that the program did not ask for.
std::map<int, int> waits_by_line(const Trace& trace) {
  std::map<int, int> counts;
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.reason == WaitReason::queue_full || wait.reason == WaitReason::call) continue;
    ++counts[line_of(trace, wait.statement)];
  }
  return counts;
}

class WaitLines : public testing::TestWithParam<std::string> {
 protected:
  const Scenario& scenario = *find_scenario(GetParam());

  std::vector<int> lines_at(std::set<WaitPlace> places) const {
    std::vector<int> lines;
    for (const WaitLine& wait : scenario.wait_lines) {
      if (places.count(wait.place) > 0) lines.push_back(wait.line);
    }
    return lines;
  }
  std::vector<int> lines_of(const std::string& value) const {
    return runahead::lines_of(*Waits::parse(value), scenario);
  }
  std::map<int, int> waits(const std::string& value) const {
    RunRequest request = small(scenario.id, "", value);
    // As printed, this one updates no weights, and so has none to wait for.
    if (scenario.id == "training-eager-vs-function") request.set["collect"] = 1;
    // Waits for its warm-up, where there is one.
    if (scenario.id == "matmul-race") request.set["warm_up"] = 1;
    return waits_by_line(run(request).trace);
  }
};

TEST_P(WaitLines, AreThoseOfTheProgram) {
  std::vector<int> waited;
  for (const auto& [line, count] : waits("program")) waited.push_back(line);
  EXPECT_EQ(waited, lines_at({WaitPlace::in_loop, WaitPlace::printed, WaitPlace::final}));
  waited.clear();
  for (const auto& [line, count] : waits("none")) waited.push_back(line);
  EXPECT_EQ(waited, lines_at({WaitPlace::printed, WaitPlace::final}));
}

TEST_P(WaitLines, AListOfThemWaitsAsTheNamedValueDoes) {
  std::vector<std::string> values = scenario.waits;
  values.insert(values.end(), {"program", "none", "each", "every:1"});
  for (const std::string& value : values) {
    if (Waits::parse(value)->every() > 1) continue;  // no list skips passes
    SCOPED_TRACE(value);
    std::string list;
    for (const int line : lines_of(value)) {
      if (!list.empty()) list += ',';
      list += std::to_string(line);
    }
    if (list.empty()) list = std::to_string(lines_at({WaitPlace::final}).front());
    EXPECT_EQ(lines_of(list), lines_of(value));
    EXPECT_EQ(waits(list), waits(value)) << list;
  }
}

TEST_P(WaitLines, NamedValuesAreFoundAgain) {
  for (const std::string& value : scenario.waits) {
    const std::string found = waits_of_lines(scenario, lines_of(value)).text();
    EXPECT_NE(std::find(scenario.waits.begin(), scenario.waits.end(), found), scenario.waits.end()) << found;
    EXPECT_EQ(lines_of(found), lines_of(value));
    EXPECT_EQ(Waits::parse(found)->every(), 1);
  }
  EXPECT_TRUE(lines_of(waits_of_lines(scenario, {}).text()).empty());
}

TEST_P(WaitLines, EveryValueThatIsOfferedChangesSomething) {
  std::vector<std::pair<std::string, std::map<int, int>>> taken;
  for (const std::string& value : scenario.waits) {
    const Waits waits_of_value = *Waits::parse(value);
    for (const auto& [other, counts] : taken) {
      EXPECT_FALSE(same_waits(waits_of_value, *Waits::parse(other), scenario)) << value << ", " << other;
      // With few passes, a wait in each eighth may be none at all.
      if (waits_of_value.every() == 1) {
        EXPECT_NE(waits(value), counts) << value << ", " << other;
      }
    }
    taken.emplace_back(value, waits(value));
  }
  // What is not offered is the same as something that is.
  for (const std::string value : {"program", "none", "each", "every:1"}) {
    const Waits given = *Waits::parse(value);
    const auto same = [&](const std::string& other) {
      return same_waits(given, *Waits::parse(other), scenario);
    };
    EXPECT_TRUE(same_waits(given, given, scenario));
    if (std::none_of(scenario.waits.begin(), scenario.waits.end(), same)) {
      EXPECT_EQ(scenario.waits, std::vector<std::string>{"none"}) << value;
    }
  }
}

TEST_P(WaitLines, EachCanBeGivenAndTakenAlone) {
  for (const WaitLine& wait : scenario.wait_lines) {
    if (wait.place == WaitPlace::final) continue;
    const int line = wait.line;
    const std::string alone = waits_of_lines(scenario, {line, line}).text();
    EXPECT_EQ(lines_of(alone), std::vector{line});
    EXPECT_GT(waits(alone)[line], 0) << line;
    std::vector<int> others = lines_of(scenario.waits.front());
    std::erase(others, line);
    EXPECT_EQ(waits(waits_of_lines(scenario, others).text()).count(line), 0u) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, WaitLines, testing::ValuesIn(scenario_ids()), scenario_test_name);

TEST(WaitsAxis, EveryKTakesTheLinesOfLoops) {
  const Scenario& scenario = *find_scenario("increment-loop");
  const auto waits = Waits::parse("every:8");
  EXPECT_EQ(waits->every(), 8);
  EXPECT_EQ(lines_of(*waits, scenario), std::vector{6});
  EXPECT_EQ(waits_of_lines(scenario, {6}).text(), "each");
  EXPECT_EQ(waits_of_lines(scenario, {}).text(), "none");
}

TEST(WaitsAxis, WhereNoneKeepsAPrintedWaitAListTakesItAway) {
  const Scenario& scenario = *find_scenario("barriers");
  EXPECT_EQ(waits_of_lines(scenario, {6}).text(), "program");
  EXPECT_EQ(waits_of_lines(scenario, {6, 4}).text(), "4,6");
  const std::string empty = waits_of_lines(scenario, {}).text();
  EXPECT_EQ(empty, "2");
  EXPECT_EQ(waits_by_line(run(small("barriers", "", empty)).trace).count(6), 0u);
}

}  // namespace
}  // namespace runahead
