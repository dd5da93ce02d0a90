// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios matmul-race and cpu-matmul-async: matrix products timed with and without the final
// synchronisation.
#include <algorithm>
#include <initializer_list>

#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

/// The loop and its marks; `before` lines of the listing stand before it.
void race(Program& p, NDArray& a, NDArray& b, int before) {
  const std::int64_t n = p.parameter("n");
  const std::int64_t iterations = p.parameter("passes");
  auto finished = p.benchmark("finished");
  auto loop = p.benchmark("loop");
  for (std::int64_t iteration = 1; iteration <= iterations; ++iteration) {
    p.line(before + 4);
    a = normal(p.frontend(), {n, n});
    p.may_wait(a, iteration);
    p.line(before + 5);
    b = dot(a, a);
    p.may_wait(b, iteration);
  }
  loop.end();
  p.waitall(before + 6, WaitPlace::final);
  finished.end();
  p.result(b);
}

void run_race(Program& p) {
  NDArray a("a"), b("b");
  if (p.parameter("warm_up") != 0) {
    const auto initialisation = p.initialisation();
    p.line(2);
    a = normal(p.frontend(), {p.parameter("n"), p.parameter("n")});
    p.line(3);
    b = dot(a, a);
    p.waitall(4, WaitPlace::final);
  }
  race(p, a, b, 4);
}

void run_on_cpu(Program& p) {
  NDArray a("a"), b("b");
  race(p, a, b, 0);
}

/// `lines`: those of the two calls.
std::int64_t matmul_race_peak_bytes(const RunConfig& config, std::initializer_list<int> lines) {
  const bool waits =
      std::any_of(lines.begin(), lines.end(), [&](int line) { return config.waits.lists(line); });
  if (config.mode != Mode::async || waits) return 3 * square_bytes(config);
  // Every a is ready at once and overtakes the products, which wait for it; half of a bounded queue are a.
  std::int64_t pending = config.parameters.at("passes");
  if (config.max_pending > 0) pending = std::min(pending, config.max_pending / 2 + 1);
  return (pending + std::min<std::int64_t>(pending, config.workers)) * square_bytes(config);
}

const Printed kOnCpu = {"Dive into Deep Learning, Asynchronous Computation, PyTorch edition",
                        "10 products of 1000 × 1000, float64", "a CPU that is not named"};
const Printed kOnGpu = {"Dive into Deep Learning, Asynchronous Computation, PyTorch edition",
                        "10 products of 1000 × 1000, float32, after a warm-up", "a GPU that is not named"};

}  // namespace

Scenario matmul_race() {
  return {
      .id = "matmul-race",
      .group = 'A',
      .title = "A race of matrix products",
      .question = "Which is faster, and which only returns sooner?",
      .explanation =
          "Both modes compute the same ten products on the same library. In mode sync the region loop "
          "holds the work. In modes async and stream it holds only the time to enqueue twenty tasks, and "
          "looks many times faster, until the region finished, which ends after the synchronisation, "
          "shows that the work takes as long as ever.\n"
          "Look at the memory too. In mode async all ten a are ready at once and are made before the "
          "first product starts. In mode stream tasks run in the order of the program, and a block is "
          "used again as soon as its name has gone.\n"
          "What runs for the first time may take longer: a device wakes up, a library makes its plans. "
          "The PyTorch edition of the book has a product before the race (warm_up = 1), the MXNet edition "
          "has none (0).\n"
          "The book's first number compares float64 on a CPU with float32 on a GPU, so it is not one "
          "comparison; and where the chapter's np is MXNet's, the row called numpy timed MXNet too.",
      .modes = {Mode::sync, Mode::async, Mode::stream},
      .waits = {"program"},
      .wait_lines = {{4, WaitPlace::final}, {8}, {9}, {10, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 1000, 128, "rows and columns of a"},
                     {"passes", "passes", 1, 100000, 10, 10, 3, "iterations of the loop"},
                     {"warm_up", "", 0, 1, 0, 1, 0,
                      "1: a product before the race, left out of the numbers; 0: none"}},
      .book = {{"NumPy", "0.6700 s", kOnCpu, "loop", "sync"},
               {"PyTorch, loop", "0.0172 s", kOnGpu, "loop", "stream"},
               {"PyTorch, with synchronize", "0.1188 s", kOnGpu, "finished", "stream"}},
      .peak_bytes =
          [](const RunConfig& config) {
            return matmul_race_peak_bytes(config, {8, 9});
          },
      .program = run_race,
  };
}

Scenario cpu_matmul_async() {
  return {
      .id = "cpu-matmul-async",
      .group = 'A',
      .title = "The race on the processor alone",
      .question = "Is a matrix product on the CPU asynchronous?",
      .explanation =
          "That depends on the runtime and not on the processor. In PyTorch streams belong to "
          "accelerators: an operation on the CPU is computed inside the call, so in mode stream on the "
          "device cpu the regions loop and finished hold the same time, as they do in mode sync. There is "
          "nothing left to wait for in line 6.\n"
          "MXNet's engine gives work on the CPU to threads of its own. In mode async the loop returns at "
          "once, on the same processor and with the same library, and line 6 waits for the products.\n"
          "Neither is faster in the end: ten products take the time of ten products. What asynchrony buys "
          "is that the frontend is free meanwhile.",
      .modes = {Mode::stream, Mode::async, Mode::sync},
      .waits = {"program"},
      .wait_lines = {{4}, {5}, {6, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 1000, 128, "rows and columns of a"},
                     {"passes", "passes", 1, 100000, 10, 10, 3, "iterations of the loop"}},
      .book = {},
      .device = DeviceKind::cpu,
      .peak_bytes =
          [](const RunConfig& config) {
            return matmul_race_peak_bytes(config, {4, 5});
          },
      .program = run_on_cpu,
  };
}

}  // namespace runahead
