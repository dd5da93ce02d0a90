// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on elements in CUDA: loops in strides, four elements at a time where all arrays allow it.
// Not here: the arithmetic itself (kernels/functors.h, kernels/functions.h).
#include <bit>
#include <cstdint>

#include "kernels/axes.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"
#include "kernels/functions.h"
#include "kernels/functors.h"

namespace runahead::kernels::cuda {

namespace {

struct Constant {
  float value;
  RUNAHEAD_HOST_DEVICE float operator()() const { return value; }
};

// What a kernel is given makes its functor first, once for each thread: some need a number that only the
// device knows by then.
template <class Functor>
struct Known {
  Functor functor;
  RUNAHEAD_HOST_DEVICE Functor operator()() const { return functor; }
};

struct FirstTimes {
  const float* value;
  float factor;
  RUNAHEAD_HOST_DEVICE Constant operator()() const { return {value[0] * factor}; }
};

struct NormBackwardOf {
  const float* gradient;
  const float* norm;
  RUNAHEAD_HOST_DEVICE NormBackward operator()() const { return {gradient[0], norm[0]}; }
};

template <class Made, class... In>
__global__ void one_by_one(Made made, float* out, std::int64_t n, In... in) {
  const auto functor = made();
  const Strides at = strides();
  for (std::int64_t i = at.first; i < n; i += at.step) out[i] = functor(in[i]...);
}

template <class Functor, class... Four>
__device__ __forceinline__ float4 four(Functor functor, Four... in) {
  return make_float4(functor(in.x...), functor(in.y...), functor(in.z...), functor(in.w...));
}

template <class Made, class... In>
__global__ void by_four(Made made, float* out, std::int64_t n, In... in) {
  const auto functor = made();
  const Strides at = strides();
  const std::int64_t whole = n / 4;
  for (std::int64_t i = at.first; i < whole; i += at.step) {
    reinterpret_cast<float4*>(out)[i] = four(functor, reinterpret_cast<const float4*>(in)[i]...);
  }
  const std::int64_t rest = whole * 4 + at.first;
  if (rest < n) out[rest] = functor(in[rest]...);
}

bool aligned(const float* array) {
  return reinterpret_cast<std::uintptr_t>(array) % sizeof(float4) == 0;
}

template <class Made, class... In>
void each(const char* what, Stream* stream, Made made, float* out, std::int64_t n, In... in) {
  if (n == 0) return;
  if (aligned(out) && (aligned(in) && ...)) {
    launch<by_four<Made, In...>>(what, stream, blocks_for(stream, ceil_div(n, 4)), kThreads, made, out, n,
                                 in...);
  } else {
    launch<one_by_one<Made, In...>>(what, stream, blocks_for(stream, n), kThreads, made, out, n, in...);
  }
}

/// out[r, c] = value(r, c), a row of a block for a row of the array or a part of one.
template <class Value>
__global__ void over_rows(Value value, float* out, std::int64_t rows, std::int64_t cols) {
  const std::int64_t down = static_cast<std::int64_t>(gridDim.y) * blockDim.y;
  const std::int64_t right = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t r = blockIdx.y * blockDim.y + threadIdx.y; r < rows; r += down) {
    for (std::int64_t c = blockIdx.x * blockDim.x + threadIdx.x; c < cols; c += right) {
      out[r * cols + c] = value(r, c);
    }
  }
}

template <class Value>
void each_in_rows(const char* what, Stream* stream, Value value, float* out, std::int64_t rows,
                  std::int64_t cols) {
  if (rows == 0 || cols == 0) return;
  const unsigned width =
      cols >= kThreads ? kThreads : std::bit_ceil(static_cast<unsigned>(cols));  // narrow rows share a block
  const unsigned height = kThreads / width;
  const auto across = static_cast<unsigned>(blocks_for(stream, cols, static_cast<int>(width)));
  const std::int64_t down = blocks_for(stream, rows, static_cast<int>(height)) / across;
  constexpr std::int64_t kMostDown = 65535;
  launch<over_rows<Value>>(what, stream,
                           dim3(across, static_cast<unsigned>(std::clamp<std::int64_t>(down, 1, kMostDown))),
                           dim3(width, height), value, out, rows, cols);
}

/// Rows are places along the middle axis, of all outer ones.
struct ValueOfAxis {
  const float* values;
  float factor;
  std::int64_t n, inner;
  RUNAHEAD_HOST_DEVICE float operator()(std::int64_t r, std::int64_t c) const {
    return values[r / n * inner + c] * factor;
  }
};

struct ValueOfRow {
  const float* values;
  float factor;
  RUNAHEAD_HOST_DEVICE float operator()(std::int64_t r, std::int64_t) const { return values[r] * factor; }
};

/// Rows are places along the first three axes.
template <class Functor>
struct Repeated {
  const float* a;
  const float* b;
  Steps of_a, of_b;
  std::int64_t second, third;
  RUNAHEAD_HOST_DEVICE float operator()(std::int64_t r, std::int64_t c) const {
    const std::int64_t k = r % third, j = r / third % second, i = r / third / second;
    return Functor{}(a[i * of_a.of[0] + j * of_a.of[1] + k * of_a.of[2] + c * of_a.of[3]],
                     b[i * of_b.of[0] + j * of_b.of[1] + k * of_b.of[2] + c * of_b.of[3]]);
  }
};

struct ValueOfColumn {
  const float* values;
  RUNAHEAD_HOST_DEVICE float operator()(std::int64_t, std::int64_t c) const { return values[c]; }
};

}  // namespace

