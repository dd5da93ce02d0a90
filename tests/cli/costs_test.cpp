// SPDX-License-Identifier: GPL-3.0-or-later
// Files of costs, from calibrate to --costs, and each way to get one or the clock wrong.
// Not here: the reader by itself (tests/io).
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

void expect_refused(const std::vector<std::string>& words, const std::string& complaint) {
  const Finished finished = run_program(words);
  EXPECT_EQ(finished.status, 2) << complaint;
  EXPECT_THAT(finished.out, IsEmpty()) << complaint;
  EXPECT_THAT(finished.err, StartsWith("runahead: "));
  EXPECT_THAT(finished.err, HasSubstr(complaint));
  EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
}

std::vector<std::string> run_with(const std::string& costs) {
  return {"run", "four-statements", "--clock", "virtual", "--costs", costs};
}

TEST(Costs, TheClockAndItsCostsAreChecked) {
  const std::vector<std::string> run = {"run", "increment-loop"};
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--clock", "moon"}, "unknown clock 'moon': use live or virtual"},
      {{"--clock"}, "--clock: a value is missing"},
      {{"--set", "t1_ns=1000"}, "parameter t1_ns: only the simulated clock has it (--clock virtual)"},
      {{"--clock", "live", "--set", "t3_ns=0"}, "parameter t3_ns: only the simulated clock has it"},
      {{"--clock", "virtual", "--set", "t1_ns=0"}, "parameter t1_ns=0: use 1 to "},
      {{"--clock", "virtual", "--set", "t2_ns=0"}, "parameter t2_ns=0: use 1 to "},
      {{"--clock", "virtual", "--set", "t3_ns=-1"}, "parameter t3_ns=-1: use 0 to "},
      {{"--clock", "virtual", "--set", "t4_ns=1"}, "unknown parameter 't4_ns'"},
      {{"--clock", "virtual", "--costs", "/nowhere/c.json"}, "cannot read /nowhere/c.json: No such file"},
      {{"--clock", "virtual", "--costs", "/"}, "cannot read /: Is a directory"},
  };
  for (const auto& [more, complaint] : cases) {
    std::vector<std::string> words = run;
    words.insert(words.end(), more.begin(), more.end());
    expect_refused(words, complaint);
  }
  expect_refused({"run", "matmul-race", "--mode", "stream", "--clock", "virtual", "--device", "cuda"},
                 "device 'cuda': a simulation has no real device; use emulated");
  expect_refused({"calibrate"}, "calibrate: FILE is missing");
  expect_refused({"calibrate", "a.json", "b.json"}, "calibrate: unexpected argument \"b.json\"");
  expect_refused({"calibrate", "a.json", "--json"}, "calibrate: unknown option --json");
  expect_refused({"calibrate", "/nowhere/c.json"}, "cannot write /nowhere/c.json: No such file or directory");
  expect_refused({"calibrate", "/proc/c.json"}, "cannot write /proc/c.json: ");
  expect_refused({"calibrate", "/"}, "cannot write /: Is a directory");
}

