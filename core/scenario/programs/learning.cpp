// SPDX-License-Identifier: GPL-3.0-or-later
// The statements of the listings' common lines.
#include "core/scenario/programs/learning.h"

#include <algorithm>
#include <string>

#include "core/nn/tape.h"

namespace runahead::learning {

Sizes training_sizes(const RunConfig& config) {
  const std::int64_t hidden = config.parameters.at("hidden");
  return {config.parameters.at("rows"), config.parameters.at("inputs"), hidden, (hidden + 3) / 4};
}

Sizes equal_sizes(const RunConfig& config) {
  const std::int64_t hidden = config.parameters.at("hidden");
  return {config.parameters.at("rows"), config.parameters.at("inputs"), hidden, hidden};
}

nn::Sequential mlp(const Sizes& sizes) {
  nn::Sequential net;
  net.add(sizes.first, nn::Activation::relu);
  net.add(sizes.second, nn::Activation::relu);
  net.add(1);
  return net;
}

void make_batch(Program& program, int line, const Sizes& sizes, Values values, NDArray& x, NDArray& y) {
  const auto inputs = program.inputs();
  const Shape shape = {sizes.rows, sizes.inputs};
  program.line(line);
  x = values == Values::random ? normal(program.frontend(), shape) : ones(program.frontend(), shape);
  program.may_wait(x);
  program.line(line + 1);
  y = ones(program.frontend(), {sizes.rows, 1});
  program.may_wait(y);
}

// The step.

Step::Step(Program& program, int def, nn::Sequential& net, std::vector<nn::Parameter*> weights, Loss loss,
           float rate, std::int64_t divisor)
    : program_(program),
      def_(def),
      net_(net),
      weights_(std::move(weights)),
      loss_(loss),
      trainer_(weights_, rate),
      divisor_(divisor),
      function_(
          program.function("step", [this](std::span<const NDArray> arguments, std::span<const std::int64_t>) {
            return std::vector{body(arguments[0], arguments[1])};
          })) {}

NDArray Step::body(const NDArray& x, const NDArray& y) {
  program_.line(def_ + 2);
  nn::Tape tape(program_.frontend(), weights_);
  NDArray l("l");
  l = loss_(net_(x), y);
  program_.may_wait(l);
  program_.line(def_ + 3);
  tape.backward(l);
  program_.line(def_ + 4);
  trainer_.step(divisor_);
  if (!weights_.empty()) program_.may_wait(weights_.back()->value);
  program_.line(def_ + 5);
  return l;
}

NDArray Step::operator()(const NDArray& x, const NDArray& y) {
  const NDArray arguments[] = {x, y};
  return function_(arguments)[0];
}

Training::Training(Program& program, const Sizes& sizes, float rate) : program_(program), net_(mlp(sizes)) {
  const auto initialisation = program.initialisation();
  program.line(1);
  program.line(2);
  net_(ones(program.frontend(), {1, sizes.inputs}));
  program.line(3);
  program.line(4);
  weights_ = net_.parameters();
  program.line(5);
  step_.emplace(program, 7, net_, weights_, nn::l2_loss, rate, sizes.rows);
  program.waitall(6, WaitPlace::final);
}

void Training::conclude(int line, const NDArray& l) {
  print_mean(program_, line, l);
  for (const nn::Parameter* parameter : weights_) program_.result(parameter->value);
}

void read_mean(Program& program, int line, const NDArray& l) {
  program.line(line);
  mean(l).item();
}

void print_mean(Program& program, int line, const NDArray& l) {
  program.line(line);
  const NDArray value = mean(l);
  value.print();
  program.result(value);
}

// Regions.

Laps::Lap::Lap(Program& program, std::int64_t number)
    : batch(number),
      phase(program.frontend(), RegionKind::benchmark, std::string("batch ").append(std::to_string(number))) {
}

Laps::Laps(Program& program, const std::vector<std::int64_t>& batches) : program_(program) {
  for (const std::int64_t batch : batches) {
    if (batch > 0) laps_.emplace_back(program, batch);
  }
}

void Laps::pass(std::int64_t batch, int line) {
  if (laps_.empty() || laps_.front().batch != batch) return;
  program_.line(line);
  laps_.pop_front();
}

// Bytes.

namespace {

constexpr std::int64_t kFloat = sizeof(float);

std::int64_t batch_bytes(const Sizes& s) {
  return kFloat * s.rows * (s.inputs + 1);
}
std::int64_t first_weight_bytes(const Sizes& s) {
  return kFloat * s.first * (s.inputs + 1);
}
std::int64_t weight_bytes(const Sizes& s) {
  return first_weight_bytes(s) + kFloat * (s.second * (s.first + 2) + 1);
}
/// Calls are issued when, or just before, they are executed: names hold what has been made.
bool names_hold(const RunConfig& config) {
  return config.mode == Mode::sync || config.mode == Mode::stream;
}
/// Workers take what is ready beside the training: batches to come. In mode lazy only those that the training
/// leaves idle; one alone makes each batch just before it is used, and of predictions only the last is made.
bool makes_ahead(const RunConfig& config, std::int64_t tasks_per_batch) {
  return config.mode == Mode::async ||
         (config.mode == Mode::lazy && config.workers > 1 && tasks_per_batch == kTrainingTasks);
}
/// When a batch is made, its names still hold the one before; only in mode lazy it is made later.
std::int64_t made_bytes(const RunConfig& config, const Sizes& s) {
  return (config.mode == Mode::lazy ? 1 : 2) * batch_bytes(s);
}

}  // namespace

std::int64_t batches_ahead(const RunConfig& config, std::int64_t batches, std::int64_t tasks_per_batch,
                           int line, std::initializer_list<int> lines) {
  if (!makes_ahead(config, tasks_per_batch)) return 1;
  std::int64_t ahead = batches;
  for (std::int64_t pass = 1; line != 0 && pass < ahead; ++pass) {
    if (config.waits.at(line, pass, WaitPlace::in_loop)) ahead = pass;
  }
  for (const int other : lines) {
    if (config.waits.lists(other)) ahead = 1;
  }
  if (config.max_pending > 0) ahead = std::min(ahead, config.max_pending / tasks_per_batch + 1);
  return ahead;
}

std::int64_t prediction_bytes(const RunConfig& config, const Sizes& s, std::int64_t ahead) {
  const std::int64_t units = std::max(2 * s.first, (names_hold(config) ? 2 : 1) * s.second + s.first);
  return weight_bytes(s) + std::max(made_bytes(config, s), ahead * batch_bytes(s) + kFloat * s.rows * units);
}

std::int64_t training_bytes(const RunConfig& config, const Sizes& s, std::int64_t ahead) {
  // The loss is there before the step is done, so one batch more is alive where batches are made ahead.
  const std::int64_t batches = ahead + (makes_ahead(config, kTrainingTasks) ? 1 : 0);
  // The most is alive while relu's gradient of the first layer is made, or that of the first weights after
  // it. In the order of the program the gradients of the other weights still wait for the update then; in
  // the order of becoming ready they have been used.
  const std::int64_t activations = (names_hold(config) ? 4 : 3) * kFloat * s.rows * s.first;
  const std::int64_t others = weight_bytes(s) - first_weight_bytes(s);
  const bool by_readiness = config.mode == Mode::async || config.mode == Mode::function;
  const std::int64_t step =
      std::max(activations + others, activations / 2 + first_weight_bytes(s) + (by_readiness ? 0 : others));
  return weight_bytes(s) + std::max(made_bytes(config, s), batches * batch_bytes(s) + step);
}

std::int64_t unwaited_training_bytes(const RunConfig& config) {
  const std::int64_t batches = config.parameters.at("batches");
  return training_bytes(config, training_sizes(config),
                        batches_ahead(config, batches, kTrainingTasks, 0, {9, 11}));
}

}  // namespace runahead::learning
