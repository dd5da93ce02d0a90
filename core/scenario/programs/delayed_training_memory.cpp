// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario delayed-training-memory: four loops in one process, and what each leaves to the next.
#include <algorithm>

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
  // The lines from the batch on; what a pass does with its loss.
  const auto phase = [&](const char* name, int line, bool trains, int wait_line, int last_line) {
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
  phase("predict and wait", 15, false, 18, 19);
  phase("predict", 22, false, 0, 25);
  phase("train and wait", 28, true, 31, 32);
  phase("train", 35, true, 0, 38);
  training.conclude(39, l);
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
          "with, training without. What matters is the line of resident memory from mark to mark: the book "
          "asked ps for it before and after each loop and printed the difference.\n"
          "Prediction without waits has all its batches in memory at once. When it is over, the arrays are "
          "gone, but the memory is not: the allocator keeps what was freed for later use, and the process "
          "stays as large as it was. That is where the training with waits begins. It needs little, and "
          "while it runs the allocator hands the unused blocks back to the system. So the process is smaller "
          "after the loop than before it, and the difference is negative: not because training freed "
          "anything of its own, but because the baseline was still inflated.\n"
          "Training without waits then starts from a small process, and fills it again. Here blocks go back "
          "after half a second without use, so that the number after a long loop is below its peak; two "
          "measurements at the ends know nothing of the peak between them.",
      .modes = {Mode::async},
      .waits = {"program", "none"},
      .wait_lines = {{6, WaitPlace::final},
                     {18, WaitPlace::in_loop},
                     {19, WaitPlace::final},
                     {25, WaitPlace::final},
                     {31, WaitPlace::in_loop},
                     {32, WaitPlace::final},
                     {38, WaitPlace::final},
                     {39, WaitPlace::final}},
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
