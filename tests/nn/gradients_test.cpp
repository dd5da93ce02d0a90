// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients: each operation's rule against finite differences, on random shapes and values.
// Not here: which calls a tape keeps (tape_test.cpp).
#include "core/nn/gradients.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "core/nn/tape.h"
#include "tests/tensor/desk.h"

namespace runahead::nn {
namespace {

using kernels::Transposed;
using testing_support::Desk;
using testing_support::error_of;

using kernels::Binary;
using kernels::Number;
using kernels::Type;

using Arrays = std::vector<NDArray>;
using Program = std::function<NDArray(const Arrays&)>;

/// Values are multiples of 1/256, so that a step rounds nothing.
constexpr double kStep = 1.0 / 64;
constexpr double kTolerance = 2e-3;

/// Away from zero, where relu and norm have corners.
std::vector<float> random_values(std::mt19937& random, const Shape& shape) {
  std::vector<float> values(static_cast<std::size_t>(shape.elements()));
  for (float& value : values) {
    value = static_cast<float>(random() % 256 + 64) / 256.0F;
    if (random() % 2 == 0) value = -value;
  }
  return values;
}

/// Of sum(weights * call(inputs)) in each element of each input.
void expect_right_gradients_at(std::mt19937& random, const std::vector<Shape>& shapes,
                               std::vector<std::vector<float>> given, const Program& call) {
  Desk desk(0);
  const auto arrays = [&] {
    Arrays made;
    for (std::size_t i = 0; i < shapes.size(); ++i) made.push_back(desk.array(shapes[i], given[i]));
    return made;
  };
  const Shape shape_out = call(arrays()).shape();
  const std::vector<float> weights = random_values(random, shape_out);
  // In double, element by element: the sum of a float result would lose the difference.
  const auto value = [&] {
    const std::vector<float> out = call(arrays()).asnumpy();
    double total = 0;
    for (std::size_t i = 0; i < out.size(); ++i) total += static_cast<double>(out[i]) * weights[i];
    return total;
  };

  std::vector<Parameter> parameters(shapes.size(), Parameter("p"));
  std::vector<Parameter*> pointers;
  Arrays inputs = arrays();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    parameters[i].value = inputs[i];
    pointers.push_back(&parameters[i]);
  }
  Tape tape(desk.frontend, pointers);
  const NDArray loss = sum(call(inputs) * desk.array(shape_out, weights));
  tape.backward(loss);

