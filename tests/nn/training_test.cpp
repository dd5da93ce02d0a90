// SPDX-License-Identifier: GPL-3.0-or-later
// SgdTrainer: its arithmetic and what it does in place; and a training run, which lowers the loss, to the
// same bits in every mode. Not here: gradients (gradients_test.cpp).
#include "core/nn/tape.h"
#include "core/nn/trainer.h"
#include "core/tensor/function.h"
#include "tests/tensor/desk.h"

namespace runahead::nn {
namespace {

using testing::ElementsAre;
using testing_support::Desk;
using testing_support::Gate;

TEST(SgdTrainer, SubtractsTheScaledGradient) {
  Desk desk(0);
  Parameter p("p");
  p.value = desk.array({2}, {1, 2});
  p.gradient = desk.array({2}, {8, -16});
  SgdTrainer({&p}, 0.5F).step(4);
  EXPECT_THAT(p.value.asnumpy(), ElementsAre(0, 4)) << "rate / batch = 1/8";
  EXPECT_FALSE(p.gradient.bound()) << "it is used up";
}

TEST(SgdTrainer, LeavesParametersWithoutGradientAlone) {
  Desk desk(0);
  Parameter used("used"), unused("unused");
  used.value = desk.array({1}, {1});
  unused.value = desk.array({1}, {1});
  SgdTrainer trainer({&used, &unused}, 1);
  used.gradient = ones(desk.frontend, {1});
  trainer.step(1);
  trainer.step(1);
  EXPECT_THAT(used.value.asnumpy(), ElementsAre(0)) << "once: the second step finds no gradient";
  EXPECT_THAT(unused.value.asnumpy(), ElementsAre(1));
}

TEST(SgdTrainer, UpdatesInPlaceAfterEarlierReaders) {
  Desk desk(2);
  Gate gate;
  Parameter p("p");
  p.value = desk.array({1000}, std::vector<float>(1000, 1));
  p.gradient = ones(desk.frontend, {1000});
  desk.frontend.waitall();
  const std::int64_t before = desk.live_bytes();
  const NDArray same = p.value;
  gate.close(desk.frontend);
  const NDArray read_before = p.value * 10;
  SgdTrainer({&p}, 1).step(2);
  const NDArray read_after = p.value * 10;
  gate.open();
  EXPECT_EQ(read_before.asnumpy().back(), 10);
  EXPECT_EQ(read_after.asnumpy().back(), 5);
  EXPECT_EQ(same.asnumpy().back(), 0.5F) << "another name of the same array";
  desk.frontend.waitall();
  EXPECT_EQ(desk.live_bytes(), before + 4000) << "two results; the gradient is gone, the weight has no copy";
}

struct Trained {
  std::vector<float> losses;
  std::vector<float> weights;
};

/// Learns y = 2 a - b on fresh random batches.
Trained train(Desk& desk, bool as_function) {
  Frontend& frontend = desk.frontend;
  Sequential net;
  net.add(8, Activation::relu);
  net.add(1);
  net(ones(frontend, {16, 2}));
  const std::vector<Parameter*> parameters = net.parameters();
  SgdTrainer trainer(parameters, 0.5F);
  const NDArray truth = desk.array({1, 2}, {2, -1});
  const NDArray no_bias = zeros(frontend, {1});
  const auto step = [&](const NDArray& x, const NDArray& y) {
    Tape tape(frontend, parameters);
    const NDArray loss = l2_loss(net(x), y);
    tape.backward(loss);
    trainer.step(16);
    return mean(loss);
  };
  Function traced(frontend, "step",
                  [&](std::span<const NDArray> in, auto) { return std::vector{step(in[0], in[1])}; });
  Trained trained;
  for (int batch = 0; batch < 60; ++batch) {
    const NDArray x = normal(frontend, {16, 2}), y = dense(x, truth, no_bias);
    const NDArray arguments[] = {x, y};
    trained.losses.push_back((as_function ? traced(arguments)[0] : step(x, y)).asscalar());
  }
  for (const Parameter* parameter : parameters) {
    for (const float weight : parameter->value.asnumpy()) trained.weights.push_back(weight);
  }
  return trained;
}

TEST(Training, LowersTheLoss) {
  Desk desk(0);
  const Trained trained = train(desk, false);
  ASSERT_EQ(trained.losses.size(), 60u);
  EXPECT_GT(trained.losses.front(), 1);
  EXPECT_LT(trained.losses.back(), trained.losses.front() / 20);
}

TEST(Training, GivesTheSameBitsInEveryMode) {
  Desk at_once(0);
  const Trained expected = train(at_once, false);
  for (const int workers : {1, 3}) {
    Desk queued(workers), traced(workers, 7, 0, Issue::functions);
    for (const Trained& got : {train(queued, false), train(traced, true)}) {
      EXPECT_EQ(got.losses, expected.losses);
      EXPECT_EQ(got.weights, expected.weights);
    }
  }
}

}  // namespace
}  // namespace runahead::nn
