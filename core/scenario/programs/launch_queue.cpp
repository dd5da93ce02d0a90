// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario launch-queue: what a launch costs while the device's queue has room, and afterwards.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_launch_queue(Program& p) {
  const std::int64_t n = p.parameter("n");
  const std::int64_t first = p.parameter("first");
  const std::int64_t later = p.parameter("later");
  NDArray a("a"), b("b");
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    a = uniform(p.frontend(), {n, n});
    p.waitall(2, WaitPlace::final);
  }
  const auto launch = [&](int line, std::int64_t iteration) {
    p.line(line);
    b = dot(a, a);
    p.may_wait(b, iteration);
  };
  {
    const auto mark = p.benchmark("first");
    for (std::int64_t iteration = 1; iteration <= first; ++iteration) launch(5, iteration);
  }
  {
    const auto mark = p.benchmark("later");
    for (std::int64_t iteration = 1; iteration <= later; ++iteration) launch(8, iteration);
  }
  {
    const auto mark = p.benchmark("synchronize");
    p.waitall(10, WaitPlace::final);
  }
  p.result(b);
}

}  // namespace

Scenario launch_queue() {
  return {
      .id = "launch-queue",
      .group = 'G',
      .title = "The launch queue fills",
      .question = "Is a launch always as cheap as the first?",
      .explanation =
          "A launch only puts a task into the device's queue. It takes some µs, whatever the task takes, "
          "as long as there is room in the launch queue. The driver keeps about a thousand launches (1023 "
          "on a V100; here 1024). When the frontend launches faster than the device computes, the queue "
          "grows until it is full.\n"
          "From then on every launch waits until a task has ended: the frontend is blocked with the "
          "reason queue full, and a launch takes as long as a task of the device. Compare the regions per "
          "launch: first measures the frontend, later measures the device. A user who times only a few "
          "launches sees neither.\n"
          "With small n the device is faster than the frontend: the queue stays empty, and the device "
          "waits.",
      .modes = {Mode::stream},
      .waits = {"program"},
      .wait_lines = {{2, WaitPlace::final}, {5}, {8}, {10, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 400, 400, 8, "rows and columns of a", 100},
                     {"first", "launches", 1, 1'000'000, 1000, 1000, 4, "launches while there is room"},
                     {"later", "launches", 1, 1'000'000, 500, 2000, 3, "launches after them"}},
      .book = {},
      .peak_bytes = [](const RunConfig& config) { return 3 * square_bytes(config); },
      .program = run_launch_queue,
  };
}

}  // namespace runahead