  for (std::size_t i = 0; i < shapes.size(); ++i) {
    ASSERT_TRUE(parameters[i].gradient.bound()) << "input " << i;
    ASSERT_EQ(parameters[i].gradient.shape(), shapes[i]) << "input " << i;
    const std::vector<float> gradient = parameters[i].gradient.asnumpy();
    for (std::size_t element = 0; element < given[i].size(); ++element) {
      float& one = given[i][element];
      const float middle = one;
      one = middle + static_cast<float>(kStep);
      const double above = value();
      one = middle - static_cast<float>(kStep);
      const double below = value();
      one = middle;
      const double expected = (above - below) / (2 * kStep);
      EXPECT_NEAR(gradient[element], expected, kTolerance * (1 + std::abs(expected)))
          << "input " << i << ", element " << element << " of " << shapes[i].text();
    }
  }
}

void expect_right_gradients(std::mt19937& random, const std::vector<Shape>& shapes, const Program& call) {
  std::vector<std::vector<float>> given;
  for (const Shape& shape : shapes) given.push_back(random_values(random, shape));
  expect_right_gradients_at(random, shapes, given, call);
}

struct Rule {
  const char* name;
  void (*check)(std::mt19937&);
};

std::int64_t size(std::mt19937& random) {
  return 1 + random() % 6;
}
Shape matrix(std::mt19937& random) {
  return {size(random), size(random)};
}

void of_one(std::mt19937& random, const std::function<NDArray(const NDArray&)>& call) {
  expect_right_gradients(random, {matrix(random)}, [&](const Arrays& in) { return call(in[0]); });
}
void of_two(std::mt19937& random, const std::function<NDArray(const NDArray&, const NDArray&)>& call) {
  const Shape shape = matrix(random);
  expect_right_gradients(random, {shape, shape}, [&](const Arrays& in) { return call(in[0], in[1]); });
}
void of_dot(std::mt19937& random, Transposed transposed) {
  const std::int64_t m = size(random), k = size(random), n = size(random);
  const Shape a = transposed == Transposed::first ? Shape{k, m} : Shape{m, k};
  const Shape b = transposed == Transposed::second ? Shape{n, k} : Shape{k, n};
  expect_right_gradients(random, {a, b}, [=](const Arrays& in) { return dot(in[0], in[1], transposed); });
}

/// No two elements are nearer than the steps of the differences: which one is the largest stays.
void of_distinct(std::mt19937& random, const std::function<NDArray(const NDArray&)>& call) {
  const Shape shape = matrix(random);
  std::vector<float> values(static_cast<std::size_t>(shape.elements()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 16 - 1;
  std::shuffle(values.begin(), values.end(), random);
  expect_right_gradients_at(random, {shape}, {values}, [&](const Arrays& in) { return call(in[0]); });
}

/// Of two shapes that meet: axes of either are 1, or missing.
void of_broadcast(std::mt19937& random, const std::function<NDArray(const NDArray&, const NDArray&)>& call) {
  std::vector<std::int64_t> a, b;
  for (int axis = 0; axis < 4; ++axis) {
    const std::int64_t shared = 1 + random() % 3;
    const std::uint32_t repeated = random() % 3;
    a.push_back(repeated == 1 ? 1 : shared);
    b.push_back(repeated == 2 ? 1 : shared);
  }
  a.erase(a.begin(), a.begin() + random() % 4);
  b.erase(b.begin(), b.begin() + random() % 4);
  expect_right_gradients(random, {Shape(a), Shape(b)}, [&](const Arrays& in) { return call(in[0], in[1]); });
}

NDArray wide(const NDArray& x) {
  return cast(x, kernels::Type::float64);
}
NDArray narrow(const NDArray& x) {
  return cast(x, kernels::Type::float32);
}

/// -1, 0, 1 ..., of which those beside the axis stand for its ends; some places more than once.
NDArray some_places(const NDArray& x, const Shape& shape) {
  const NDArray counted =
      arange(*x.body().frontend, shape.elements(), Type::int64, {.whole = -1}, {.whole = 1});
  return reshape(counted, shape);
}
void of_batch_dot(std::mt19937& random, Transposed transposed) {
  const std::int64_t count = size(random), m = size(random), k = size(random), n = size(random);
  const Shape a = transposed == Transposed::first ? Shape{count, k, m} : Shape{count, m, k};
  const Shape b = transposed == Transposed::second ? Shape{count, n, k} : Shape{count, k, n};
  expect_right_gradients(random, {a, b},
                         [=](const Arrays& in) { return batch_dot(in[0], in[1], transposed); });
}
/// Of 2 groups of `in` channels.
void of_conv2d(std::mt19937& random, const kernels::Window& window, std::int64_t in) {
  const std::int64_t groups = window.groups, out = groups * (1 + random() % 2);
  expect_right_gradients(random, {{2, in * groups, 5, 6}, {out, in, 3, 2}, {out}}, [=](const Arrays& given) {
    return conv2d(given[0], given[1], &given[2], window) * 0.25F;
  });
}
void of_conv2d_transpose(std::mt19937& random, const kernels::Window& window) {
  const std::int64_t out = 1 + random() % 2;
  const Shape weight{2 * window.groups, out, 3, 2};
  expect_right_gradients(random, {{2, weight[0], 3, 4}, weight}, [=](const Arrays& given) {
    return conv2d_transpose(given[0], given[1], window, {1, 0}) * 0.25F;
  });
}
void of_pool2d(std::mt19937& random, kernels::Pooled pooled) {
  const kernels::Window window{{}, {3, 2}, {1, 0}, {1, 1}, {2, 1}, {1, 1}, 1, pooled, random() % 2 == 0};
  std::vector<float> values(2 * 5 * 4);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 16 - 1;
  std::shuffle(values.begin(), values.end(), random);
  expect_right_gradients_at(random, {{1, 2, 5, 4}}, {values},
                            [&](const Arrays& in) { return pool2d(in[0], window); });
}

const Rule kRules[] = {
    {"copy", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return copy(x); }); }},
    {"add", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return a + b; }); }},
    {"sub", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return a - b; }); }},
    {"mul", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return a * b; }); }},
    {"add_scalar", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return x + 1.5F; }); }},
    {"mul_scalar", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return x * -2.5F; }); }},
    {"square", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return square(x); }); }},
    {"relu", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return relu(x); }); }},
    {"dot", [](std::mt19937& r) { of_dot(r, Transposed::none); }},
    {"dot_first_transposed", [](std::mt19937& r) { of_dot(r, Transposed::first); }},
    {"dot_second_transposed", [](std::mt19937& r) { of_dot(r, Transposed::second); }},
    {"transpose", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return transpose(x); }); }},
    {"dense",
     [](std::mt19937& r) {
       const std::int64_t m = size(r), k = size(r), n = size(r);
       expect_right_gradients(r, {{m, k}, {n, k}, {n}},
                              [](const Arrays& in) { return dense(in[0], in[1], in[2]); });
     }},
    {"sum", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return sum(x); }); }},
    {"mean", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return mean(x); }); }},
    {"norm", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return norm(x); }); }},
    {"sum_rows", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return sum_rows(x); }); }},
    {"mean_of_rows", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return mean_of_rows(x); }); }},
    {"sub_scalar", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return x - 1.5F; }); }},
    {"negative", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return -x; }); }},
    {"scalar_sub", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return 1.5F - x; }); }},
    {"div", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return a / (square(b) + 1); }); }},
    {"div_scalar", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return x / 2.5F; }); }},
    {"scalar_div", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return 2.5F / (square(x) + 1); }); }},
    {"power", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return power(x, 3); }); }},
    {"power_of_positive", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return power(square(x) + 1, 0.7F); }); }},
    {"exp", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return exp(x); }); }},
    {"log", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return log(square(x) + 1); }); }},
    {"sqrt", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return sqrt(square(x) + 1); }); }},
    {"tanh", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return tanh(x); }); }},
    {"arctan_erf", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return arctan(x) * erf(x * 2); }); }},
    {"sin_cos", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return sin(x) * cos(x * 2); }); }},
    {"sigmoid", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return sigmoid(x); }); }},
    {"abs", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return abs(x); }); }},
    {"sum_along_0", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return sum(x, 0); }); }},
    {"sum_along_1", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return sum(x, 1); }); }},
    {"mean_along_0", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return mean(x, 0); }); }},
    {"mean_along_1", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return mean(x, 1); }); }},
    {"max", [](std::mt19937& r) { of_distinct(r, [](const NDArray& x) { return max(x); }); }},
    {"max_along_0", [](std::mt19937& r) { of_distinct(r, [](const NDArray& x) { return max(x, 0); }); }},
    {"max_along_1", [](std::mt19937& r) { of_distinct(r, [](const NDArray& x) { return max(x, 1); }); }},
    {"along_the_middle",
     [](std::mt19937& r) {
       const Shape shape = {size(r), size(r), size(r)};
       expect_right_gradients(r, {shape}, [](const Arrays& in) { return mean(in[0], 1) + sum(in[0], 1); });
     }},
    {"reshape", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return reshape(x, {x.shape().elements()}); }); }},
    {"rows", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return rows(x, x.shape()[0] / 2, x.shape()[0]); }); }},
    {"row", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return row(x, x.shape()[0] - 1); }); }},
    {"add_broadcast", [](std::mt19937& r) { of_broadcast(r, [](const NDArray& a, const NDArray& b) { return a + b; }); }},
    {"sub_broadcast", [](std::mt19937& r) { of_broadcast(r, [](const NDArray& a, const NDArray& b) { return a - b; }); }},
    {"mul_broadcast", [](std::mt19937& r) { of_broadcast(r, [](const NDArray& a, const NDArray& b) { return a * b; }); }},
    {"div_broadcast", [](std::mt19937& r) { of_broadcast(r, [](const NDArray& a, const NDArray& b) { return a / (square(b) + 1); }); }},
    {"softmax", [](std::mt19937& r) { of_distinct(r, [](const NDArray& x) { return exp(x - max(x)) / sum(exp(x - max(x))); }); }},

    {"slice", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return slice(x, 1, x.shape()[1] / 2, x.shape()[1]); }); }},
    {"column", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return slice(x, 1, 0, 1, false); }); }},
    {"element", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return at(x, std::vector<std::int64_t>{0, 0}); }); }},
    {"write_slice", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return with_slice(a, 1, 0, 1, slice(b, 1, 0, 1)) * b; }); }},
    {"write_elements", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return with_elements(a, a.shape().elements() - a.shape()[1], row(b, 0)) * a; }); }},
    {"concatenate", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return concatenate(a, b, 0); }); }},
    {"concatenate_columns", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return concatenate(a, b, 1); }); }},
    {"sum_that_keeps", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return x / (square(sum(x, 1, true)) + 1); }); }},
    {"matrix_by_vector",
     [](std::mt19937& r) {
       const std::int64_t m = size(r), k = size(r);
       expect_right_gradients(r, {{m, k}, {k}}, [](const Arrays& in) { return dot(in[0], in[1]); });
     }},
    {"vector_by_matrix",
     [](std::mt19937& r) {
       const std::int64_t k = size(r), n = size(r);
       expect_right_gradients(r, {{k}, {k, n}}, [](const Arrays& in) { return dot(in[0], in[1]); });
     }},
    {"vector_by_vector",
     [](std::mt19937& r) {
       const std::int64_t k = size(r);
       expect_right_gradients(r, {{k}, {k}}, [](const Arrays& in) { return dot(in[0], in[1]); });
     }},
    {"maximum", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return compute(Binary::maximum, a * 8, b * 0.01F); }); }},
    {"minimum_of_a_number", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return compute(Binary::minimum, x, Number{.real = 0}); }); }},
    {"min_along_1", [](std::mt19937& r) { of_distinct(r, [](const NDArray& x) { return min(x, 1); }); }},
    {"where", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { const NDArray which = compute(Binary::greater, a, Number{.real = 0}); return where(which, a * 3, b) + where(which, sum(a), b * 2); }); }},
    {"power_of_arrays", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return compute(Binary::power, square(a) + 1, b); }); }},
    {"number_to_a_power", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return compute(Binary::power, x, Number{.real = 1.5}, true); }); }},

    // By way of float64.
    {"wide_arithmetic", [](std::mt19937& r) { of_two(r, [](const NDArray& a, const NDArray& b) { return narrow(wide(a) * wide(b) / (square(wide(b)) + 1) - wide(a)); }); }},
    {"wide_functions", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return narrow(tanh(wide(x)) + sigmoid(wide(x)) * exp(wide(x)) + log(square(wide(x)) + 1)); }); }},
    {"wide_corners", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return narrow(relu(wide(x)) * 2 + abs(wide(x))); }); }},
    {"wide_reductions", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return narrow(sum(wide(x)) + mean(wide(x)) * norm(wide(x))); }); }},
    {"wide_along_axes", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return narrow(sum(wide(x), 0) + mean(wide(x), 0)); }); }},
    {"wide_max", [](std::mt19937& r) { of_distinct(r, [](const NDArray& x) { return narrow(max(wide(x), 0) - min(wide(x), 0)); }); }},
    {"wide_products",
     [](std::mt19937& r) {
       const std::int64_t m = size(r), k = size(r), n = size(r);
       expect_right_gradients(r, {{m, k}, {n, k}, {n}}, [](const Arrays& in) {
         return narrow(dense(wide(in[0]), wide(in[1]), wide(in[2])) + dot(wide(in[0]), transpose(wide(in[1]))));
       });
     }},

    {"take", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return take(x, some_places(x, {2, 3}), 0); }); }},
    {"take_columns", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return take(x, some_places(x, {9}), -1); }); }},
    {"pick", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return pick(x, some_places(x, {x.shape()[0]}), 1) + sum(pick(x, some_places(x, {2, x.shape()[1]}), 0)); }); }},
    {"wide_take", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return narrow(take(wide(x), some_places(x, {4}), 0)); }); }},
    {"sorted", [](std::mt19937& r) { of_distinct(r, [](const NDArray& x) { return pick(x, argsort(x, 1, true), 1); }); }},
    {"cumsum", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return cumsum(x, 0) * cumsum(x, 1, true); }); }},
    {"axes_in_another_order",
     [](std::mt19937& r) {
       expect_right_gradients(r, {{size(r), size(r), size(r)}}, [](const Arrays& in) {
         return transpose(in[0], std::array{2, 0, 1}) * transpose(transpose(in[0], std::array{1, 0, 2}), std::array{2, 1, 0});
       });
     }},
    {"batch_dot", [](std::mt19937& r) { of_batch_dot(r, Transposed::none); }},
    {"batch_dot_first_transposed", [](std::mt19937& r) { of_batch_dot(r, Transposed::first); }},
    {"batch_dot_second_transposed", [](std::mt19937& r) { of_batch_dot(r, Transposed::second); }},
    {"conv2d", [](std::mt19937& r) { of_conv2d(r, {{}, {}, {1, 1}, {1, 0}, {1, 1}, {1, 1}, 1, {}, false}, 1 + r() % 5); }},
    {"conv2d_transpose", [](std::mt19937& r) { of_conv2d_transpose(r, {{}, {}, {1, 1}, {1, 0}, {2, 1}, {1, 2}, 2, {}, false}); }},
    {"conv2d_in_strides_and_groups", [](std::mt19937& r) { of_conv2d(r, {{}, {}, {2, 1}, {2, 1}, {2, 3}, {2, 1}, 2, {}, false}, 1 + r() % 2); }},
    {"pool2d_max", [](std::mt19937& r) { of_pool2d(r, kernels::Pooled::max); }},
    {"pool2d_mean", [](std::mt19937& r) { of_pool2d(r, kernels::Pooled::mean); }},
    {"pool2d_mean_inside", [](std::mt19937& r) { of_pool2d(r, kernels::Pooled::mean_inside); }},

    // One array, used more than once.
    {"x_plus_x", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return x + x; }); }},
    {"x_minus_x", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return x - x; }); }},
    {"x_times_x", [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return x * x; }); }},
    {"x_by_its_transpose",
     [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return dot(x, x, Transposed::second); }); }},
    {"x_by_itself_transposed_first",
     [](std::mt19937& r) { of_one(r, [](const NDArray& x) { return dot(x, x, Transposed::first); }); }},
    {"fork_and_join",
     [](std::mt19937& r) {
       of_one(r, [](const NDArray& x) {
         const NDArray y = x * 2;
         return y * square(x) + y - x;
       });
     }},

    // Chains.
    {"two_layers_and_l2_loss",
     [](std::mt19937& r) {
       const std::int64_t m = size(r), k = size(r), n = size(r), o = size(r);
       // No unit sits near relu's corner: the bias is far from what the products can make up for.
       expect_right_gradients(r, {{m, k}, {n, k}, {n}, {o, n}, {o}, {m, o}}, [](const Arrays& in) {
         const NDArray hidden = relu(dense(in[0], in[1], in[2] * 40));
         return l2_loss(dense(hidden, in[3], in[4]) * 0.01F, in[5]);
       });
     }},
    {"mean_squared_error",
     [](std::mt19937& r) {
       of_two(r, [](const NDArray& a, const NDArray& b) { return mean_squared_error(a, b); });
     }},
    {"norm_of_a_product",
     [](std::mt19937& r) {
       const std::int64_t m = size(r), n = size(r);
       expect_right_gradients(r, {{m, n}, {m, n}}, [](const Arrays& in) {
         return norm(dot(transpose(in[0]), in[1]) * 0.5F) + mean(in[1]);
       });
     }},
};

