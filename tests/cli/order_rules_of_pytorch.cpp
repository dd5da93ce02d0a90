// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of order of calls that the system's PyTorch has and the small package has not.
#include <gmock/gmock.h>

#include "tests/cli/order_rules.h"

namespace runahead::testing_support {

using testing::HasSubstr;

namespace {

/// The call waits once, for its own task, which stands behind all of its stream.
void expect_asks(const Shown& run, int line, const char* task) {
  ASSERT_EQ(run.waits(line).size(), 1u) << line;
  EXPECT_EQ(run.waits(line).front().ended_by, run.last(line, task).id) << line;
  EXPECT_GE(run.last(line, task).start, run.last(line - 1).end) << line;
}

}  // namespace

std::vector<Rule> rules_of_pytorch() {
  return {
      {"WhatAsksForValuesWaitsForItsStream",
       "m = x[0] > 3\n"
       "for _ in range(9): y = x @ x\n"
       "x[0].nonzero()\n"  // 6
       "for _ in range(9): y = x @ x\n"
       "x[0][m]\n"  // 8
       "for _ in range(9): y = x @ x\n"
       "torch.equal(x, x)\n"  // 10
       "for _ in range(9): y = x @ x\n"
       "x[0].unique()\n"  // 12
       "for _ in range(9): y = x @ x\n"
       "x[0][m] = y[0, 0]\n"  // 14
       "for _ in range(9): y = x @ x\n"
       "torch.linalg.eigh(x[:3, :3])\n"  // 16
       "for _ in range(9): y = x @ x\n"
       "x.masked_fill_(m, y[0, 0])\n"  // 18
       "x.masked_fill_(m, 3.)\n",
       [](const Shown& run) {
         expect_asks(run, 6, "nonzero");
         expect_asks(run, 8, "nonzero");
         expect_asks(run, 10, "equal");
         expect_asks(run, 12, "_unique2");
         expect_asks(run, 14, "nonzero");
         expect_asks(run, 16, "_linalg_eigh");
         expect_asks(run, 18, "copy_to_host");
         EXPECT_FALSE(run.waits_at(19));
       }},
      {"IndicesOfTheHostAreCopiedFirst",
       "i = torch.tensor([1, 2])\n"
       "for _ in range(9): y = x @ x\n"
       "x[i]\n"          // 6
       "x[i] = 7\n"      // 7
       "x[x > 3] = 0\n"  // 8
       "x[0] = 5\n"
       "x[0, 0] = 5\n"
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         ASSERT_EQ(run.waits(6).size(), 1u);
         EXPECT_EQ(run.waits(6).front().ended_by, run.last(6, "copy_to_device").id);
         EXPECT_GE(run.last(6, "copy_to_device").start, run.last(5).end);
         EXPECT_EQ(run.waits(7).size(), 2u) << "the index, and the number";
         EXPECT_FALSE(run.waits_at(8)) << "filled where the mask is true, without asking where";
         EXPECT_FALSE(run.waits_at(9));
         EXPECT_TRUE(run.waits_at(10)) << "a copy into one element";
       }},
      {"AnErrorOfTheDeviceStays",
       "try: x[:2].copy_(x[1:3])\n"
       "except RuntimeError: x += 1\n"  // of the call: the device knows nothing of it
       "x[torch.tensor([2000], device='cuda')]\n"
       "for call in (lambda: x[0, 0].item(), lambda: x + 1, x.sum):\n"
       "    try: call()\n"
       "    except RuntimeError as error: print(type(error).__name__, error)\n",
       [](const Shown& run) {
         EXPECT_THAT(run.printed,
                     HasSubstr("RuntimeError index 2000 is out of bounds for dimension 0 with size "
                               "1000\nRuntimeError CUDA error: device-side assert triggered"));
       },
       false, true},
      {"TheScaleOfGradientsStaysOnTheDevice",
       "w = torch.ones(1000, device='cuda', requires_grad=True)\n"
       "steps, scaler = torch.optim.SGD([w], lr=0.5), torch.cuda.amp.GradScaler(2.0 ** 10, "
       "growth_interval=1)\n"
       "for factor in (1., float('inf'), 1.):\n"
       "    with torch.cuda.amp.autocast(): loss = torch.nn.functional.cross_entropy((x[:5] * w) @ x.t()[:, "
       ":9], "
       "torch.arange(5, device='cuda')) * factor\n"  // 7
       "    scaler.scale(loss).backward()\n"
       "    scaler.step(steps)\n"  // 9
       "    scaler.update()\n"     // 10
       "    steps.zero_grad()\n"
       "    print(scaler.get_scale(), w.sum().item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.waits(9).size(), 3u) << "whether a gradient is infinite";
         EXPECT_FALSE(run.waits_at(10));
         EXPECT_EQ(run.printed.find("2048.0 1000.0\n1024.0 1000.0\n2048.0 1000.0\n"), 0u) << run.printed;
       }},
  };
}

}  // namespace runahead::testing_support
