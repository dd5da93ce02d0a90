// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario prediction-memory: prediction with and without a wait in every batch.
#include "core/scenario/programs/learning.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

const Printed kPredictionBook = {"Dive into Deep Learning, delayed execution, early edition",
                                 "60 batches of 1024 × 1024, layers of 1024, 1024 and 1",
                                 "a CPU that is not named"};

void run_prediction_memory(Program& p) {
  const std::int64_t batches = p.parameter("batches");
  const std::int64_t every = p.parameter("every");
  const learning::Sizes sizes = learning::equal_sizes(p.config());
  nn::Sequential net = learning::mlp(sizes);
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    p.line(2);
    net(ones(p.frontend(), {1, sizes.inputs}));
    p.line(3);
    p.waitall(4, WaitPlace::final);
  }
  NDArray x("x"), y("y"), l("l");
  {
    const auto loop = p.benchmark("loop");
    std::vector<std::int64_t> marked;
    for (std::int64_t batch = every; batch <= batches; batch += every) marked.push_back(batch);
    learning::Laps laps(p, marked);
    for (std::int64_t batch = 1; batch <= batches; ++batch) {
      learning::make_batch(p, 7, sizes, learning::Values::ones, x, y);
      p.line(9);
      l = nn::l2_loss(net(x), y);
      p.wait(10, l, WaitPlace::in_loop, batch);
      laps.pass(batch, 12);
    }
    p.waitall(13, WaitPlace::final);
  }
  learning::print_mean(p, 14, l);
}

std::int64_t prediction_memory_peak_bytes(const RunConfig& config) {
  return learning::prediction_bytes(
      config, learning::equal_sizes(config),
      learning::batches_ahead(config, config.parameters.at("batches"), learning::kPredictionTasks, 10));
}

}  // namespace

Scenario prediction_memory() {
  return {
      .id = "prediction-memory",
      .group = 'D',
      .title = "Prediction, and what the queue holds",
      .question = "Why does memory grow without synchronization?",
      .explanation =
          "Prediction needs no gradients and no updates, and still the same happens as in training. With "
          "a wait in every batch one batch is made, used and freed before the next one comes.\n"
          "Without waits the frontend has described all batches long before the first prediction is done. "
          "Making a batch depends on nothing, so all of them are made first and wait in memory for their "
          "turn. The regions after every few batches then show how fast work is described.\n"
          "Nothing connects one batch with the next here, no weights change; it is only the order in "
          "which tasks become ready that fills the memory. In mode stream the device works in the order "
          "of issue, and memory stays flat. In mode lazy without waits only the last loss is ever read: "
          "the other batches are not even made.\n"
          "The book's memory is what ps reports in KiB, divided by 1000 and called MB: 245.8 are the 60 "
          "batches of 4.19 million bytes.",
      .modes = {Mode::async, Mode::sync, Mode::stream, Mode::lazy},
      .waits = {"each", "none"},
      .wait_lines = {{4, WaitPlace::final},
                     {7},
                     {8},
                     {10, WaitPlace::in_loop},
                     {13, WaitPlace::final},
                     {14, WaitPlace::final}},
      .parameters = {{"batches", "batches", 1, 100000, 60, 60, 3, "batches of the loop"},
                     {"rows", "rows", 1, 8192, 1024, 1024, 8, "rows of a batch"},
                     {"inputs", "columns", 1, 8192, 1024, 1024, 8, "columns of a batch"},
                     {"hidden", "units", 1, 8192, 512, 1024, 16, "units of the first and the second layer"},
                     {"every", "batches", 1, 100000, 10, 10, 1, "batches from one region to the next"}},
      .book = {{"waiting, batch 50", "2.353 s", kPredictionBook, "batch 50", "", "each"},
               {"waiting, memory", "+12.4 MB", kPredictionBook, "loop", "", "each"},
               {"not waiting, batch 50", "0.070 s", kPredictionBook, "batch 50", "", "none"},
               {"not waiting, memory", "+245.8 MB", kPredictionBook, "loop", "", "none"}},
      .peak_bytes = prediction_memory_peak_bytes,
      .program = run_prediction_memory,
  };
}

}  // namespace runahead
