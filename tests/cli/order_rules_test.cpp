// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of order of devices, as core/device/README.md lists them with their sources: for each a program
// in PyTorch's names, and what its trace has to show, on the emulated device under the virtual clock and,
// labelled gpu, on a CUDA device.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/analysis/fit.h"
#include "core/analysis/labels.h"
#include "core/io/trace_file.h"
#include "tests/cli/order_rules.h"
#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::vector<Rule> rules() {
  std::vector<Rule> rules = {
      {"ItemIsACopyOnTheCurrentStreamAndAWaitForIt",
       "s = x.sum()\n"
       "for _ in range(20): y = x @ x\n"
       "s.item()\n"  // 6
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         const Task copy = run.last(6, "copy_to_host");
         EXPECT_EQ(run.lane_kind(copy), LaneKind::copy);
         EXPECT_GT(copy.start, run.last(5).end) << "the copy overtook products of its stream";
         ASSERT_EQ(run.waits(6).size(), 1u);
         EXPECT_EQ(run.waits(6).front().ended_by, copy.id);
         EXPECT_FALSE(run.waits_at(7)) << "item() has waited for all";
       }},
      {"WhatReadsADeviceCopiesAndWaits",
       "y = x.sum()\n"
       "y.cpu()\n"
       "y.to('cpu')\n"
       "y.tolist()\n"
       "print(y)\n"
       "bool(y)\n"
       "float(y)\n"  // 10
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         for (int line = 5; line <= 10; ++line) {
           // Its print() asks for one value after another.
           ASSERT_EQ(run.waits(line).size(), run.is_real && line == 8 ? 6u : 1u) << line;
           EXPECT_EQ(run.waits(line).back().ended_by, run.last(line, "copy_to_host").id);
         }
         EXPECT_FALSE(run.waits_at(11));
       }},
      {"WhatFollowsACopyInItsStreamComesAfterIt",
       "h = x.to('cpu', non_blocking=True)\n"
       "y = x + 1\n"
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_GT(run.last(5).start, run.last(4, "copy_to_host").end);
         EXPECT_EQ(run.last(5).after, run.last(4, "copy_to_host").id);
       }},
      {"ACopyFromPageableMemoryReturnsWhenItIsDone",
       "h = torch.ones(1000, 1000)\n"
       "for _ in range(20): y = x @ x\n"
       "d = h.to('cuda')\n"               // 6
       "e = h.cuda(non_blocking=True)\n"  // 7: pageable all the same
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         const Task copy = run.last(6, "copy_to_device");
         EXPECT_EQ(run.lane_kind(copy), LaneKind::copy);
         EXPECT_GT(copy.start, run.last(5).end);
         EXPECT_TRUE(run.waits_at(6));
         EXPECT_TRUE(run.waits_at(7));
         EXPECT_FALSE(run.waits_at(8));
       }},
      {"SeveralCopiesOfOneStreamKeepItsOrder",
       "h = torch.ones(1000, 1000).pin_memory()\n"
       "y = x @ x\n"                            // 5
       "a = h.to('cuda', non_blocking=True)\n"  // 6
       "b = h.to('cuda', non_blocking=True)\n"
       "p = x.to('cpu', non_blocking=True)\n"  // 8
       "q = x[0].to('cpu', non_blocking=True)\n"
       "e = torch.cuda.Event()\n"
       "e.record()\n"
       "e.synchronize()\n"
       "print(p.sum().item(), q.sum().item())\n",
       [](const Shown& run) {
         for (int line = 6; line <= 9; ++line)
           EXPECT_GE(run.last(line).start, run.last(line - 1).end) << line;
         EXPECT_TRUE(run.races().empty());
         EXPECT_EQ(run.printed.find("1000000.0 1000.0"), 0u) << run.printed;
       }},
      {"GradientsAreComputedInTheStreamOfTheirCall",
       "w = torch.ones(1000, 1000, device='cuda', requires_grad=True)\n"
       "torch.cuda.synchronize()\n"
       "s = torch.cuda.Stream()\n"
       "with torch.cuda.stream(s): y = x @ w\n"  // 7
       "torch.cuda.current_stream().wait_stream(s)\n"
       "y.sum().backward()\n"  // 9
       "v = w.grad + 1\n",
       [](const Shown& run) {
         const char* const product = run.is_real ? "mm" : "dot";
         EXPECT_EQ(run.lane(run.last(9, product)), run.lane(run.last(7, product)));
         EXPECT_NE(run.lane(run.last(7, product)), run.lane(run.last(10)));
         EXPECT_GE(run.last(10).start, run.last(9, product).end);
         EXPECT_TRUE(run.races().empty());
       }},
      {"ACopyFromPinnedMemoryReturnsAtOnce",
       "h = torch.ones(1000, 1000, pin_memory=True)\n"
       "d = h.to('cuda', non_blocking=True)\n"  // 5
       "e = torch.empty(1000, 1000, device='cuda')\n"
       "e.copy_(torch.ones(1000, 1000).pin_memory(), non_blocking=True)\n"
       "torch.cuda.synchronize()\n"  // 8
       "print(d.sum() + e.sum(), h.is_pinned(), d.is_pinned())\n",
       [](const Shown& run) {
         EXPECT_FALSE(run.waits_at(5));
         EXPECT_FALSE(run.waits_at(7));
         EXPECT_TRUE(run.waits_at(8));
         EXPECT_THAT(run.printed, HasSubstr("True False"));
         EXPECT_THAT(run.printed, HasSubstr("2000000."));
       }},
      {"ACopyToTheHostThatDoesNotBlockReturnsAtOnce",
       "h = x.to('cpu', non_blocking=True)\n"  // 4
       "torch.cuda.synchronize()\n"
       "print(h.sum(), h.is_pinned())\n",
       [](const Shown& run) {
         EXPECT_FALSE(run.waits_at(4));
         EXPECT_TRUE(run.waits_at(5));
         EXPECT_THAT(run.printed, HasSubstr("tensor(1000000.) True"));
         EXPECT_EQ(run.races(), Pairs{});
       }},
      {"WhoReadsBeforeTheCopyIsDoneReadsWhatIsThere",
       "for _ in range(20): y = x @ x\n"
       "h = x.to('cpu', non_blocking=True)\n"  // 5
       "print(h.sum())\n"                      // 6
       "torch.cuda.synchronize()\n"
       "print(h.sum())\n",
       [](const Shown& run) {
         // PyTorch's memory has what it had before.
         EXPECT_THAT(run.printed,
                     HasSubstr(run.is_real ? "tensor(1000000.)" : "tensor(0.)\ntensor(1000000.)"));
         EXPECT_EQ(run.races(), (Pairs{{6, 5}}));
       }},
      {"EachStreamHasItsLane",
       "s = torch.cuda.Stream()\n"
       "with torch.cuda.stream(s): y = torch.ones(3, device='cuda')\n"
       "z = torch.ones(3, device='cuda')\n"
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_THAT(run.lane(run.last(6)), HasSubstr("Stream 1"));
         EXPECT_THAT(run.lane(run.last(5)), AllOf(HasSubstr("Stream "), Not(HasSubstr("Stream 1"))));
       }},
      {"StreamsOfAProgramDoNotWaitForTheDefaultOne",
       "s = torch.cuda.Stream()\n"
       "for _ in range(20): y = x @ x\n"
       "with torch.cuda.stream(s): z = torch.ones(3, device='cuda')\n"
       "s.synchronize()\n"  // 7
       "w = torch.ones(3, device='cuda')\n"
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_LT(run.last(6).end, run.last(5).end);
         ASSERT_EQ(run.waits(7).size(), 1u);
         EXPECT_EQ(run.waits(7).front().ended_by, run.last(6).id) << "synchronize() is of that stream alone";
         EXPECT_TRUE(run.waits_at(9));
         EXPECT_EQ(run.races(), Pairs{});
       }},
      {"WithoutAWaitBetweenStreamsIsARace",
       "s = torch.cuda.Stream()\n"
       "for _ in range(20): x = x @ x * 0.001\n"
       "with torch.cuda.stream(s): y = x + 1\n"  // 6
       "torch.cuda.synchronize()\n"
       "print(y.max().item() < 3)\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), (Pairs{{6, 5}}));
         EXPECT_LT(run.last(6).start, run.last(5).start) << "nothing makes it wait";
         EXPECT_THAT(run.printed, HasSubstr("True")) << "the values of the program's order";
       },
       true},
      {"WaitStreamOrdersTwoStreams",
       "s = torch.cuda.Stream()\n"
       "for _ in range(20): x = x @ x * 0.001\n"
       "s.wait_stream(torch.cuda.current_stream())\n"
       "with torch.cuda.stream(s): y = x + 1\n"  // 7
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), Pairs{});
         EXPECT_GT(run.last(7).start, run.last(5).end);
       }},
      {"AnEventOrdersWhatCameBeforeIt",
       "s, e = torch.cuda.Stream(), torch.cuda.Event()\n"
       "y = x @ x\n"  // 5
       "e.record()\n"
       "for _ in range(20): z = x @ x\n"         // 7
       "s.wait_event(e); e.record()\n"           // anew: nothing for who waits already
       "with torch.cuda.stream(s): w = y + 1\n"  // 9
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), Pairs{});
         EXPECT_GT(run.last(9).start, run.last(5).end);
         EXPECT_LT(run.last(9).end, run.last(7).end) << "it waits for nothing that came later";
       }},
      {"SynchronizeOfAnEventWaitsForThatAlone",
       "e = torch.cuda.Event()\n"
       "y = x @ x\n"
       "e.record()\n"  // 6
       "for _ in range(20): z = x @ x\n"
       "e.synchronize()\n"  // 8
       "print(e.query(), torch.cuda.current_stream().query())\n"
       "torch.cuda.synchronize()\n"
       "print(torch.cuda.current_stream().query())\n",
       [](const Shown& run) {
         ASSERT_EQ(run.waits(8).size(), 1u);
         EXPECT_EQ(run.waits(8).front().ended_by, run.last(6).id);
         EXPECT_TRUE(run.waits_at(10));
         EXPECT_THAT(run.printed, HasSubstr("True False\nTrue"));
       }},
      {"ElapsedTimeIsTheTimeBetweenTwoEvents",
       "a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)\n"
       "a.record()\n"
       "for _ in range(20): y = x @ x\n"
       "b.record()\n"
       "b.synchronize()\n"
       "print(a.elapsed_time(b))\n",
       [](const Shown& run) {
         const Trace& trace = run.trace();
         const std::int64_t ns = trace.time_ns(run.last(7).start) - trace.time_ns(run.last(5).start);
         EXPECT_NEAR(std::stod(run.printed) * 1e6, static_cast<double>(ns), 1.0);
       },
       true},
      {"ItemWaitsForTheStreamThatIsCurrent",
       "s = torch.cuda.Stream()\n"
       "for _ in range(20): y = x @ x\n"  // 5
       "with torch.cuda.stream(s):\n"
       "    z = torch.ones(3, device='cuda').sum()\n"
       "    z.item()\n"  // 8
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_LT(run.last(8, "copy_to_host").end, run.last(5).end);
         EXPECT_TRUE(run.waits_at(9));
       }},
      {"ACopyHoldsUpNoCopyOfAnotherStream",
       "s = torch.cuda.Stream()\n"
       "for _ in range(20): y = x @ x\n"
       "h = x.to('cpu', non_blocking=True)\n"  // 6
       "with torch.cuda.stream(s): g = torch.ones(3, device='cuda').to('cpu', non_blocking=True)\n"
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_LT(run.last(7, "copy_to_host").end, run.last(6, "copy_to_host").start);
         EXPECT_EQ(run.races(), Pairs{});
       }},
      {"DevicesDoNotWaitForOneAnother",
       "a = torch.ones(1000, 1000, device='cuda:1')\n"
       "for _ in range(20): y = x @ x\n"  // 5
       "b = a + 1\n"
       "torch.cuda.synchronize(1)\n"  // 7
       "c = x.to('cuda:1')\n"         // 8
       "d = c + a\n"                  // 9
       "print(d.device, d.sum().item())\n"
       "torch.cuda.synchronize(); torch.cuda.reset_peak_memory_stats(1)\n"
       "a.copy_(x)\n"  // 12
       "print(torch.cuda.max_memory_allocated(1) - torch.cuda.memory_allocated(1))\n"
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         const char* const copy = run.is_real ? "copy_" : "copy_to_device";
         EXPECT_LT(run.last(6).end, run.last(5).end);
         ASSERT_EQ(run.waits(7).size(), 1u);
         EXPECT_EQ(run.waits(7).front().ended_by, run.last(6).id);
         EXPECT_GT(run.last(8, copy).start, run.last(5).end);
         EXPECT_GT(run.last(9).start, run.last(8, copy).end);
         EXPECT_EQ(run.races(), Pairs{});
         EXPECT_EQ(run.lane(run.last(8, copy)), "Copy to peer (emulated)");
         EXPECT_EQ(run.tasks(12, copy).size(), 1u);
         EXPECT_TRUE(run.tasks(12, "copy").empty()) << "it goes straight to where it belongs";
         EXPECT_THAT(run.printed, HasSubstr("cuda:1 2000000.0\n0\n"));
       },
       true},
      {"TheRunsDevicesAnswerNotTheText",
       "n = torch.cuda.device_count()\n"
       "print(n > 0, torch.cuda.is_available(), torch.ones(2).to(n - 1).device.index == n - 1, "
       "torch.device(0))\n",
       [](const Shown& run) { EXPECT_THAT(run.printed, HasSubstr("True True True cuda:0")); }},
      {"WhoHasSeenThatAStreamIsDoneComesAfterIt",
       "s = torch.cuda.Stream()\n"
       "y = x @ x\n"
       "while not torch.cuda.current_stream().query(): pass\n"
       "with torch.cuda.stream(s): z = y + 1\n"
       "torch.cuda.synchronize()\n",
       [](const Shown& run) { EXPECT_EQ(run.races(), Pairs{}); }},
      {"MoreStreamsThanThereAreAreTheFirstAgain",
       "made = [torch.cuda.Stream() for _ in range(40)]\n"
       "for s in made:\n"
       "    with torch.cuda.stream(s): y = torch.ones(3, device='cuda')\n"
       "torch.cuda.synchronize()\n"
       "print(len(set(made)) < 40, made[0] == torch.cuda.default_stream())\n",
       [](const Shown& run) { EXPECT_THAT(run.printed, HasSubstr("True False")); }, false, true},
  };
  for (Rule& rule : rules_of_arrays()) rules.push_back(std::move(rule));
  return rules;
}

