// SPDX-License-Identifier: GPL-3.0-or-later
// The book's loop, as four scenarios: increment-loop, its small sister tiny-tasks, loop-model, in which the
// times are chosen, and lazy-loop.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_loop(Program& p, std::int64_t rows, std::int64_t columns) {
  const std::int64_t n = p.parameter("n");
  NDArray x("x"), y("y");
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    x = ones(p.frontend(), {rows, columns});
    p.waitall(2, WaitPlace::final);
  }
  {
    const auto loop = p.benchmark("loop");
    for (std::int64_t iteration = 1; iteration <= n; ++iteration) {
      p.line(5);
      y = x + 1;
      p.wait(6, y, WaitPlace::in_loop, iteration);
    }
    p.waitall(7, WaitPlace::final);
  }
  p.result(y);
}

void run_increment_loop(Program& p) {
  run_loop(p, p.parameter("rows"), p.parameter("columns"));
}
std::int64_t increment_loop_peak_bytes(const RunConfig& config) {
  // x and the y that are being made: what is queued or recorded has no memory yet. A y that was waited for is
  // still there when the next begins, but for mode lazy, which begins at the wait.
  std::int64_t arrays = 3;
  if (config.mode == Mode::lazy) arrays = 2;
  if (config.mode == Mode::async && !config.waits.at(6, 1, WaitPlace::in_loop)) arrays = 1 + config.workers;
  return arrays * array_bytes(config.parameters.at("rows"), config.parameters.at("columns"));
}

void run_tiny_tasks(Program& p) {
  run_loop(p, 1, 2);
}

const Printed kMxnetLoop = {"Dive into Deep Learning, Asynchronous Computation, MXNet edition",
                            "x of 1 × 2, n = 10000", "a CPU that is not named"};
const Printed kOlderLoop = {"Dive into Deep Learning, Asynchronous Computation, older edition",
                            "x of 2000 × 2000, n = 1000", "a CPU that is not named"};
const Printed kOldestLoop = {"Dive into Deep Learning, Asynchronous Computation, oldest edition",
                             "x of 2000 × 2000, n = 1000", "a CPU that is not named"};

}  // namespace

Scenario increment_loop() {
  return {
      .id = "increment-loop",
      .group = 'C',
      .title = "The loop, with and without waiting",
      .question = "What does it cost to wait in every iteration?",
      .explanation =
          "With a wait in every iteration the frontend issues one task, waits for it, takes over again "
          "when it has the result, and only then issues the next: an iteration costs t1 + t2 + t3, to "
          "enqueue, to execute and to return. Without waits the frontend runs ahead, and an iteration "
          "costs only the longer of t1 and t2; t3 is paid once.\n"
          "The gain depends on how much of an iteration is not execution. The larger x is, the more t2 "
          "hides the rest, and the smaller the gain; there are sizes at which asynchrony wins nothing.\n"
          "In mode stream the same loop launches its additions on a device: t1 is a launch, t2 is the "
          "device's.\n"
          "In mode lazy a loop without waits is another program: each iteration takes the name y away "
          "from the iteration before, so only the last addition is ever executed.",
      .modes = {Mode::async, Mode::sync, Mode::stream, Mode::lazy},
      .waits = {"each", "none", "every:8"},
      .wait_lines = {{2, WaitPlace::final}, {6, WaitPlace::in_loop}, {7, WaitPlace::final}},
      .parameters = {{"n", "passes", 1, 10000000, 1000, 10000, 16, "iterations of the loop"},
                     {"rows", "rows", 1, 8000, 128, 1, 128, "rows of x"},
                     {"columns", "columns", 1, 8000, 512, 2, 512, "columns of x"}},
      .book = {{"waiting in every iteration", "0.4351 s", kMxnetLoop, "loop", "", "each"},
               {"waiting once", "0.2037 s", kMxnetLoop, "loop", "", "none"},
               {"waiting in every iteration", "1.094 s", kOlderLoop, "loop", "", "each"},
               {"waiting once", "0.749 s", kOlderLoop, "loop", "", "none"},
               {"waiting in every iteration", "1.06 s", kOldestLoop, "loop", "", "each"},
               {"waiting once", "0.88 s", kOldestLoop, "loop", "", "none"}},
      .peak_bytes = increment_loop_peak_bytes,
      .program = run_increment_loop,
  };
}

