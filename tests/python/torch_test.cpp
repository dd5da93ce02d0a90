// SPDX-License-Identifier: GPL-3.0-or-later
// The system's PyTorch on the run as its device: the programs of torch/ print what their last lines say, in
// every mode that their first line names, on both clocks.
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.h"
#include "tests/python/expected.h"

namespace runahead::testing_support {
namespace {

class Torch : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(RUNAHEAD_TORCH_MODULE))
      GTEST_SKIP() << "this build has no PyTorch (libtorch-dev)";
    if (!std::filesystem::exists("/usr/lib/python3/dist-packages/torch"))
      GTEST_SKIP() << "python3-torch is not there";
  }
  std::string file(const std::string& name, const std::string& text) const {
    write_file(directory_.file(name), text);
    return directory_.file(name);
  }
  TemporaryDirectory directory_;
};

class TorchPrograms : public Torch, public testing::WithParamInterface<std::string> {};

TEST_P(TorchPrograms, PrintTheirLastLines) {
  const std::string path = RUNAHEAD_TORCH_PROGRAMS "/" + GetParam() + ".py";
  const Expected expected = expected_of(path);
  ASSERT_FALSE(expected.modes.empty());
  // In one process, which imports PyTorch once. The book's helpers ask no clock.
  std::vector<std::string> words{"run", path, "--torch", "real", "--workers", "4", "--rounds", "1", "--json"};
  const std::vector<std::string> clocks =
      GetParam() == "book" ? std::vector<std::string>{"live"} : std::vector<std::string>{"virtual", "live"};
  for (const std::string& clock : clocks) words.insert(words.end(), {"--clock", clock});
  for (const std::string& mode : expected.modes) words.insert(words.end(), {"--mode", mode});
  const Finished finished = run_program(words);
  ASSERT_EQ(finished.status, 0) << finished.err;
  const nlohmann::json runs = nlohmann::json::parse(finished.out)["runs"];
  ASSERT_EQ(runs.size(), clocks.size() * expected.modes.size());
  for (const nlohmann::json& run : runs) {
    const testing::ScopedTrace named(__FILE__, __LINE__, run["mode"].dump() + ' ' + run["clock"].dump());
    EXPECT_EQ(run["output"], expected.printed);
    EXPECT_TRUE(run["error_output"].is_null()) << run["error_output"];
  }
}

INSTANTIATE_TEST_SUITE_P(Of, TorchPrograms,
                         testing::Values("same_as_cpu", "order", "overtaken", "leaves_nothing", "book"),
                         [](const testing::TestParamInfo<std::string>& one) { return one.param; });

constexpr const char* kTraining = R"(import torch
x = torch.ones(8, 4, device='cuda')
net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1)).cuda()
steps = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    loss = (net(x) - 1).pow(2).mean()
    steps.zero_grad()
    loss.backward()
    steps.step()
print(loss.item())
)";

TEST_F(Torch, TwoSimulatedRunsAreIdentical) {
  const std::string program = file("training.py", kTraining);
  std::vector<std::string> traces;
  for (const char* const name : {"a.json", "b.json"}) {
    const std::string trace = directory_.file(name);
    const Finished finished = run_program(
        {"run", program, "--torch", "real", "--mode", "stream", "--clock", "virtual", "--export", trace});
    ASSERT_EQ(finished.status, 0) << finished.err;
    traces.push_back(read_file(trace));
  }
  EXPECT_EQ(traces[0], traces[1]);
  const nlohmann::json events = nlohmann::json::parse(traces[0])["traceEvents"];
  std::map<std::string, int> tasks;
  std::set<std::string> names;
  for (const nlohmann::json& event : events) {
    if (event.value("cat", "") == "task") ++tasks[event["name"]];
    names.insert(event.value("name", ""));
  }
  // Of each step: forward, backward, and the update; the last waits.
  EXPECT_EQ(tasks["addmm"], 6);
  EXPECT_EQ(tasks["relu"], 3);
  EXPECT_EQ(tasks["threshold_backward"], 3);
  EXPECT_EQ(tasks["copy_to_host"], 1);
  EXPECT_TRUE(names.contains("loss") && names.contains("x"))
      << "arrays have the names that lines bind them to";
}

