// SPDX-License-Identifier: GPL-3.0-or-later
// Every scenario in every mode through --json: the document is complete, the values are right and the same
// however they were computed, and the exported trace tells the same numbers to an independent reader.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/program.h"
#include "tests/cli/runs.h"
#include "tests/cli/trace_checker.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<json> all_scenarios() {
  const json list = json::parse(run_program({"list", "--json"}).out).at("scenarios");
  return {list.begin(), list.end()};
}

TEST(Scenarios, PrintACompleteDocument) {
  const json run = runs_of({"run", "matmul-race", "--preset", "step", "--json"}).at(0);
  for (const char* key : {"scenario",
                          "mode",
                          "waits",
                          "workers",
                          "clock",
                          "device",
                          "seed",
                          "parameters",
                          "total_ns",
                          "frontend_done_ns",
                          "tasks",
                          "eliminated",
                          "max_depth",
                          "peak_live_bytes",
                          "peak_input_bytes",
                          "peak_pool_bytes",
                          "memories",
                          "resident_growth_bytes",
                          "processor_wait_ns",
                          "marks",
                          "tracings",
                          "waits_list",
                          "model",
                          "output",
                          "errors",
                          "value",
                          "value_sha256"}) {
    EXPECT_TRUE(run.contains(key)) << key;
  }
  for (const char* key : {"rounds", "totals_ns", "ratio_interval", "once_because"}) {
    EXPECT_TRUE(run.contains(key)) << key;
  }
  for (const char* key : {"t1_ns", "pickup_ns", "t2_ns", "t3_ns", "pickup_quartiles_ns", "predicted_ns"})
    EXPECT_TRUE(run["model"].contains(key)) << key;
  EXPECT_EQ(run["scenario"], "matmul-race");
  EXPECT_EQ(run["clock"], "live");
  EXPECT_EQ(run["device"], "cpu");
  ASSERT_EQ(run["marks"].size(), 2u);
  EXPECT_EQ(run["marks"][0]["name"], "loop");
  EXPECT_EQ(run["marks"][1]["name"], "finished");
  EXPECT_LE(run["marks"][0]["ns"], run["marks"][1]["ns"]);
  for (const char* key : {"max_depth", "peak_live_bytes", "peak_input_bytes", "resident_growth_bytes"}) {
    for (const json& mark : run["marks"]) EXPECT_TRUE(mark.contains(key)) << key;
  }
  for (const json& wait : run["waits_list"]) {
    for (const char* key : {"line", "reason", "ns", "ended_by"}) EXPECT_TRUE(wait.contains(key)) << key;
  }
}

TEST(Scenarios, KnowTheirValues) {
  const json four = runs_of({"run", "four-statements", "--json"}).at(0);
  EXPECT_EQ(four["value"], json::parse("[[3.0, 3.0]]"));
  // sha256 of two float32 3.0, little endian.
  EXPECT_EQ(four["value_sha256"], "0f9e0aa006f3782e96f800fa154a071185d73a0f0a1894cfadd102081a5715ad");
  const json queued = runs_of({"run", "queued-vs-finished", "--set", "n=400", "--json"}).at(0);
  EXPECT_NEAR(queued["value"].get<double>(), 400.0 * 400 * 400 / 4, 0.02 * 400 * 400 * 400 / 4);
}

TEST(Scenarios, ComputeTheSameInEveryModeAndWithAnyNumberOfWorkers) {
  for (const json& scenario : all_scenarios()) {
    const std::string id = scenario.at("id");
    std::vector<std::string> words = {"run", id, "--preset", "step", "--rounds", "1", "--json"};
    for (const json& mode : scenario.at("modes")) words.insert(words.end(), {"--mode", mode});
    for (const char* workers : {"1", "2", "4", "16"}) words.insert(words.end(), {"--workers", workers});
    std::set<std::string> hashes;
    const json runs = runs_of(words);
    EXPECT_EQ(runs.size(), scenario.at("modes").size() * 4) << id;
    for (const json& run : runs) hashes.insert(run.at("value_sha256").dump());
    EXPECT_EQ(hashes.size(), 1u) << id;
  }
}

TEST(Scenarios, ExportWhatTheyPrint) {
  for (const json& scenario : all_scenarios()) {
    const std::string id = scenario.at("id");
    TemporaryDirectory directory;
    std::vector<std::string> words = {"run",
                                      id,
                                      "--preset",
                                      "step",
                                      "--rounds",
                                      "1",
                                      "--workers",
                                      "2",
                                      "--json",
                                      "--export",
                                      directory.file("t.json")};
    for (const json& mode : scenario.at("modes")) words.insert(words.end(), {"--mode", mode});
    for (const json& waits : scenario.at("waits")) words.insert(words.end(), {"--waits", waits});
    const json runs = runs_of(words);
    const std::vector<CheckedRun> checked = check_trace(read_file(directory.file("t.json")));
    ASSERT_EQ(checked.size(), runs.size()) << id;
    for (std::size_t i = 0; i < checked.size(); ++i) {
      EXPECT_THAT(checked[i].complaints, IsEmpty()) << id << " run " << i;
      EXPECT_EQ(checked[i].tasks, runs[i]["tasks"]) << id << " run " << i;
      EXPECT_EQ(checked[i].eliminated, runs[i]["eliminated"]) << id << " run " << i;
      EXPECT_EQ(checked[i].max_depth, runs[i]["max_depth"]) << id << " run " << i;
      EXPECT_EQ(checked[i].peak_live_bytes, runs[i]["peak_live_bytes"]) << id << " run " << i;
      EXPECT_EQ(checked[i].peak_input_bytes, runs[i]["peak_input_bytes"]) << id << " run " << i;
    }
  }
}