class Gradient : public testing::TestWithParam<Rule> {};

TEST_P(Gradient, AgreesWithFiniteDifferences) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    GetParam().check(random);
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, Gradient, testing::ValuesIn(kRules),
                         [](const auto& rule) { return rule.param.name; });

TEST(Gradients, AreThoseOfTheWantedInputsOnly) {
  Desk desk(0);
  const NDArray a = desk.array({2, 2}, {1, 2, 3, 4}), b = desk.array({2, 2}, {5, 6, 7, 8});
  const NDArray* const inputs[] = {&a, &b};
  const Call call = call_for(Op(kernels::Binary::mul), {.n = 4}, a * b, inputs, {false, true});
  EXPECT_TRUE(call.inputs[0].bound());
  EXPECT_FALSE(call.inputs[1].bound() || call.out.bound());
  const auto found = gradients_of(call, ones(desk.frontend, {2, 2}), {false, true});
  EXPECT_FALSE(found[0].bound());
  EXPECT_THAT(found[1].asnumpy(), testing::ElementsAre(1, 2, 3, 4));
  EXPECT_FALSE(found[2].bound());
}

TEST(Gradients, OfAMaximumAreShared) {
  Desk desk(0);
  Parameter p("p");
  p.value = desk.array({2, 3}, {3, 1, 3, 2, 2, 2});
  Tape tape(desk.frontend, {&p});
  tape.backward(sum(max(p.value, 1)));
  EXPECT_THAT(p.gradient.asnumpy(), testing::ElementsAre(0.5F, 0, 0.5F, 1.0F / 3, 1.0F / 3, 1.0F / 3));
}

TEST(Gradients, AreRefusedForOperationsThatHaveNone) {
  Desk desk(0);
  Parameter p("p");
  p.value = desk.array({2, 2}, {1, 2, 3, 4});
  Tape tape(desk.frontend, {&p});
  const NDArray loss = relu_backward(p.value, p.value);
  EXPECT_EQ(error_of([&] { tape.backward(loss); }), "[backward] relu_backward has no gradient");
}

}  // namespace
}  // namespace runahead::nn
