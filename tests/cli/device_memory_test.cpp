// SPDX-License-Identifier: GPL-3.0-or-later
// What a program with arrays of the host and of two devices is shown of their memory: in its own questions,
// in the table, in the trace and in sentences.
#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "core/analysis/narration.h"
#include "core/device/device.h"
#include "core/io/trace_file.h"
#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;

TEST(MemoryOfDevices, ParametersThatMoveKeepTheirNames) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const TemporaryDirectory directory;
  const std::string program = directory.file("program.py");
  write_file(program,
             "import torch\n"
             "m = torch.nn.Linear(3, 3).cuda()\n"
             "o = torch.optim.SGD(m.parameters(), lr=0.1)\n"
             "s = torch.cuda.Stream()\n"
             "s.wait_stream(torch.cuda.current_stream())\n"
             "with torch.cuda.stream(s):\n"
             "    loss = m(torch.ones(2, 3, device='cuda')).sum()\n"
             "    loss.backward()\n"
             "o.step()\n");
  const Finished finished =
      run_program({"run", "--torch", "small", program, "--mode", "stream", "--clock", "virtual"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("A race for weight: nothing makes sgd_update"));
}

TEST(MemoryOfDevices, GradientsHaveTheNamesThatTheProgramUses) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const TemporaryDirectory directory;
  const std::string program = directory.file("program.py");
  write_file(program,
             "import torch\n"
             "w = torch.ones(50, 50, device='cuda', requires_grad=True)\n"
             "net = torch.nn.Sequential(torch.nn.Linear(50, 50)).cuda()\n"
             "(w * w).sum().backward()\n"
             "net(torch.ones(2, 50, device='cuda')).sum().backward()\n"
             "with torch.cuda.stream(torch.cuda.Stream()):\n"
             "    w.grad + 1\n"
             "    net[0].weight.grad + 1\n");
  const Finished finished =
      run_program({"run", "--torch", "small", program, "--mode", "stream", "--clock", "virtual"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("A race for w.grad: nothing makes add"));
  EXPECT_THAT(finished.out, HasSubstr("A race for 0.weight.grad: nothing makes add"));
}

/// However late the copy was: the other order is possible all the same.
TEST(MemoryOfDevices, WhoReadsPinnedMemoryWithoutAWaitIsTold) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const TemporaryDirectory directory;
  const std::string program = directory.file("program.py"),
                    begin =
                        "import time, torch\n"
                        "x = torch.ones(3, device='cuda')\n"
                        "s = torch.cuda.Stream()\n"
                        "h = x.to('cpu', non_blocking=True)\n"
                        "e = torch.cuda.current_stream().record_event()\n"
                        "time.sleep(.02)\n",
                    race = "Line 8 reads h, and has not waited for copy_to_host 1";
  for (const std::string clock : {"virtual", "live"}) {
    for (const std::string between : {"pass", "s.synchronize()", "e.wait(s)"}) {
      write_file(program, begin + between + "\nprint(h.sum())\n");
      const Finished finished =
          run_program({"run", "--torch", "small", program, "--mode", "stream", "--clock", clock});
      EXPECT_THAT(finished.out, HasSubstr("tensor(3.)"));
      EXPECT_THAT(finished.out, HasSubstr(race)) << clock << ": " << between;
    }
    for (const std::string between :
         {"torch.cuda.synchronize()", "e.synchronize()", "torch.cuda.current_stream().synchronize()",
          "x.sum().item()", "while not e.query(): pass",
          "x = h.to('cuda', non_blocking=True); h = x.cpu()"}) {
      write_file(program, begin + between + "\nprint(h.sum())\n");
      const Finished finished =
          run_program({"run", "--torch", "small", program, "--mode", "stream", "--clock", clock});
      EXPECT_THAT(finished.out, HasSubstr("tensor(3.)"));
      EXPECT_THAT(finished.out, testing::Not(HasSubstr("race"))) << clock << ": " << between;
    }
  }
}