TEST(Costs, WhatCalibrateWritesIsUsed) {
  TemporaryDirectory directory;
  const Finished calibrated = run_program({"calibrate", directory.file("c.json")});
  ASSERT_EQ(calibrated.status, 0) << calibrated.err;
  EXPECT_THAT(calibrated.out, HasSubstr(directory.file("c.json")));
  EXPECT_EQ(directory.entries(), 1);
  json costs = json::parse(read_file(directory.file("c.json")));
  EXPECT_EQ(costs.at("runahead_costs"), 1);

  // Rates so high that nothing but the tasks' own time is left.
  for (const char* rate : {"cpu_flops_per_s", "cpu_bytes_per_s"}) costs[rate] = 1'000'000'000'000'000'000;
  costs["issue_ns"] = 123'000;
  costs["cpu_task_ns"] = 7'000;
  costs["hand_back_ns"] = 500;
  costs["pickup_ns"] = 2'000;  // of the last task, too: the frontend keeps its worker waiting
  write_file(directory.file("c.json"), costs.dump());
  const Finished run = run_program({"run", "tiny-tasks", "--set", "n=10", "--clock", "virtual", "--waits",
                                    "none", "--costs", directory.file("c.json"), "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const json loop = json::parse(run.out).at("runs").at(0).at("marks").at(0);
  EXPECT_EQ(loop.at("ns"), 10 * 123'000 + 2'000 + 7'000 + 500);
}

TEST(Costs, ADamagedFileIsRefused) {
  TemporaryDirectory directory;
  const std::string path = directory.file("c.json");
  ASSERT_EQ(run_program({"calibrate", path}).status, 0);
  const std::string good = read_file(path);
  const json costs = json::parse(good);
  const auto refuse = [&](const std::string& text, const std::string& complaint) {
    write_file(path, text);
    expect_refused(run_with(path), path + ": " + complaint);
  };
  for (std::size_t part = 0; part < 12; ++part) {
    refuse(good.substr(0, good.size() * part / 12), "offset ");
  }
  refuse("costs", "offset 0: this is not JSON");
  refuse("[1]", "this is no file of costs (\"runahead_costs\" is missing)");
  refuse("{}", "this is no file of costs (\"runahead_costs\" is missing)");
  const auto changed = [&](const std::string& name, const json& value) {
    json other = costs;
    other[name] = value;
    return other.dump();
  };
  refuse(changed("runahead_costs", 2), "costs of version 2, and this program reads version 1");
  refuse(changed("runahead_costs", "new"), "\"runahead_costs\": a version is expected");
  refuse(changed("issue_ns", "fast"), "\"issue_ns\": a whole number from 1 to ");
  refuse(changed("issue_ns", 1.5), "\"issue_ns\": a whole number from 1 to ");
  refuse(changed("issue_ns", 0), "\"issue_ns\": a whole number from 1 to ");
  refuse(changed("cpu_flops_per_s", -1), "\"cpu_flops_per_s\": a whole number from 1 to ");
  refuse(changed("copy_bytes_per_s", 18'446'744'073'709'551'615U),
         "\"copy_bytes_per_s\": a whole number from 1 to ");
  refuse(changed("a\nb", 1), "\"a\\nb\" is not a cost");
  json fewer = costs;
  fewer.erase("copy_ns");
  refuse(fewer.dump(), "\"copy_ns\" is missing");
  write_file(path, good);
  expect_refused({"run", "four-statements", "--costs", path},
                 "costs 'c.json': only the simulated clock takes its costs from a file");
  expect_refused({"run", "four-statements", "--costs", path, "--clock", "live"}, "costs 'c.json'");
}

TEST(Costs, AnEndlessFileTakesNoMemory) {
  TemporaryDirectory directory;
  const std::string path = directory.file("zeros.json");
  write_file(path, "");
  ASSERT_EQ(::truncate(path.c_str(), 1L << 30), 0);
  const long usual_kib = run_program(run_with("/nowhere/c.json")).peak_kib;
  for (const std::string& endless : {path, std::string("/dev/zero")}) {
    const Finished finished = run_program(run_with(endless));
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.err, "runahead: " + endless + ": this is too long for a file of costs\n");
    EXPECT_LT(finished.peak_kib, usual_kib + 20'000);
  }
}

TEST(Costs, AnInterruptedCalibrationLeavesNothing) {
  TemporaryDirectory directory;
  Program program({"calibrate", directory.file("c.json")});
  program.start();
  program.wait_until_catching(SIGINT);
  program.signal(SIGINT);
  const Finished finished = program.wait();
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("interrupted; nothing was written"));
  EXPECT_EQ(directory.entries(), 0);
}

TEST(Costs, ACalibrationThatCannotBeWrittenLeavesWhatWasThere) {
  TemporaryDirectory directory;
  write_file(directory.file("c.json"), "mine");
  const Finished finished = Program({"calibrate", directory.file("c.json")}).file_limit(256).run();
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("cannot write " + directory.file("c.json")));
  EXPECT_EQ(read_file(directory.file("c.json")), "mine");
  EXPECT_EQ(directory.entries(), 1);
}

}  // namespace
}  // namespace runahead::testing_support