/// MXNet's contexts: each computes what is ready, and copies beside that.
TEST(OrderOfContexts, ComputeAndCopyAtTheSameTime) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const TemporaryDirectory directory;
  const std::string program = directory.file("program.py"), trace = directory.file("trace.json");
  write_file(program, R"(from mxnet import np, npx
npx.set_np()
x = np.ones((300, 300), ctx=npx.gpu(0))
w = np.ones((300, 300), ctx=npx.gpu(1))
c = np.ones((300, 300))
npx.waitall()
y = [x.dot(x) for _ in range(9)]
z = [a.copyto(npx.cpu()) for a in y]
v = w.dot(w)
d = c.dot(c)
u = x.as_in_ctx(npx.gpu(1)) + w
h = w.asnumpy()
try:
    x + w
except Exception as error:
    print(error)
print(npx.num_gpus(), x.ctx, c.ctx, z[0].ctx, u.ctx, z[8].sum(), u.sum())
)");
  const Finished finished = run_program(
      {"run", "--torch", "small", program, "--mode", "async", "--clock", "virtual", "--export", trace});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("2 gpu(0) cpu(0) cpu(0) gpu(1) 2.7e+07 180000.0"));
  const auto traces = read_traces(trace);
  ASSERT_TRUE(traces) << traces.error();
  const Shown run(traces->front(), finished.out);
  EXPECT_EQ(run.lane(run.last(7)), "GPU (emulated)");
  EXPECT_EQ(run.lane(run.last(9)), "Second device (emulated)");
  EXPECT_EQ(run.lane(run.last(10)), "Worker 1");
  const std::vector<Task> products = run.tasks(7), copies = run.tasks(8, "copy_to_host");
  ASSERT_EQ(copies.size(), 9u);
  EXPECT_EQ(run.lane_kind(copies.front()), LaneKind::copy);
  EXPECT_LT(copies.front().start, products.back().start) << "copies have to wait for nothing but their array";
  EXPECT_LT(run.last(9).start, products.back().start);
  ASSERT_EQ(run.waits(12).size(), 1u);
  EXPECT_EQ(run.waits(12).front().ended_by, run.last(12, "copy_to_host").id) << "values come by a copy";
  EXPECT_THAT(finished.out, HasSubstr("at least two devices, gpu(0) and gpu(1)"));
}

