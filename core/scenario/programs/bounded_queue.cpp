// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario bounded-queue: training without waits, while the runtime bounds the queue.
#include "core/scenario/programs/learning.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_bounded_queue(Program& p) {
  const std::int64_t batches = p.parameter("batches");
  const learning::Sizes sizes = learning::training_sizes(p.config());
  learning::Training training(p, sizes);
  NDArray x("x"), y("y"), l("l");
  {
    const auto loop = p.benchmark("loop");
    for (std::int64_t batch = 1; batch <= batches; ++batch) {
      learning::make_batch(p, 15, sizes, learning::Values::random, x, y);
      p.line(17);
      l = training.step(x, y);
    }
    p.waitall(18, WaitPlace::final);
  }
  training.conclude(19, l);
}

}  // namespace

Scenario bounded_queue() {
  return {
      .id = "bounded-queue",
      .group = 'D',
      .title = "A queue with an end",
      .question = "Can the runtime wait so that the program need not?",
      .explanation =
          "This program trains without a single wait in its loop, and still its memory stays small: the "
          "queue takes a bounded number of tasks. When it is full, the next call waits until a task has "
          "ended; the frontend's lane shows it as queue full. About two steps of this training fit.\n"
          "The worker never runs dry, as there is always something left when the frontend comes back, so "
          "most of the speed of running ahead is kept for a fraction of the memory. Set max_pending to 0 "
          "and the whole loop is in the queue at once; set it to 1 and every task is waited for.\n"
          "With memory_bound_mb the bound is on bytes instead: each array is counted when its task is "
          "issued, and the frontend waits as memory full until enough has been freed. This bounds the "
          "memory itself, whatever the batches' sizes are.\n"
          "In mode stream the queue is that of launches, which a device bounds by itself, at about a "
          "thousand. A smaller bound keeps most of the speed there too, and saves no memory: that is "
          "reused in the order of the stream, and is as small without a bound.",
      .modes = {Mode::async, Mode::stream},
      .waits = {"program"},
      .wait_lines =
          {{6, WaitPlace::final}, {9}, {11}, {15}, {16}, {18, WaitPlace::final}, {19, WaitPlace::final}},
      .parameters = {{"batches", "batches", 1, 100000, 100, 100, 3, "batches of the loop"},
                     {"rows", "rows", 1, 8192, 1024, 1024, 8, "rows of a batch"},
                     {"inputs", "columns", 1, 8192, 512, 512, 8, "columns of a batch"},
                     {"hidden", "units", 1, 8192, 256, 2048, 16,
                      "units of the first layer; the second has a quarter of them"},
                     {"max_pending", "tasks", 0, 16'000'000, 64, 64, 16,
                      "most tasks in the queue before the frontend waits; 0: no bound"},
                     {"memory_bound_mb", "MB", 0, 1'000'000, 0, 0, 0,
                      "most memory for arrays before the frontend waits; 0: no bound"}},
      .book = {},
      .peak_bytes = learning::unwaited_training_bytes,
      .program = run_bounded_queue,
  };
}

}  // namespace runahead
