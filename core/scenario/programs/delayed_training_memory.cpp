// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario delayed-training-memory: four loops in one process, and what each leaves to the next.
#include <algorithm>
#include <cstdio>

#include "core/scenario/programs/learning.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

const Printed kDelayedBook = {
    "Dive into Deep Learning, delayed execution, early edition",
    "60 batches of 1024 × 1024, layers of 1024, 1024 and 1; the loss is read before backward",
    "a CPU that is not named"};

void run_delayed_training_memory(Program& p) {
  const learning::Sizes sizes = learning::equal_sizes(p.config());
  learning::Training training(p, sizes, 0.01F);
  NDArray x("x"), y("y"), l("l");
  // The lines from the batch on; what an iteration does with its loss.
  const auto loop = [&](const char* name, int line, bool trains, int wait_line, int last_line) {
    const std::int64_t batches = p.parameter(trains ? "batches" : "predictions");
    const auto mark = p.benchmark(name);
    for (std::int64_t batch = 1; batch <= batches; ++batch) {
      learning::make_batch(p, line, sizes, learning::Values::ones, x, y);
      p.line(line + 2);
      l = trains ? training.step(x, y) : training.predict(x, y);
      if (wait_line == 0 || !p.waits_at(wait_line, WaitPlace::in_loop, batch)) continue;
      if (trains) {
        learning::read_mean(p, wait_line, l);
      } else {
        p.line(wait_line);
        l.wait_to_read();
      }
    }
    p.waitall(last_line, WaitPlace::final);
  };
  const auto phase = [&](const char* name, int line, bool trains, int wait_line, int last_line) {
    p.line(line - 3);
    const double before = p.resident_kib();
    loop(name, line, trains, wait_line, last_line);
    p.line(last_line + 1);
    char text[64];
    std::snprintf(text, sizeof text, "increased memory: %.1f MB\n", (p.resident_kib() - before) / 1e3);
    p.print(text, p.frontend().statement());
  };
  phase("predict and wait", 16, false, 19, 20);
  phase("predict", 25, false, 0, 28);
  phase("train and wait", 33, true, 36, 37);
  phase("train", 42, true, 0, 45);
  training.conclude(47, l);
}

std::int64_t delayed_training_memory_peak_bytes(const RunConfig& config) {
  const learning::Sizes sizes = learning::equal_sizes(config);
  const auto ahead = [&](const char* batches, std::int64_t tasks) {
    return learning::batches_ahead(config, config.parameters.at(batches), tasks, 0);
  };
  return std::max(learning::prediction_bytes(config, sizes, ahead("predictions", learning::kPredictionTasks)),
                  learning::training_bytes(config, sizes, ahead("batches", learning::kTrainingTasks)));
}

}  // namespace

Scenario delayed_training_memory() {
  return {
      .id = "delayed-training-memory",
      .group = 'D',
      .title = "Less memory than before it began",
      .question = "How can training give memory back?",
      .explanation =
          "Four loops in one process: prediction with a wait in every batch, prediction without, training "
          "with, training without. Before and after each loop the program asks ps what the process has "
          "resident, as the book does, and prints the difference; under the simulated clock the answer is "
          "what the "
          "allocator has reserved.\n"
          "Prediction without waits has all its batches in memory at once. When it is over, the arrays are "
          "gone, but the memory is not: the allocator keeps what was freed for later use, and the process "
          "stays as large as it was. That is where the training with waits begins. It needs little, and "
          "with its first task the allocator gives back to the system what the wait for everything before it "
          "left "
          "unused. So the process is smaller after the loop than before it, and the difference is negative: "
          "not "
          "because training freed anything of its own, but because the baseline was still inflated.\n"
          "Training without waits then starts from a small process, and fills it again. Two measurements at "
          "the "
          "ends know nothing of what lies between them.\n"
          "In mode stream none of the four loops runs away: memory is taken when a call is issued, reused in "
          "the order of the stream, and kept for the next call, never given back. So a loop adds only what "
          "none before it needed, and ps sees that of the emulated device alone; what a GPU holds is "
          "not in its answer.",
      .modes = {Mode::async, Mode::stream},
      .waits = {"program", "none"},
      .wait_lines = {{6, WaitPlace::final},
                     {19, WaitPlace::in_loop},
                     {20, WaitPlace::final},
                     {28, WaitPlace::final},
                     {36, WaitPlace::in_loop},
                     {37, WaitPlace::final},
                     {45, WaitPlace::final},
                     {47, WaitPlace::final}},
      .parameters = {{"predictions", "batches", 1, 100000, 40, 60, 3, "batches of the loops that predict"},
                     {"batches", "batches", 1, 100000, 60, 60, 3, "batches of the loops that train"},
                     {"rows", "rows", 1, 8192, 1024, 1024, 8, "rows of a batch"},
                     {"inputs", "columns", 1, 8192, 1024, 1024, 8, "columns of a batch"},
                     {"hidden", "units", 1, 8192, 256, 1024, 16, "units of the first and the second layer"}},
      .book = {{"predict and wait, memory", "+12.4 MB", kDelayedBook, "predict and wait"},
               {"predict, memory", "+245.8 MB", kDelayedBook, "predict"},
               {"train and wait, memory", "-220.6 MB", kDelayedBook, "train and wait"},
               {"train, memory", "+209.3 MB", kDelayedBook, "train"}},
      .peak_bytes = delayed_training_memory_peak_bytes,
      .program = run_delayed_training_memory,
  };
}

}  // namespace runahead
