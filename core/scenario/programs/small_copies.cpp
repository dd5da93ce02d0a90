// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario small-copies: a conversion of a few bytes after every operation.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_small_copies(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray y("y");
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    y = ones(p.frontend(), {1, p.parameter("columns")});
    p.waitall(2, WaitPlace::final);
  }
  {
    const auto loop = p.benchmark("loop");
    for (std::int64_t iteration = 1; iteration <= n; ++iteration) {
      p.line(5);
      y = y + 1;
      if (p.waits_at(6, WaitPlace::in_loop, iteration)) {
        p.line(6);
        y.asnumpy();
      }
    }
    p.line(7);
    y.asnumpy();
  }
  p.result(y);
}

}  // namespace

Scenario small_copies() {
  return {
      .id = "small-copies",
      .group = 'B',
      .title = "Many small conversions",
      .question = "What does it cost to read eight bytes?",
      .explanation =
          "Each asnumpy copies a few bytes, and waits. With one after every addition the frontend and the "
          "worker take turns: there is never more than one task in the queue, and each of them waits for "
          "the other.\n"
          "Without them the frontend describes the whole pipeline while the worker is busy with its "
          "beginning; the one conversion at the end waits once. The bytes are the same, the waits are "
          "not.\n"
          "In mode stream every conversion is a task of the copy engine besides: the queue holds an "
          "addition and its copy, never more, and an iteration costs two waits instead of one. In mode "
          "lazy a conversion after every addition leaves nothing to put off: each graph has one node.",
      .modes = {Mode::async, Mode::stream, Mode::lazy},
      .waits = {"program", "none"},
      .wait_lines = {{2, WaitPlace::final}, {6, WaitPlace::in_loop}, {7, WaitPlace::final}},
      .parameters = {{"n", "passes", 1, 1000000, 1000, 1000, 8, "iterations of the loop"},
                     {"columns", "columns", 1, 1000000, 2, 2, 2, "columns of y, which has one row"}},
      .book = {},
      .peak_bytes =
          [](const RunConfig& config) { return 2 * array_bytes(1, config.parameters.at("columns")); },
      .program = run_small_copies,
  };
}

}  // namespace runahead