/// In every mode: what they do, not what MXNet calls that.
TEST(WaitsOfPyTorch, AreNamedAsItsCallsAre) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const TemporaryDirectory directory;
  const std::string program = directory.file("program.py"), exported = directory.file("trace.json");
  const auto named = [&](const char* text) {
    write_file(program, text);
    const Finished finished = run_program(
        {"run", "--torch", "small", program, "--mode", "async", "--clock", "virtual", "--export", exported});
    EXPECT_EQ(finished.status, 0) << finished.err;
    const auto traces = read_traces(exported);
    std::vector<std::string> labels;
    for (WaitId id = 0; traces && id < traces->front().wait_count(); ++id)
      labels.push_back(to_text(wait_at_line(traces->front(), traces->front().wait(id))));
    return labels;
  };
  EXPECT_THAT(named("import torch\n"
                    "x = torch.ones(3, device='cuda')\n"
                    "y = x.cpu()\n"
                    "y = x.to('cpu')\n"
                    "y = x.tolist()\n"),
              testing::ElementsAre("the copy at line 3", "the copy at line 4", "the copy at line 5"));
  EXPECT_THAT(named("import torch\nx = torch.ones(3)\ny = x.numpy()\nz = x.tolist()\n"),
              testing::ElementsAre("x.numpy() at line 3", "the copy at line 4"));
  EXPECT_THAT(named("from mxnet import np\nx = np.ones(3)\ny = x.asnumpy()\n"),
              testing::ElementsAre("x.asnumpy() at line 3"));
}

