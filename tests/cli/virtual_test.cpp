// SPDX-License-Identifier: GPL-3.0-or-later
// Runs under the virtual clock from the command line: their times to the nanosecond, what is said about the
// clock, and a comparison with a live run. Not here: the rules of the simulation (tests/engine,
// tests/scenario).
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/cli/program.h"
#include "tests/cli/runs.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::int64_t loop_ns(const json& run) {
  for (const json& mark : run.at("marks")) {
    if (mark.at("name") == "loop") return mark.at("ns");
  }
  ADD_FAILURE() << "no mark loop";
  return 0;
}

TEST(Virtual, TheLoopTakesExactlyWhatItsCostsSay) {
  const std::vector<std::string> loop = {"run",    "increment-loop", "--clock",    "virtual", "--set",
                                         "n=1000", "--set",          "t1_ns=1000", "--set",   "t2_ns=10000",
                                         "--set",  "t3_ns=2000",     "--json"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), loop.begin(), loop.end());
    return runs_of(more);
  };
  EXPECT_EQ(loop_ns(with({"--waits", "each"}).at(0)), 13'000'000);
  EXPECT_EQ(loop_ns(with({"--waits", "none"}).at(0)), 10'003'000);
  EXPECT_EQ(loop_ns(with({"--waits", "none", "--workers", "2"}).at(0)), 5'004'000);
}

TEST(Virtual, TheModelFindsTheCostsThatWereSet) {
  const json runs =
      runs_of({"run",        "increment-loop", "--clock",  "virtual",   "--waits", "each",      "--waits",
               "none",       "--mode",         "async",    "--mode",    "sync",    "--set",     "n=40",
               "--set",      "t1_ns=1234",     "--set",    "t1_ns=9",   "--set",   "t2_ns=5",   "--set",
               "t2_ns=4321", "--set",          "t3_ns=77", "--workers", "1",       "--workers", "3",
               "--json"});
  ASSERT_EQ(runs.size(), 2u * 2 * 2 * 2 * 2);
  for (const json& run : runs) {
    const json& model = run.at("model");
    const json& set = run.at("parameters");
    const bool async = run.at("mode") == "async";
    EXPECT_EQ(model.at("kind"), "loop") << run.dump();
    EXPECT_EQ(model.at("t1_ns"), set.at("t1_ns"));
    EXPECT_EQ(model.at("t2_ns"), set.at("t2_ns"));
    EXPECT_EQ(model.at("t2_quartiles_ns"), json({set.at("t2_ns"), set.at("t2_ns")}));
    EXPECT_EQ(model.at("t3_ns"), async ? set.at("t3_ns") : json(nullptr)) << run.dump();
    EXPECT_EQ(model.at("predicted_ns"), loop_ns(run));
    EXPECT_EQ(model.at("measured_ns"), loop_ns(run));
    EXPECT_EQ(model.at("book_ns").is_null(), !async || run.at("waits") == "each");

    const json& path = run.at("critical_path");
    std::int64_t sum = 0;
    for (const auto& [kind, ns] : path.at("by_kind").items()) sum += ns.get<std::int64_t>();
    EXPECT_EQ(path.at("ns"), sum);
    for (const json& wait : run.at("waits_list")) {
      EXPECT_LE(wait.at("path").size(), 64u);
      std::int64_t explained = 0;
      for (const json& piece : wait.at("path")) explained += piece.at("ns").get<std::int64_t>();
      if (wait.at("path").size() < 64) {
        EXPECT_EQ(explained, wait.at("ns")) << wait.dump();
      }
      if (wait.at("ns") > 0) {
        EXPECT_EQ(wait.at("path").back().at("kind"), "hand back") << wait.dump();
      }
    }
  }
}

