// SPDX-License-Identifier: GPL-3.0-or-later
// Requests: what is filled in, and as what each wrong part is refused.
// Not here: the sentences (tests/gui/window_facts_test.cpp), command lines (tests/cli).
#include <set>

#include "core/scenario/run_program.h"
#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using namespace testing_support;

using Code = Refusal::Code;
using Field = Refusal::Field;

std::optional<Refusal> refusal(const RunRequest& request) {
  const CheckedRun config = check(request);
  return config ? std::nullopt : std::optional(config.failure());
}

RunRequest with(const std::string& scenario, const std::string& name, std::int64_t value) {
  RunRequest request = small(scenario);
  request.set[name] = value;
  return request;
}

TEST(Check, FillsInTheFirstOfEverything) {
  const RunConfig config = checked(default_request("increment-loop"));
  EXPECT_EQ(config.scenario->id, "increment-loop");
  EXPECT_EQ(config.mode, Mode::async);
  EXPECT_EQ(config.waits.text(), "each");
  EXPECT_EQ(config.workers, 1);
  EXPECT_EQ(config.seed, 0u);
  EXPECT_EQ(config.parameters,
            (std::map<std::string, std::int64_t>{{"n", 1000}, {"rows", 128}, {"columns", 512}}));
  EXPECT_EQ(config.max_pending, 0);
  EXPECT_EQ(config.memory_bound_bytes, 0);
  EXPECT_EQ(checked(small("matmul-race")).mode, Mode::sync);
}

TEST(Check, PresetsChooseParametersAndSettingsGoBefore) {
  RunRequest request = small("increment-loop");
  EXPECT_EQ(checked(request).parameters.at("n"), 16);
  request.preset = Preset::book;
  EXPECT_EQ(checked(request).parameters.at("n"), 10000);
  request.set = {{"n", 5}, {"max_pending", 7}, {"memory_bound_mb", 3}};
  const RunConfig config = checked(request);
  EXPECT_EQ(config.parameters.at("n"), 5);
  EXPECT_EQ(config.parameters.at("columns"), 2);
  EXPECT_EQ(config.parameters.count("max_pending"), 0u);
  EXPECT_EQ(config.max_pending, 7);
  EXPECT_EQ(config.memory_bound_bytes, 3'000'000);
}

TEST(Check, TakesEveryPresetOfEveryScenario) {
  for (const Scenario& scenario : scenarios()) {
    for (const Preset preset : {Preset::standard, Preset::book, Preset::step}) {
      RunRequest request = small(scenario.id);
      request.preset = preset;
      for (const Parameter& parameter : scenario.parameters) {
        const std::int64_t value = checked(request).parameters.at(parameter.name);
        EXPECT_GE(value, parameter.min) << scenario.id << " " << parameter.name;
        EXPECT_LE(value, parameter.max) << scenario.id << " " << parameter.name;
      }
    }
  }
}

TEST(Check, RefusesUnknownScenarios) {
  const auto meant = [](const std::string& id) { return *refusal(small(id)); };
  for (const auto& [given, id] : {std::pair("barrier", "barriers"), std::pair("tiny-taks", "tiny-tasks"),
                                  std::pair("incremet_loop", "increment-loop")}) {
    EXPECT_EQ(meant(given),
              (Refusal{.code = Code::misspelt, .field = Field::program, .given = given, .offered = {id}}));
  }
  for (const char* given : {"nothing like it", ""}) {
    EXPECT_EQ(
        meant(given),
        (Refusal{.code = Code::unknown, .field = Field::program, .given = given, .offered = scenario_ids()}));
  }
}

TEST(Check, RefusesModesThatTheScenarioDoesNotHave) {
  EXPECT_EQ(refusal(small("tiny-tasks", "sync")), (Refusal{.code = Code::unknown,
                                                           .field = Field::mode,
                                                           .given = "sync",
                                                           .scenario = "tiny-tasks",
                                                           .offered = {"async", "stream"}}));
  EXPECT_FALSE(mode_called("fast"));
}

TEST(Check, RefusesUnknownParameters) {
  EXPECT_EQ(refusal(with("barriers", "m", 3)),
            (Refusal{.code = Code::unknown,
                     .field = Field::parameter,
                     .given = "m",
                     .scenario = "barriers",
                     .offered = {"n", "max_pending", "memory_bound_mb", "devices"}}));
  EXPECT_EQ(refusal(with("four-statements", "n", 3))->offered,
            (std::vector<std::string>{"max_pending", "memory_bound_mb", "devices"}));
}

TEST(Check, RefusesValuesOutOfRange) {
  const auto out = [](const char* name, std::int64_t value, std::int64_t least, std::int64_t most,
                      const char* unit) {
    return Refusal{.code = Code::out_of_range,
                   .field = Field::parameter,
                   .given = name,
                   .unit = unit,
                   .value = value,
                   .least = least,
                   .most = most};
  };
  EXPECT_EQ(refusal(with("barriers", "n", 0)), out("n", 0, 1, 8000, "rows"));
  EXPECT_EQ(refusal(with("barriers", "n", 8001)), out("n", 8001, 1, 8000, "rows"));
  EXPECT_EQ(refusal(with("barriers", "n", 8000)), std::nullopt);
  EXPECT_EQ(refusal(with("barriers", "max_pending", -1)), out("max_pending", -1, 0, 16'000'000, "tasks"));
  EXPECT_EQ(refusal(with("barriers", "memory_bound_mb", 1'000'001)),
            out("memory_bound_mb", 1'000'001, 0, 1'000'000, "MB"));
}

