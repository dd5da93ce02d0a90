// SPDX-License-Identifier: GPL-3.0-or-later
// float32's operations on elements in CUDA: loops in strides, four elements at a time where all arrays allow
// it. Not here: the arithmetic itself (kernels/elements.h, kernels/functors.h).
#include <bit>
#include <cstdint>

#include "kernels/axes.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"
#include "kernels/functors.h"
#include "kernels/typed_functors.h"

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

void map32(Stream* stream, Unary unary, const float* in, float* out, std::int64_t n) {
  with_constant<kUnaries>(unary, [=](auto chosen) {
    each(name_of(unary), stream, Known<Mapped<decltype(chosen)::value, float>>{}, out, n, in);
  });
}

namespace {

template <class Functor>
void over_axes(const char* what, Stream* stream, const float* a, const float* b, float* out,
               const Axes& axes) {
  const std::int64_t* const sizes = axes.sizes;
  if (axes.repeated_a == 0 && axes.repeated_b == 0)
    return each(what, stream, Known<Functor>{}, out, sizes[0] * sizes[1] * sizes[2] * sizes[3], a, b);
  const Repeated<Functor> value{
      a, b, steps_of(axes, axes.repeated_a), steps_of(axes, axes.repeated_b), sizes[1], sizes[2]};
  each_in_rows(what, stream, value, out, sizes[0] * sizes[1] * sizes[2], sizes[3]);
}

}  // namespace

bool zip32(Stream* stream, Binary binary, const float* a, const float* b, float* out, const Axes& axes) {
  if (binary > Binary::div) return false;
  with_constant<static_cast<int>(Binary::div) + 1>(binary, [&](auto chosen) {
    over_axes<Computed<decltype(chosen)::value, float>>(name_of(binary), stream, a, b, out, axes);
  });
  return true;
}

bool zip_number32(Stream* stream, Binary binary, const float* a, float number, bool number_first, float* out,
                  std::int64_t n) {
  if (binary > Binary::power) return false;
  with_constant<static_cast<int>(Binary::power) + 1>(binary, [=](auto chosen) {
    using Functor = WithNumber<decltype(chosen)::value, float>;
    each(name_of(binary), stream, Known<Functor>{Functor{number, number_first}}, out, n, a);
  });
  return true;
}

void abs_backward(Stream* stream, const float* gradient, const float* x, float* out, std::int64_t n) {
  each("abs_backward", stream, Known<AbsBackward>{}, out, n, gradient, x);
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

void spread32(Stream* stream, const float* values, float factor, float* out, std::int64_t outer,
              std::int64_t n, std::int64_t inner) {
  if (n == 1) {
    zip_number32(stream, Binary::mul, values, factor, false, out, outer * inner);
  } else if (outer == 1 && inner == 1) {
    each("spread", stream, FirstTimes{values, factor}, out, n);
  } else if (inner == 1) {
    each_in_rows("spread", stream, ValueOfRow{values, factor}, out, outer, n);
  } else {
    each_in_rows("spread", stream, ValueOfAxis{values, factor, n, inner}, out, outer * n, inner);
  }
}

void norm_backward(Stream* stream, const float* gradient, const float* x, const float* norm, float* out,
                   std::int64_t n) {
  each("norm_backward", stream, NormBackwardOf{gradient, norm}, out, n, x);
}

void repeat_row(Stream* stream, const float* row, float* out, std::int64_t rows, std::int64_t cols) {
  each_in_rows("dense", stream, ValueOfColumn{row}, out, rows, cols);
}

}  // namespace runahead::kernels::cuda
