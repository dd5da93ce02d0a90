// SPDX-License-Identifier: GPL-3.0-or-later
// What goes by places along an axis, by the order of elements, or over planes by windows, in CUDA: a thread
// for each result, or for each row or plane, in the CPU's order, so that the bits are the same. Not here: one
// result of it (kernels/places.h, kernels/windows.h).
#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"
#include "kernels/places.h"
#include "kernels/windows.h"

namespace runahead::kernels::cuda {

namespace {

/// out[i] = value(i)
template <class Out, class Value>
__global__ void each_result(Value value, Out* out, std::int64_t n) {
  const Strides at = strides();
  for (std::int64_t i = at.first; i < n; i += at.step) out[i] = value(i);
}
template <class Value>
__global__ void each_row(Value value, std::int64_t n) {
  const Strides at = strides();
  for (std::int64_t i = at.first; i < n; i += at.step) value(i);
}

template <class Out, class Value>
void results(const char* what, Stream* stream, Value value, void* out, std::int64_t n) {
  if (n == 0) return;
  launch<each_result<Out, Value>>(what, stream, blocks_for(stream, n), kThreads, value,
                                  static_cast<Out*>(out), n);
}
template <class Value>
void rows(const char* what, Stream* stream, Value value, std::int64_t n) {
  if (n == 0) return;
  constexpr int kRows = 64;  // few do much each
  launch<each_row<Value>>(what, stream, blocks_for(stream, n, kRows), kRows, value, n);
}

struct ConvolvedPlace {
  const float* x;
  const float* w;
  const float* bias;
  Channels channels;
  Grouped group;
  Planes planes;
  RUNAHEAD_HOST_DEVICE float operator()(std::int64_t at) const {
    const std::int64_t column = at % planes.across.count, row = at / planes.across.count % planes.down.count;
    const std::int64_t o = at / planes.windows() % channels.out, b = at / planes.windows() / channels.out;
    const std::int64_t first = b * channels.in + o / group.out * group.in;
    return convolved_at(planes, group.in, x + first * planes.size(), w + o * group.in * planes.kernel(),
                        bias ? bias[o] : 0, row, column);
  }
};

struct SpreadPlace {
  const float* gradient;
  const float* w;
  Channels channels;
  Grouped group;
  Planes planes;
  RUNAHEAD_HOST_DEVICE float operator()(std::int64_t at) const {
    const std::int64_t column = at % planes.across.size, row = at / planes.across.size % planes.down.size;
    const std::int64_t c = at / planes.size() % channels.in, b = at / planes.size() / channels.in;
    const std::int64_t first = c / group.in * group.out;
    const std::int64_t apart = group.in * planes.kernel();
    return spread_at(planes, group.out, gradient + (b * channels.out + first) * planes.windows(),
                     w + first * apart + c % group.in * planes.kernel(), apart, row, column);
  }
};

/// As many neighbouring threads add up the gradient of one weight, each in one of the sums.
__global__ void weigh(const float* gradient, const float* x, float* out, Channels channels, Grouped group,
                      Planes planes, std::int64_t weights) {
  const Across &down = planes.down, &across = planes.across;
  const int lane = static_cast<int>(threadIdx.x) % kSideBySide;
  const Strides threads = strides();
  // The bound is the same for all threads of a warp, which meet below.
  const std::int64_t all = (weights * kSideBySide + warpSize - 1) / warpSize * warpSize;
  for (std::int64_t thread = threads.first; thread < all; thread += threads.step) {
    const std::int64_t at = thread / kSideBySide;
    float sum = 0, rest = 0;
    if (at < weights) {
      const std::int64_t j = at % across.kernel, i = at / across.kernel % down.kernel;
      const std::int64_t c = at / planes.kernel() % group.in, o = at / planes.kernel() / group.in;
      const std::int64_t first = across.first(j), last = across.last(j);
      const std::int64_t count = last > first ? last - first : 0;
      const std::int64_t even = count / kSideBySide * kSideBySide;
      for (std::int64_t b = 0; b < channels.batch; ++b) {
        for (std::int64_t y = down.first(i); y < down.last(i); ++y) {
          const float* const g =
              gradient + (b * channels.out + o) * planes.windows() + y * across.count + first;
          const float* const from = x + (b * channels.in + o / group.out * group.in + c) * planes.size() +
                                    down.place(y, i) * across.size + across.place(first, j);
          for (std::int64_t k = lane; k < even; k += kSideBySide) sum += g[k] * from[k * across.stride];
          if (even + lane < count) rest += g[even + lane] * from[(even + lane) * across.stride];
        }
      }
    }
    float total = sum + rest;
    for (int half = kSideBySide / 2; half > 0; half /= 2)
      total += __shfl_down_sync(0xFFFFFFFFU, total, static_cast<unsigned>(half), kSideBySide);
    if (lane == 0 && at < weights) out[at] = total;
  }
}

struct PooledPlace {
  const float* x;
  Pooled pooled;
  Planes planes;
  RUNAHEAD_HOST_DEVICE float operator()(std::int64_t at) const {
    const std::int64_t column = at % planes.across.count, row = at / planes.across.count % planes.down.count;
    return pooled_at(planes, pooled, x + at / planes.windows() * planes.size(), row, column);
  }
};

struct SharedPlane {
  const float* gradient;
  const float* x;
  float* out;
  Pooled pooled;
  Planes planes;
  RUNAHEAD_HOST_DEVICE void operator()(std::int64_t plane) const {
    share_pooled(planes, pooled, gradient + plane * planes.windows(), x + plane * planes.size(),
                 out + plane * planes.size());
  }
};

}  // namespace

void take(Stream* stream, Type type, const std::int64_t* places, bool each, const void* in, void* out,
          std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count) {
  with_type(type, [=]<class T>(T) {
    results<T>("take", stream, TakenAt<T>{places, each, static_cast<const T*>(in), n, inner, count}, out,
               outer * count * inner);
  });
}

void add_at(Stream* stream, Type type, const std::int64_t* places, bool each, const void* values, void* out,
            std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count) {
  with_type(type, [=]<class T>(T) {
    if constexpr (std::is_floating_point_v<T>) {
      rows("add_at", stream,
           AddedInRow<T>{places, each, static_cast<const T*>(values), static_cast<T*>(out), n, inner, count},
           outer * inner);
    }
  });
}

void one_hot(Stream* stream, Type type, const std::int64_t* places, void* out, std::int64_t rows,
             std::int64_t cols) {
  with_type(type, [=]<class T>(T) {
    results<T>("one_hot", stream, OneHotAt<T>{places, cols}, out, rows * cols);
  });
}

void permute(Stream* stream, Type type, const void* in, void* out, const Permutation& order) {
  const std::int64_t n = order.sizes[0] * order.sizes[1] * order.sizes[2] * order.sizes[3];
  with_type(type, [=]<class T>(T) {
    results<T>("permute", stream, PermutedAt<T>{static_cast<const T*>(in), order}, out, n);
  });
}

void cumsum(Stream* stream, Type type, bool from_last, const void* in, void* out, std::int64_t outer,
            std::int64_t n, std::int64_t inner) {
  with_type(type, [=]<class T>(T) {
    using Out = typename SummedInRow<T>::Out;
    rows("cumsum", stream,
         SummedInRow<T>{from_last, static_cast<const T*>(in), static_cast<Out*>(out), n, inner},
         outer * inner);
  });
}

void argsort(Stream* stream, Type type, bool descending, const void* in, std::int64_t* out,
             std::int64_t outer, std::int64_t n, std::int64_t inner) {
  with_type(type, [=]<class T>(T) {
    rows("argsort", stream, OrderedInRow<T>{descending, static_cast<const T*>(in), out, n, inner},
         outer * inner);
  });
}

void conv2d(Stream* stream, const float* x, const float* w, const float* bias, float* out,
            const Channels& channels, const Window& window) {
  const Planes planes(window);
  results<float>("conv2d", stream, ConvolvedPlace{x, w, bias, channels, Grouped(channels, window), planes},
                 out, channels.batch * channels.out * planes.windows());
}

void conv2d_backward_x(Stream* stream, const float* gradient, const float* w, float* out,
                       const Channels& channels, const Window& window) {
  const Planes planes(window);
  results<float>("conv2d_backward_x", stream,
                 SpreadPlace{gradient, w, channels, Grouped(channels, window), planes}, out,
                 channels.batch * channels.in * planes.size());
}

void conv2d_backward_w(Stream* stream, const float* gradient, const float* x, float* out,
                       const Channels& channels, const Window& window) {
  const Planes planes(window);
  const Grouped group(channels, window);
  const std::int64_t weights = channels.out * group.in * planes.kernel();
  if (weights == 0) return;
  launch<weigh>("conv2d_backward_w", stream, blocks_for(stream, weights * kSideBySide), kThreads, gradient, x,
                out, channels, group, planes, weights);
}

void pool2d(Stream* stream, const float* x, float* out, std::int64_t planes, const Window& window) {
  const Planes sizes(window);
  results<float>("pool2d", stream, PooledPlace{x, window.pooled, sizes}, out, planes * sizes.windows());
}

void pool2d_backward(Stream* stream, const float* gradient, const float* x, float* out, std::int64_t planes,
                     const Window& window) {
  rows("pool2d_backward", stream, SharedPlane{gradient, x, out, window.pooled, Planes(window)}, planes);
}

}  // namespace runahead::kernels::cuda
