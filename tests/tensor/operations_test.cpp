// SPDX-License-Identifier: GPL-3.0-or-later
// Operations: values computed by hand, shapes refused at the call, random numbers from the seed alone.
// Not here: accuracy of kernels (tests/parity), what a trace shows (tests/scenario).
#include "core/tensor/operations.h"

#include <cmath>

#include "tests/tensor/desk.h"

namespace runahead {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing_support::Desk;
using testing_support::error_of;

/// The parameter: number of workers, 0 for mode sync.
class Operations : public testing::TestWithParam<int> {
 protected:
  Desk desk{GetParam()};
  NDArray a = desk.array({2, 3}, {1, -2, 3, -4, 5, -6});
  NDArray b = desk.array({2, 3}, {10, 20, 30, 40, 50, 60});
};

TEST_P(Operations, MakeArrays) {
  EXPECT_THAT(zeros(desk.frontend, {2, 2}).asnumpy(), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(ones(desk.frontend, {3}).asnumpy(), ElementsAre(1, 1, 1));
  EXPECT_EQ(ones(desk.frontend, {}).item(), 1);
  EXPECT_TRUE(ones(desk.frontend, {0, 5}).asnumpy().empty());
}

TEST_P(Operations, AreElementwise) {
  EXPECT_THAT((a + b).asnumpy(), ElementsAre(11, 18, 33, 36, 55, 54));
  EXPECT_THAT((a * b).asnumpy(), ElementsAre(10, -40, 90, -160, 250, -360));
  EXPECT_THAT((a + 0.5F).asnumpy(), ElementsAre(1.5F, -1.5F, 3.5F, -3.5F, 5.5F, -5.5F));
  EXPECT_THAT((a * -2).asnumpy(), ElementsAre(-2, 4, -6, 8, -10, 12));
  EXPECT_THAT(relu(a).asnumpy(), ElementsAre(1, 0, 3, 0, 5, 0));
  EXPECT_THAT((a * a).asnumpy(), ElementsAre(1, 4, 9, 16, 25, 36)) << "one array read twice";
}

TEST_P(Operations, CopyMakesAnotherArray) {
  const NDArray c = copy(a);
  EXPECT_NE(&c.body(), &a.body());
  EXPECT_THAT(c.asnumpy(), ElementsAre(1, -2, 3, -4, 5, -6));
}

TEST_P(Operations, MultiplyAndTransposeMatrices) {
  const NDArray turned = transpose(b);
  EXPECT_EQ(turned.shape(), (Shape{3, 2}));
  EXPECT_THAT(turned.asnumpy(), ElementsAre(10, 40, 20, 50, 30, 60));
  const NDArray product = dot(a, turned);
  EXPECT_EQ(product.shape(), (Shape{2, 2}));
  EXPECT_THAT(product.asnumpy(),
              ElementsAre(10 - 40 + 90, 40 - 100 + 180, -40 + 100 - 180, -160 + 250 - 360));
}

TEST_P(Operations, ReduceToScalars) {
  const NDArray total = sum(b);
  EXPECT_EQ(total.shape(), Shape{});
  EXPECT_EQ(total.item(), 210);
  EXPECT_EQ(mean(b).item(), 35);
  EXPECT_EQ(norm(desk.array({2}, {3, 4})).asscalar(), 5);
}

TEST_P(Operations, RefuseShapesAtTheCall) {
  const NDArray c = ones(desk.frontend, {3, 2});
  const NDArray row = ones(desk.frontend, {4});
  const NDArray d = ones(desk.frontend, {4, 2});
  EXPECT_EQ(error_of([&] { a + c; }), "[add] shapes (2, 3) and (3, 2) differ");
  EXPECT_EQ(error_of([&] { a* row; }), "[mul] shapes (2, 3) and (4,) differ");
  EXPECT_EQ(error_of([&] { dot(a, d); }), "[dot] inner sizes 3 and 4 differ: shapes (2, 3) and (4, 2)");
  EXPECT_EQ(error_of([&] { dot(a, row); }), "[dot] needs 2 axes, got shape (4,)");
  EXPECT_EQ(error_of([&] { dot(row, a); }), "[dot] needs 2 axes, got shape (4,)");
  EXPECT_EQ(error_of([&] { transpose(row); }), "[transpose] needs 2 axes, got shape (4,)");
  EXPECT_THAT((a + b).asnumpy(), ElementsAre(11, 18, 33, 36, 55, 54)) << "the arrays are as they were";
}

TEST_P(Operations, RefuseNamesWithoutAValue) {
  const NDArray nothing("y");
  EXPECT_EQ(error_of([&] { nothing + 1; }), "[add] a name is used before it has a value");
  EXPECT_EQ(error_of([&] { a* nothing; }), "[mul] a name is used before it has a value");
  EXPECT_EQ(error_of([&] { sum(nothing); }), "[sum] a name is used before it has a value");
}

TEST(Shapes, RefuseImpossibleSizes) {
  EXPECT_EQ(error_of([] { Shape({1, 1, 1, 1, 1}); }), "[array] more than 4 axes");
  EXPECT_EQ(error_of([] { Shape({2, -1}); }), "[array] size -1 is negative");
  const std::int64_t large = std::int64_t{1} << 40;
  EXPECT_EQ(error_of([&] {
              Shape({large, large});
            }),
            "[array] shape (1099511627776, 1099511627776) is too large");
  EXPECT_EQ(Shape({0, large}).bytes(), 0);
}

TEST_P(Operations, UniformLiesInItsRange) {
  const std::vector<float> values = uniform(desk.frontend, {100, 100}, -2, 6).asnumpy();
  EXPECT_THAT(values, Each(testing::AllOf(testing::Ge(-2), testing::Lt(6))));
  double total = 0;
  for (const float value : values) total += value;
  EXPECT_NEAR(total / 10000, 2, 0.2);
}

TEST_P(Operations, NormalHasItsMeanAndDeviation) {
  const std::vector<float> values = normal(desk.frontend, {100, 100}, 3, 2).asnumpy();
  double total = 0, squares = 0;
  for (const float value : values) {
    total += value;
    squares += (value - 3.0) * (value - 3.0);
  }
  EXPECT_NEAR(total / 10000, 3, 0.1);
  EXPECT_NEAR(std::sqrt(squares / 10000), 2, 0.1);
}

TEST_P(Operations, NegativeDeviationFailsTheTaskNotTheShape) {
  const std::string sentence = "[normal] the standard deviation is negative: -1.000000";
  if (GetParam() == 0) {
    EXPECT_EQ(error_of([&] { normal(desk.frontend, {2}, 0, -1); }), sentence);
    return;
  }
  const NDArray wrong = normal(desk.frontend, {2}, 0, -1);
  const NDArray behind = wrong + 1;
  EXPECT_EQ(error_of([&] { behind.wait_to_read(); }), sentence);
  EXPECT_EQ(error_of([&] { wrong.asnumpy(); }), sentence) << "a poisoned version throws at every read";
  EXPECT_EQ((a + b).asnumpy().front(), 11);
}

INSTANTIATE_TEST_SUITE_P(Workers, Operations, testing::Values(0, 1, 3));

std::vector<float> random_values(int workers, std::uint64_t seed) {
  Desk desk(workers, seed);
  std::vector<NDArray> arrays;
  for (int i = 0; i < 20; ++i) {
    arrays.push_back(uniform(desk.frontend, {50}));
    arrays.push_back(normal(desk.frontend, {51}));
  }
  std::vector<float> all;
  for (const NDArray& array : arrays) {
    const std::vector<float> values = array.asnumpy();
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

TEST(Random, ComesFromTheSeedNotFromWhoRunsIt) {
  const std::vector<float> values = random_values(0, 1);
  for (const int workers : {0, 1, 4}) EXPECT_EQ(random_values(workers, 1), values) << workers;
  EXPECT_NE(random_values(1, 2), values);
}

TEST(Random, GoesOnFromCallToCall) {
  Desk desk;
  const NDArray first = uniform(desk.frontend, {10}), second = uniform(desk.frontend, {10});
  EXPECT_NE(first.asnumpy(), second.asnumpy());
}

TEST(Random, IsTakenWhenTheStatementIsIssued) {
  // What is left unused takes its numbers too.
  Desk desk(0, 3), other(0, 3);
  uniform(desk.frontend, {4});
  zeros(other.frontend, {4});
  const std::uint64_t taken = desk.frontend.take_random(0);
  EXPECT_EQ(taken, 4u);
  EXPECT_EQ(other.frontend.take_random(0), 0u);
}

}  // namespace
}  // namespace runahead
