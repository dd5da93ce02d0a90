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

TEST_P(Operations, TakeScalarsOnEitherSide) {
  EXPECT_THAT((a - 0.5F).asnumpy(), ElementsAre(0.5F, -2.5F, 2.5F, -4.5F, 4.5F, -6.5F));
  EXPECT_THAT((1 - a).asnumpy(), ElementsAre(0, 3, -2, 5, -4, 7));
  EXPECT_THAT((b / 4).asnumpy(), ElementsAre(2.5F, 5, 7.5F, 10, 12.5F, 15));
  EXPECT_THAT((60 / b).asnumpy(), ElementsAre(6, 3, 2, 1.5F, 1.2F, 1));
  EXPECT_THAT((-a).asnumpy(), ElementsAre(-1, 2, -3, 4, -5, 6));
  EXPECT_THAT(power(a, 3).asnumpy(), ElementsAre(1, -8, 27, -64, 125, -216));
}

TEST_P(Operations, AreFunctionsOfEachElement) {
  const NDArray x = desk.array({4}, {0, 1, -1, 4});
  EXPECT_THAT(exp(x).asnumpy(), ElementsAre(1, 2.7182817F, 0.36787945F, 54.59815F));
  EXPECT_THAT(log(desk.array({2}, {1, 10})).asnumpy(), ElementsAre(0, 2.3025851F));
  EXPECT_THAT(sqrt(desk.array({3}, {0, 4, 2})).asnumpy(), ElementsAre(0, 2, 1.4142135F));
  EXPECT_THAT(tanh(x).asnumpy(), ElementsAre(0, 0.7615942F, -0.7615942F, 0.9993293F));
  EXPECT_THAT(sigmoid(x).asnumpy(), ElementsAre(0.5F, 0.7310586F, 0.26894143F, 0.98201376F));
  EXPECT_THAT(abs(x).asnumpy(), ElementsAre(0, 1, 1, 4));
}

TEST_P(Operations, Broadcast) {
  const NDArray columns = desk.array({2, 1}, {100, 200}), across = desk.array({3}, {1, 2, 4});
  EXPECT_THAT((b + across).asnumpy(), ElementsAre(11, 22, 34, 41, 52, 64));
  EXPECT_THAT((across - b).asnumpy(), ElementsAre(-9, -18, -26, -39, -48, -56));
  EXPECT_THAT((b * columns).asnumpy(), ElementsAre(1000, 2000, 3000, 8000, 10000, 12000));
  EXPECT_THAT((b / ones(desk.frontend, {})).asnumpy(), ElementsAre(10, 20, 30, 40, 50, 60));
  const NDArray table = columns + across;
  EXPECT_EQ(table.shape(), (Shape{2, 3}));
  EXPECT_THAT(table.asnumpy(), ElementsAre(101, 102, 104, 201, 202, 204));
  // Axes in turn, so that none can be taken together.
  const NDArray first = desk.array({2, 1, 2, 1}, {1, 2, 3, 4}),
                second = desk.array({3, 1, 2}, {0, 10, 20, 30, 40, 50});
  const NDArray both = first + second;
  EXPECT_EQ(both.shape(), (Shape{2, 3, 2, 2}));
  EXPECT_THAT(both.asnumpy(), ElementsAre(1, 11, 2, 12, 21, 31, 22, 32, 41, 51, 42, 52,  //
                                          3, 13, 4, 14, 23, 33, 24, 34, 43, 53, 44, 54));
  EXPECT_EQ((ones(desk.frontend, {0, 3}) + across).shape(), (Shape{0, 3}));
  EXPECT_EQ((ones(desk.frontend, {1, 1}) + ones(desk.frontend, {})).shape(), (Shape{1, 1}));
}

