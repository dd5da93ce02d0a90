// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of inputs that are repeated along axes: a loop for the last axis, run for each of the others.
// Not here: inputs of one shape (elementwise.cpp).
#include "kernels/axes.h"
#include "kernels/cpu/operations.h"
#include "kernels/cpu/vector_loops.h"
#include "kernels/functors.h"

namespace runahead::kernels::cpu {

namespace {

/// Along the last axis, where a step is 0 or 1.
template <class Functor>
RUNAHEAD_HOST_DEVICE void row(Functor functor, const float* a, bool a_moves, const float* b, bool b_moves,
                              float* out, std::int64_t n) {
  if (a_moves && b_moves) {
    RUNAHEAD_INDEPENDENT_ITERATIONS
    for (std::int64_t i = 0; i < n; ++i) out[i] = functor(a[i], b[i]);
  } else if (a_moves) {
    const float second = *b;
    RUNAHEAD_INDEPENDENT_ITERATIONS
    for (std::int64_t i = 0; i < n; ++i) out[i] = functor(a[i], second);
  } else if (b_moves) {
    const float first = *a;
    RUNAHEAD_INDEPENDENT_ITERATIONS
    for (std::int64_t i = 0; i < n; ++i) out[i] = functor(first, b[i]);
  } else {
    const float value = functor(*a, *b);
    for (std::int64_t i = 0; i < n; ++i) out[i] = value;
  }
}

template <class Functor>
RUNAHEAD_HOST_DEVICE void over_axes(Functor functor, const float* a, const float* b, float* out,
                                    const Axes& axes) {
  const std::int64_t* const sizes = axes.sizes;
  const std::int64_t n = sizes[3];
  if (n == 0) return;
  const Steps of_a = steps_of(axes, axes.repeated_a), of_b = steps_of(axes, axes.repeated_b);
  for (std::int64_t i = 0; i < sizes[0]; ++i) {
    for (std::int64_t j = 0; j < sizes[1]; ++j) {
      for (std::int64_t k = 0; k < sizes[2]; ++k, out += n) {
        row(functor, a + i * of_a.of[0] + j * of_a.of[1] + k * of_a.of[2], of_a.of[3] != 0,
            b + i * of_b.of[0] + j * of_b.of[1] + k * of_b.of[2], of_b.of[3] != 0, out, n);
      }
    }
  }
}

RUNAHEAD_EACH_VECTOR_UNIT void add_axes(const float* a, const float* b, float* out, const Axes& axes) {
  over_axes(Add{}, a, b, out, axes);
}
RUNAHEAD_EACH_VECTOR_UNIT void sub_axes(const float* a, const float* b, float* out, const Axes& axes) {
  over_axes(Sub{}, a, b, out, axes);
}
RUNAHEAD_EACH_VECTOR_UNIT void mul_axes(const float* a, const float* b, float* out, const Axes& axes) {
  over_axes(Mul{}, a, b, out, axes);
}
RUNAHEAD_EACH_VECTOR_UNIT void div_axes(const float* a, const float* b, float* out, const Axes& axes) {
  over_axes(Div{}, a, b, out, axes);
}

}  // namespace

void broadcast(Stream*, Arithmetic arithmetic, const float* a, const float* b, float* out, Axes axes) {
  switch (arithmetic) {
    case Arithmetic::add:
      return add_axes(a, b, out, axes);
    case Arithmetic::sub:
      return sub_axes(a, b, out, axes);
    case Arithmetic::mul:
      return mul_axes(a, b, out, axes);
    case Arithmetic::div:
      return div_axes(a, b, out, axes);
  }
}

}  // namespace runahead::kernels::cpu
