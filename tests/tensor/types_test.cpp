// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of other types than float32: what they hold, what has which type, what is refused, what they take.
// Not here: what a library makes of types that meet (tests/python), accuracy (tests/parity).
#include <gmock/gmock.h>

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