Shown shown(const Rule& rule, std::vector<std::string> words) {
  const TemporaryDirectory directory;
  const std::string program = directory.file("program.py"), trace = directory.file("trace.json");
  write_file(program, std::string("import torch\n") + kLong + rule.program);
  words.insert(words.begin(), {"run", "--torch", "small", program, "--export", trace});
  const Finished finished = run_program(words);
  EXPECT_EQ(finished.status, 0) << finished.err;
  const auto traces = read_traces(trace);
  if (!traces) throw std::runtime_error(traces.error());
  return {traces->front(), finished.out};
}

class OrderOnTheEmulatedDevice : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  }
};

TEST_P(OrderOnTheEmulatedDevice, IsPyTorchs) {
  const Rule rule = rules().at(static_cast<std::size_t>(GetParam()));
  const Shown run = shown(rule, {"--clock", "virtual"});
  rule.check(run);
  const Fit fitted = fit(run.trace());
  EXPECT_EQ(fitted.predicted_ns, fitted.scope.length_ns()) << "what the model pane replays";
  EXPECT_GT(fitted.t2.lower_ns, 1) << "events are no work";
}

/// All in one process, whose import of PyTorch costs more than they do; but for those that want one alone.
TEST(OrderOfPyTorch, IsTheDevices) {
  if (!std::filesystem::exists(RUNAHEAD_TORCH_MODULE))
    GTEST_SKIP() << "this build has no PyTorch (libtorch-dev)";
  if (!std::filesystem::exists("/usr/lib/python3/dist-packages/torch"))
    GTEST_SKIP() << "python3-torch is not there";
  std::vector<Rule> all = rules();
  for (Rule& rule : rules_of_pytorch()) all.push_back(std::move(rule));
  const auto lone = std::stable_partition(all.begin(), all.end(), [](const Rule& one) { return !one.alone; });
  std::vector<std::vector<Rule>> programs{{all.begin(), lone}};
  for (auto one = lone; one != all.end(); ++one) programs.push_back({*one});
  constexpr std::string_view kHead =
      "[globals().pop(n) for n in [*globals()] if n[0] != '_']; import gc, torch; gc.collect(); "
      "torch.cuda.synchronize(); "
      "torch.cuda.reset_peak_memory_stats(); print('#')\n";
  for (const std::vector<Rule>& program : programs) {
    const TemporaryDirectory directory;
    std::string text;
    for (const Rule& rule : program) text += std::string(kHead) + kLong + rule.program;
    write_file(directory.file("program.py"), text);
    const Finished finished =
        run_program({"run", "--torch", "real", directory.file("program.py"), "--mode", "stream", "--clock",
                     "virtual", "--export", directory.file("trace.json")});
    ASSERT_EQ(finished.status, 0) << finished.err;
    const auto traces = read_traces(directory.file("trace.json"));
    ASSERT_TRUE(traces) << traces.error();
    int before = 0;
    std::size_t printed = finished.out.find("#\n");
    for (const Rule& rule : program) {
      const testing::ScopedTrace named(__FILE__, __LINE__, rule.name);
      const auto lines = 3 + std::ranges::count(std::string_view(rule.program), '\n');
      const std::size_t next = finished.out.find("#\n", printed + 2);
      rule.check({traces->front(), finished.out.substr(printed + 2, next - printed - 2), before,
                  static_cast<int>(lines)});
      printed = next;
      before += static_cast<int>(lines);
    }
  }
}

TEST(OrderOnCuda, IsPyTorchs) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const Finished tried = run_program({"run", "four-statements", "--mode", "stream", "--device", "cuda"});
  if (tried.status != 0) GTEST_SKIP() << tried.err;
  for (const Rule& rule : rules()) {
    const testing::ScopedTrace named(__FILE__, __LINE__, rule.name);
    if (!rule.simulated) rule.check(shown(rule, {"--clock", "live", "--rounds", "1", "--device", "cuda"}));
  }
}

std::string name_of_rule(const testing::TestParamInfo<int>& info) {
  return rules().at(static_cast<std::size_t>(info.param)).name;
}
INSTANTIATE_TEST_SUITE_P(Rules, OrderOnTheEmulatedDevice, testing::Range(0, static_cast<int>(rules().size())),
                         name_of_rule);

}  // namespace
}  // namespace runahead::testing_support
