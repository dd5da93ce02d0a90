// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario training-memory: training with and without a wait in every batch.
#include "core/scenario/programs/learning.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

const Printed kTrainingBook = {
    "Dive into Deep Learning, Asynchronous Computation, older edition",
    "100 batches of 1024 × 512, layers of 2048, 512 and 1; the loss is read before backward",
    "a CPU that is not named"};

void run_training_memory(Program& p) {
  const std::int64_t batches = p.parameter("batches");
  const learning::Sizes sizes = learning::training_sizes(p.config());
  learning::Training training(p, sizes);
  NDArray x("x"), y("y"), l("l");
  {
    const auto loop = p.benchmark("loop");
    learning::Laps laps(p, {batches / 2, batches});
    for (std::int64_t batch = 1; batch <= batches; ++batch) {
      learning::make_batch(p, 15, sizes, learning::Values::random, x, y);
      p.line(17);
      l = training.step(x, y);
      if (p.waits_at(18, WaitPlace::in_loop, batch)) learning::read_mean(p, 18, l);
      laps.pass(batch, 20);
    }
    p.waitall(21, WaitPlace::final);
  }
  training.conclude(22, l);
}

std::int64_t training_memory_peak_bytes(const RunConfig& config) {
  return learning::training_bytes(config, learning::training_sizes(config),
                                  learning::batches_ahead(config, config.parameters.at("batches"),
                                                          learning::kTrainingTasks, 18, {9, 11}));
}

}  // namespace

Scenario training_memory() {
  return {
      .id = "training-memory",
      .group = 'D',
      .title = "Training, and what the queue holds",
      .question = "How much memory does it cost not to wait?",
      .explanation =
          "The loop makes a batch, trains on it, and takes the next one. With a wait in every batch the "
          "queue stays "
          "short: when a batch begins, little of the one before is left. No more than two batches exist "
          "at a time, and the regions measure training.\n"
          "Without waits the loop returns almost at once, with everything still to do. Random numbers "
          "depend on nothing, so their tasks are ready long before the training that reads them, and "
          "workers take what became ready first: soon all batches exist side by side, and each is freed "
          "only when its own turn has come. Loss and weights are the same in the end.\n"
          "In mode stream memory is flat either way: the device works in the order of issue, and memory "
          "is taken and given back in that order too; its launch queue takes about a thousand tasks, then "
          "the frontend waits for room. In mode function each call returns when its work is done. In mode "
          "lazy nothing runs before a wait, and then one worker makes each batch just before it is used; "
          "others, which find nothing else ready, make those that are still to come.\n"
          "Older editions print the loop with the loss read between the forward pass and backward, not at "
          "its end: for that, wait at line 9 instead of line 18. The batch is then half done when the "
          "frontend continues, and its other half is all that may pile up.\n"
          "The book's times without waits are the times to enqueue the work, not to train. Its memory is "
          "what ps reports in KiB, divided by 1000 and called MB, before the loop and after it: the peak "
          "between the two it misses.",
      .modes = {Mode::async, Mode::sync, Mode::stream, Mode::function, Mode::lazy},
      .waits = {"each", "none", "every:8"},
      .wait_lines = {{6, WaitPlace::final},
                     {9},
                     {11},
                     {15},
                     {16},
                     {18, WaitPlace::in_loop},
                     {21, WaitPlace::final},
                     {22, WaitPlace::final}},
      .parameters = {{"batches", "batches", 1, 100000, 100, 100, 3, "batches of the loop"},
                     {"rows", "rows", 1, 8192, 1024, 1024, 8, "rows of a batch"},
                     {"inputs", "columns", 1, 8192, 512, 512, 8, "columns of a batch"},
                     {"hidden", "units", 1, 8192, 512, 2048, 16,
                      "units of the first layer; the second has a quarter of them"}},
      .book = {{"waiting, batch 50", "2.228 s", kTrainingBook, "batch 50", "", "each"},
               {"waiting, batch 100", "3.822 s", kTrainingBook, "batch 100", "", "each"},
               {"waiting, memory", "+7.1 MB", kTrainingBook, "loop", "", "each"},
               {"not waiting, batch 50", "0.078 s", kTrainingBook, "batch 50", "", "none"},
               {"not waiting, batch 100", "0.155 s", kTrainingBook, "batch 100", "", "none"},
               {"not waiting, memory", "+198.9 MB", kTrainingBook, "loop", "", "none"}},
      .function_lines = {9, 11},
      .peak_bytes = training_memory_peak_bytes,
      .program = run_training_memory,
  };
}

}  // namespace runahead