void fill(Stream* stream, float* out, std::int64_t n, float value) {
  each("fill", stream, Known<Constant>{{value}}, out, n);
}

void copy(Stream* stream, const float* in, float* out, std::int64_t n) {
  if (n == 0 || in == out) return;
  use(stream->device);
  check(cudaMemcpyAsync(out, in, static_cast<std::size_t>(n) * sizeof(float), cudaMemcpyDeviceToDevice,
                        stream->queue),
        "copy");
  count_launch();
}

void add(Stream* stream, const float* a, const float* b, float* out, std::int64_t n) {
  each("add", stream, Known<Add>{}, out, n, a, b);
}

void sub(Stream* stream, const float* a, const float* b, float* out, std::int64_t n) {
  each("sub", stream, Known<Sub>{}, out, n, a, b);
}

void mul(Stream* stream, const float* a, const float* b, float* out, std::int64_t n) {
  each("mul", stream, Known<Mul>{}, out, n, a, b);
}

void div(Stream* stream, const float* a, const float* b, float* out, std::int64_t n) {
  each("div", stream, Known<Div>{}, out, n, a, b);
}

void add_scalar(Stream* stream, const float* a, float scalar, float* out, std::int64_t n) {
  each("add_scalar", stream, Known<AddScalar>{{scalar}}, out, n, a);
}

void mul_scalar(Stream* stream, const float* a, float scalar, float* out, std::int64_t n) {
  each("mul_scalar", stream, Known<MulScalar>{{scalar}}, out, n, a);
}

void div_scalar(Stream* stream, const float* a, float scalar, float* out, std::int64_t n) {
  each("div_scalar", stream, Known<DivScalar>{{scalar}}, out, n, a);
}

void scalar_sub(Stream* stream, const float* a, float scalar, float* out, std::int64_t n) {
  each("scalar_sub", stream, Known<ScalarSub>{{scalar}}, out, n, a);
}

void scalar_div(Stream* stream, const float* a, float scalar, float* out, std::int64_t n) {
  each("scalar_div", stream, Known<ScalarDiv>{{scalar}}, out, n, a);
}

void power(Stream* stream, const float* a, float exponent, float* out, std::int64_t n) {
  each("power", stream, Known<Power>{Power(exponent)}, out, n, a);
}