/// Also those that are copies here, as in PyTorch.
TEST(MemoryOfDevices, ViewsKeepTheirArrayAndHaveNoMemory) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const TemporaryDirectory directory;
  const std::string program = directory.file("program.py");
  write_file(program,
             "import torch\n"
             "c = torch.cuda\n"
             "x = torch.ones(1000, 1000, device='cuda')\n"
             "s = c.Stream()\n"
             "s.wait_stream(c.current_stream())\n"
             "with c.stream(s): t, k, r = x.t(), x[:, :500], x[2:4]\n"
             "del x, r\n"
             "print(c.memory_allocated(), c.memory_reserved())\n"
             "with c.stream(s):\n"
             "    t.add_(1)\n"
             "    k.add_(1)\n"
             "print(k[0, 0].item(), c.memory_allocated())\n"
             "del k\n"
             "t.add_(1)\n"
             "for _ in range(9):\n"
             "    t = t.t()\n"
             "    t.add_(1)\n"
             "print(t[0, 0].item(), c.memory_allocated())\n"
             "u = t + 1\n"
             "del t\n"
             "print(c.memory_allocated())\n"
             "del u\n"
             "print(c.memory_allocated())\n");
  for (const std::string clock : {"virtual", "live"}) {
    const Finished finished = run_program({"run", "--torch", "small", program, "--mode", "stream", "--device",
                                           "emulated", "--rounds", "1", "--clock", clock});
    EXPECT_EQ(finished.out.find("4000000 4194304\n3.0 4000000\n13.0 4000000\n4000000\n0\n"), 0u)
        << clock << ": " << finished.out << finished.err;
    EXPECT_THAT(finished.out, testing::Not(HasSubstr("the memory of the freed")));
  }
}

TEST(MemoryOfDevices, IsEachOnesOwn) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const TemporaryDirectory directory;
  const std::string program = directory.file("program.py"), exported = directory.file("trace.json");
  write_file(program,
             "import torch\n"
             "c = torch.cuda\n"
             "h = torch.ones(2000, 1000)\n"
             "x = torch.ones(1000, 1000, device='cuda')\n"
             "y = torch.ones(500, 1000, device='cuda:1')\n"
             "print(c.memory_allocated(), c.memory_allocated(1), c.memory_reserved(0), "
             "c.memory_reserved('cuda:1'))\n"
             "c.synchronize(1)\n"
             "del y\n"
             "print(c.memory_allocated(1), c.max_memory_allocated(1), c.memory_reserved(1))\n"
             "c.reset_peak_memory_stats(1)\n"
             "print(c.max_memory_allocated(1), c.max_memory_reserved(1), c.max_memory_allocated())\n");
  for (const std::string clock : {"virtual", "live"}) {
    SCOPED_TRACE(clock);
    const Finished finished =
        run_program({"run", "--torch", "small", program, "--mode", "stream", "--device", "emulated",
                     "--clock", clock, "--set", "devices=2", "--export", exported});
    ASSERT_EQ(finished.status, 0) << finished.err;
    EXPECT_EQ(finished.out.find("4000000 2000000 4194304 2097152\n"
                                "0 2000000 2097152\n"
                                "0 2097152 4000000\n"),
              0u)
        << finished.out;
    EXPECT_THAT(finished.out, testing::ContainsRegex("  4.0 MB +4.2 MB  ")) << "in use and reserved";
    EXPECT_THAT(finished.out, HasSubstr("  on the device at most 4.0 MB in use, 4.2 MB reserved\n"
                                        "  on the second device at most 2.0 MB in use, 2.1 MB reserved\n"
                                        "  on the host at most 8.0 MB in use, 8.4 MB reserved\n"));
    const auto traces = read_traces(exported);
    ASSERT_TRUE(traces.ok()) << traces.error();
    const Trace& trace = traces->front();
    const Counters most = trace.counter_range(0, trace.size()).max;
    EXPECT_EQ(most.live_bytes, 4'000'000);
    EXPECT_EQ(most.pool_bytes, 4'194'304);
    EXPECT_EQ(most.memories[memory_of_device(1)].live, 2'000'000);
    EXPECT_EQ(most.memories[kHostMemory].live, 8'000'000);
    bool told = false;
    for (Seq seq = 1; seq <= trace.size(); ++seq)
      told |= to_text(narrate(trace, seq)).find("Memory in use on the second device is now 2.0 MB.") !=
              std::string::npos;
    EXPECT_TRUE(told);
  }
}

}  // namespace
}  // namespace runahead::testing_support
