// SPDX-License-Identifier: GPL-3.0-or-later
// Tape: which calls it keeps, whose gradients it gives, and what it holds.
// Not here: whether a rule is right (gradients_test.cpp).
#include "core/nn/tape.h"

#include "tests/tensor/desk.h"

namespace runahead::nn {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing_support::Desk;
using testing_support::error_of;

class TapeTest : public testing::Test {
 protected:
  Desk desk{0};
  Parameter a = parameter("a", {1, 2}), b = parameter("b", {3, 4});

  Parameter parameter(const char* name, std::vector<float> values) {
    Parameter made(name);
    made.value = desk.array({2}, std::move(values));
    return made;
  }
};

TEST_F(TapeTest, GivesEachParameterItsGradient) {
  Tape tape(desk.frontend, {&a, &b});
  tape.backward(sum(a.value * b.value));
  EXPECT_THAT(a.gradient.asnumpy(), ElementsAre(3, 4));
  EXPECT_THAT(b.gradient.asnumpy(), ElementsAre(1, 2));
}

TEST_F(TapeTest, GivesTheGradientOfTheSumOfALossThatIsNoScalar) {
  Tape tape(desk.frontend, {&a});
  tape.backward(square(a.value));
  EXPECT_THAT(a.gradient.asnumpy(), ElementsAre(2, 4));
}

TEST_F(TapeTest, GivesAnUnusedParameterNone) {
  b.gradient = ones(desk.frontend, {2});
  Tape tape(desk.frontend, {&a, &b});
  const NDArray beside = b.value * 2;  // used, but not by the loss
  tape.backward(sum(a.value));
  EXPECT_TRUE(a.gradient.bound());
  EXPECT_FALSE(b.gradient.bound()) << "nor does it keep an old one";
}

TEST_F(TapeTest, TakesWhatItDoesNotKnowAsConstant) {
  const NDArray before = a.value * 3;
  Tape tape(desk.frontend, {&a});
  tape.backward(sum(before * a.value));
  EXPECT_THAT(a.gradient.asnumpy(), ElementsAre(3, 6)) << "what was computed before is a number";
}

TEST_F(TapeTest, NeedsALossThatDependsOnAParameter) {
  Tape tape(desk.frontend, {&a});
  const NDArray loss = sum(b.value);
  EXPECT_EQ(error_of([&] { tape.backward(loss); }), "[backward] the loss does not depend on any parameter");
}

/// The book's trap: nothing trains, and nothing complains.
TEST_F(TapeTest, WithoutParametersDoesNothing) {
  Tape tape(desk.frontend, {});
  const NDArray loss = sum(a.value * b.value);
  EXPECT_EQ(error_of([&] { tape.backward(loss); }), "");
  EXPECT_FALSE(a.gradient.bound());
  EXPECT_FALSE(b.gradient.bound());
}

TEST_F(TapeTest, RefusesToNest) {
  Tape outer(desk.frontend, {&a});
  EXPECT_EQ(error_of([&] { const Tape inner(desk.frontend, {&b}); }),
            "[record] calls are being recorded already");
  outer.backward(sum(a.value * b.value));
  EXPECT_THAT(a.gradient.asnumpy(), ElementsAre(3, 4)) << "the outer one is not disturbed";
}

TEST_F(TapeTest, EndsWithBackwardOrWithItself) {
  {
    const Tape unused(desk.frontend, {&a});
    EXPECT_EQ(desk.frontend.observer(), &unused);
  }
  EXPECT_EQ(desk.frontend.observer(), nullptr);
  Tape first(desk.frontend, {&a});
  first.backward(sum(square(a.value)));
  EXPECT_EQ(desk.frontend.observer(), nullptr);
  Tape second(desk.frontend, {&b});
  second.backward(sum(square(b.value)));
  EXPECT_THAT(a.gradient.asnumpy(), ElementsAre(2, 4));
  EXPECT_THAT(b.gradient.asnumpy(), ElementsAre(6, 8));
}

TEST_F(TapeTest, TapesDoNotKnowOneAnothersArrays) {
  NDArray made;
  {
    Tape tape(desk.frontend, {&a});
    made = a.value * 5;
    tape.backward(sum(made));
  }
  Tape tape(desk.frontend, {&a, &b});
  tape.backward(sum(made * b.value));
  EXPECT_FALSE(a.gradient.bound()) << "made stems from another tape: a constant here";
  EXPECT_THAT(b.gradient.asnumpy(), ElementsAre(5, 10));
}

TEST_F(TapeTest, DifferentiatesOnce) {
  Tape tape(desk.frontend, {&a});
  NDArray y = a.value;
  for (int i = 0; i < 10; ++i) y = y + y;
  tape.backward(sum(y));
  EXPECT_THAT(a.gradient.asnumpy(), Each(1024)) << "each call counts once, however often its array is used";
}

TEST_F(TapeTest, HoldsNothingAfterBackward) {
  const std::int64_t before = desk.live_bytes();
  Tape tape(desk.frontend, {&a});
  {
    const NDArray loss = sum(relu(square(a.value) * a.value));
    EXPECT_GT(desk.live_bytes(), before + 12) << "backward will need what lies between";
    tape.backward(loss);
  }
  EXPECT_EQ(desk.live_bytes(), before + 8) << "of the gradient of a";
}

TEST_F(TapeTest, LetsGoWhereNothingDependsOnAParameter) {
  const std::int64_t before = desk.live_bytes();
  const Tape tape(desk.frontend, {&a});
  b.value * 2 + 1;
  EXPECT_EQ(desk.live_bytes(), before);
}

TEST(Tape, GivesTheSameBitsInEveryMode) {
  const auto gradient = [](Desk& desk) {
    Parameter weight("w");
    weight.value = uniform(desk.frontend, {5, 7});
    const NDArray x = normal(desk.frontend, {3, 7});
    Tape tape(desk.frontend, {&weight});
    tape.backward(square(dot(x, weight.value, kernels::Transposed::second)));
    return weight.gradient.asnumpy();
  };
  Desk at_once(0), queued(2);
  EXPECT_EQ(gradient(at_once), gradient(queued));
}

}  // namespace
}  // namespace runahead::nn
