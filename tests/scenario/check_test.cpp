// SPDX-License-Identifier: GPL-3.0-or-later
// Requests: what is filled in, and the sentence with which each wrong part is refused.
// Not here: command lines (tests/cli).
#include <set>

#include "core/scenario/run_program.h"
#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using namespace testing_support;

/// The refusal, "" when the request is taken.
std::string refusal(const RunRequest& request) {
  const Result<RunConfig> config = check(request);
  return config ? "" : config.error();
}

/// Also of what cannot be read.
std::string refusal(const std::string& scenario, std::string_view mode, std::string_view waits = "") {
  try {
    return refusal(small(scenario, mode, waits));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
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
  EXPECT_EQ(refusal(small("barrier")), "unknown scenario 'barrier': did you mean barriers?");
  EXPECT_EQ(refusal(small("tiny-taks")), "unknown scenario 'tiny-taks': did you mean tiny-tasks?");
  EXPECT_EQ(refusal(small("incremet_loop")),
            "unknown scenario 'incremet_loop': did you mean increment-loop?");
  const std::string all = refusal(small("nothing like it"));
  EXPECT_THAT(all, testing::StartsWith("unknown scenario 'nothing like it': there are four-statements, "));
  for (const Scenario& scenario : scenarios()) EXPECT_THAT(all, HasSubstr(scenario.id));
  EXPECT_THAT(refusal(small("")), HasSubstr("unknown scenario '': there are "));
}

TEST(Check, RefusesModesThatTheScenarioDoesNotHave) {
  EXPECT_EQ(refusal("barriers", "fast"), "unknown mode 'fast': barriers runs in async, sync, stream, lazy");
  EXPECT_EQ(refusal("tiny-tasks", "sync"), "unknown mode 'sync': tiny-tasks runs in async, stream");
}

TEST(Check, RefusesUnknownParameters) {
  EXPECT_EQ(refusal(with("barriers", "m", 3)),
            "unknown parameter 'm': barriers has n, max_pending, memory_bound_mb, devices");
  EXPECT_EQ(refusal(with("four-statements", "n", 3)),
            "unknown parameter 'n': four-statements has max_pending, memory_bound_mb, devices");
}

TEST(Check, RefusesValuesOutOfRange) {
  EXPECT_EQ(refusal(with("barriers", "n", 0)), "parameter n=0: use 1 to 8000 (rows)");
  EXPECT_EQ(refusal(with("barriers", "n", 8001)), "parameter n=8001: use 1 to 8000 (rows)");
  EXPECT_EQ(refusal(with("barriers", "n", 8000)), "");
  EXPECT_EQ(refusal(with("barriers", "max_pending", -1)),
            "parameter max_pending=-1: use 0 to 16000000 (tasks)");
  EXPECT_EQ(refusal(with("barriers", "memory_bound_mb", 1'000'001)),
            "parameter memory_bound_mb=1000001: use 0 to 1000000 (MB)");
}

TEST(Check, RefusesWaitsThatItCannotRead) {
  const auto waits = [](const std::string& text) { return refusal("barriers", "", text); };
  for (const char* text :
       {"program", "none", "each", "every:1", "every:1000", "4", "4,5,10", "10,4", "4,7"}) {
    EXPECT_EQ(waits(text), "");
  }
  for (const std::string text :
       {"sometimes", "4,,5", "4,", ",4", ",", "4 5", "-4", "0", "4.5", " 4", "none,4"}) {
    EXPECT_EQ(waits(text), "waits '" + text + "': use program, none, each, every:K or lines such as 3,5");
  }
  for (const std::string text :
       {"every:", "every:0", "every:-3", "every:x", "every:8x", "every:99999999999999999999"}) {
    EXPECT_EQ(waits(text), "waits '" + text + "': after 'every:' comes a whole number from 1, as in every:8");
  }
  EXPECT_EQ(waits("4,8"),
            "waits '4,8': line 8 of barriers cannot carry a wait; lines that can: 4, 5, 6, 9, 10, 13, 16");
  EXPECT_EQ(waits("4294967300"),
            "waits '4294967300': line 4294967300 of barriers cannot carry a wait; lines that can: 4, 5, 6, "
            "9, 10, 13, 16");
}

TEST(Check, RefusesWaitsThatSomebodyTyped) {
  RunRequest request = small("increment-loop");
  request.waits = Waits::every(0);
  EXPECT_EQ(refusal(request), "waits 'every:0': after 'every:' comes a whole number from 1, as in every:8");
  EXPECT_TRUE(lines_of(request.waits, *find_scenario("increment-loop")).empty());
}

TEST(Check, RefusesWorkersThatItCannotHave) {
  RunRequest request = small("barriers");
  for (const int workers : {1, 256}) {
    request.workers = workers;
    EXPECT_EQ(refusal(request), "");
  }
  for (const int workers : {0, 257, -1}) {
    request.workers = workers;
    EXPECT_EQ(refusal(request), "workers " + std::to_string(workers) + ": use 1 to 256");
  }
}

TEST(Check, RefusesClocksThatItDoesNotHave) {
  EXPECT_EQ(*parse_clock("live"), Clock::live);
  EXPECT_EQ(*parse_clock("virtual"), Clock::virtual_time);
  EXPECT_EQ(parse_clock("sundial").error(), "unknown clock 'sundial': use live or virtual");
  EXPECT_EQ(parse_clock("hand").error(), "unknown clock 'hand': use live or virtual");
  for (const Clock clock : {Clock::live, Clock::virtual_time, Clock::manual}) {
    RunRequest request = small("barriers");
    request.clock = clock;
    EXPECT_EQ(refusal(request), "");
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
  EXPECT_EQ(refusal(head), "unknown mode 'lazy': tiny-tasks runs in async, stream");
  EXPECT_TRUE(offered(head) == default_request("tiny-tasks"));
}

TEST(Check, TakesCostsUnderTheVirtualClockAlone) {
  RunRequest request = small("barriers");
  request.set = {{"t1_ns", 5}};
  EXPECT_EQ(refusal(request), "parameter t1_ns: only the simulated clock has it (--clock virtual)");
  request.clock = Clock::virtual_time;
  EXPECT_EQ(refusal(request), "");
  for (const char* name : {"t1_ns", "t2_ns"}) {
    request.set = {{name, 0}};
    EXPECT_EQ(refusal(request), "parameter " + std::string(name) + "=0: use 1 to 100000000000 (ns)");
  }
  request.set = {{"t3_ns", 0}};
  EXPECT_EQ(refusal(request), "");
  request.costs = "costs.json";
  EXPECT_TRUE(check(request, Machine()).ok());
  EXPECT_EQ(refusal(request), "its costs are those of a file, costs.json");
  request.clock = Clock::live;
  request.set = {};
  EXPECT_EQ(refusal(request),
            "costs 'costs.json': only the simulated clock takes its costs from a file (--clock virtual)");
}

TEST(Check, AVirtualDeviceIsEmulated) {
  RunRequest request = small("matmul-race", "stream");
  request.clock = Clock::virtual_time;
  EXPECT_EQ(check(request)->runs_on, DeviceKind::emulated);
  request.device = DeviceKind::cuda;
  EXPECT_EQ(refusal(request), "device 'cuda': a simulation has no real device; use emulated");
}

TEST(Check, RefusesDevicesThatTheModeDoesNotHave) {
  const auto device = [](const char* mode, const char* name) {
    return refusal(on_device(small("barriers", mode), name));
  };
  for (const char* name : {"auto", "cpu", "emulated"}) EXPECT_EQ(device("stream", name), "");
  EXPECT_EQ(device("async", "emulated"),
            "device 'emulated': only mode stream has a device of its own; mode async runs on the cpu");
}

TEST(Check, AutoIsTheDeviceOfTheScenario) {
  EXPECT_EQ(checked(small("cpu-matmul-async", "stream")).runs_on, DeviceKind::cpu);
  EXPECT_EQ(checked(on_device(small("cpu-matmul-async", "stream"), "emulated")).runs_on,
            DeviceKind::emulated);
  EXPECT_NE(checked(small("matmul-race", "stream")).runs_on, DeviceKind::cpu);
}

TEST(Check, RefusesWaitsInsideAFunction) {
  EXPECT_EQ(refusal(small("four-statements", "function", "2")),
            "waits '2': line 2 stands inside a function that mode function traces, where nothing has a value "
            "to wait for");
  EXPECT_EQ(refusal(small("four-statements", "async", "2")), "");
  EXPECT_EQ(refusal(small("four-statements", "function", "none")), "");
}

TEST(Check, SaysHowMuchMemoryIsMissing) {
  RunRequest request = small("matmul-race", "async");
  request.set = {{"n", 8000}, {"passes", 100000}};
  EXPECT_THAT(refusal(request),
              testing::MatchesRegex("not enough memory: the arrays of this run will hold about 25601 GB, and "
                                    "[0-9]+ [MG]B are free; use smaller parameters, more waits, or a bound "
                                    "\\(memory_bound_mb\\)"));
  for (const Mode mode : {Mode::sync, Mode::stream}) {
    request.mode = mode;
    EXPECT_EQ(refusal(request), "") << "a product at a time";
  }
  request.mode = Mode::async;
  request.waits = taken(parse_waits("9", *find_scenario("matmul-race")));
  EXPECT_EQ(refusal(request), "");
  request.waits = small("matmul-race").waits;
  request.set["memory_bound_mb"] = 1000;
  EXPECT_EQ(refusal(request), "");
  request.set.erase("memory_bound_mb");
  request.set["max_pending"] = 4;
  EXPECT_EQ(refusal(request), "");
}

TEST(WaitsAxis, DecidesBySortOfWait) {
  const Scenario& scenario = *find_scenario("barriers");
  const auto takes = [&](const char* text, int line, std::int64_t pass, WaitPlace place) {
    return parse_waits(text, scenario)->at(line, pass, place);
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