TEST(Scenarios, LiveComparisonsAreMadeInRounds) {
  const std::vector<std::string> words = {"run",     "increment-loop", "--preset", "step", "--waits", "each",
                                          "--waits", "each",           "--rounds", "4",    "--json"};
  const json runs = runs_of(words);
  ASSERT_EQ(runs.size(), 2u);
  for (const json& run : runs) {
    EXPECT_EQ(run.at("rounds"), 4);
    std::vector<std::int64_t> totals = run.at("totals_ns");
    ASSERT_EQ(totals.size(), 4u);
    std::sort(totals.begin(), totals.end());
    EXPECT_EQ(run.at("total_ns"), totals[1]);  // the record is that of the median
    EXPECT_TRUE(run.at("once_because").is_null());
  }
  EXPECT_TRUE(runs[0].at("ratio_interval").is_null());
  const json& interval = runs[1].at("ratio_interval");
  EXPECT_EQ(interval.at("to"), 1);
  EXPECT_LE(interval.at("lower"), interval.at("ratio"));
  EXPECT_LE(interval.at("ratio"), interval.at("upper"));
  EXPECT_EQ(interval.at("difference"), interval.at("lower") > 1 || interval.at("upper") < 1);
  EXPECT_EQ(interval.at("confidence"), 0.875);
  std::vector<std::string> table = words;
  table.pop_back();
  const std::string text = run_program(table).out;
  EXPECT_THAT(text, HasSubstr("median of 4 rounds"));
  EXPECT_THAT(text, HasSubstr("in 4 rounds)"));
}

TEST(Scenarios, WhatIsNotRepeatedSaysWhy) {
  const auto made = [](std::vector<std::string> more) {
    std::vector<std::string> words = {"run", "increment-loop", "--preset", "step", "--set", "n=2", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return runs_of(words);
  };
  const json alone = made({});
  EXPECT_EQ(alone[0].at("rounds"), 1);
  EXPECT_EQ(alone[0].at("totals_ns"), json::array({alone[0].at("total_ns")}));
  EXPECT_TRUE(alone[0].at("once_because").is_null());
  const json once = made({"--waits", "each", "--waits", "none", "--rounds", "1"});
  EXPECT_EQ(once[1].at("rounds"), 1);
  EXPECT_EQ(once[1].at("once_because"), "--rounds 1");
  EXPECT_TRUE(once[1].at("ratio_interval").is_null());
  const json exact = made({"--waits", "each", "--waits", "none", "--clock", "virtual"});
  EXPECT_EQ(exact[1].at("rounds"), 1);
  EXPECT_TRUE(exact[1].at("once_because").is_null());
  // A live run beside a simulated one: that is exact.
  const json both = made({"--clock", "virtual", "--clock", "live", "--rounds", "3"});
  EXPECT_EQ(both[0].at("rounds"), 1);
  EXPECT_EQ(both[1].at("rounds"), 3);
  EXPECT_FALSE(both[1].at("ratio_interval").is_null());
  EXPECT_EQ(both[0].at("model").at("pickup_ns"), 0);
  // Runs that meet an error.
  const json late = runs_of({"run", "late-error", "--mode", "async", "--mode", "sync", "--json"});
  EXPECT_THAT(late[1].at("once_because").get<std::string>(), HasSubstr("error"));
  const Finished table = run_program(
      {"run", "increment-loop", "--preset", "step", "--waits", "each", "--waits", "none", "--rounds", "1"});
  EXPECT_THAT(table.out, HasSubstr("one run each: repeat both before comparing"));
  EXPECT_THAT(table.out, HasSubstr("made once: --rounds 1"));
}

TEST(Scenarios, AValueOfTheWaitsThatChangesNothingIsSaidToBeSo) {
  const Finished same = run_program({"run", "wait-on-intermediate", "--preset", "step", "--waits", "none"});
  EXPECT_EQ(same.status, 0);
  EXPECT_EQ(same.err, "runahead: --waits none: wait-on-intermediate waits as with program\n");
  EXPECT_EQ(run_program({"run", "increment-loop", "--preset", "step", "--waits", "6"}).err,
            "runahead: --waits 6: increment-loop waits as with each\n");
  EXPECT_EQ(run_program({"run", "increment-loop", "--preset", "step", "--waits", "none"}).err, "");
  for (const json& scenario : all_scenarios()) {
    if (scenario.at("id") == "wait-on-intermediate") {
      EXPECT_EQ(scenario.at("waits"), json::array({"program"}));
    }
  }
}

TEST(Scenarios, CompareEveryCombinationInOrder) {
  const json runs =
      runs_of({"run", "increment-loop", "--preset", "step", "--waits", "each", "--mode", "async", "--waits",
               "none", "--set", "n=3", "--set", "n=5", "--seed", "7", "--json"});
  ASSERT_EQ(runs.size(), 4u);
  const std::pair<const char*, int> expected[] = {{"each", 3}, {"each", 5}, {"none", 3}, {"none", 5}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(runs[i]["waits"], expected[i].first);
    EXPECT_EQ(runs[i]["parameters"]["n"], expected[i].second);
    EXPECT_EQ(runs[i]["seed"], 7);
  }
}

TEST(Scenarios, ADemonstratedErrorSucceedsAndIsNamed) {
  const json run = runs_of({"run", "late-error", "--preset", "step", "--json"}).at(0);
  EXPECT_FALSE(run["errors"].empty());
  EXPECT_GT(run["failed"], 0);
}

}  // namespace
}  // namespace runahead::testing_support
