// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario implicit-blockers: calls that wait without saying so.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_implicit_blockers(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray a("a"), b("b");
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    a = uniform(p.frontend(), {n, n});
    p.waitall(2, WaitPlace::final);
  }
  const auto product = [&](int line) {
    p.line(line);
    b = dot(a, a);
    p.may_wait(b);
  };
  {
    const auto mark = p.benchmark("print");
    product(4);
    p.line(5);
    b.print();
  }
  {
    const auto mark = p.benchmark("asnumpy");
    product(7);
    p.line(8);
    b.asnumpy();
  }
  {
    const auto mark = p.benchmark("asscalar");
    product(10);
    p.line(11);
    norm(b).asscalar();
  }
  NDArray total("total");
  {
    const auto mark = p.benchmark("item");
    product(13);
    p.line(14);
    total = sum(b);
    total.item();
  }
  p.result(total);
}

const Printed kOlderBlockers = {"Dive into Deep Learning, Asynchronous Computation, older edition",
                                "a of 2000 × 2000", "a CPU that is not named"};

}  // namespace

Scenario implicit_blockers() {
  return {
      .id = "implicit-blockers",
      .group = 'B',
      .title = "Calls that block without saying so",
      .question = "Which of these lines wait?",
      .explanation =
          "print, asnumpy, asscalar and item give a value to Python, so each has to wait until it exists. "
          "None of them looks like a barrier in the program.\n"
          "norm() and sum() are tasks like any other; the conversion behind them waits for the product "
          "and for the reduction. A scalar costs as much waiting as the whole matrix.\n"
          "In mode stream a value lives on the device, and each of the four also copies it to the host: "
          "the frontend waits for the copy, which waits for the rest. In mode lazy they do even more: "
          "nothing has begun when they are reached.",
      .modes = {Mode::async, Mode::sync, Mode::stream, Mode::lazy},
      .waits = {"program"},
      .wait_lines = {{2, WaitPlace::final},
                     {4},
                     {5, WaitPlace::final},
                     {7},
                     {8, WaitPlace::final},
                     {10},
                     {11, WaitPlace::final},
                     {13},
                     {14, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 2000, 256, "rows and columns of a"}},
      .book = {{"asnumpy", "0.0400 s", kOlderBlockers, "asnumpy"},
               {"norm().asscalar()", "0.1334 s", kOlderBlockers, "asscalar"}},
      // a, b, and the next b, which in mode lazy is not there before the name has left the one before.
      .peak_bytes =
          [](const RunConfig& config) { return (config.mode == Mode::lazy ? 2 : 3) * square_bytes(config); },
      .program = run_implicit_blockers,
  };
}

}  // namespace runahead
