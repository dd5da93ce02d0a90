// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios matmul-race and cpu-matmul-async: matrix products timed with and without the final
// synchronisation. Not here: their listings.
#include <algorithm>

#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run(Program& p) {
  const std::int64_t n = p.parameter("n");
  const std::int64_t passes = p.parameter("passes");
  NDArray a("a"), b("b");
  auto finished = p.benchmark("finished");
  auto loop = p.benchmark("loop");
  for (std::int64_t pass = 1; pass <= passes; ++pass) {
    p.line(4);
    a = normal(p.frontend(), {n, n});
    p.may_wait(a, pass);
    p.line(5);
    b = dot(a, a);
    p.may_wait(b, pass);
  }
  loop.end();
  p.waitall(6, WaitPlace::final);
  finished.end();
  p.result(b);
}

std::int64_t peak_bytes(const RunConfig& config) {
  const bool waits = config.waits.lists(4) || config.waits.lists(5);
  if (config.mode != Mode::async || waits) return 3 * square_bytes(config);
  // Every a is ready at once and overtakes the products, which wait for it; half of a bounded queue are a.
  std::int64_t pending = config.parameters.at("passes");
  if (config.max_pending > 0) pending = std::min(pending, config.max_pending / 2 + 1);
  return (pending + std::min<std::int64_t>(pending, config.workers)) * square_bytes(config);
}

}  // namespace

Scenario matmul_race() {
  return {
      .id = "matmul-race",
      .group = 'A',
      .title = "A race of matrix products",
      .question = "Who is faster, or who only returns sooner?",
      .explanation =
          "Both modes compute the same ten products on the same library. In mode sync the mark loop "
          "holds the work. In modes async and stream it holds only the time to hand twenty tasks over, "
          "and looks many times faster, until the mark finished, which ends after the synchronisation, "
          "shows that the work takes as long as ever.\n"
          "Look at the memory too. In mode async all ten a are ready at once and are made before the "
          "first product starts. In mode stream tasks run in the order of the program, and a block is "
          "used again as soon as its name has gone.\n"
          "The book's first figure compares float64 on a CPU with float32 on a GPU, so it is not one "
          "comparison; and where the chapter's np is MXNet's, the row called numpy timed MXNet too.",
      .modes = {Mode::sync, Mode::async, Mode::stream},
      .waits = {"program", "none"},
      .wait_lines = {{4}, {5}, {6, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 1000, 128, "rows and columns of a"},
                     {"passes", "passes", 1, 100000, 10, 10, 3, "passes of the loop"}},
      .book = {{"NumPy", "0.6700 s", "Dive into Deep Learning, Asynchronous Computation, PyTorch edition",
                "loop", "sync"},
               {"PyTorch, loop", "0.0172 s",
                "Dive into Deep Learning, Asynchronous Computation, PyTorch edition", "loop", "stream"},
               {"PyTorch, with synchronize", "0.1188 s",
                "Dive into Deep Learning, Asynchronous Computation, PyTorch edition", "finished", "stream"}},
      .peak_bytes = peak_bytes,
      .program = run,
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
          "device cpu the marks loop and finished hold the same time, as they do in mode sync. The "
          "synchronisation in line 6 finds nothing to wait for.\n"
          "MXNet's engine gives work on the CPU to threads of its own. In mode async the loop returns "
          "at once, on the same processor and with the same library, and line 6 waits for the "
          "products.\n"
          "Neither is faster in the end: ten products take the time of ten products. What asynchrony "
          "buys is that the frontend is free meanwhile.",
      .modes = {Mode::stream, Mode::async, Mode::sync},
      .waits = {"program", "none"},
      .wait_lines = {{4}, {5}, {6, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 1000, 128, "rows and columns of a"},
                     {"passes", "passes", 1, 100000, 10, 10, 3, "passes of the loop"}},
      .book = {},
      .device = "cpu",
      .peak_bytes = peak_bytes,
      .program = run,
  };
}

}  // namespace runahead
