// SPDX-License-Identifier: GPL-3.0-or-later
// What the programs of groups D and E share, as their listings do: the network, the training step, batches,
// the marks of single batches, and how much memory all that takes. Not here: layers and gradients (nn/), the
// loops.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <vector>

#include "core/nn/layers.h"
#include "core/nn/trainer.h"
#include "core/scenario/program.h"

namespace runahead::learning {

/// Rows and columns of a batch, and the units of the two hidden layers.
struct Sizes {
  std::int64_t rows, inputs, first, second;
};
/// Of programs that train: from the parameters rows, inputs and hidden, whose quarter is the second layer.
Sizes training_sizes(const RunConfig& config);
/// The same with a second layer as large as the first.
Sizes equal_sizes(const RunConfig& config);

/// net = mlp(first, second, 1): two layers with relu and one without.
nn::Sequential mlp(const Sizes& sizes);

/// x and y at `line` and the line after it: inputs of a batch, and labels that are all one.
enum class Values : std::uint8_t { random, ones };
void make_batch(Program& program, int line, const Sizes& sizes, Values values, NDArray& x, NDArray& y);

using Loss = NDArray (*)(const NDArray& prediction, const NDArray& label);

/// The function step(x, y) of a listing, which is one call in mode function. Its lines, from `def` on: def,
/// with, loss, backward, update, return.
class Step {
 public:
  /// The gradient of the loss is divided by `divisor`.
  Step(Program& program, int def, nn::Sequential& net, std::vector<nn::Parameter*> weights, Loss loss,
       float rate, std::int64_t divisor);
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;
  /// The loss.
  NDArray operator()(const NDArray& x, const NDArray& y);

 private:
  NDArray body(const NDArray& x, const NDArray& y);

  Program& program_;
  const int def_;
  nn::Sequential& net_;
  const std::vector<nn::Parameter*> weights_;
  const Loss loss_;
  nn::SgdTrainer trainer_;
  const std::int64_t divisor_;
  Function function_;
};

/// The first twelve lines of the listings that train as the memory chapter does: network, L2 loss and plain
/// SGD are made, and waited for, in the phase of initialisation; then the step.
class Training {
 public:
  Training(Program& program, const Sizes& sizes, float rate = 0.005F);
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  NDArray step(const NDArray& x, const NDArray& y) { return (*step_)(x, y); }
  /// The loss alone.
  NDArray predict(const NDArray& x, const NDArray& y) { return nn::l2_loss(net_(x), y); }
  /// print_mean; the weights are results too.
  void conclude(int line, const NDArray& l);

 private:
  Program& program_;
  nn::Sequential net_;
  std::vector<nn::Parameter*> weights_;
  std::optional<Step> step_;
};

/// l.mean().asscalar(), the wait of loops that train.
void read_mean(Program& program, int line, const NDArray& l);
/// print(l.mean()), the last line of a listing, whose value is the run's.
void print_mean(Program& program, int line, const NDArray& l);

/// Regions that begin together and end one by one: how long it took up to these batches.
class Laps {
 public:
  /// "batch 50", ...: ascending; a batch 0 is left out.
  Laps(Program& program, const std::vector<std::int64_t>& batches);
  /// loop.lap(...) at `line`, if a mark ends with this batch.
  void pass(std::int64_t batch, int line);

 private:
  struct Lap {
    Lap(Program& program, std::int64_t number);
    std::int64_t batch;
    Program::Phase phase;
  };
  Program& program_;
  std::deque<Lap> laps_;  ///< that have not ended
};

// Most live bytes, for Scenario::peak_bytes.

/// Tasks of one pass, besides waits.
inline constexpr std::int64_t kTrainingTasks = 32;
inline constexpr std::int64_t kPredictionTasks = 11;

/// Batches that are issued before the frontend waits for their results, in a loop that waits at `line` (0:
/// nowhere), or at one of `lines` if these are listed.
std::int64_t batches_ahead(const RunConfig& config, std::int64_t batches, std::int64_t tasks_per_batch,
                           int line, std::initializer_list<int> lines = {});
std::int64_t prediction_bytes(const RunConfig& config, const Sizes& sizes, std::int64_t ahead);
std::int64_t training_bytes(const RunConfig& config, const Sizes& sizes, std::int64_t ahead);
/// Of a loop that trains without a wait unless lines 9 or 11, in its step, carry one.
std::int64_t unwaited_training_bytes(const RunConfig& config);

}  // namespace runahead::learning