Scenario tiny_tasks() {
  return {
      .id = "tiny-tasks",
      .group = 'C',
      .title = "Tasks too small to matter",
      .question = "Can a queue make two additions faster?",
      .explanation =
          "The loop again, on an array of two numbers: executing a task costs far less than issuing it. "
          "The worker is idle most of the time and the queue stays short, because the frontend is the "
          "bottleneck.\n"
          "Without waits the return to the frontend (t3) is saved in every iteration, and nothing else: "
          "there is no execution to hide behind. Work must be large enough to be worth queueing. In mode "
          "stream that holds for a device, where a launch often costs more than a small kernel.",
      .modes = {Mode::async, Mode::stream},
      .waits = {"each", "none"},
      .wait_lines = {{2, WaitPlace::final}, {6, WaitPlace::in_loop}, {7, WaitPlace::final}},
      .parameters = {{"n", "passes", 1, 10000000, 10000, 10000, 16, "iterations of the loop"}},
      .book = {},
      .program = run_tiny_tasks,
  };
}

Scenario loop_model() {
  return {
      .id = "loop-model",
      .group = 'C',
      .title = "The loop and its three times",
      .question = "Why does t1 + n t2 + t3 need n t2 > (n - 1) t1?",
      .explanation =
          "Here t1, t2 and t3 are not measured but chosen, and the run is a simulation: every call takes "
          "t1 until its task is in the queue, every task t2, and a frontend that was blocked continues t3 "
          "after the end of what it waited for.\n"
          "Without waits the loop issues for n t1, while one worker executes for n t2. The book's t1 + n "
          "t2 + t3 is right as long as the worker always finds the next task in the queue. From the first "
          "task on, the frontend needs (n - 1) t1 to issue the others, and the worker n t2 for all: the "
          "book asks that the frontend is through first. That is nearly enough. The worker never waits if "
          "t1 is not more than t2, and the larger n, the more both say the same.\n"
          "Make t1 larger than t2, and the queue is empty: the worker waits for the frontend, and the "
          "loop takes n t1 + t2 + t3. Both cases in one: t1 + t2 + (n - 1) max(t1, t2) + t3. The bend is "
          "at t1 = t2; with several workers it is where t1 is their share of t2.\n"
          "With a wait in every iteration nothing overlaps, whichever is larger: n (t1 + t2 + t3). In "
          "mode stream the same holds for a device with one stream: t1 is a launch, and synchronize takes "
          "the wait's place.",
      .modes = {Mode::async, Mode::stream},
      .waits = {"each", "none"},
      .wait_lines = {{2, WaitPlace::final}, {6, WaitPlace::in_loop}, {7, WaitPlace::final}},
      .parameters = {{"n", "passes", 1, 1'000'000, 1000, 1000, 16, "iterations of the loop"},
                     {"t1_ns", "ns", 1, 100'000'000'000, 1000, 1000, 1000, "until a task is in the queue"},
                     {"t2_ns", "ns", 1, 100'000'000'000, 10'000, 10'000, 10'000, "execution of a task"},
                     {"t3_ns", "ns", 0, 100'000'000'000, 2000, 2000, 2000,
                      "from the end of a task to the frontend that waited for it"}},
      .book = {},
      .virtual_only = true,
      .program = run_tiny_tasks,
  };
}

Scenario lazy_loop() {
  return {
      .id = "lazy-loop",
      .group = 'F',
      .title = "A loop whose results are never read",
      .question = "How many of the additions are executed?",
      .explanation =
          "Each iteration gives the name y to a new array and takes it away from the one before. With a "
          "wait in every iteration each y is needed, so each is computed, in either mode.\n"
          "Without waits mode lazy has recorded n additions when it comes to line 7, and only the last of "
          "them still has a name: one is executed, and the others are eliminated. Mode async executes all "
          "of them, since each was enqueued before the next iteration took its name away, and so does the "
          "device of mode stream.\n"
          "The numbers of the book come from an engine that executes everything, so its gain is only the "
          "waits that it saves. A loop whose results are never read measures how well a runtime leaves "
          "work out, which is worth remembering before one is used as a benchmark.",
      .modes = {Mode::lazy, Mode::async, Mode::stream},
      .waits = {"each", "none"},
      .wait_lines = {{2, WaitPlace::final}, {6, WaitPlace::in_loop}, {7, WaitPlace::final}},
      .parameters = {{"n", "passes", 1, 10000000, 1000, 1000, 8, "iterations of the loop"},
                     {"rows", "rows", 1, 8000, 128, 2000, 128, "rows of x"},
                     {"columns", "columns", 1, 8000, 512, 2000, 512, "columns of x"}},
      .book = {{"waiting in every iteration", "1.094 s", kOlderLoop, "loop", "", "each"},
               {"waiting once", "0.749 s", kOlderLoop, "loop", "", "none"},
               {"waiting in every iteration", "1.06 s", kOldestLoop, "loop", "", "each"},
               {"waiting once", "0.88 s", kOldestLoop, "loop", "", "none"}},
      .peak_bytes = increment_loop_peak_bytes,
      .program = run_increment_loop,
  };
}

}  // namespace runahead
