// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of other types than float32: what they hold, what has which type, what is refused, what they take.
// Not here: what a library makes of types that meet (tests/python), accuracy (tests/parity).
#include <gmock/gmock.h>

#include <array>

#include "core/tensor/operations.h"
#include "core/tensor/values.h"
#include "tests/tensor/desk.h"

namespace runahead {
namespace {

using kernels::Binary;
using kernels::Number;
using kernels::Type;
using testing::ElementsAre;
using testing_support::Desk;
using testing_support::error_of;

/// The parameter: number of workers, 0 for mode sync.
class Types : public testing::TestWithParam<int> {
 protected:
  std::vector<double> values(const NDArray& array) {
    const Values read = desk.frontend.read(array.body(), WaitReason::asnumpy);
    std::vector<double> numbers;
    for (std::int64_t i = 0; i < read.size(); ++i)
      numbers.push_back(is_floating(read.type()) ? read.real(i) : static_cast<double>(read.whole(i)));
    return numbers;
  }
  NDArray counted(std::int64_t count, Type type = Type::int64) {
    return arange(desk.frontend, count, type, {.whole = 0}, {.whole = 1});
  }
  Desk desk{GetParam()};
};

TEST_P(Types, AreMadeAndCast) {
  EXPECT_THAT(values(counted(3)), ElementsAre(0, 1, 2));
  EXPECT_THAT(values(full(desk.frontend, {2}, Type::float64, {.real = 0.1})), ElementsAre(0.1, 0.1));
  EXPECT_THAT(values(ones(desk.frontend, {2}, Type::boolean)), ElementsAre(1, 1));
  EXPECT_THAT(values(zeros(desk.frontend, {2}, Type::int32)), ElementsAre(0, 0));
  const NDArray cut = cast(full(desk.frontend, {1}, Type::float64, {.real = -2.75}), Type::int32);
  EXPECT_EQ(cut.type(), Type::int32);
  EXPECT_THAT(values(cut), ElementsAre(-2));
  EXPECT_THAT(values(cast(counted(3), Type::boolean)), ElementsAre(0, 1, 1));
}

TEST_P(Types, ComputeInTheirOwn) {
  const NDArray x = counted(4);
  EXPECT_THAT(values(x + x * 2), ElementsAre(0, 3, 6, 9));
  EXPECT_EQ((x + x).type(), Type::int64);
  EXPECT_THAT(values(compute(Binary::floor_divide, x - 2, {.whole = 2})), ElementsAre(-1, -1, 0, 0));
  EXPECT_THAT(values(compute(Binary::remainder, x - 2, {.whole = 3})), ElementsAre(1, 2, 0, 1));
  EXPECT_THAT(values(compute(Binary::power, x, {.whole = 2}, true)), ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(values(dot(reshape(x, {2, 2}), reshape(x, {2, 2}))), ElementsAre(2, 3, 6, 11));
  EXPECT_THAT(values(transpose(reshape(x, {2, 2}))), ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(values(reshape(x, {2, 2}) + row(reshape(x, {2, 2}), 1)), ElementsAre(2, 4, 4, 6));
}

TEST_P(Types, OfComparisonsAreBooleans) {
  const NDArray x = counted(4), more = compute(Binary::greater, x, {.whole = 1});
  EXPECT_EQ(more.type(), Type::boolean);
  EXPECT_THAT(values(more), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(values(logical_not(more)), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(values(where(more, x, -x)), ElementsAre(0, -1, 2, 3));
  EXPECT_THAT(values(where(more, rows(x, 1, 2), x)), ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(values(where(rows(more, 0, 1), x, reshape(rows(x, 3, 4), {}))), ElementsAre(3, 3, 3, 3));
  EXPECT_EQ(sum(more).type(), Type::int64);
  EXPECT_THAT(values(sum(more)), ElementsAre(2));
  EXPECT_THAT(values(argmax(x)), ElementsAre(3));
  EXPECT_THAT(values(argmin(reshape(x, {2, 2}), 1)), ElementsAre(0, 0));
}

TEST_P(Types, AreCutAndJoined) {
  const NDArray x = reshape(counted(6), {2, 3});
  EXPECT_THAT(values(slice(x, 1, 1, 3)), ElementsAre(1, 2, 4, 5));
  EXPECT_EQ(slice(x, 1, 1, 2, false).shape(), (Shape{2}));
  EXPECT_THAT(values(with_slice(x, 1, 1, 2, rows(reshape(x, {6}), 4, 6))), ElementsAre(0, 4, 2, 3, 5, 5));
  EXPECT_THAT(values(with_elements(x, 2, rows(x, 0, 1))), ElementsAre(0, 1, 0, 1, 2, 5));
  EXPECT_THAT(values(at(x, std::vector<std::int64_t>{1, 2})), ElementsAre(5));
  EXPECT_THAT(values(concatenate(x, x, 1)), ElementsAre(0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5));
  EXPECT_THAT(values(concatenate(x, rows(x, 0, 1), 0)), ElementsAre(0, 1, 2, 3, 4, 5, 0, 1, 2));
  EXPECT_THAT(values(sum(x, 0, true)), ElementsAre(3, 5, 7));
  EXPECT_EQ(sum(x, 0, true).shape(), (Shape{1, 3}));
}

TEST_P(Types, GoByPlacesAndByOrder) {
  const NDArray x = reshape(counted(6), {2, 3}), at = reshape(counted(3) - 1, {1, 3});
  EXPECT_EQ(take(x, at, 1).shape(), (Shape{2, 1, 3}));
  EXPECT_THAT(values(take(x, at, 1)), ElementsAre(0, 0, 1, 3, 3, 4));
  EXPECT_EQ(take(x, reshape(counted(1), {}), -2).shape(), Shape{3});
  EXPECT_THAT(values(pick(x, counted(2) + 1, 1)), ElementsAre(1, 5));
  EXPECT_EQ(pick(x, at, 0).shape(), (Shape{1, 3}));
  EXPECT_THAT(values(pick(x, at, 0)), ElementsAre(0, 1, 5));
  EXPECT_EQ(one_hot(at, 2).type(), Type::float32);
  EXPECT_THAT(values(one_hot(at, 2, Type::int32)), ElementsAre(0, 0, 1, 0, 0, 1));
  EXPECT_EQ(cumsum(cast(x, Type::int32), 0).type(), Type::int64);
  EXPECT_THAT(values(cumsum(x, 1, true)), ElementsAre(3, 3, 2, 12, 9, 5));
  EXPECT_THAT(values(argsort(reshape(counted(4) * counted(4) - counted(4) * 2, {2, 2}), -1)),
              ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(values(argsort(zeros(desk.frontend, {3}), 0, true)), ElementsAre(0, 1, 2));
  EXPECT_THAT(values(transpose(reshape(x, {1, 2, 3}), std::array{2, 0, -2})), ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_THAT(values(batch_dot(reshape(x, {2, 1, 3}), reshape(x, {2, 3, 1}))), ElementsAre(5, 50));
  const NDArray wide = cast(x, Type::float32), none = zeros(desk.frontend, {2, 0});
  EXPECT_EQ(error_of([&] { take(x, wide, 0); }), "[take] places are of int64, not of float32");
  EXPECT_EQ(error_of([&] { take(none, at, 1); }), "[take] shape (2, 0) has no places along axis 1");
  EXPECT_EQ(error_of([&] { take(x, at, 2); }), "[take] shape (2, 3) has no axis 2");
  EXPECT_EQ(error_of([&] { pick(x, at, 1); }),
            "[pick] places of shape (1, 3) do not fit to an array of shape (2, 3) along axis 1");
  EXPECT_EQ(error_of([&] { one_hot(at, -1); }), "[one_hot] a depth of -1");
  EXPECT_EQ(error_of([&] {
              transpose(x, std::array{0, 0});
            }),
            "[transpose] of shape (2, 3) needs each of its axes once");
  EXPECT_EQ(error_of([&] {
              batch_dot(reshape(x, {2, 1, 3}), reshape(x, {2, 1, 3}));
            }),
            "[batch_dot] shapes (2, 1, 3) and (2, 1, 3) do not fit");
}

TEST_P(Types, GoOverPlanes) {
  kernels::Window window{{}, {2, 2}, {1, 0}, {0, 0}, {2, 1}, {1, 1}, 1, kernels::Pooled::max, true};
  const NDArray x = cast(reshape(counted(12), {1, 1, 3, 4}), Type::float32);
  EXPECT_EQ(pool2d(x, window).shape(), (Shape{1, 1, 2, 3}));
  EXPECT_THAT(values(pool2d(x, window)), ElementsAre(1, 2, 3, 9, 10, 11));
  const NDArray w = ones(desk.frontend, {2, 1, 2, 2}), bias = desk.array({2}, {0, 100});
  EXPECT_THAT(values(conv2d(x, w, &bias, window)),
              ElementsAre(1, 3, 5, 26, 30, 34, 101, 103, 105, 126, 130, 134));
  EXPECT_EQ(error_of([&] { conv2d(x, w, &x, window); }),
            "[conv2d] the bias is of shape (2,), not (1, 1, 3, 4)");
  EXPECT_EQ(error_of([&] { conv2d(cast(x, Type::float64), cast(w, Type::float64), nullptr, window); }),
            "[conv2d] computes in float32; the array is of float64");
  EXPECT_EQ(error_of([&] {
              conv2d(x, reshape(w, {1, 2, 2, 2}), nullptr, window);
            }),
            "[conv2d] shapes (1, 1, 3, 4) and weight (1, 2, 2, 2) in 1 groups do not fit");
  window.kernel[1] = 5;
  EXPECT_EQ(error_of([&] { pool2d(x, window); }),
            "[pool2d] a kernel of 5 does not fit into shape (1, 1, 3, 4) along axis 3");
  window = {{}, {1, 1}, {0, 0}, {0, 0}, {4, 4}, {1, 1}, 1, kernels::Pooled::max, true};
  EXPECT_EQ(error_of([&] { pool2d(x, window); }),
            "[pool2d] a window would lie beside the plane: less padding, or a smaller stride");
  window.stride[0] = 0;
  EXPECT_EQ(error_of([&] { pool2d(x, window); }), "[pool2d] kernel, stride and dilation are 1 at least");
}

TEST_P(Types, ThatDifferAreRefused) {
  const NDArray x = counted(2), y = ones(desk.frontend, {2});
  EXPECT_EQ(error_of([&] { x + y; }), "[add] its arrays are of different types, int64 and float32");
  EXPECT_EQ(error_of([&] { exp(x); }), "[exp] of int64: cast it to float32 or float64 first");
  EXPECT_EQ(error_of([&] { mean(x); }), "[mean] of int64: cast it to float32 or float64 first");
  EXPECT_EQ(error_of([&] { relu_backward(x, x); }),
            "[relu_backward] computes in float32; the array is of int64");
  EXPECT_EQ(error_of([&] { where(x, y, y); }), "[where] chooses by booleans, not by int64");
  NDArray weight = x;
  EXPECT_EQ(error_of([&] { sgd_update(weight, x, 1); }),
            "[sgd_update] computes in float32; the array is of int64");
  EXPECT_EQ(error_of([&] { compute(Binary::logical_and, y, y); }),
            "[logical_and] of float32 is not to be had");
  EXPECT_EQ(error_of([&] {
              slice(reshape(x, {1, 2}), 1, 1, 3);
            }),
            "[slice] shape (1, 2) has no places from 1 to 3 along axis 1");
}

TEST_P(Types, TakeTheirMemory) {
  const std::int64_t before = desk.live_bytes();
  const NDArray wide = zeros(desk.frontend, {100}, Type::float64),
                bits = zeros(desk.frontend, {6}, Type::boolean);
  desk.frontend.waitall();
  EXPECT_EQ(desk.live_bytes() - before, 800 + 8) << "booleans in whole words";
}

TEST_P(Types, MomentumIsKeptInPlace) {
  NDArray velocity = desk.array({2}, {1, 2});
  momentum_update(velocity, desk.array({2}, {10, 20}), 0.5F);
  EXPECT_THAT(velocity.asnumpy(), ElementsAre(10.5F, 21));
}

INSTANTIATE_TEST_SUITE_P(Workers, Types, testing::Values(0, 1, 3));

}  // namespace
}  // namespace runahead
