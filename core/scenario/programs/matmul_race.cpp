// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario matmul-race: matrix products timed with and without the final synchronisation.
// Not here: its listings (resources/listings/matmul-race.*).
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

}  // namespace

Scenario matmul_race() {
  return {
      .id = "matmul-race",
      .group = 'A',
      .title = "A race of matrix products",
      .question = "Who is faster, or who only returns sooner?",
      .explanation =
          "Both modes compute the same ten products on the same library. In mode sync the mark loop holds "
          "the work. In "
          "mode async it holds only the time to hand twenty tasks over, and looks many times faster, until "
          "the mark "
          "finished, which ends after the synchronisation, shows that the work takes as long as ever.\n"
          "The book's first figure compares float64 on a CPU with float32 on a GPU, so it is not one "
          "comparison; and "
          "where the chapter's np is MXNet's, the row called numpy timed MXNet too.",
      .modes = {Mode::sync, Mode::async},
      .waits = {"program", "none"},
      .wait_lines = {4, 5, 6},
      .parameters = {{"n", "rows", 1, 8000, 1000, 1000, 128, "rows and columns of a"},
                     {"passes", "passes", 1, 100000, 10, 10, 3, "passes of the loop"}},
      .book = {{"NumPy", "0.6700 s", "Dive into Deep Learning, Asynchronous Computation, PyTorch"},
               {"PyTorch, loop", "0.0172 s", "Dive into Deep Learning, Asynchronous Computation, PyTorch"},
               {"PyTorch, with synchronize", "0.1188 s",
                "Dive into Deep Learning, Asynchronous Computation, PyTorch"}},
      .program = run,
  };
}

}  // namespace runahead
