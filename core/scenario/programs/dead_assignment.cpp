// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario dead-assignment: a name that is assigned again before anybody has used it.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_dead_assignment(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray x("x"), a("a");
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    x = uniform(p.frontend(), {n, n});
    p.waitall(2, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("program");
    p.line(4);
    a = sum(dot(x, x));
    p.may_wait(a);
    p.line(5);
    a = sum(x);
    p.may_wait(a);
    p.line(6);
    a.print();
  }
  p.result(a);
}

std::int64_t dead_assignment_peak_bytes(const RunConfig& config) {
  const bool eliminated = config.mode == Mode::lazy && !config.waits.lists(4);
  return (eliminated ? 1 : 2) * square_bytes(config);  // x, and dot(x, x)
}

}  // namespace

Scenario dead_assignment() {
  return {
      .id = "dead-assignment",
      .group = 'F',
      .title = "An assignment that is never read",
      .question = "Is line 4 ever computed?",
      .explanation =
          "Line 5 takes the name a away from what line 4 made, before any line has read it. In mode lazy "
          "nothing has run by then: when print asks for a, the product and its sum have no name and no "
          "reader, and are eliminated.\n"
          "In mode async both were enqueued in line 4 and will run, whether or not a result is needed, "
          "and with one worker print waits behind them: an engine that executes what is issued cannot "
          "know what the program does next. In mode sync line 4 has computed them before line 5 was read. "
          "In mode stream both have been launched, and the device computes them; print copies a in the "
          "order of the stream, behind them.\n"
          "A wait in line 4 needs the value, and then the product is computed in every mode.",
      .modes = {Mode::lazy, Mode::async, Mode::sync, Mode::stream},
      .waits = {"program"},
      .wait_lines = {{2, WaitPlace::final}, {4}, {5}, {6, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 1000, 64, "rows and columns of x"}},
      .book = {},
      .peak_bytes = dead_assignment_peak_bytes,
      .program = run_dead_assignment,
  };
}

}  // namespace runahead
