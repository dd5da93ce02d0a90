// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on elements in CUDA: loops in strides, four elements at a time where all arrays allow it.
// Not here: the arithmetic itself (kernels/functors.h).
#include <bit>
#include <cstdint>

#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"
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
    launch(what, stream, blocks_for(stream, ceil_div(n, 4)), kThreads, by_four<Made, In...>, made, out, n,
           in...);
  } else {
    launch(what, stream, blocks_for(stream, n), kThreads, one_by_one<Made, In...>, made, out, n, in...);
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
  launch(what, stream, dim3(across, static_cast<unsigned>(std::clamp<std::int64_t>(down, 1, kMostDown))),
         dim3(width, height), over_rows<Value>, value, out, rows, cols);
}

struct ValueOfRow {
  const float* values;
  float factor;
  RUNAHEAD_HOST_DEVICE float operator()(std::int64_t r, std::int64_t) const { return values[r] * factor; }
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

void add_scalar(Stream* stream, const float* a, float scalar, float* out, std::int64_t n) {
  each("add_scalar", stream, Known<AddScalar>{{scalar}}, out, n, a);
}

void mul_scalar(Stream* stream, const float* a, float scalar, float* out, std::int64_t n) {
  each("mul_scalar", stream, Known<MulScalar>{{scalar}}, out, n, a);
}

void square(Stream* stream, const float* in, float* out, std::int64_t n) {
  each("square", stream, Known<Square>{}, out, n, in);
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

void spread(Stream* stream, const float* value, float factor, float* out, std::int64_t n) {
  each("spread", stream, FirstTimes{value, factor}, out, n);
}

void spread_over_rows(Stream* stream, const float* values, float factor, float* out, std::int64_t rows,
                      std::int64_t cols) {
  if (cols == 1) return mul_scalar(stream, values, factor, out, rows);
  each_in_rows("spread_over_rows", stream, ValueOfRow{values, factor}, out, rows, cols);
}

void norm_backward(Stream* stream, const float* gradient, const float* x, const float* norm, float* out,
                   std::int64_t n) {
  each("norm_backward", stream, NormBackwardOf{gradient, norm}, out, n, x);
}

void repeat_row(Stream* stream, const float* row, float* out, std::int64_t rows, std::int64_t cols) {
  each_in_rows("dense", stream, ValueOfColumn{row}, out, rows, cols);
}

}  // namespace runahead::kernels::cuda