std::map<std::string, int> tasks_in(const std::string& trace) {
  std::map<std::string, int> tasks;
  const nlohmann::json all = nlohmann::json::parse(trace);
  for (const nlohmann::json& event : all["traceEvents"]) {
    if (event.value("cat", "") == "task") ++tasks[event["name"]];
  }
  return tasks;
}

// By whichever call: before the program has waited for a copy, it uses the memory, or only another part of
// it.
TEST_F(Torch, PinnedMemoryIsUsedTooEarly) {
  const std::string program = file("pinned.py", R"(import torch
x = torch.ones(2, 100, 100, device='cuda')
h = x.to('cpu', non_blocking=True)
print(h.sum())
p = torch.zeros(2, 100, 100, pin_memory=True)
a = p.numpy()
p[0].copy_(x[0] @ x[1], non_blocking=True)
p[0].zero_()
print(p[1].sum())
a[0] += 1
p[0].tolist()
p[0, 0, 0].item()
q = torch.ones(100, pin_memory=True)
d = q.to('cuda', non_blocking=True)
q.sum()
q.fill_(5)
with torch.cuda.stream(torch.cuda.Stream()): p[0].copy_(x[1], non_blocking=True)
torch.cuda.synchronize()
print(h.sum().item(), a[0].sum() > 0, q.sum().item())
for _ in range(3):
    d = torch.ones(100).pin_memory().to('cuda', non_blocking=True)
print(d.sum().item())
q += 1
)");
  const Finished finished =
      run_program({"run", program, "--clock", "virtual", "--clock", "live", "--rounds", "1", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  for (const nlohmann::json& run : nlohmann::json::parse(finished.out)["runs"]) {
    EXPECT_NE(run["output"].dump().find("\\n20000.0 True 500.0\\n100.0\\n"), std::string::npos)
        << run["output"];
    std::vector<std::string> told;
    for (const nlohmann::json& race : run["races"]) {
      const std::string sentence = race["sentence"];
      told.push_back(sentence.substr(0, sentence.find(" copy_to")));
    }
    const std::vector<std::string> expected = {"Line 4 reads h, and has not waited for",
                                               "Line 8 writes into p, and has not waited for",
                                               "Line 10 writes into a, and has not waited for",
                                               "Line 11 reads p, and has not waited for",
                                               "Line 12 reads p, and has not waited for",
                                               "Line 16 writes into q, and has not waited for",
                                               "A race for x: nothing makes",
                                               "A race: nothing makes"};
    EXPECT_EQ(told, expected) << run["clock"];
  }
}

// Of PyTorch on the CPU, and of NumPy: each as often as it is called, on both clocks; what is called on the
// device is a task of the device alone.
TEST_F(Torch, WhatTheCpuComputesIsTasksInTheCall) {
  const std::string program = file("cpu.py", R"(import numpy as np
import torch
x = torch.ones(40, 40)
w = torch.full((40, 40), 0.5, requires_grad=True)
for i in range(3):
    y = torch.nn.functional.linear(x, w).relu()
    y.sum().backward()
z = x.t()[0].view(-1, 4)[0].detach()
n = np.ones((40, 40)) @ np.full((40, 40), 2.0) + 1
n += np.exp(n.T * 0)
print(n.sum(), n.reshape(4, -1).shape, z.sum().item())
on_device = torch.ones(40, device='cuda') * 2
)");
  const std::map<std::string, int> expected = {
      {"ones", 1},       {"full", 1},           {"mm", 6},           {"relu", 3},
      {"sum", 4},        {"ones_like", 3},      {"add_", 2},         {"threshold_backward", 3},
      {"numpy.ones", 1}, {"numpy.full", 1},     {"numpy.matmul", 1}, {"numpy.add", 2},
      {"numpy.exp", 1},  {"numpy.multiply", 1}, {"ndarray.sum", 1},  {"fill_", 1},
      {"mul", 1}};
  std::vector<std::string> traces;
  for (const char* const clock : {"virtual", "virtual", "live"}) {
    const std::string trace = directory_.file(std::to_string(traces.size()) + ".json");
    const Finished finished = run_program({"run", program, "--clock", clock, "--export", trace});
    ASSERT_EQ(finished.status, 0) << finished.err;
    EXPECT_NE(finished.out.find("131200.0 (4, 400) 4.0"), std::string::npos) << finished.out;
    traces.push_back(read_file(trace));
    EXPECT_EQ(tasks_in(traces.back()), expected) << clock;
  }
  EXPECT_EQ(traces[0], traces[1]);
  const std::size_t base = traces.back().find("\"resident_base_bytes\":");
  ASSERT_NE(base, std::string::npos);
  EXPECT_GT(std::stoll(traces.back().substr(base + 22)), 150'000'000)
      << "without PyTorch, which was loaded before";
}

TEST_F(Torch, IsTheSystemsWhereItCanBe) {
  const std::string torch = file("one.py", "import torch\nx = torch.ones(2)\n");
  const std::string numpy = file("alone.py", "import numpy\nx = numpy.ones(2)\n");
  const std::string mxnet = file("other.py", "from mxnet import np\nx = np.ones(2)\n");
  const auto had = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "run");
    words.insert(words.end(), {"--clock", "virtual", "--json"});
    const Finished finished = run_program(words);
    if (finished.status != 0) return finished.err;
    return nlohmann::json::parse(finished.out)["runs"][0]["parameters"].value("torch", "");
  };
  EXPECT_EQ(had({torch}), "real");
  EXPECT_EQ(had({torch, "--mode", "function"}), "small");
  EXPECT_EQ(had({torch, "--torch", "small"}), "small");
  EXPECT_EQ(had({numpy}), "real");
  EXPECT_EQ(had({mxnet}), "");
}

