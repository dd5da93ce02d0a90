// SPDX-License-Identifier: GPL-3.0-or-later
// Layers: deferred initialisation, the forward pass by hand, losses.
// Not here: gradients (gradients_test.cpp), updates (training_test.cpp).
#include "core/nn/layers.h"

#include "core/tensor/function.h"
#include "tests/tensor/desk.h"

namespace runahead::nn {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::Lt;
using testing_support::Desk;
using testing_support::error_of;

TEST(Dense, HasNoWeightsBeforeItsFirstCall) {
  Desk desk(0);
  Dense layer("dense", 200, Activation::none);
  EXPECT_TRUE(layer.parameters().empty());
  EXPECT_EQ(layer(ones(desk.frontend, {4, 50})).shape(), (Shape{4, 200}));
  const std::vector<Parameter*> parameters = layer.parameters();
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0]->value.shape(), (Shape{200, 50}));
  const std::vector<float> weight = parameters[0]->value.asnumpy();
  EXPECT_THAT(weight, Each(AllOf(Ge(-0.07F), Lt(0.07F))));
  EXPECT_LT(*std::min_element(weight.begin(), weight.end()), -0.069F);
  EXPECT_GT(*std::max_element(weight.begin(), weight.end()), 0.069F);
  EXPECT_EQ(parameters[1]->value.shape(), (Shape{200}));
  EXPECT_THAT(parameters[1]->value.asnumpy(), Each(0));
}

TEST(Dense, KeepsItsWeights) {
  Desk desk(0);
  Dense layer("dense", 3, Activation::none);
  const NDArray x = ones(desk.frontend, {2, 4});
  const std::vector<float> first = layer(x).asnumpy();
  const ArrayBody* const weight = &layer.parameters()[0]->value.body();
  EXPECT_EQ(layer(x).asnumpy(), first);
  EXPECT_EQ(&layer.parameters()[0]->value.body(), weight);
  EXPECT_EQ(error_of([&] {
              layer(ones(desk.frontend, {2, 5}));
            }),
            "[dense] shapes (2, 5), weight (3, 4) and bias (3,) do not fit");
}

TEST(Dense, ComputesByHand) {
  Desk desk(0);
  for (const Activation activation : {Activation::none, Activation::relu}) {
    Dense layer("dense", 2, activation);
    const NDArray x = desk.array({1, 2}, {1, 2});
    layer(x);
    layer.parameters()[0]->value = desk.array({2, 2}, {3, 4, -5, -6});
    layer.parameters()[1]->value = desk.array({2}, {0.5F, 0.25F});
    if (activation == Activation::relu) {
      EXPECT_THAT(layer(x).asnumpy(), ElementsAre(11.5F, 0));
    } else {
      EXPECT_THAT(layer(x).asnumpy(), ElementsAre(11.5F, -16.75F));
    }
  }
}

TEST(Dense, NeedsAMatrix) {
  Desk desk(0);
  Dense layer("dense", 2, Activation::none);
  EXPECT_EQ(error_of([&] { layer(ones(desk.frontend, {4})); }), "[dense] needs 2 axes, got shape (4,)");
  EXPECT_TRUE(layer.parameters().empty());
}

TEST(Dense, IsNotInitialisedInsideATracedFunction) {
  Desk desk(1, 7, 0, Issue::functions);
  Dense layer("dense", 2, Activation::none);
  Function f(desk.frontend, "f",
             [&](std::span<const NDArray> in, auto) { return std::vector{layer(in[0])}; });
  const NDArray x[] = {ones(desk.frontend, {1, 2})};
  EXPECT_EQ(error_of([&] { f(x); }),
            "[dense] the weights have to be there before a function is traced: call the layer once");
  EXPECT_TRUE(layer.parameters().empty());
  const std::vector<float> expected = layer(x[0]).asnumpy();
  EXPECT_EQ(f(x)[0].asnumpy(), expected) << "after one call outside it works";
}

TEST(Sequential, CallsItsLayersInOrder) {
  Desk desk(0);
  Sequential net;
  net.add(5, Activation::relu);
  net.add(3);
  EXPECT_TRUE(net.parameters().empty());
  const NDArray x = normal(desk.frontend, {4, 6});
  const std::vector<float> out = net(x).asnumpy();
  const std::vector<Parameter*> p = net.parameters();
  ASSERT_EQ(p.size(), 4u);
  EXPECT_EQ(p[0]->value.shape(), (Shape{5, 6}));
  EXPECT_EQ(p[2]->value.shape(), (Shape{3, 5}));
  EXPECT_EQ(out, dense(relu(dense(x, p[0]->value, p[1]->value)), p[2]->value, p[3]->value).asnumpy());
}

TEST(Losses, ByHand) {
  Desk desk(0);
  const NDArray prediction = desk.array({2, 2}, {1, 2, 3, 4}), label = desk.array({2, 2}, {1, 1, 1, 1});
  EXPECT_THAT(l2_loss(prediction, label).asnumpy(), ElementsAre(0.25F, 3.25F)) << "half, per row";
  EXPECT_THAT(l2_loss(reshape(prediction, {4}), reshape(label, {4})).asnumpy(), ElementsAre(0, 0.5F, 2, 4.5F))
      << "nothing to average over";
  EXPECT_THAT(l2_loss(reshape(prediction, {1, 2, 2}), reshape(label, {1, 2, 2})).asnumpy(),
              ElementsAre(1.75F));
  EXPECT_EQ(mean_squared_error(prediction, label).item(), 3.5F);
}

}  // namespace
}  // namespace runahead::nn
