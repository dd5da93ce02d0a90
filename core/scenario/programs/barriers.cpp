// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario barriers: waiting for one array against waiting for everything.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_barriers(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray x("x"), y("y"), z("z");
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    x = uniform(p.frontend(), {n, n});
    p.waitall(2, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("wait_to_read");
    p.line(4);
    y = dot(x, x);
    p.may_wait(y);
    p.line(5);
    z = dot(x, x);
    p.may_wait(z);
    p.wait_for_one(6, y, WaitPlace::printed);
  }
  p.waitall(7, WaitPlace::final);
  {
    const auto mark = p.benchmark("waitall");
    p.line(9);
    y = dot(x, x);
    p.may_wait(y);
    p.line(10);
    z = dot(x, x);
    p.may_wait(z);
    p.waitall(11, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("wait_to_read, one product");
    p.line(13);
    y = dot(x, x);
    p.may_wait(y);
    p.wait_for_one(14, y, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("waitall, one product");
    p.line(16);
    y = dot(x, x);
    p.may_wait(y);
    p.waitall(17, WaitPlace::final);
  }
  p.result(y);
}

const Printed kOlderBarriers = {"Dive into Deep Learning, Asynchronous Computation, older edition",
                                "x of 2000 × 2000", "a CPU that is not named"};

}  // namespace

Scenario barriers() {
  return {
      .id = "barriers",
      .group = 'B',
      .title = "Two kinds of barrier",
      .question = "Which task ends which wait?",
      .explanation =
          "wait_to_read(y) ends when the task that writes y has ended; the product for z may still be "
          "queued or running. waitall ends with the last task of all.\n"
          "With one worker the products run one after the other, so the first barrier costs half of the "
          "second. With two workers both products run side by side, and the difference all but "
          "disappears.\n"
          "With one product alone, as later editions of the book print it, both barriers wait for the "
          "same task and take equally long: the last two regions.\n"
          "In mode stream a caller that needs y copies it to the host, as PyTorch's y.cpu() does. The "
          "copy stands in the stream behind both products, so the first barrier waits for z as well, and "
          "each barrier for y takes its copy longer than waitall, which is a synchronisation with the "
          "device. In mode lazy the first barrier starts both products, since both names are still in "
          "use, and ends with y.",
      .modes = {Mode::async, Mode::sync, Mode::stream, Mode::lazy},
      .waits = {"program"},
      .wait_lines = {{2, WaitPlace::final},
                     {4},
                     {5},
                     {6, WaitPlace::printed},
                     {7, WaitPlace::final},
                     {9},
                     {10},
                     {11, WaitPlace::final},
                     {13},
                     {14, WaitPlace::final},
                     {16},
                     {17, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 2000, 256, "rows and columns of x"}},
      .book = {{"wait_to_read, one product", "0.0371 s", kOlderBarriers, "wait_to_read, one product"},
               {"waitall, two products", "0.0738 s", kOlderBarriers, "waitall"}},
      // x, y, z, and the next y, which in mode lazy is not there before the name has left the one before.
      .peak_bytes =
          [](const RunConfig& config) { return (config.mode == Mode::lazy ? 3 : 4) * square_bytes(config); },
      .program = run_barriers,
  };
}

}  // namespace runahead
