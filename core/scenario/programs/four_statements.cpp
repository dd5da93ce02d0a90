// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario four-statements: three statements that return at once and one that waits.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_four_statements(Program& p) {
  NDArray a("a"), b("b"), c("c");
  const auto first_three = [&](std::span<const NDArray>, std::span<const std::int64_t>) {
    p.line(1);
    a = ones(p.frontend(), {1, 2});
    p.may_wait(a);
    p.line(2);
    b = ones(p.frontend(), {1, 2});
    p.may_wait(b);
    p.line(3);
    c = a * b + 2;
    p.may_wait(c);
    return std::vector{c};
  };
  c = p.function("first_three", first_three)({}).front();
  p.line(4);
  c.print();
  p.result(c);
}

}  // namespace

Scenario four_statements() {
  return {
      .id = "four-statements",
      .group = 'A',
      .title = "Four statements",
      .question = "How long until line 4 returns?",
      .explanation =
          "Lines 1 to 3 only describe work: the frontend enqueues four tasks and continues. Line 4 needs "
          "a value, so the frontend waits until add, the last task that c depends on, has ended.\n"
          "The two ones depend on nothing and are ready at once. mul reads both, add reads what mul "
          "writes: they stay blocked until then. With two workers the two ones may run at the same time.\n"
          "In mode sync every line does its work before it returns, and line 4 finds nothing to wait for. "
          "In mode stream the tasks queue on a device, and print waits for a fifth one, the copy to the "
          "host. In mode lazy nothing is even queued until print asks for c. In mode function lines 1 to "
          "3 are the body of a function: they are traced, not executed, and then the graph runs as one "
          "call, which returns when c is there.",
      .modes = {Mode::async, Mode::sync, Mode::stream, Mode::function, Mode::lazy},
      .waits = {"program"},
      .wait_lines = {{1}, {2}, {3}, {4, WaitPlace::final}},
      .parameters = {},
      .book = {},
      .function_lines = {1, 2, 3},
      .program = run_four_statements,
  };
}

}  // namespace runahead
