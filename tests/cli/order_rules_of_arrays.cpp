// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of order about arrays. Not here: streams, events and devices (order_rules_test.cpp).
#include <gmock/gmock.h>

#include "core/analysis/fit.h"
#include "core/analysis/summary.h"
#include "tests/cli/order_rules.h"

namespace runahead::testing_support {

using testing::HasSubstr;

std::vector<Rule> rules_of_arrays() {
  return {
      {"APartOfPinnedMemoryIsPinned",
       "h = torch.ones(2, 1000).pin_memory()\n"
       "y = x @ x\n"
       "x[1].copy_(h[1], non_blocking=True)\n"  // 6
       "print(h[0].is_pinned(), h.view(-1).is_pinned(), h.detach().is_pinned())\n",
       [](const Shown& run) {
         EXPECT_FALSE(run.waits_at(6));
         EXPECT_EQ(run.printed.find("True True True"), 0u) << run.printed;
       }},
      {"StreamsInDifferentPartsOfAnArrayDoNotRace",
       "s = torch.cuda.Stream()\n"
       "y = x[:500]\n"
       "z = x[500:]\n"
       "with torch.cuda.stream(s): y += 1\n"  // 7
       "z += 1\n"
       "torch.cuda.synchronize()\n"
       "with torch.cuda.stream(s): y += 1\n"  // 10
       "x += 1\n",                            // 11
       [](const Shown& run) {
         EXPECT_EQ(run.races(), Pairs({{11, 10}}));
         EXPECT_LT(run.last(8).start, run.last(7).end) << "they do not run side by side";
       }},
      {"MemoryThatAStreamUsesIsNotUsedAgainHoweverTheStreamWasMade",
       "make = torch.cuda.Stream\n"
       "s = make()\n"  // 5
       "for _ in range(5):\n"
       "    with torch.cuda.stream(s): y = x @ x\n"
       "    del y\n"
       "    z = torch.ones(1000, 1000, device='cuda')\n"
       "    w = z + z\n"
       "torch.cuda.synchronize()\n"
       "print(bool((z == 1).all()), bool((w == 2).all()))\n",
       [](const Shown& run) { EXPECT_THAT(run.printed, HasSubstr("True True")); }},
      {"FreedMemoryIsItsStreamsWhateverOthersDo",
       "h, s = torch.ones(1000, 1000, pin_memory=True), torch.cuda.Stream()\n"
       "for told in (False, True):\n"  // 5
       "    for _ in range(2):\n"
       "        with torch.cuda.stream(s): d = h.to('cuda', non_blocking=True)\n"  // 7
       "        torch.cuda.current_stream().wait_stream(s)\n"
       "        y = d @ x\n"  // 9
       "        if told: d.record_stream(torch.cuda.current_stream())\n"
       "        del d\n"
       "    torch.cuda.synchronize()\n"
       "with torch.cuda.stream(s): d = h.to('cuda', non_blocking=True)\n"
       "torch.cuda.current_stream().wait_stream(s)\n"
       "y = d @ x\n"
       "s.wait_stream(torch.cuda.current_stream())\n"
       "del d\n"
       "with torch.cuda.stream(s): d = h.to('cuda', non_blocking=True)\n"  // 18
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), (Pairs{{7, 9}})) << "the one without record_stream()";
         EXPECT_THAT(run.first_race(), HasSubstr("the memory of the freed d"));
       }},
      {"FreedMemoryIsStillInUseOnItsOwnStream",
       "h, s = torch.ones(1000, 1000, pin_memory=True), torch.cuda.Stream()\n"
       "for waits in (False, True):\n"  // 5
       "    t = x + 1\n"
       "    y = t @ x\n"                                            // 7
       "    t.record_stream(torch.cuda.current_stream()); del t\n"  // its own: nothing
       "    b = torch.empty(1000, 1000, device='cuda')\n"
       "    if waits: s.wait_stream(torch.cuda.current_stream())\n"
       "    with torch.cuda.stream(s): b.copy_(h, non_blocking=True)\n"  // 11
       "    torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), (Pairs{{11, 7}}));
         EXPECT_THAT(run.first_race(), HasSubstr("the memory of the freed t"));
       }},
      {"MemoryIsFreeWithItsLastName",
       "s = torch.cuda.Stream()\n"
       "with torch.cuda.stream(s):\n"
       "    for _ in range(9): y = x @ x\n"
       "torch.cuda.synchronize()\n",
       [](const Shown& run) { EXPECT_EQ(summarize(run.trace()).peak_live_bytes, 3 * 4'000'000); }, true,
       true},
      {"WhoWritesPinnedMemoryThatIsBeingCopiedDoesNotWait",
       "h = torch.ones(1000, 1000, pin_memory=True)\n"
       "for _ in range(20): y = x @ x\n"
       "d = h.to('cuda', non_blocking=True)\n"  // 6
       "h.fill_(5)\n"                           // 7
       "torch.cuda.synchronize()\n"
       "h += 1\n"
       "print(d.sum().item(), h.sum().item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), (Pairs{{7, 6}}));
         EXPECT_LT(run.last(7).end, run.last(6, "copy_to_device").start);
         EXPECT_THAT(run.first_race(),
                     HasSubstr(run.said(7) + " writes into h, and has not waited for copy_to_device"));
         // PyTorch's memory is the program's own.
         EXPECT_THAT(run.printed, HasSubstr(run.is_real ? "5000000.0 6000000.0" : "1000000.0 6000000.0"));
       },
       true},
      {"WhatIsCopiedComesOverWhatTheHostWritesMeanwhile",
       "h = torch.zeros(1000, 1000, pin_memory=True)\n"
       "print(h.sum().item())\n"
       "h.copy_(x @ x, non_blocking=True)\n"  // 6
       "h.zero_()\n"                          // 7
       "torch.cuda.synchronize()\n"
       "print(h[0, 0].item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), (Pairs{{7, 6}}));
         EXPECT_LT(run.last(7).start, run.last(6, "copy_to_host").start) << "the program does not wait";
         EXPECT_THAT(run.first_race(),
                     HasSubstr(run.said(7) + " writes into h, and has not waited for copy_to_host"));
         EXPECT_THAT(run.first_race(), HasSubstr("Either may come last."));
         EXPECT_THAT(run.printed, HasSubstr("1000.0"));
       },
       true},
      {"PartsOfPinnedMemoryDoNotRace",
       "h = torch.zeros(4, 1000, 1000, pin_memory=True)\n"
       "d = h[0].to('cuda', non_blocking=True)\n"  // 5
       "h[1].fill_(5)\n"                           // 6
       "h[2].copy_(x, non_blocking=True)\n"
       "e = torch.cuda.current_stream().record_event()\n"
       "h[3].copy_(d, non_blocking=True)\n"
       "e.synchronize()\n"
       "print(h[2].sum().item())\n"
       "h[3].copy_(x, non_blocking=True)\n"
       "print(h[3, 1:].to('cuda', non_blocking=True).sum().item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), Pairs{});
         EXPECT_LT(run.last(6).start, run.last(5).end) << "the program does not wait";
         EXPECT_THAT(run.printed, HasSubstr("1000000.0\n999000.0"));
       },
       true},
      {"WhatTheHostWritesWaitsForNoDevice",
       "a = torch.zeros(10)\n"
       "b = a + 1\n"
       "y = x @ x\n"  // 6
       "a += 1\n"     // 7
       "a[0] = 1\n"
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_LT(run.last(8).end, run.last(6).end);
         EXPECT_TRUE(run.waits_at(9));
       },
       true},
      {"WhatACallMakesForOutIsMadeThere",
       "o = torch.empty(1000, 1000, device='cuda')\n"
       "for _ in range(2): torch.mm(x, x, out=o)\n"  // 5
       "torch.add(x, 1, out=o)\n"
       "torch.empty(1000, 1000, device='cuda').normal_()\n"
       "o.copy_(x[0])\n"  // 8
       "o[3:] = x[2] + 1\n"
       "print(torch.cuda.max_memory_allocated() / x.sum().item() / 4, o[0, 0].item(), o.sum().item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.tasks(5).size(), 2u) << "no copy behind it";
         EXPECT_EQ(run.tasks(6).size(), 1u);
         EXPECT_EQ(run.tasks(8).size(), 1u);
         EXPECT_EQ(run.tasks(9).size(), 2u);
         EXPECT_EQ(run.printed.find("3.0 1.0 1997000.0"), 0u) << run.printed;
       },
       true},
      {"AfterARaceTheProgramGoesOn",
       "s = torch.cuda.Stream()\n"
       "y = x @ x\n"                          // 5
       "with torch.cuda.stream(s): x += 1\n"  // 6
       "torch.cuda.synchronize()\n"
       "y = x @ x\n"
       "x += 1\n"
       "print(x[0, 0].item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), (Pairs{{6, 5}}));
         EXPECT_THAT(run.printed, HasSubstr("3.0"));
       }},
      {"GradientsAreAddedWhereTheyLie",
       "w = torch.ones(1000, 1000, device='cuda', requires_grad=True)\n"
       "for _ in range(2): w.sum().backward()\n"
       "print(torch.cuda.max_memory_allocated() // x.numel(), w.grad[0, 0].item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.printed.find(run.is_real ? "12 2.0" : "16 2.0"), 0u) << run.printed;
       }},
      {"StreamsInDifferentColumnsDoNotRace",
       "s = torch.cuda.Stream()\n"
       "x[:, :500] += 1\n"
       "with torch.cuda.stream(s): x[:, 500:] *= 3\n"
       "x[:, 7] = 0\n"                              // 7
       "with torch.cuda.stream(s): x[5:, 7] = 1\n"  // 8
       "torch.cuda.synchronize()\n"
       "print(x.sum().item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), (Pairs{{8, 7}}));
         EXPECT_THAT(run.printed, HasSubstr("2498995.0"));
       }},
      {"WhatIsWaitedForBeforeThereIsAnotherStreamIsDone",
       "torch.cuda.synchronize()\n"
       "z = x * 2\n"  // 5
       "S = getattr(torch.cuda, 'Str' + 'eam')\n"
       "with torch.cuda.stream(S()): y = x + 1\n"  // 7
       "with torch.cuda.stream(S()): w = x + z\n"  // 8
       "with torch.cuda.stream(S()): x += 1\n"     // 9: read at 5, 7 and 8
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), (Pairs{{8, 5}, {9, 5}}));
       }},
      {"WhatCameToTheHostInAStreamGoesOnInItsOrder",
       "h = torch.zeros(1000, 1000, pin_memory=True)\n"
       "h.copy_(x @ x, non_blocking=True)\n"
       "d = h.to('cuda', non_blocking=True)\n"
       "print(d.sum().item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), Pairs{});
         EXPECT_THAT(run.printed, HasSubstr("1000000000.0"));
       }},
      {"ACopyIntoAnArrayOfTheHostWaitsForItself",
       "h, p = torch.empty(1000, 1000, pin_memory=True), torch.empty(1000, 1000)\n"  // 4
       "y = x @ x\n"
       "h.copy_(y)\n"  // 6
       "for _ in range(20): y = x @ x\n"
       "p.copy_(y, non_blocking=True)\n"       // 8: pageable
       "q = x.to('cpu', torch.float64)\n"      // 9
       "q.copy_(x[0])\n"                       // 10
       "y.copy_(torch.ones(1000).double())\n"  // 11
       "print(h.sum() == p.sum(), q.sum(), y.sum())\n",
       [](const Shown& run) {
         EXPECT_TRUE(run.tasks(4).empty()) << "memory that no task fills";
         for (const int line : {6, 8, 9, 10}) {
           ASSERT_EQ(run.waits(line).size(), 1u);
           EXPECT_EQ(run.waits(line).front().reason, WaitReason::copy);
           EXPECT_EQ(run.waits(line).front().ended_by, run.last(line, "copy_to_host").id);
         }
         EXPECT_EQ(run.lane_kind(run.last(9, run.is_real ? "copy_" : "cast")), LaneKind::caller)
             << "types change on the CPU";
         EXPECT_THAT(run.printed,
                     HasSubstr("tensor(True) tensor(1000000., dtype=torch.float64) tensor(1000000."));
       }},
      {"WhatTheHostComputesTakesTheFrontendsTime",
       "h = torch.ones(1000, 1000)\n"
       "for _ in range(9): y = x @ x\n"  // 5
       "z = h @ h\n"                     // 6
       "torch.cuda.synchronize()\n",
       [](const Shown& run) {
         EXPECT_EQ(run.lane_kind(run.last(6)), LaneKind::caller);
         EXPECT_LT(run.last(6).start, run.last(5).start) << "beside the device";
         EXPECT_TRUE(fit(run.trace()).frontend_is_bottleneck());
       },
       true, true},
      {"WhatIsFilledInPlaceIsWritten",
       "s = torch.cuda.Stream()\n"
       "for _ in range(20): y = x @ x\n"
       "with torch.cuda.stream(s): x.zero_()\n"  // 6
       "torch.cuda.synchronize()\n"
       "print(x.sum().item())\n",
       [](const Shown& run) {
         EXPECT_EQ(run.races(), (Pairs{{6, 5}}));
         EXPECT_THAT(run.printed, HasSubstr("0.0"));
       }},
  };
}

}  // namespace runahead::testing_support