TEST_P(Operations, ReduceAlongAnAxis) {
  EXPECT_EQ(sum(a, 0).shape(), Shape{3});
  EXPECT_THAT(sum(a, 0).asnumpy(), ElementsAre(-3, 3, -3));
  EXPECT_THAT(sum(a, 1).asnumpy(), ElementsAre(2, -5));
  EXPECT_THAT(mean(b, 0).asnumpy(), ElementsAre(25, 35, 45));
  EXPECT_THAT(mean(b, -1).asnumpy(), ElementsAre(20, 50));
  EXPECT_THAT(max(a, 0).asnumpy(), ElementsAre(1, 5, 3));
  EXPECT_THAT(max(a, 1).asnumpy(), ElementsAre(3, 5));
  EXPECT_EQ(max(a).item(), 5);
  EXPECT_EQ(sum(row(a, 0), 0).item(), 2);
  const NDArray cube = reshape(a, {1, 2, 3});
  EXPECT_EQ(sum(cube, 1).shape(), (Shape{1, 3}));
  EXPECT_THAT(sum(cube, 1).asnumpy(), ElementsAre(-3, 3, -3));
  EXPECT_THAT(sum(zeros(desk.frontend, {0, 2}), 0).asnumpy(), ElementsAre(0, 0));
}

TEST_P(Operations, TakeRowsAndOtherShapes) {
  const NDArray c = desk.array({3, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(rows(c, 1, 3).shape(), (Shape{2, 2}));
  EXPECT_THAT(rows(c, 1, 3).asnumpy(), ElementsAre(3, 4, 5, 6));
  EXPECT_EQ(rows(c, 3, 3).shape(), (Shape{0, 2}));
  EXPECT_TRUE(rows(c, 3, 3).asnumpy().empty());
  EXPECT_EQ(row(c, 2).shape(), Shape{2});
  EXPECT_THAT(row(c, 2).asnumpy(), ElementsAre(5, 6));
  EXPECT_EQ(row(row(c, 1), 0).item(), 3);
  const NDArray turned = reshape(c, {2, 3});
  EXPECT_EQ(turned.shape(), (Shape{2, 3}));
  EXPECT_THAT(turned.asnumpy(), ElementsAre(1, 2, 3, 4, 5, 6));
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
  EXPECT_EQ(error_of([&] { dot(a, row); }), "[dot] inner sizes 3 and 4 differ: shapes (2, 3) and (4,)");
  EXPECT_EQ(error_of([&] { dot(row, a); }), "[dot] inner sizes 4 and 2 differ: shapes (4,) and (2, 3)");
  EXPECT_EQ(error_of([&] { transpose(row); }), "[transpose] needs 2 axes, got shape (4,)");
  EXPECT_EQ(error_of([&] { a / row; }), "[div] shapes (2, 3) and (4,) differ");
  EXPECT_EQ(error_of([&] { relu_backward(a, ones(desk.frontend, {3})); }),
            "[relu_backward] shapes (2, 3) and (3,) differ");
  EXPECT_EQ(error_of([&] { sum(a, 2); }), "[sum] shape (2, 3) has no axis 2");
  EXPECT_EQ(error_of([&] { mean(a, -3); }), "[mean] shape (2, 3) has no axis -3");
  EXPECT_EQ(error_of([&] { max(zeros(desk.frontend, {0, 2}), 0); }), "[max] of nothing: shape (0, 2)");
  EXPECT_EQ(error_of([&] { max(zeros(desk.frontend, {0})); }), "[max] of nothing: shape (0,)");
  EXPECT_EQ(error_of([&] { reshape(a, {4}); }),
            "[reshape] shapes (2, 3) and (4,) have different numbers of elements");
  EXPECT_EQ(error_of([&] { rows(a, 1, 3); }), "[rows] shape (2, 3) has no rows from 1 to 3");
  EXPECT_EQ(error_of([&] { runahead::row(a, -1); }), "[rows] shape (2, 3) has no rows from -1 to 0");
  EXPECT_EQ(error_of([&] { rows(sum(a), 0, 1); }), "[rows] a single number has no rows");
  EXPECT_THAT((a + b).asnumpy(), ElementsAre(11, 18, 33, 36, 55, 54)) << "the arrays are as they were";
}

TEST_P(Operations, RefuseNamesWithoutAValue) {
  const NDArray nothing("y");
  EXPECT_EQ(error_of([&] { nothing + 1; }), "[add] a name is used before it has a value");
  EXPECT_EQ(error_of([&] { a* nothing; }), "[mul] a name is used before it has a value");
  EXPECT_EQ(error_of([&] { sum(nothing); }), "[sum] a name is used before it has a value");
  EXPECT_EQ(error_of([&] { a / nothing; }), "[div] a name is used before it has a value");
  EXPECT_EQ(error_of([&] { max(nothing, 0); }), "[max] a name is used before it has a value");
  EXPECT_EQ(error_of([&] { row(nothing, 0); }), "[rows] a name is used before it has a value");
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
