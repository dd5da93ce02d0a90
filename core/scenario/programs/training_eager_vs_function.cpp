// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario training-eager-vs-function: the training step run as it stands and as a traced function, with
// the weights of other layers or its own.
#include "core/scenario/programs/learning.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

const Printed kTrainingCallsBook = {"Dive into Deep Learning, Asynchronous Computation, TensorFlow edition",
                                    "100 batches of 1024 × 512, layers of 2048, 512 and 1",
                                    "a machine that is not named"};

void run_training_eager_vs_function(Program& p) {
  const std::int64_t batches = p.parameter("batches");
  const learning::Sizes sizes = learning::training_sizes(p.config());
  nn::Sequential net = learning::mlp(sizes);
  nn::Sequential others = learning::mlp(sizes);
  std::vector<nn::Parameter*> weights, own;
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    p.line(2);
    const std::vector<nn::Parameter*> of_others = others.parameters();
    p.line(3);
    net(ones(p.frontend(), {1, sizes.inputs}));
    p.line(4);
    own = net.parameters();
    p.line(5);
    weights = p.parameter("collect") == 0 ? of_others : own;
    p.line(6);
    p.line(7);
    p.waitall(8, WaitPlace::final);
  }
  learning::Step step(p, 9, net, weights, nn::mean_squared_error, 0.05F, 1);
  NDArray x("x"), y("y"), l("l");
  {
    const auto loop = p.benchmark("loop");
    learning::Laps laps(p, {batches / 2, batches});
    for (std::int64_t batch = 1; batch <= batches; ++batch) {
      learning::make_batch(p, 17, sizes, learning::Values::random, x, y);
      p.line(19);
      l = step(x, y);
      laps.pass(batch, 21);
    }
    p.waitall(22, WaitPlace::final);
  }
  p.line(23);
  l.print();
  p.result(l);
  for (const nn::Parameter* parameter : own) p.result(parameter->value);
}

std::int64_t training_eager_vs_function_peak_bytes(const RunConfig& config) {
  const learning::Sizes sizes = learning::training_sizes(config);
  return config.parameters.at("collect") == 0 ? learning::prediction_bytes(config, sizes, 1)
                                              : learning::training_bytes(config, sizes, 1);
}

}  // namespace

Scenario training_eager_vs_function() {
  return {
      .id = "training-eager-vs-function",
      .group = 'E',
      .title = "Training as a function",
      .question = "Which of these programs trains?",
      .explanation =
          "In mode sync every operation of the step runs inside its call; in mode function the step is "
          "traced with the first batch, and each later batch is one call of its graph. The work is the "
          "same, and where matrix products make up most of it, so is the time. When it trains, the graph "
          "needs a little less memory: in it an array goes as soon as its last reader has run, while "
          "eager code holds it by a name.\n"
          "The first trap: as printed (collect = 0) the variables are asked of layers that are not the "
          "net's. The function that makes the layers is called a second time, and makes other layers of "
          "the same kind. They are never called, and a layer has no weights until its first call tells it "
          "how many inputs there are: the list is empty. The gradient with respect to nothing is nothing, "
          "the optimizer updates nothing, and no error is raised; the loss of the last batch is that of "
          "an untrained network. Set collect to 1, and the list is the net's own: it trains. TensorFlow "
          "would have refused to list the variables of the whole net before its first call, but a single "
          "layer answers with none.\n"
          "The second trap: neither of the two listings that the book compares uses a function. Both are "
          "eager, and neither trains; that is why their numbers agree.\n"
          "There is no mode stream here: it launches calls one by one, and only mode function traces.",
      .modes = {Mode::sync, Mode::function},
      .waits = {"program"},
      .wait_lines =
          {{8, WaitPlace::final}, {11}, {13}, {17}, {18}, {22, WaitPlace::final}, {23, WaitPlace::final}},
      .parameters = {{"batches", "batches", 1, 100000, 50, 100, 3, "batches of the loop"},
                     {"rows", "rows", 1, 8192, 1024, 1024, 8, "rows of a batch"},
                     {"inputs", "columns", 1, 8192, 512, 512, 8, "columns of a batch"},
                     {"hidden", "units", 1, 8192, 512, 2048, 16,
                      "units of the first layer; the second has a quarter of them"},
                     {"collect", "", 0, 1, 0, 0, 0,
                      "0: the weights of other layers are asked for, as printed; 1: the net's own"}},
      .book = {{"eager, batch 50", "7.88 s", kTrainingCallsBook, "batch 50", "sync"},
               {"eager, batch 100", "15.70 s", kTrainingCallsBook, "batch 100", "sync"},
               {"eager, memory", "+14.3 MB", kTrainingCallsBook, "loop", "sync"},
               {"called a function, batch 50", "7.98 s", kTrainingCallsBook, "batch 50", "function"},
               {"called a function, batch 100", "15.68 s", kTrainingCallsBook, "batch 100", "function"},
               {"called a function, memory", "+12.3 MB", kTrainingCallsBook, "loop", "function"}},
      .function_lines = {11, 13},
      .peak_bytes = training_eager_vs_function_peak_bytes,
      .program = run_training_eager_vs_function,
  };
}

}  // namespace runahead