namespace {

template <class Functor>
void over_axes(Stream* stream, const float* a, const float* b, float* out, const Axes& axes) {
  const std::int64_t* const sizes = axes.sizes;
  const Repeated<Functor> value{
      a, b, steps_of(axes, axes.repeated_a), steps_of(axes, axes.repeated_b), sizes[1], sizes[2]};
  each_in_rows("broadcast", stream, value, out, sizes[0] * sizes[1] * sizes[2], sizes[3]);
}

}  // namespace

void broadcast(Stream* stream, Arithmetic arithmetic, const float* a, const float* b, float* out, Axes axes) {
  switch (arithmetic) {
    case Arithmetic::add:
      return over_axes<Add>(stream, a, b, out, axes);
    case Arithmetic::sub:
      return over_axes<Sub>(stream, a, b, out, axes);
    case Arithmetic::mul:
      return over_axes<Mul>(stream, a, b, out, axes);
    case Arithmetic::div:
      return over_axes<Div>(stream, a, b, out, axes);
  }
}

void square(Stream* stream, const float* in, float* out, std::int64_t n) {
  each("square", stream, Known<Square>{}, out, n, in);
}

void exp(Stream* stream, const float* in, float* out, std::int64_t n) {
  each("exp", stream, Known<Exp>{}, out, n, in);
}

void log(Stream* stream, const float* in, float* out, std::int64_t n) {
  each("log", stream, Known<Log>{}, out, n, in);
}

void sqrt(Stream* stream, const float* in, float* out, std::int64_t n) {
  each("sqrt", stream, Known<Sqrt>{}, out, n, in);
}

void tanh(Stream* stream, const float* in, float* out, std::int64_t n) {
  each("tanh", stream, Known<Tanh>{}, out, n, in);
}

void sigmoid(Stream* stream, const float* in, float* out, std::int64_t n) {
  each("sigmoid", stream, Known<Sigmoid>{}, out, n, in);
}

void abs(Stream* stream, const float* in, float* out, std::int64_t n) {
  each("abs", stream, Known<Abs>{}, out, n, in);
}

void abs_backward(Stream* stream, const float* gradient, const float* x, float* out, std::int64_t n) {
  each("abs_backward", stream, Known<AbsBackward>{}, out, n, gradient, x);
}

void relu(Stream* stream, const float* in, float* out, std::int64_t n) {
  each("relu", stream, Known<Relu>{}, out, n, in);
}

void relu_backward(Stream* stream, const float* gradient, const float* y, float* out, std::int64_t n) {
  each("relu_backward", stream, Known<ReluBackward>{}, out, n, gradient, y);
}

void add_scaled(Stream* stream, const float* x, float scale, float* y, std::int64_t n) {
  each("add_scaled", stream, Known<AddScaled>{{scale}}, y, n, x, static_cast<const float*>(y));
}

void add_to_scaled(Stream* stream, const float* x, float scale, float* y, std::int64_t n) {
  each("add_to_scaled", stream, Known<AddToScaled>{{scale}}, y, n, x, static_cast<const float*>(y));
}

void spread(Stream* stream, const float* value, float factor, float* out, std::int64_t n) {
  each("spread", stream, FirstTimes{value, factor}, out, n);
}

void spread_over_axis(Stream* stream, const float* values, float factor, float* out, std::int64_t outer,
                      std::int64_t n, std::int64_t inner) {
  if (n == 1) return mul_scalar(stream, values, factor, out, outer * inner);
  if (inner == 1) return each_in_rows("spread", stream, ValueOfRow{values, factor}, out, outer, n);
  each_in_rows("spread", stream, ValueOfAxis{values, factor, n, inner}, out, outer * n, inner);
}

void norm_backward(Stream* stream, const float* gradient, const float* x, const float* norm, float* out,
                   std::int64_t n) {
  each("norm_backward", stream, NormBackwardOf{gradient, norm}, out, n, x);
}

void repeat_row(Stream* stream, const float* row, float* out, std::int64_t rows, std::int64_t cols) {
  each_in_rows("dense", stream, ValueOfColumn{row}, out, rows, cols);
}

}  // namespace runahead::kernels::cuda
