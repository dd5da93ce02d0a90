// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario wait-on-intermediate: waiting for the middle of a chain.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_wait_on_intermediate(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray a("a"), b("b"), c("c"), d("d");
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    a = uniform(p.frontend(), {n, n});
    p.waitall(2, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("intermediate");
    p.line(4);
    b = dot(a, a);
    p.may_wait(b);
    p.line(5);
    c = dot(b, a);
    p.may_wait(c);
    p.line(6);
    d = dot(a, a);
    p.may_wait(d);
    p.wait_for_one(7, b, WaitPlace::printed);
  }
  {
    const auto mark = p.benchmark("rest");
    p.waitall(9, WaitPlace::final);
  }
  p.result(c);
}

}  // namespace

Scenario wait_on_intermediate() {
  return {
      .id = "wait-on-intermediate",
      .group = 'B',
      .title = "Waiting for an intermediate result",
      .question = "Does waiting for b wait for c?",
      .explanation =
          "c depends on b, not the other way round: wait_to_read(b) returns as soon as b is there, while "
          "c and the independent d are still queued or running. What the wait left over shows in the "
          "second region.\n"
          "With one worker d runs before c: d was ready when it was issued, c became ready only when b "
          "had ended. The queue is in the order of becoming ready, not in the order of the program.\n"
          "In mode lazy the wait for b starts everything that a name still holds. Of the tasks that are "
          "ready a worker takes the one that comes first in the graph: one worker runs b, c, and d, and a "
          "second one begins with d beside b. The wait ends with b all the same.\n"
          "In mode stream a caller that needs b copies it to the host, as PyTorch's b.cpu() does. The "
          "device works in the order of issue, and the copy was issued last: it stands behind c and d, "
          "and waiting for b is waiting for all.",
      .modes = {Mode::async, Mode::stream, Mode::lazy},
      .waits = {"program"},
      .wait_lines = {{2, WaitPlace::final}, {4}, {5}, {6}, {7, WaitPlace::printed}, {9, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 1000, 256, "rows and columns of a"}},
      .book = {},
      .peak_bytes = [](const RunConfig& config) { return 4 * square_bytes(config); },  // a, b, c, d
      .program = run_wait_on_intermediate,
  };
}

}  // namespace runahead
