// SPDX-License-Identifier: GPL-3.0-or-later
// float32's arithmetic of two inputs, which may be repeated along axes: a loop for the last axis, run for
// each of the others.
#include "kernels/axes.h"
#include "kernels/cpu/operations.h"
#include "kernels/cpu/vector_loops.h"

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

#define RUNAHEAD_LOOP(name)                                                                                 \
  RUNAHEAD_EACH_VECTOR_UNIT void zip_##name(const float* a, const float* b, float* out, const Axes& axes) { \
    over_axes(Computed<Binary::name, float>{}, a, b, out, axes);                                            \
  }
RUNAHEAD_LOOP(add)
RUNAHEAD_LOOP(sub)
RUNAHEAD_LOOP(mul)
RUNAHEAD_LOOP(div)
#undef RUNAHEAD_LOOP

}  // namespace

bool zip32(Binary binary, const float* a, const float* b, float* out, const Axes& axes) {
  switch (binary) {
    case Binary::add:
      return zip_add(a, b, out, axes), true;
    case Binary::sub:
      return zip_sub(a, b, out, axes), true;
    case Binary::mul:
      return zip_mul(a, b, out, axes), true;
    case Binary::div:
      return zip_div(a, b, out, axes), true;
    default:
      return false;
  }
}

}  // namespace runahead::kernels::cpu