TEST(Virtual, TheModelIsInTheTable) {
  const Finished finished =
      run_program({"run", "increment-loop", "--clock", "virtual", "--set", "n=1000", "--set", "t1_ns=1000",
                   "--set", "t2_ns=10000", "--set", "t3_ns=2000", "--waits", "none"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, testing::ContainsRegex("in use +reserved +t1 +p +t2 +t3 +measured +predicted\n"));
  EXPECT_THAT(finished.out, testing::ContainsRegex("1.00 µs +0 ns +10.0 µs +2.00 µs +10.0 ms +10.0 ms\n"));
}

/// Every combination of a few values of each cost, also of issuing that takes longer than executing.
TEST(Virtual, TheLoopFollowsTheModelForAnyCosts) {
  std::mt19937_64 random(11);
  const auto below = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
  };
  bool frontend_slower = false, backend_slower = false;
  for (int round = 0; round < 6; ++round) {
    std::vector<std::string> words = {"run",     "increment-loop", "--clock", "virtual",   "--waits", "each",
                                      "--waits", "none",           "--mode",  "async",     "--mode",  "sync",
                                      "--set",   "rows=1",         "--set",   "columns=1", "--json"};
    for (int value = 0; value < 3; ++value) {
      const std::int64_t scale = std::int64_t{1} << (3 + below(25));
      for (const std::string& set :
           {"t1_ns=" + std::to_string(1 + below(scale)), "t2_ns=" + std::to_string(1 + below(scale)),
            "t3_ns=" + std::to_string(below(scale))}) {
        words.insert(words.end(), {"--set", set});
      }
    }
    words.insert(words.end(), {"--set", "n=" + std::to_string(1 + below(40)), "--set", "n=1"});
    const json runs = runs_of(words);
    ASSERT_EQ(runs.size(), 2u * 2 * 27 * 2);
    for (const json& run : runs) {
      const json& given = run.at("parameters");
      const std::int64_t n = given.at("n"), t1 = given.at("t1_ns"), t2 = given.at("t2_ns"),
                         t3 = given.at("t3_ns");
      const bool waits = run.at("waits") == "each";
      const std::int64_t expected = run.at("mode") == "sync" ? n * (t1 + t2)
                                    : waits                  ? n * (t1 + t2 + t3)
                                                             : t1 + t2 + (n - 1) * std::max(t1, t2) + t3;
      EXPECT_EQ(loop_ns(run), expected) << run.dump();
      (t1 > t2 ? frontend_slower : backend_slower) = true;
    }
  }
  EXPECT_TRUE(frontend_slower && backend_slower);
}

TEST(Virtual, IsComparedWithLive) {
  TemporaryDirectory directory;
  ASSERT_EQ(run_program({"calibrate", directory.file("here.json")}).status, 0);
  const json runs = runs_of({"run", "training-memory", "--preset", "step", "--clock", "live", "--clock",
                             "virtual", "--costs", directory.file("here.json"), "--json"});
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0]["clock"], "live");
  EXPECT_EQ(runs[1]["clock"], "virtual");
  EXPECT_EQ(runs[0]["value_sha256"], runs[1]["value_sha256"]);
  EXPECT_FALSE(runs[0]["parameters"].contains("costs"));
  EXPECT_EQ(runs[1]["parameters"]["costs"], "here.json");
  EXPECT_TRUE(runs[0]["resident_growth_bytes"].is_number());
  EXPECT_TRUE(runs[1]["resident_growth_bytes"].is_null());
  for (const json& mark : runs[1]["marks"]) EXPECT_TRUE(mark["resident_growth_bytes"].is_null());
}

TEST(Virtual, IsSaidInTablesAndPictures) {
  TemporaryDirectory directory;
  ASSERT_EQ(run_program({"calibrate", directory.file("here.json")}).status, 0);
  const Finished finished =
      run_program({"run", "barriers", "--preset", "step", "--clock", "virtual", "--costs",
                   directory.file("here.json"), "--export", directory.file("a.svg")});
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, testing::ContainsRegex("clock +parameters"));
  EXPECT_THAT(finished.out, testing::ContainsRegex("program +virtual +n="));
  const std::string picture = read_file(directory.file("a.svg"));
  EXPECT_THAT(picture, HasSubstr("Simulated time"));
  EXPECT_THAT(picture, HasSubstr("simulated"));
  EXPECT_THAT(picture, HasSubstr("costs from here.json"));
  EXPECT_THAT(picture, Not(HasSubstr("resident")));

  ASSERT_EQ(run_program({"run", "barriers", "--preset", "step", "--mode", "stream", "--clock", "virtual",
                         "--export", directory.file("s.svg")})
                .status,
            0);
  EXPECT_THAT(read_file(directory.file("s.svg")), HasSubstr("emulated"));
}

TEST(Virtual, FilesHoldNothingOfTheMachine) {
  TemporaryDirectory directory;
  const json run = runs_of({"run", "four-statements", "--clock", "virtual", "--json", "--export",
                            directory.file("a.json"), "--export", directory.file("a.pdf")})
                       .at(0);
  const std::string trace = read_file(directory.file("a.json"));
  EXPECT_THAT(trace, Not(HasSubstr("resident")));
  EXPECT_THAT(trace, Not(HasSubstr("value")));
  EXPECT_THAT(trace, Not(HasSubstr(run.at("value_sha256").get<std::string>())));
  EXPECT_THAT(read_file(directory.file("a.pdf")), Not(HasSubstr("Date")));
}

}  // namespace
}  // namespace runahead::testing_support
