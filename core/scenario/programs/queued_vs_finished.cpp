// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario queued-vs-finished: the time until work is queued against the time until it is done.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_queued_vs_finished(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray x("x"), y("y");
  auto finished = p.benchmark("finished");
  auto queued = p.benchmark("queued");
  p.line(3);
  x = uniform(p.frontend(), {n, n});
  p.may_wait(x);
  p.line(4);
  y = sum(dot(x, x));
  p.may_wait(y);
  queued.end();
  p.line(5);
  y.print();
  finished.end();
  p.result(y);
}

const Printed kMxnetProduct = {"Dive into Deep Learning, Asynchronous Computation, MXNet edition",
                               "x of 2000 × 2000", "a CPU that is not named"};
const Printed kOlderProduct = {"Dive into Deep Learning, Asynchronous Computation, older edition",
                               "x of 2000 × 2000", "a CPU that is not named"};

}  // namespace

Scenario queued_vs_finished() {
  return {
      .id = "queued-vs-finished",
      .group = 'A',
      .title = "Queued is not finished",
      .question = "What has been done when the matrix product returns?",
      .explanation =
          "The first region ends when lines 3 and 4 have returned: three tasks are queued, and next to "
          "nothing is computed. The second ends after print, which needs the sum and so waits for all of "
          "it.\n"
          "In mode sync the first region already holds all the work. In mode lazy it holds none at all: "
          "the tasks are only written down, and print starts them. A clock that stops before a "
          "synchronisation measures how fast work is described, not how fast it is done.\n"
          "The sum is close to n^3 / 4: n^3 products of two numbers that are 1/2 on average.",
      .modes = {Mode::async, Mode::sync, Mode::stream, Mode::lazy},
      .waits = {"program"},
      .wait_lines = {{3}, {4}, {5, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 2000, 2000, 256, "rows and columns of x"}},
      .book = {{"queued", "0.0007 s", kMxnetProduct, "queued"},
               {"finished", "0.1262 s", kMxnetProduct, "finished"},
               {"queued", "0.0014 s", kOlderProduct, "queued"},
               {"finished", "0.1611 s", kOlderProduct, "finished"}},
      .peak_bytes = [](const RunConfig& config) { return 2 * square_bytes(config); },  // x, dot(x, x)
      .program = run_queued_vs_finished,
  };
}

}  // namespace runahead