TEST(Check, RefusesWaitsThatItCannotRead) {
  const auto waits = [](const std::string& text) { return refusal(small("barriers", "", text)); };
  for (const char* text :
       {"program", "none", "each", "every:1", "every:1000", "4", "4,5,10", "10,4", "4,7"}) {
    EXPECT_EQ(waits(text), std::nullopt) << text;
  }
  for (const std::string text :
       {"sometimes", "4,,5", "4,", ",4", ",", "4 5", "-4", "0", "4.5", " 4", "none,4", ""}) {
    EXPECT_FALSE(Waits::parse(text)) << text;
  }
  for (const std::string text :
       {"every:", "every:0", "every:-3", "every:x", "every:8x", "every:99999999999999999999"}) {
    EXPECT_EQ(
        waits(text),
        (Refusal{.code = Code::out_of_range, .field = Field::waits, .given = text, .scenario = "barriers"}));
  }
  for (const auto& [text, line] : {std::pair("4,8", std::int64_t{8}), std::pair("4294967300", 4294967300)}) {
    EXPECT_EQ(waits(text), (Refusal{.code = Code::no_place,
                                    .field = Field::waits,
                                    .given = text,
                                    .scenario = "barriers",
                                    .offered = {"4", "5", "6", "9", "10", "13", "16"},
                                    .value = line}));
  }
}

TEST(Check, RefusesWaitsThatSomebodyTyped) {
  RunRequest request = small("increment-loop");
  request.waits = Waits::every(0);
  EXPECT_TRUE(is_refused(request, Code::out_of_range, Field::waits));
  EXPECT_TRUE(lines_of(request.waits, *find_scenario("increment-loop")).empty());
}

TEST(Check, RefusesWorkersThatItCannotHave) {
  RunRequest request = small("barriers");
  for (const int workers : {1, 256}) {
    request.workers = workers;
    EXPECT_EQ(refusal(request), std::nullopt);
  }
  for (const int workers : {0, 257, -1}) {
    request.workers = workers;
    EXPECT_EQ(
        refusal(request),
        (Refusal{
            .code = Code::out_of_range, .field = Field::workers, .value = workers, .least = 1, .most = 256}));
  }
}

TEST(Check, TakesEveryClock) {
  EXPECT_FALSE(clock_called("sundial"));
  for (const Clock clock : {Clock::live, Clock::virtual_time, Clock::manual}) {
    RunRequest request = small("barriers");
    request.clock = clock;
    EXPECT_EQ(clock_called(to_string(clock)), clock);
    EXPECT_EQ(refusal(request), std::nullopt);
  }
}

/// What a run tells of itself makes the same run.
TEST(Check, ReadsTheHeadOfItsOwnRuns) {
  RunRequest request = small("barriers", "stream", "4,6", 3);
  request.clock = Clock::manual;
  request.device = DeviceKind::cpu;
  request.seed = 7;
  request.preset = Preset::standard;
  request.set = {{"max_pending", 5}, {"n", 3}, {"t1_ns", 11}};
  EXPECT_TRUE(offered(info_of(checked(request))) == request);
}

TEST(Check, TakesOfAHeadWhatTheScenarioOffers) {
  const TraceInfo head{
      {.source = {"tiny-tasks", {}}, .mode = Mode::lazy, .waits = Waits::each(), .set = {{"size", 3}}}};
  EXPECT_TRUE(is_refused(head, Code::unknown, Field::mode));
  EXPECT_TRUE(offered(head) == default_request("tiny-tasks"));
}

TEST(Check, TakesCostsUnderTheVirtualClockAlone) {
  RunRequest request = small("barriers");
  request.set = {{"t1_ns", 5}};
  EXPECT_EQ(refusal(request),
            (Refusal{.code = Code::simulated_only, .field = Field::parameter, .given = "t1_ns"}));
  request.clock = Clock::virtual_time;
  EXPECT_EQ(refusal(request), std::nullopt);
  for (const char* name : {"t1_ns", "t2_ns"}) {
    request.set = {{name, 0}};
    EXPECT_TRUE(is_refused(request, Code::out_of_range, Field::parameter)) << name;
  }
  request.set = {{"t3_ns", 0}};
  EXPECT_EQ(refusal(request), std::nullopt);
  request.costs = "costs.json";
  EXPECT_TRUE(check(request, Machine()).ok());
  EXPECT_EQ(refusal(request),
            (Refusal{.code = Code::not_here, .field = Field::costs, .given = "costs.json"}));
  request.clock = Clock::live;
  request.set = {};
  EXPECT_TRUE(is_refused(request, Code::simulated_only, Field::costs));
}

