// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario sync-every-k: training with a wait in every K-th batch, for many K in one process.
#include <string>

#include "core/scenario/programs/learning.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_sync_every_k(Program& p) {
  const std::int64_t batches = p.parameter("batches");
  const learning::Sizes sizes = learning::training_sizes(p.config());
  learning::Training training(p, sizes);
  NDArray x("x"), y("y"), l("l");
  const auto batch = [&](int line) {
    learning::make_batch(p, line, sizes, learning::Values::random, x, y);
    p.line(line + 2);
    l = training.step(x, y);
  };
  for (std::int64_t k = 1; k < batches; k *= 2) {
    {
      const auto mark = p.benchmark(std::string("every:").append(std::to_string(k)));
      for (std::int64_t i = 1; i <= batches; ++i) {
        batch(16);
        if (i % k == 0 && p.waits_at(20, WaitPlace::in_loop, i / k)) learning::read_mean(p, 20, l);
      }
      p.waitall(21, WaitPlace::final);
    }
    p.line(22);
    x = NDArray();
    y = NDArray();
  }
  {
    const auto mark = p.benchmark("none");
    for (std::int64_t i = 1; i <= batches; ++i) batch(25);
    p.waitall(28, WaitPlace::final);
  }
  training.conclude(29, l);
}

}  // namespace

Scenario sync_every_k() {
  return {
      .id = "sync-every-k",
      .group = 'D',
      .title = "A wait in every K-th batch",
      .question = "How often is often enough?",
      .explanation =
          "The same training over and over in one process, with a wait in every batch, in every second, "
          "every "
          "fourth, and so on, and at last without any. Between the loops memory goes back to where it was.\n"
          "What the waits cost is the gap between two batches, when the worker has nothing to do until the "
          "frontend has issued more. A handful of batches in the queue hides it; more of them save nothing, "
          "but each one holds its inputs in memory. So the time falls at first and is flat from then on, "
          "while "
          "the peak of memory only rises: the knee lies at a small K. The more work a batch is, the smaller "
          "K "
          "may be: with the book's sizes it is 1. In mode stream only the time falls: memory is reused in "
          "the "
          "order of the stream, however much is queued.",
      .modes = {Mode::async, Mode::stream},
      .waits = {"program", "none"},
      .wait_lines = {{6, WaitPlace::final},
                     {9},
                     {11},
                     {16},
                     {17},
                     {20, WaitPlace::in_loop},
                     {21, WaitPlace::final},
                     {25},
                     {26},
                     {28, WaitPlace::final},
                     {29, WaitPlace::final}},
      .parameters = {{"batches", "batches", 1, 10000, 128, 100, 3, "batches of each loop"},
                     {"rows", "rows", 1, 8192, 128, 1024, 8, "rows of a batch"},
                     {"inputs", "columns", 1, 8192, 512, 512, 8, "columns of a batch"},
                     {"hidden", "units", 1, 8192, 64, 2048, 16,
                      "units of the first layer; the second has a quarter of them"}},
      .book = {},
      .peak_bytes = learning::unwaited_training_bytes,
      .program = run_sync_every_k,
  };
}

}  // namespace runahead
