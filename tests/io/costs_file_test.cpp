// SPDX-License-Identifier: GPL-3.0-or-later
// A file of costs gives back the machine that was written, and holds what FORMAT.md says.
// Not here: damaged files (tests/fuzz), the commands around it (tests/cli).
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/io/costs_file.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing_support::read_file;
using testing_support::TemporaryDirectory;
using testing_support::write_file;

/// A machine whose costs are all different.
Machine unlike_any() {
  Machine machine;
  machine.frontend = {.issue_ns = 1, .dispatch_ns = 2, .hand_back_ns = 3};
  machine.launch_ns = 4;
  machine.wake_latency_ns = 17;
  machine.cpu = {.task_ns = 5, .flops_per_s = 6, .bytes_per_s = 7, .uniforms_per_s = 8, .normals_per_s = 9};
  machine.device = {
      .task_ns = 10, .flops_per_s = 11, .bytes_per_s = 12, .uniforms_per_s = 13, .normals_per_s = 14};
  machine.copy_ns = 15;
  machine.copy_bytes_per_s = 16;
  return machine;
}

TEST(CostsFile, GivesBackTheMachine) {
  TemporaryDirectory directory;
  for (const Machine& machine : {unlike_any(), Machine{}}) {
    ASSERT_TRUE(write_costs(machine, directory.file("c.json")).ok());
    const Result<Machine> read = read_costs(directory.file("c.json"));
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(*read, machine);
  }
  EXPECT_EQ(directory.entries(), 1);
}

TEST(CostsFile, HoldsEachCostUnderItsName) {
  TemporaryDirectory directory;
  ASSERT_TRUE(write_costs(unlike_any(), directory.file("c.json")).ok());
  EXPECT_EQ(nlohmann::json::parse(read_file(directory.file("c.json"))),
            nlohmann::json::parse(R"({"runahead_costs": 1, "issue_ns": 1, "dispatch_ns": 2, "hand_back_ns": 3,
    "launch_ns": 4, "pickup_ns": 17, "cpu_task_ns": 5, "cpu_flops_per_s": 6, "cpu_bytes_per_s": 7, "cpu_uniforms_per_s": 8,
    "cpu_normals_per_s": 9, "device_task_ns": 10, "device_flops_per_s": 11, "device_bytes_per_s": 12,
    "device_uniforms_per_s": 13, "device_normals_per_s": 14, "copy_ns": 15, "copy_bytes_per_s": 16})"));
}

TEST(CostsFile, OlderOnesSayNothingOfWakeLatency) {
  TemporaryDirectory directory;
  ASSERT_TRUE(write_costs(unlike_any(), directory.file("c.json")).ok());
  auto costs = nlohmann::json::parse(read_file(directory.file("c.json")));
  costs.erase("pickup_ns");
  write_file(directory.file("c.json"), costs.dump());
  Result<Machine> read = read_costs(directory.file("c.json"));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->wake_latency_ns, 0);
  read->wake_latency_ns = 17;
  EXPECT_EQ(*read, unlike_any());
  EXPECT_EQ(Machine{}.wake_latency_ns, 0);
}

TEST(CostsFile, TakesItsRangesWhole) {
  TemporaryDirectory directory;
  ASSERT_TRUE(write_costs(unlike_any(), directory.file("c.json")).ok());
  const auto costs = nlohmann::json::parse(read_file(directory.file("c.json")));
  const auto takes = [&](const char* name, std::int64_t value) {
    auto changed = costs;
    changed[name] = value;
    write_file(directory.file("d.json"), changed.dump());
    return read_costs(directory.file("d.json")).ok();
  };
  constexpr std::int64_t kLongest_ns = 100'000'000'000, kFastest = 1'000'000'000'000'000'000;
  for (const char* name : {"issue_ns", "launch_ns"}) {
    EXPECT_TRUE(takes(name, 1) && takes(name, kLongest_ns)) << name;
    EXPECT_FALSE(takes(name, 0) || takes(name, kLongest_ns + 1)) << name;
  }
  for (const char* name :
       {"dispatch_ns", "hand_back_ns", "pickup_ns", "cpu_task_ns", "device_task_ns", "copy_ns"}) {
    EXPECT_TRUE(takes(name, 0) && takes(name, kLongest_ns)) << name;
    EXPECT_FALSE(takes(name, -1) || takes(name, kLongest_ns + 1)) << name;
  }
  for (const char* name : {"cpu_flops_per_s", "device_bytes_per_s", "copy_bytes_per_s"}) {
    EXPECT_TRUE(takes(name, 1) && takes(name, kFastest)) << name;
    EXPECT_FALSE(takes(name, 0) || takes(name, kFastest + 1)) << name;
  }
}

TEST(CostsFile, IsReadToItsLimit) {
  TemporaryDirectory directory;
  ASSERT_TRUE(write_costs(unlike_any(), directory.file("c.json")).ok());
  std::string text = read_file(directory.file("c.json"));
  text.resize(65'536, ' ');
  write_file(directory.file("c.json"), text);
  EXPECT_TRUE(read_costs(directory.file("c.json")).ok());
  write_file(directory.file("c.json"), text + ' ');
  EXPECT_EQ(read_costs(directory.file("c.json")).error(),
            directory.file("c.json") + ": this is too long for a file of costs");
}

TEST(CostsFile, NumbersBeyondAllRangesAreRefused) {
  TemporaryDirectory directory;
  write_file(directory.file("c.json"), R"({"runahead_costs": 1, "issue_ns": 1e999})");
  EXPECT_EQ(read_costs(directory.file("c.json")).error(),
            directory.file("c.json") + ": a number in it is too large");
}

TEST(CostsFile, WhatItSaysStaysTextAndShort) {
  TemporaryDirectory directory;
  const auto complaint = [&](const std::string& key) {
    write_file(directory.file("c.json"), R"({"runahead_costs": 1, ")" + key + R"(": 1})");
    return read_costs(directory.file("c.json")).error();
  };
  EXPECT_EQ(complaint("\\u001b[2J\\u009b1m"),
            directory.file("c.json") + ": \"\\u001b[2J\\u009b1m\" is not a cost");
  EXPECT_EQ(complaint(std::string(2000, 'k')),
            directory.file("c.json") + ": \"" + std::string(59, 'k') + "…\" is not a cost");
}

TEST(CostsFile, DeepNestingIsRefused) {
  TemporaryDirectory directory;
  write_file(directory.file("c.json"), std::string(65'000, '['));
  EXPECT_EQ(read_costs(directory.file("c.json")).error(),
            directory.file("c.json") + ": offset 65000: this is not JSON");
  write_file(directory.file("c.json"), std::string(30'000, '[') + std::string(30'000, ']'));
  EXPECT_FALSE(read_costs(directory.file("c.json")).ok());
}

}  // namespace
}  // namespace runahead