TEST_F(Torch, TakesWaitsAwayAndPutsThemBehindLines) {
  const std::string program = file("waits.py", R"(import torch
x = torch.ones(64, 64, device='cuda')
for i in range(3):
    x = x @ x * 0.01
    torch.cuda.synchronize()
y = x + 1
)");
  const Finished finished =
      run_program({"run", program, "--torch", "real", "--mode", "stream", "--clock", "virtual", "--waits",
                   "program", "--waits", "none", "--waits", "4", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  std::vector<std::int64_t> waits;
  const nlohmann::json printed = nlohmann::json::parse(finished.out);
  for (const nlohmann::json& run : printed["runs"]) waits.push_back(run["max_depth"].get<std::int64_t>());
  EXPECT_EQ(waits, (std::vector<std::int64_t>{3, 5, 3}));
}

TEST_F(Torch, IsRefusedInOneLineWhereItCannotBe) {
  const std::string program = file("training.py", kTraining);
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run"});
    words.insert(words.end(), {"--torch", "real"});
    const Finished finished = run_program(words);
    EXPECT_NE(finished.status, 0);
    return finished.err.substr(0, finished.err.find(';'));
  };
  EXPECT_EQ(
      refused({program, "--mode", "lazy"}),
      "runahead: torch real: the system's PyTorch runs in mode stream, async or sync, not in mode lazy");
  EXPECT_EQ(refused({"increment-loop"}),
            "runahead: torch real: increment-loop is no program in Python with PyTorch or NumPy alone");
  EXPECT_THAT(refused({file("newer.py", "import torch\nf = torch.compile(abs)\n")}),
              testing::HasSubstr("has no attribute 'compile' (this is PyTorch 1.13"));
}

TEST_F(Torch, MemoryThatIsNotThereIsPyTorchsError) {
  const std::string program = file("memory.py", R"(import torch
try:
    all = [torch.ones(1000, 1000, device='cuda') for _ in range(100)]
except torch.cuda.OutOfMemoryError as error:
    print(str(error)[:19])
x = torch.ones(3, device='cuda')
try:
    x.resize_(1 << 28)
except torch.cuda.OutOfMemoryError:
    print(x.shape, x.sum().item())
)");
  const Finished finished = run_program({"run", program, "--torch", "real", "--mode", "async", "--clock",
                                         "virtual", "--set", "memory_bound_mb=50", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const nlohmann::json printed = nlohmann::json::parse(finished.out);
  EXPECT_EQ(printed["runs"][0]["output"], "CUDA out of memory.\ntorch.Size([3]) 3.0\n");
}

TEST_F(Torch, CopiesBetweenDevicesKeepTheOrderOfBoth) {
  const std::string program = file("peers.py", R"(import torch
x = torch.ones(300, 300, device='cuda:0')
for _ in range(5):
    x = x @ x / 300
y = x.to('cuda:1') + 1
print(y.sum().item(), y.device)
)");
  const Finished finished =
      run_program({"run", program, "--torch", "real", "--mode", "stream", "--clock", "virtual"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_NE(finished.out.find("180000.0 cuda:1"), std::string::npos) << finished.out;
  EXPECT_EQ(finished.out.find("race"), std::string::npos) << finished.out;
}

// Of one tensor: what two streams do with different rows is no race, with the same ones it is.
TEST_F(Torch, StreamsInDifferentPartsDoNotRace) {
  const std::string program = file("parts.py", R"(import torch
x = torch.ones(100, 1000, device='cuda')
torch.cuda.synchronize()
s = torch.cuda.Stream()
x[:50] += 1
with torch.cuda.stream(s): x[50:] *= 2
torch.cuda.synchronize()
x[40:] += 1
with torch.cuda.stream(s): x[:60] *= 2
torch.cuda.synchronize()
x[:, :500] += 1
with torch.cuda.stream(s): x[:, 500:] *= 2
torch.cuda.synchronize()
x[::2].view(50, 10, 100)[:, 3].zero_()
with torch.cuda.stream(s): x[1::2] *= 2
torch.cuda.synchronize()
h = torch.ones(100, 1000, pin_memory=True)
x[:50].copy_(h[:50], non_blocking=True)
with torch.cuda.stream(s): x[50:].copy_(h[50:], non_blocking=True)
with torch.cuda.stream(s): x[60, 3] = 2
x[5].sum().item()
torch.cuda.synchronize()
bn = torch.nn.BatchNorm1d(1000).cuda().eval()
torch.cuda.synchronize()
p = bn(x)
with torch.cuda.stream(s): q = bn(x)
torch.cuda.synchronize()
h.t().copy_(x.view(1000, 100), non_blocking=True)
print(h[0, 0].item())
w, v = (torch.ones(300, 1000, device='cuda', requires_grad=True) for _ in range(2))
y = torch.ones(300, 1000, device='cuda')
for stream in (s, torch.cuda.Stream(), s):
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream): l = ((w * y) * v * 2).tanh().sum()
    l.backward()
    torch.cuda.current_stream().wait_stream(stream)
)");
  const Finished finished =
      run_program({"run", program, "--torch", "real", "--mode", "stream", "--clock", "virtual", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const nlohmann::json printed = nlohmann::json::parse(finished.out);
  const std::string races = printed["runs"][0]["races"].dump();
  EXPECT_EQ(printed["runs"][0]["races"].size(), 1u) << races;
  EXPECT_NE(races.find("\"line\":9"), std::string::npos) << races;
}

// Whatever the run's own thread stands in, which here waits for nothing.
TEST_F(Torch, OtherThreadsWaitAsTheirLinesSay) {
  const std::string program = file("waits.py", R"(import threading
import torch
x = torch.ones(100, 100, device='cuda')
h = torch.zeros(100, 100, pin_memory=True)
def wait():
    torch.cuda.synchronize()
h.copy_(x @ x, non_blocking=True)
thread = threading.Thread(target=wait)
thread.start()
thread.join()
print(h[0, 0].item())
w = torch.ones(2, device='cuda', requires_grad=True)
def told(gradient):
    h[0, :2].copy_(gradient, non_blocking=True)
    torch.cuda.current_stream().synchronize()
    print(h[0, 0].item())
w.register_hook(told)
(w * 2).sum().backward()
)");
  const Finished finished =
      run_program({"run", program, "--clock", "virtual", "--clock", "live", "--rounds", "1", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  for (const nlohmann::json& run : nlohmann::json::parse(finished.out)["runs"]) {
    EXPECT_EQ(run["output"], "100.0\n2.0\n") << run["clock"];
    EXPECT_TRUE(run["races"].empty()) << run["clock"] << run["races"];
  }
}

TEST_F(Torch, ProgramsThatNeverEndAreStopped) {
  const std::string program = file("for_ever.py", R"(import torch
a = torch.randn(200, 200, device='cuda', requires_grad=True)
print('begins', flush=True)
while True:
    try:
        (a @ a).sum().backward()
    except RuntimeError:
        pass
)");
  for (const char* const mode : {"stream", "async"}) {
    Program child({"run", program, "--torch", "real", "--mode", mode, "--set", "max_pending=50"});
    child.start();
    child.wait_until_catching(SIGINT);
    child.signal(SIGINT);
    const Finished finished = child.wait();
    EXPECT_EQ(finished.status, 1) << mode;
    EXPECT_NE(finished.err.find("interrupted"), std::string::npos) << mode << finished.err;
  }
}

}  // namespace
}  // namespace runahead::testing_support
