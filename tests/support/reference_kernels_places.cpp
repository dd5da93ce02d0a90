// SPDX-License-Identifier: GPL-3.0-or-later
// The naive operations that go by places, by order and by windows: every element by its index along each
// axis. Not fast, and not to be made so.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "tests/support/reference_kernels.h"

namespace runahead::kernels::reference {

namespace {

/// One element of an array to one of another.
void copy(Type type, const void* in, std::int64_t from, void* out, std::int64_t to) {
  const std::int64_t size = size_of(type);
  std::memcpy(static_cast<char*>(out) + to * size, static_cast<const char*>(in) + from * size,
              static_cast<std::size_t>(size));
}

/// Floating types; whole numbers are compared and added by `whole`.
double real(Type type, const void* in, std::int64_t i) {
  if (type == Type::float32) return static_cast<double>(static_cast<const float*>(in)[i]);
  return type == Type::float64 ? static_cast<const double*>(in)[i] : 0;
}
std::int64_t whole(Type type, const void* in, std::int64_t i) {
  if (type == Type::int32) return static_cast<const std::int32_t*>(in)[i];
  if (type == Type::int64) return static_cast<const std::int64_t*>(in)[i];
  return type == Type::boolean ? static_cast<const std::uint8_t*>(in)[i] : 0;
}
void put(Type type, void* out, std::int64_t i, double value, std::int64_t number) {
  if (type == Type::float32) static_cast<float*>(out)[i] = static_cast<float>(value);
  if (type == Type::float64) static_cast<double*>(out)[i] = value;
  if (type == Type::int32) static_cast<std::int32_t*>(out)[i] = static_cast<std::int32_t>(number);
  if (type == Type::int64) static_cast<std::int64_t*>(out)[i] = number;
  if (type == Type::boolean) static_cast<std::uint8_t*>(out)[i] = static_cast<std::uint8_t>(number);
}

template <class Call>
void each(std::int64_t outer, std::int64_t n, std::int64_t inner, Call call) {
  for (std::int64_t o = 0; o < outer; ++o) {
    for (std::int64_t k = 0; k < n; ++k) {
      for (std::int64_t i = 0; i < inner; ++i) call(o, k, i);
    }
  }
}

std::int64_t within(std::int64_t place, std::int64_t n) {
  return std::min(std::max<std::int64_t>(place, 0), n - 1);
}

}  // namespace

void permute(Stream*, Type type, const void* in, void* out, const Permutation& order) {
  std::int64_t to = 0;
  for (std::int64_t i = 0; i < order.sizes[0]; ++i) {
    each(order.sizes[1], order.sizes[2], order.sizes[3], [&](std::int64_t j, std::int64_t k, std::int64_t l) {
      const std::int64_t from =
          i * order.steps[0] + j * order.steps[1] + k * order.steps[2] + l * order.steps[3];
      copy(type, in, from, out, to++);
    });
  }
}

void take(Stream*, Type type, const std::int64_t* places, bool own, const void* in, void* out,
          std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count) {
  each(outer, count, inner, [&](std::int64_t o, std::int64_t j, std::int64_t i) {
    const std::int64_t at = (o * count + j) * inner + i;
    copy(type, in, (o * n + within(places[own ? at : j], n)) * inner + i, out, at);
  });
}

void add_at(Stream*, Type type, const std::int64_t* places, bool own, const void* values, void* out,
            std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count) {
  for (std::int64_t at = 0; at < outer * n * inner; ++at) put(type, out, at, 0, 0);
  each(outer, count, inner, [&](std::int64_t o, std::int64_t j, std::int64_t i) {
    const std::int64_t at = (o * count + j) * inner + i;
    const std::int64_t to = (o * n + within(places[own ? at : j], n)) * inner + i;
    put(type, out, to, real(type, out, to) + real(type, values, at), 0);
  });
}

void one_hot(Stream*, Type type, const std::int64_t* places, void* out, std::int64_t rows,
             std::int64_t cols) {
  for (std::int64_t at = 0; at < rows * cols; ++at) {
    const bool here = places[at / cols] == at % cols;
    put(type, out, at, here ? 1 : 0, here ? 1 : 0);
  }
}

void cumsum(Stream*, Type type, bool from_last, const void* in, void* out, std::int64_t outer, std::int64_t n,
            std::int64_t inner) {
  each(outer, n, inner, [&](std::int64_t o, std::int64_t k, std::int64_t i) {
    long double sum = 0;
    std::uint64_t total = 0;
    for (std::int64_t other = from_last ? k : 0; other < (from_last ? n : k + 1); ++other) {
      sum += static_cast<long double>(real(type, in, (o * n + other) * inner + i));
      total += static_cast<std::uint64_t>(whole(type, in, (o * n + other) * inner + i));
    }
    put(result_of(type, Reduction::sum), out, (o * n + k) * inner + i, static_cast<double>(sum),
        static_cast<std::int64_t>(total));
  });
}

void argsort(Stream*, Type type, bool descending, const void* in, std::int64_t* out, std::int64_t outer,
             std::int64_t n, std::int64_t inner) {
  std::vector<std::int64_t> places(static_cast<std::size_t>(n));
  each(outer, 1, inner, [&](std::int64_t o, std::int64_t, std::int64_t i) {
    const auto less = [&](std::int64_t a, std::int64_t b) {
      const std::int64_t first = (o * n + a) * inner + i, second = (o * n + b) * inner + i;
      const double left = real(type, in, first), right = real(type, in, second);
      if (std::isnan(left) || std::isnan(right)) return !std::isnan(left);
      return left < right || whole(type, in, first) < whole(type, in, second);
    };
    std::iota(places.begin(), places.end(), 0);
    std::stable_sort(places.begin(), places.end(), [&](std::int64_t a, std::int64_t b) {
      const bool both = less(a, b) && less(b, a);
      return !both && (descending ? less(b, a) : less(a, b));
    });
    for (std::int64_t k = 0; k < n; ++k) out[(o * n + k) * inner + i] = places[static_cast<std::size_t>(k)];
  });
}

namespace {

/// call(b, o, c, place of the window, of the kernel, of the plane): each product of a convolution, by where
/// its factors stand in gradient, weight and x.
template <class Call>
void each_product(const Channels& channels, const Window& window, Call call) {
  const std::int64_t in = channels.in / window.groups, out = channels.out / window.groups;
  const std::int64_t down = windows_along(window, 0), across = windows_along(window, 1);
  for (std::int64_t b = 0; b < channels.batch; ++b) {
    each(channels.out, down, across, [&](std::int64_t o, std::int64_t row, std::int64_t column) {
      each(in, window.kernel[0], window.kernel[1], [&](std::int64_t c, std::int64_t i, std::int64_t j) {
        const std::int64_t y = row * window.stride[0] - window.before[0] + i * window.dilation[0];
        const std::int64_t x = column * window.stride[1] - window.before[1] + j * window.dilation[1];
        if (y < 0 || y >= window.sizes[0] || x < 0 || x >= window.sizes[1]) return;
        const std::int64_t plane = b * channels.in + o / out * in + c;
        call(((b * channels.out + o) * down + row) * across + column,
             ((o * in + c) * window.kernel[0] + i) * window.kernel[1] + j,
             (plane * window.sizes[0] + y) * window.sizes[1] + x);
      });
    });
  }
}

using Sums = std::vector<double>;

Sums sums_of(std::int64_t size) {
  return Sums(static_cast<std::size_t>(size));
}
void round(const Sums& sums, float* out) {
  for (const double sum : sums) *out++ = static_cast<float>(sum);
}
double product(float a, float b) {
  return static_cast<double>(a) * static_cast<double>(b);
}
std::int64_t plane(const Window& window) {
  return std::int64_t{window.sizes[0]} * window.sizes[1];
}
std::int64_t windows(const Window& window) {
  return windows_along(window, 0) * windows_along(window, 1);
}

}  // namespace

void conv2d(Stream*, const float* x, const float* w, const float* bias, float* out, const Channels& channels,
            const Window& window) {
  Sums sums = sums_of(channels.batch * channels.out * windows(window));
  for (std::size_t i = 0; bias && i < sums.size(); ++i)
    sums[i] = static_cast<double>(bias[static_cast<std::int64_t>(i) / windows(window) % channels.out]);
  each_product(channels, window, [&](std::int64_t of_out, std::int64_t of_w, std::int64_t of_x) {
    sums[static_cast<std::size_t>(of_out)] += product(w[of_w], x[of_x]);
  });
  round(sums, out);
}

void conv2d_backward_x(Stream*, const float* gradient, const float* w, float* out, const Channels& channels,
                       const Window& window) {
  Sums sums = sums_of(channels.batch * channels.in * plane(window));
  each_product(channels, window, [&](std::int64_t of_out, std::int64_t of_w, std::int64_t of_x) {
    sums[static_cast<std::size_t>(of_x)] += product(w[of_w], gradient[of_out]);
  });
  round(sums, out);
}

void conv2d_backward_w(Stream*, const float* gradient, const float* x, float* out, const Channels& channels,
                       const Window& window) {
  const std::int64_t weights =
      channels.out * (channels.in / window.groups) * window.kernel[0] * window.kernel[1];
  Sums sums = sums_of(weights);
  each_product(channels, window, [&](std::int64_t of_out, std::int64_t of_w, std::int64_t of_x) {
    sums[static_cast<std::size_t>(of_w)] += product(gradient[of_out], x[of_x]);
  });
  round(sums, out);
}

namespace {

/// call(window, the places of x under it, by how many a mean is divided)
template <class Call>
void each_window(std::int64_t planes, const Window& window, Call call) {
  each(planes, windows_along(window, 0), windows_along(window, 1),
       [&](std::int64_t p, std::int64_t row, std::int64_t column) {
         std::vector<std::int64_t> under;
         int counted = 0;
         each(1, window.kernel[0], window.kernel[1], [&](std::int64_t, std::int64_t i, std::int64_t j) {
           const std::int64_t y = row * window.stride[0] - window.before[0] + i;
           const std::int64_t x = column * window.stride[1] - window.before[1] + j;
           const bool inside = y >= 0 && y < window.sizes[0] && x >= 0 && x < window.sizes[1];
           const bool added =
               y < window.sizes[0] + window.behind[0] && x < window.sizes[1] + window.behind[1];
           if (inside) under.push_back((p * window.sizes[0] + y) * window.sizes[1] + x);
           counted += window.pooled == Pooled::mean ? added : inside;
         });
         call((p * windows_along(window, 0) + row) * windows_along(window, 1) + column, under, counted);
       });
}

std::int64_t largest(const float* x, const std::vector<std::int64_t>& under) {
  std::int64_t best = under.front();
  for (const std::int64_t at : under) {
    if (!std::isnan(x[best]) && (x[at] > x[best] || std::isnan(x[at]))) best = at;
  }
  return best;
}

}  // namespace

void pool2d(Stream*, const float* x, float* out, std::int64_t planes, const Window& window) {
  each_window(planes, window, [&](std::int64_t at, const std::vector<std::int64_t>& under, int counted) {
    double sum = 0;
    for (const std::int64_t place : under) sum += static_cast<double>(x[place]);
    out[at] = window.pooled == Pooled::max ? x[largest(x, under)] : static_cast<float>(sum / counted);
  });
}

void pool2d_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t planes,
                     const Window& window) {
  Sums sums = sums_of(planes * plane(window));
  each_window(planes, window, [&](std::int64_t at, const std::vector<std::int64_t>& under, int counted) {
    if (window.pooled == Pooled::max) {
      sums[static_cast<std::size_t>(largest(x, under))] += static_cast<double>(gradient[at]);
      return;
    }
    for (const std::int64_t place : under)
      sums[static_cast<std::size_t>(place)] += static_cast<double>(gradient[at]) / counted;
  });
  round(sums, out);
}

}  // namespace runahead::kernels::reference
