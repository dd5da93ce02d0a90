// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario late-error: an error in the backend that the frontend meets later.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_late_error(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray a("a"), b("b"), c("c"), d("d");
  p.line(1);
  c = ones(p.frontend(), {n, n});
  p.result(c);
  p.may_wait(c);
  p.line(2);
  a = normal(p.frontend(), {n, n}, 0, -1);
  p.may_wait(a);
  p.line(3);
  b = dot(a, c);
  p.may_wait(b);
  p.line(4);
  d = dot(c, c);
  p.may_wait(d);
  p.wait(5, b, WaitPlace::final);
}

std::int64_t late_error_peak_bytes(const RunConfig& config) {
  const bool in_call =
      config.mode == Mode::sync || (config.mode == Mode::stream && config.runs_on == DeviceKind::cpu);
  // In the call line 2 ends the program. Else b is skipped: it gets memory only where issuing takes it.
  return (in_call ? 2 : config.mode == Mode::stream ? 4 : 3) * square_bytes(config);
}

}  // namespace

Scenario late_error() {
  return {
      .id = "late-error",
      .group = 'B',
      .title = "An error that comes late",
      .question = "Where does the error of line 2 surface?",
      .explanation =
          "A standard deviation of -1 is wrong, but line 2 only enqueues the task and returns. The task "
          "fails in the backend, and what it should have written is poisoned: dot(a, c) would read it, so "
          "it is skipped and inherits the error. dot(c, c) has nothing to do with it and is computed.\n"
          "The frontend meets the error at its next wait for something poisoned, in line 5, three lines "
          "after its cause. In mode sync the task runs inside the call, and the error appears where it "
          "belongs, in line 2.\n"
          "In mode stream it comes as late, at the synchronisation. In mode lazy nothing has failed yet "
          "when line 5 is reached: its wait both starts the work and meets the error. Had no name kept "
          "what line 2 makes, that task would have been eliminated, and its error would never surface.",
      .modes = {Mode::async, Mode::sync, Mode::stream, Mode::lazy},
      .waits = {"program"},
      .wait_lines = {{1}, {2}, {3}, {4}, {5, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 512, 512, 64, "rows and columns of the arrays"}},
      .book = {},
      .peak_bytes = late_error_peak_bytes,
      .demonstrates_error = true,
      .program = run_late_error,
  };
}

}  // namespace runahead
