// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario function-scope: a function of one batch against one of the whole loop.
#include "core/scenario/programs/learning.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_function_scope(Program& p) {
  const std::int64_t batches = p.parameter("batches");
  const learning::Sizes sizes = learning::training_sizes(p.config());
  learning::Training training(p, sizes);
  const auto train = [&](std::span<const NDArray>, std::span<const std::int64_t> numbers) {
    NDArray x("x"), y("y"), l("l");
    for (std::int64_t batch = 1; batch <= numbers[0]; ++batch) {
      learning::make_batch(p, 15, sizes, learning::Values::random, x, y);
      p.line(17);
      l = training.step(x, y);
    }
    p.line(18);
    return std::vector{l};
  };
  p.line(19);
  p.line(20);
  Function whole = p.function("train", train);
  NDArray x("x"), y("y"), l("l");
  {
    const auto mark = p.benchmark("per batch");
    for (std::int64_t batch = 1; batch <= batches; ++batch) {
      learning::make_batch(p, 23, sizes, learning::Values::random, x, y);
      p.line(25);
      l = training.step(x, y);
    }
  }
  {
    const auto mark = p.benchmark("whole loop");
    p.line(27);
    l = whole({}, {&batches, 1})[0];
  }
  training.conclude(28, l);
}

std::int64_t function_scope_peak_bytes(const RunConfig& config) {
  // All of the second half, and the one that the first half's names still hold.
  return learning::training_bytes(config, learning::training_sizes(config),
                                  config.parameters.at("batches") + 1);
}

}  // namespace

Scenario function_scope() {
  return {
      .id = "function-scope",
      .group = 'E',
      .title = "How much to put into a function",
      .question = "If a function of a batch is good, is one of the whole loop better?",
      .explanation =
          "Both halves train on equally many batches. In the first, a function holds one step: it is traced "
          "once, and the same small graph serves every batch. In the second, the function holds the loop "
          "around the steps. Tracing unrolls the loop, so the graph has as many nodes as the batches have "
          "together, and tracing takes as much longer, before anything is computed.\n"
          "Nor does it run better. In one large graph nothing keeps the making of the last batch behind the "
          "training on the first: all sources are ready at the start, and all batches are in memory at once, "
          "as in a loop without waits. And when the number of batches changes, all of it is traced again.\n"
          "Hence a function per batch: large enough that calling it costs next to nothing, small enough to "
          "be traced once.\n"
          "There is no mode stream here: it launches calls one by one, and only mode function traces.",
      .modes = {Mode::function},
      .waits = {"program"},
      .wait_lines = {{6, WaitPlace::final}, {23}, {24}, {28, WaitPlace::final}},
      .parameters = {{"batches", "batches", 1, 10000, 50, 100, 3, "batches of each half"},
                     {"rows", "rows", 1, 8192, 512, 1024, 8, "rows of a batch"},
                     {"inputs", "columns", 1, 8192, 512, 512, 8, "columns of a batch"},
                     {"hidden", "units", 1, 8192, 256, 2048, 16,
                      "units of the first layer; the second has a quarter of them"}},
      .book = {},
      .peak_bytes = function_scope_peak_bytes,
      .program = run_function_scope,
  };
}

}  // namespace runahead
