// SPDX-License-Identifier: GPL-3.0-or-later
// The program with a module of a test's own in the place of CUDA's: it is refused with a reason, it runs, and
// it fails on purpose. Not here: what a run on a device shows (tests/device).
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

Finished run_with(const std::string& module, const std::string& stub, std::vector<std::string> more = {},
                  const std::string& device = "cuda") {
  std::vector<std::string> words = {"run", "four-statements", "--mode", "stream", "--device", device};
  words.insert(words.end(), more.begin(), more.end());
  return Program(std::move(words))
      .environment("RUNAHEAD_DEVICE_MODULE", module)
      .environment("RUNAHEAD_STUB", stub)
      .run();
}

TEST(DeviceModule, ThatCannotBeUsedIsRefusedWithTheReason) {
  TemporaryDirectory directory;
  std::ofstream(directory.file("text.so")) << "no library\n";
  const struct {
    std::string module, stub, reason;
  } cases[] = {
      {"/nowhere/module.so", "", "no CUDA device: its module cannot be opened: /nowhere/module.so: "},
      {directory.file("text.so"), "", "no CUDA device: its module cannot be opened: "},
      {RUNAHEAD_COUNTING_SGEMM, "", "is no module of this program"},
      {RUNAHEAD_STUB_MODULE, "version", "belongs to another version of this program"},
      {RUNAHEAD_STUB_MODULE, "no-device", "no CUDA device: no device is there"},
      {RUNAHEAD_STUB_MODULE, "old-driver", "no CUDA device: the driver is older than this program needs"},
  };
  for (const auto& [module, stub, reason] : cases) {
    const Finished refused = run_with(module, stub);
    EXPECT_EQ(refused.status, 2) << reason;
    EXPECT_THAT(refused.out, IsEmpty());
    EXPECT_THAT(refused.err, StartsWith("runahead: no CUDA device: "));
    EXPECT_THAT(refused.err, HasSubstr(reason));
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
    const Finished other = run_with(module, stub, {"--json"}, "auto");
    EXPECT_EQ(other.status, 0) << other.err;
    EXPECT_EQ(nlohmann::json::parse(other.out).at("runs").at(0).at("device"), "emulated");
  }
}

TEST(DeviceModule, RunsAndSaysHowSureItsTimesAre) {
  TemporaryDirectory directory;
  const Finished finished = run_with(
      RUNAHEAD_STUB_MODULE, "",
      {"--tf32", "--json", "--export", directory.file("t.json"), "--export", directory.file("t.svg")},
      "auto");
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto run = nlohmann::json::parse(finished.out).at("runs").at(0);
  EXPECT_EQ(run.at("device"), "cuda");
  EXPECT_EQ(run.at("device_name"), "Stub");
  EXPECT_EQ(run.at("device_libraries"), "stub, times from events (stub: insufficient privileges)");
  EXPECT_EQ(run.at("tasks_without_record"), 0);
  EXPECT_EQ(run.at("parameters").at("tf32"), 1);
  EXPECT_GT(run.at("device_time_error_ns"), 0);
  for (const char* said : {"device times ±", "TF32 products", "on Stub: stub"}) {
    EXPECT_THAT(read_file(directory.file("t.svg")), HasSubstr(said));
  }
  const Finished again = run_program({"open", directory.file("t.json"), "--json"});
  const auto read = nlohmann::json::parse(again.out).at("runs").at(0);
  for (const char* key : {"device_name", "device_libraries", "device_time_error_ns"}) {
    EXPECT_EQ(read.at(key), run.at(key)) << key;
  }
  const Finished table = run_with(RUNAHEAD_STUB_MODULE, "", {"--tf32"});
  for (const char* said : {"device times ± ", " TF32 ", "on Stub: stub"}) {
    EXPECT_THAT(table.out, HasSubstr(said));
  }
  const Finished emulated = run_with(RUNAHEAD_STUB_MODULE, "", {"--json"}, "emulated");
  EXPECT_TRUE(nlohmann::json::parse(emulated.out).at("runs").at(0).at("device_name").is_null());
}

TEST(DeviceModule, ProgramsWithArraysOfTheHostRun) {
  TemporaryDirectory directory;
  std::ofstream(directory.file("race.py")) << "import numpy\n"
                                              "import torch\n"
                                              "from torch import nn\n"
                                              "device = torch.device('cuda')\n"
                                              "a = numpy.ones((3, 3))\n"
                                              "print(numpy.dot(a, a)[0, 0])\n"
                                              "net = nn.Sequential(nn.Linear(4, 2)).to(device)\n"
                                              "print(net(torch.ones(3, 4, device=device)).shape)\n"
                                              "x = torch.tensor([1.0, 2.0]) * 2\n"
                                              "print((x.to(device) + 1).tolist())\n";
  const Finished finished =
      Program({"run", directory.file("race.py"), "--mode", "stream", "--device", "cuda"})
          .environment("RUNAHEAD_DEVICE_MODULE", RUNAHEAD_STUB_MODULE)
          .run();
  EXPECT_EQ(finished.status, 0) << finished.out << finished.err;
  for (const char* said : {"3.0", "torch.Size([3, 2])", "[3.0, 5.0]"})
    EXPECT_THAT(finished.out, HasSubstr(said));
}

TEST(DeviceModule, TensorFloatsNeedIt) {
  const Finished refused = run_with(RUNAHEAD_STUB_MODULE, "", {"--tf32"}, "emulated");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err,
            "runahead: tf32: only mode stream on the device cuda computes products so; see \"runahead run "
            "four-statements --help\"\n");
}

TEST(DeviceModule, ThatFailsEndsTheRunWithItsMessage) {
  const struct {
    std::string stub, error;
  } cases[] = {
      {"launch=6", "[mul] stub: invalid launch"},
      {"launch=1", "[cuda] the device cannot be used: stub: invalid launch"},
      {"lost=8", "device lost: stub: unspecified launch failure"},
      {"no-blas", "no cuBLAS: its library cannot be opened"},
  };
  for (const auto& [stub, error] : cases) {
    const Finished finished = run_with(RUNAHEAD_STUB_MODULE, stub);
    EXPECT_EQ(finished.status, 1) << stub;
    EXPECT_THAT(finished.out + finished.err, HasSubstr(error)) << stub;
  }
  const Finished full =
      Program({"run", "implicit-blockers", "--device", "cuda", "--mode", "stream", "--set", "n=256"})
          .environment("RUNAHEAD_DEVICE_MODULE", RUNAHEAD_STUB_MODULE)
          .environment("RUNAHEAD_STUB", "memory=300000")
          .run();
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.out + full.err, HasSubstr("[dot] an array of 262144 bytes does not fit"));
}

}  // namespace
}  // namespace runahead::testing_support