TEST(Check, AVirtualDeviceIsEmulated) {
  RunRequest request = small("matmul-race", "stream");
  request.clock = Clock::virtual_time;
  EXPECT_EQ(check(request)->runs_on, DeviceKind::emulated);
  request.device = DeviceKind::cuda;
  EXPECT_TRUE(is_refused(request, Code::real_only, Field::device));
}

TEST(Check, RefusesDevicesThatTheModeDoesNotHave) {
  const auto device = [](const char* mode, const char* name) {
    return refusal(on_device(small("barriers", mode), name));
  };
  for (const char* name : {"auto", "cpu", "emulated"}) EXPECT_EQ(device("stream", name), std::nullopt);
  EXPECT_EQ(
      device("async", "emulated"),
      (Refusal{.code = Code::wrong_mode, .field = Field::device, .given = "emulated", .offered = {"async"}}));
}

TEST(Check, AutoIsTheDeviceOfTheScenario) {
  EXPECT_EQ(checked(small("cpu-matmul-async", "stream")).runs_on, DeviceKind::cpu);
  EXPECT_EQ(checked(on_device(small("cpu-matmul-async", "stream"), "emulated")).runs_on,
            DeviceKind::emulated);
  EXPECT_NE(checked(small("matmul-race", "stream")).runs_on, DeviceKind::cpu);
}

TEST(Check, RefusesWaitsInsideAFunction) {
  EXPECT_EQ(refusal(small("four-statements", "function", "2")),
            (Refusal{.code = Code::in_function, .field = Field::waits, .given = "2", .value = 2}));
  EXPECT_EQ(refusal(small("four-statements", "async", "2")), std::nullopt);
  EXPECT_EQ(refusal(small("four-statements", "function", "none")), std::nullopt);
}

TEST(Check, SaysHowMuchMemoryIsMissing) {
  RunRequest request = small("matmul-race", "async");
  request.set = {{"n", 8000}, {"passes", 100000}};
  const Refusal missing = *refusal(request);
  EXPECT_EQ(missing.code, Code::too_few);
  EXPECT_EQ(missing.field, Field::memory);
  EXPECT_EQ(missing.value / 1'000'000'000, 25'600);
  EXPECT_LT(missing.most, missing.value);
  for (const Mode mode : {Mode::sync, Mode::stream}) {
    request.mode = mode;
    EXPECT_EQ(refusal(request), std::nullopt) << "a product at a time";
  }
  request.mode = Mode::async;
  request.waits = Waits::parse("9").value();
  EXPECT_EQ(refusal(request), std::nullopt);
  request.waits = small("matmul-race").waits;
  request.set["memory_bound_mb"] = 1000;
  EXPECT_EQ(refusal(request), std::nullopt);
  request.set.erase("memory_bound_mb");
  request.set["max_pending"] = 4;
  EXPECT_EQ(refusal(request), std::nullopt);
}

TEST(WaitsAxis, DecidesBySortOfWait) {
  const auto takes = [](const char* text, int line, std::int64_t pass, WaitPlace place) {
    return Waits::parse(text)->at(line, pass, place);
  };
  using enum WaitPlace;
  for (const char* text : {"program", "none", "each", "every:3", "4"})
    EXPECT_TRUE(takes(text, 11, 1, final)) << text;
  for (const char* text : {"program", "none", "each", "every:3"}) {
    EXPECT_TRUE(takes(text, 6, 1, printed)) << text;
    EXPECT_FALSE(takes(text, 4, 1, possible)) << text;
  }
  EXPECT_FALSE(takes("4", 6, 1, printed));
  EXPECT_TRUE(takes("4,6", 6, 1, printed));
  EXPECT_TRUE(takes("4,6", 4, 1, possible));
  EXPECT_FALSE(takes("4,6", 5, 1, possible));
  EXPECT_TRUE(takes("program", 6, 2, in_loop));
  EXPECT_TRUE(takes("each", 6, 2, in_loop));
  EXPECT_FALSE(takes("none", 6, 2, in_loop));
  EXPECT_FALSE(takes("every:3", 6, 2, in_loop));
  EXPECT_TRUE(takes("every:3", 6, 3, in_loop));
}

TEST(Registry, FindsWhatItLists) {
  std::set<std::string> ids;
  for (const Scenario& scenario : scenarios()) {
    EXPECT_TRUE(ids.insert(scenario.id).second) << scenario.id;
    EXPECT_EQ(find_scenario(scenario.id), &scenario);
    EXPECT_STRNE(group_title(scenario.group), "");
    EXPECT_FALSE(scenario.title.empty() || scenario.question.empty() || scenario.explanation.empty())
        << scenario.id;
    EXPECT_FALSE(scenario.modes.empty() || scenario.waits.empty() || scenario.wait_lines.empty())
        << scenario.id;
  }
  EXPECT_GE(ids.size(), 17u);
  EXPECT_EQ(find_scenario("nothing"), nullptr);
}

}  // namespace
}  // namespace runahead
