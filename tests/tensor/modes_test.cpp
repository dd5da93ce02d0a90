// SPDX-License-Identifier: GPL-3.0-or-later
// Random programs of random numbers, forgotten results and updates in place: whatever becomes of a call, the
// values are the same bits. Not here: what is eliminated (graph_test.cpp, function_test.cpp).
#include <array>
#include <random>

#include "core/tensor/function.h"
#include "tests/tensor/desk.h"

namespace runahead {
namespace {

using testing_support::Desk;

using Arrays = std::vector<NDArray>;
using AllValues = std::vector<std::vector<float>>;

/// `steps` calls on the names in `arrays`; which, only the seed says.
void random_calls(Frontend& frontend, std::uint32_t seed, int steps, Arrays& arrays) {
  std::mt19937 random(seed);
  const auto any = [&]() -> NDArray& { return arrays[random() % arrays.size()]; };
  for (int step = 0; step < steps; ++step) {
    NDArray& out = any();
    const NDArray a = any(), b = any();
    switch (random() % 12) {
      case 0:
        out = uniform(frontend, a.shape(), -1, 1);
        break;
      case 1:
        normal(frontend, {3});  // forgotten at once
        break;
      case 2:
        out = a + b * 0.5F;
        break;
      case 3:
        out = a - b;
        break;
      case 4:
        out = a * b * 0.25F;
        break;
      case 5:
        out = relu(a) + 0.125F;
        break;
      case 6:
        sgd_update(out, a, 0.5F);
        break;
      case 7:
        sgd_update(out, out, 0.25F);
        break;
      case 8:
        out = b;
        break;
      case 9:
        out = take(a, cast(row(b, 1) * 2, kernels::Type::int64), 0) + cumsum(b, 1) * 0.25F;
        break;
      case 10:
        out = pick(a, argsort(a, 1), 1) * transpose(b, std::array{1, 0}) * 0.5F;
        break;
      case 11: {
        kernels::Window window{{}, {}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, 1, kernels::Pooled::mean, false};
        const Shape plane{1, 1, 2, 2};
        const NDArray made = conv2d(reshape(a, plane), reshape(b * 0.25F, plane), nullptr, window);
        window.kernel[0] = window.kernel[1] = 2;
        out = reshape(pool2d(made, window), {2, 2});
        break;
      }
    }
  }
}

AllValues values_of(const Arrays& arrays) {
  AllValues values;
  for (const NDArray& array : arrays) values.push_back(array.asnumpy());
  return values;
}

/// Three rounds with a look at everything after each. `as_function`: a round is a call, and half of the
/// arrays come from outside.
AllValues run(Frontend& frontend, std::uint32_t seed, bool as_function) {
  Arrays outside, arguments;
  for (int i = 0; i < 3; ++i) {
    outside.push_back(normal(frontend, {2, 2}));
    arguments.push_back(normal(frontend, {2, 2}));
  }
  const auto body = [&](std::span<const NDArray> in) {
    Arrays names(in.begin(), in.end());
    names.insert(names.end(), outside.begin(), outside.end());
    random_calls(frontend, seed, 60, names);
    return Arrays{names[0], names[4], names[5]};
  };
  Function f(frontend, "f", [&](std::span<const NDArray> in, auto) { return body(in); });
  AllValues all;
  for (int round = 0; round < 3; ++round) {
    arguments = as_function ? f(arguments) : body(arguments);
    for (const Arrays& arrays : {arguments, outside}) {
      for (std::vector<float>& values : values_of(arrays)) all.push_back(std::move(values));
    }
  }
  return all;
}

TEST(Modes, GiveTheSameBits) {
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    Desk plain(0);
    const AllValues expected = run(plain.frontend, seed, false);
    for (const int workers : {1, 2, 4}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", workers " + std::to_string(workers));
      Desk queued(workers);
      ASSERT_EQ(run(queued.frontend, seed, false), expected) << "async";
      Desk traced(workers, 7, 0, Issue::functions);
      ASSERT_EQ(run(traced.frontend, seed, true), expected) << "function";
      Desk lazy(workers, 7, 0, Issue::lazy);
      ASSERT_EQ(run(lazy.frontend, seed, false), expected) << "lazy";
    }
  }
}

}  // namespace
}  // namespace runahead
