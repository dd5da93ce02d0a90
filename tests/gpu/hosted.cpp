// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA as the device of the parity tests: a table that takes arrays of the host. Each call brings them to the
// device, as unaligned as they are, computes there, and brings back what was written.
// Not here: any test; those of tests/parity run on it unchanged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <vector>

#include "tests/gpu/cuda.h"
#include "tests/parity/arrays.h"
#include "tests/parity/cases.h"

namespace runahead::kernels {

namespace {

constexpr std::int64_t kMargin = 64;
constexpr float kWatched = -123456.5f;

/// Memory of the device that is used by one call after the other.
struct Buffer {
  OwnedBlock block;
  std::int64_t room = 0;
};

class Call {
 public:
  ~Call() {
    for (const Visitor& visitor : visitors_) bring_back(visitor);
  }

  /// The memory on the device of an array that this call reads or writes; an array named twice has one.
  float* at(const float* host, std::int64_t n) {
    if (n == 0) return nullptr;
    for (const Visitor& visitor : visitors_) {
      if (visitor.host == host && visitor.n == n) return visitor.device;
    }
    Visitor visitor{host, n, nullptr, nullptr, false};
    Buffer& buffer = buffers()[visitors_.size()];
    const std::int64_t needed = n + 3 + 2 * kMargin;
    if (buffer.room < needed) {
      buffer.block = nullptr;
      buffer.block = make_block(needed);
      buffer.room = needed;
    }
    // As many floats behind an aligned address as on the host.
    const auto shift = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(host) / sizeof(float) % 4);
    std::vector<float> staged(static_cast<std::size_t>(n + 2 * kMargin), kWatched);
    std::copy_n(host, n, staged.data() + kMargin);
    visitor.whole = buffer.block.get() + shift;
    visitor.device = visitor.whole + kMargin;
    cuda().copy_to_device(stream(), staged.data(), visitor.whole, n + 2 * kMargin);
    cuda().synchronize(stream());
    visitors_.push_back(visitor);
    return visitor.device;
  }

  float* result(float* host, std::int64_t n) {
    float* const device = at(host, n);
    for (Visitor& visitor : visitors_) visitor.written |= visitor.host == host && visitor.n == n;
    return device;
  }

  Stream* stream() {
    // Never given back: at the program's end cuBLAS, opened later, is gone before.
    static Stream* const made = cuda().create_stream(0, false);
    return made;
  }

  const Operations& operations() const { return *cuda().operations; }

 private:
  struct Visitor {
    const float* host;
    std::int64_t n;
    float* whole;  ///< with its margins
    float* device;
    bool written;
  };

  static std::deque<Buffer>& buffers() {
    static std::deque<Buffer>& most_arrays_of_a_call = *new std::deque<Buffer>(4);
    return most_arrays_of_a_call;
  }

  void bring_back(const Visitor& visitor) {
    std::vector<float> staged(static_cast<std::size_t>(visitor.n + 2 * kMargin));
    cuda().copy_to_host(stream(), visitor.whole, staged.data(), visitor.n + 2 * kMargin);
    cuda().synchronize(stream());
    float* const inside = staged.data() + kMargin;
    EXPECT_EQ(std::count(staged.data(), inside, kWatched), kMargin) << "written before an array";
    EXPECT_EQ(std::count(inside + visitor.n, staged.data() + staged.size(), kWatched), kMargin)
        << "written beyond an array";
    const std::size_t bytes = static_cast<std::size_t>(visitor.n) * sizeof(float);
    if (visitor.written) {
      std::memcpy(const_cast<float*>(visitor.host), inside, bytes);
    } else {
      EXPECT_EQ(std::memcmp(visitor.host, inside, bytes), 0) << "an input was written";
    }
  }

  std::vector<Visitor> visitors_;
};

template <auto kOperation>
void gradient_of(Stream*, const float* a, const float* b, float* out, std::int64_t n) {
  Call call;
  const float* const first = call.at(a, n);
  const float* const second = call.at(b, n);
  (call.operations().*kOperation)(call.stream(), first, second, call.result(out, n), n);
}

template <auto kOperation>
void update(Stream*, const float* x, float scale, float* y, std::int64_t n) {
  Call call;
  const float* const from = call.at(x, n);
  (call.operations().*kOperation)(call.stream(), from, scale, call.result(y, n), n);
}

void max_backward(Stream*, const float* gradient, const float* x, const float* max, float* out,
                  std::int64_t outer, std::int64_t n, std::int64_t inner) {
  Call call;
  const float* const from = call.at(x, outer * n * inner);
  const float* const slope = call.at(gradient, outer * inner);
  const float* const largest = call.at(max, outer * inner);
  call.operations().max_backward(call.stream(), slope, from, largest, call.result(out, outer * n * inner),
                                 outer, n, inner);
}

void norm_backward(Stream*, const float* gradient, const float* x, const float* norm, float* out,
                   std::int64_t n) {
  Call call;
  const float* const from = call.at(x, n);
  const float* const slope = call.at(gradient, 1);
  const float* const length = call.at(norm, 1);
  call.operations().norm_backward(call.stream(), slope, from, length, call.result(out, n), n);
}

// Of any type, by whole words of floats: an array of the tests has room behind it up to the next one.

const float* words(const void* array) {
  return static_cast<const float*>(array);
}
std::int64_t words_of(Type type, std::int64_t elements) {
  return (elements * size_of(type) + 3) / 4;
}

class TypedCall {
 public:
  const void* in(Type type, const void* array, std::int64_t elements) {
    return call_.at(words(array), words_of(type, elements));
  }
  void* out(Type type, void* array, std::int64_t elements) {
    return call_.result(static_cast<float*>(array), words_of(type, elements));
  }
  Stream* stream() { return call_.stream(); }
  const Operations& operations() { return call_.operations(); }

 private:
  Call call_;
};

void sequence(Stream*, Type type, void* out, std::int64_t n, Number first, Number step) {
  TypedCall call;
  call.operations().sequence(call.stream(), type, call.out(type, out, n), n, first, step);
}

void convert(Stream*, Type from, const void* in, Type to, void* out, std::int64_t n) {
  TypedCall call;
  const void* const given = call.in(from, in, n);
  call.operations().convert(call.stream(), from, given, to, call.out(to, out, n), n);
}

void map(Stream*, Type type, Unary unary, const void* in, void* out, std::int64_t n) {
  TypedCall call;
  const void* const given = call.in(type, in, n);
  call.operations().map(call.stream(), type, unary, given, call.out(type, out, n), n);
}

void zip(Stream*, Type type, Binary binary, const void* a, const void* b, void* out, Axes axes) {
  TypedCall call;
  std::int64_t of_a = 1, of_b = 1, n = 1;
  for (int axis = 0; axis < 4; ++axis) {
    n *= axes.sizes[axis];
    of_a *= (axes.repeated_a >> axis & 1) != 0 ? 1 : axes.sizes[axis];
    of_b *= (axes.repeated_b >> axis & 1) != 0 ? 1 : axes.sizes[axis];
  }
  const void* const first = call.in(type, a, of_a);
  const void* const second = call.in(type, b, of_b);
  call.operations().zip(call.stream(), type, binary, first, second, call.out(result_of(type, binary), out, n),
                        axes);
}

void zip_number(Stream*, Type type, Binary binary, const void* a, Number b, bool number_first, void* out,
                std::int64_t n) {
  TypedCall call;
  const void* const given = call.in(type, a, n);
  call.operations().zip_number(call.stream(), type, binary, given, b, number_first,
                               call.out(result_of(type, binary), out, n), n);
}

void select(Stream*, Type type, const void* which, const void* a, const void* b, void* out, std::int64_t n,
            std::uint8_t repeated) {
  TypedCall call;
  const auto count = [&](int input) { return (repeated >> input & 1) != 0 ? std::int64_t{1} : n; };
  const void* const chooser = call.in(Type::boolean, which, count(0));
  const void* const first = call.in(type, a, count(1));
  const void* const second = call.in(type, b, count(2));
  call.operations().select(call.stream(), type, chooser, first, second, call.out(type, out, n), n, repeated);
}

bool countable(std::int64_t m, std::int64_t k, std::int64_t n) {
  return std::max({m, k, n}) <= std::numeric_limits<std::int32_t>::max();
}

void dense(Stream*, Type type, const void* x, const void* w, const void* bias, void* out, std::int64_t m,
           std::int64_t k, std::int64_t n) {
  TypedCall call;
  if (!countable(m, k, n))
    return call.operations().dense(call.stream(), type, nullptr, nullptr, nullptr, nullptr, m, k, n);
  const void* const first = call.in(type, x, m * k);
  const void* const second = call.in(type, w, n * k);
  const void* const third = call.in(type, bias, n);
  call.operations().dense(call.stream(), type, first, second, third, call.out(type, out, m * n), m, k, n);
}

void sum_rows(Stream*, Type type, const void* in, std::int64_t rows, std::int64_t cols, void* out) {
  TypedCall call;
  const void* const given = call.in(type, in, rows * cols);
  const Type made = result_of(type, Reduction::sum);
  call.operations().sum_rows(call.stream(), type, given, rows, cols, call.out(made, out, cols));
}

void spread(Stream*, Type type, const void* values, Number factor, void* out, std::int64_t outer,
            std::int64_t n, std::int64_t inner) {
  TypedCall call;
  const void* const given = call.in(type, values, n == 0 ? 0 : outer * inner);
  call.operations().spread(call.stream(), type, given, factor, call.out(type, out, outer * n * inner), outer,
                           n, inner);
}

void product(Stream*, Type type, Transposed transposed, const void* a, const void* b, void* out,
             std::int64_t m, std::int64_t k, std::int64_t n) {
  TypedCall call;
  if (!countable(m, k, n))  // is refused before anything is read
    return call.operations().product(call.stream(), type, transposed, nullptr, nullptr, nullptr, m, k, n);
  const void* const first = call.in(type, a, m * k);
  const void* const second = call.in(type, b, k * n);
  call.operations().product(call.stream(), type, transposed, first, second, call.out(type, out, m * n), m, k,
                            n);
}

void reduce(Stream*, Type type, Reduction reduction, const void* in, std::int64_t outer, std::int64_t n,
            std::int64_t inner, void* out) {
  TypedCall call;
  const void* const given = call.in(type, in, outer * n * inner);
  call.operations().reduce(call.stream(), type, reduction, given, outer, n, inner,
                           call.out(result_of(type, reduction), out, outer * inner));
}

void copy_rows(Stream*, Type type, const void* in, std::int64_t in_apart, void* out, std::int64_t out_apart,
               std::int64_t rows, std::int64_t width) {
  TypedCall call;
  const void* const given = call.in(type, in, rows * in_apart);
  call.operations().copy_rows(call.stream(), type, given, in_apart, call.out(type, out, rows * out_apart),
                              out_apart, rows, width);
}

void transpose(Stream*, Type type, const void* in, void* out, std::int64_t rows, std::int64_t cols) {
  TypedCall call;
  const void* const given = call.in(type, in, rows * cols);
  call.operations().transpose(call.stream(), type, given, call.out(type, out, rows * cols), rows, cols);
}

void permute(Stream*, Type type, const void* in, void* out, const Permutation& permutation) {
  TypedCall call;
  std::int64_t n = 1;
  for (const std::int64_t size : permutation.sizes) n *= size;
  const void* const given = call.in(type, in, n);
  call.operations().permute(call.stream(), type, given, call.out(type, out, n), permutation);
}

const std::int64_t* places_in(TypedCall& call, const std::int64_t* places, std::int64_t n) {
  return static_cast<const std::int64_t*>(call.in(Type::int64, places, n));
}

void take(Stream*, Type type, const std::int64_t* places, bool each, const void* in, void* out,
          std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count) {
  TypedCall call;
  const std::int64_t* const which = places_in(call, places, each ? outer * count * inner : count);
  const void* const given = call.in(type, in, outer * n * inner);
  call.operations().take(call.stream(), type, which, each, given, call.out(type, out, outer * count * inner),
                         outer, n, inner, count);
}

void add_at(Stream*, Type type, const std::int64_t* places, bool each, const void* values, void* out,
            std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count) {
  TypedCall call;
  const std::int64_t* const which = places_in(call, places, each ? outer * count * inner : count);
  const void* const given = call.in(type, values, outer * count * inner);
  call.operations().add_at(call.stream(), type, which, each, given, call.out(type, out, outer * n * inner),
                           outer, n, inner, count);
}

void one_hot(Stream*, Type type, const std::int64_t* places, void* out, std::int64_t rows,
             std::int64_t cols) {
  TypedCall call;
  const std::int64_t* const which = places_in(call, places, rows);
  call.operations().one_hot(call.stream(), type, which, call.out(type, out, rows * cols), rows, cols);
}

void cumsum(Stream*, Type type, bool from_last, const void* in, void* out, std::int64_t outer, std::int64_t n,
            std::int64_t inner) {
  TypedCall call;
  const std::int64_t all = outer * n * inner;
  const void* const given = call.in(type, in, all);
  call.operations().cumsum(call.stream(), type, from_last, given,
                           call.out(result_of(type, Reduction::sum), out, all), outer, n, inner);
}

void argsort(Stream*, Type type, bool descending, const void* in, std::int64_t* out, std::int64_t outer,
             std::int64_t n, std::int64_t inner) {
  TypedCall call;
  const std::int64_t all = outer * n * inner;
  const void* const given = call.in(type, in, all);
  call.operations().argsort(call.stream(), type, descending, given,
                            static_cast<std::int64_t*>(call.out(Type::int64, out, all)), outer, n, inner);
}

std::int64_t plane_of(const Window& window) {
  return std::int64_t{window.sizes[0]} * window.sizes[1];
}
std::int64_t windows_of(const Window& window) {
  return windows_along(window, 0) * windows_along(window, 1);
}
std::int64_t weights_of(const Channels& channels, const Window& window) {
  return channels.out * (channels.in / window.groups) * window.kernel[0] * window.kernel[1];
}

void conv2d(Stream*, const float* x, const float* w, const float* bias, float* out, const Channels& channels,
            const Window& window) {
  Call call;
  const float* const given = call.at(x, channels.batch * channels.in * plane_of(window));
  const float* const kernels = call.at(w, weights_of(channels, window));
  const float* const first = bias ? call.at(bias, channels.out) : nullptr;
  float* const made = call.result(out, channels.batch * channels.out * windows_of(window));
  call.operations().conv2d(call.stream(), given, kernels, first, made, channels, window);
}

void conv2d_backward_x(Stream*, const float* gradient, const float* w, float* out, const Channels& channels,
                       const Window& window) {
  Call call;
  const float* const slope = call.at(gradient, channels.batch * channels.out * windows_of(window));
  const float* const kernels = call.at(w, weights_of(channels, window));
  float* const made = call.result(out, channels.batch * channels.in * plane_of(window));
  call.operations().conv2d_backward_x(call.stream(), slope, kernels, made, channels, window);
}

void conv2d_backward_w(Stream*, const float* gradient, const float* x, float* out, const Channels& channels,
                       const Window& window) {
  Call call;
  const float* const slope = call.at(gradient, channels.batch * channels.out * windows_of(window));
  const float* const given = call.at(x, channels.batch * channels.in * plane_of(window));
  float* const made = call.result(out, weights_of(channels, window));
  call.operations().conv2d_backward_w(call.stream(), slope, given, made, channels, window);
}

void pool2d(Stream*, const float* x, float* out, std::int64_t planes, const Window& window) {
  Call call;
  const float* const given = call.at(x, planes * plane_of(window));
  float* const made = call.result(out, planes * windows_of(window));
  call.operations().pool2d(call.stream(), given, made, planes, window);
}

void pool2d_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t planes,
                     const Window& window) {
  Call call;
  const float* const slope = call.at(gradient, planes * windows_of(window));
  const float* const given = call.at(x, planes * plane_of(window));
  float* const made = call.result(out, planes * plane_of(window));
  call.operations().pool2d_backward(call.stream(), slope, given, made, planes, window);
}

template <auto kDraw>
void draw(Stream*, Type type, void* out, std::int64_t n, std::uint64_t seed, std::uint64_t offset, double a,
          double b) {
  TypedCall call;
  (call.operations().*kDraw)(call.stream(), type, call.out(type, out, n), n, seed, offset, a, b);
}

}  // namespace

const Operations& tested() {
  static constexpr Operations kOperations{
      .sequence = sequence,
      .convert = convert,
      .uniform = draw<&Operations::uniform>,
      .normal = draw<&Operations::normal>,
      .map = map,
      .zip = zip,
      .zip_number = zip_number,
      .select = select,
      .product = product,
      .dense = dense,
      .transpose = transpose,
      .permute = permute,
      .copy_rows = copy_rows,
      .reduce = reduce,
      .sum_rows = sum_rows,
      .spread = spread,
      .take = take,
      .add_at = add_at,
      .one_hot = one_hot,
      .cumsum = cumsum,
      .argsort = argsort,
      .add_scaled = update<&Operations::add_scaled>,
      .add_to_scaled = update<&Operations::add_to_scaled>,
      .relu_backward = gradient_of<&Operations::relu_backward>,
      .abs_backward = gradient_of<&Operations::abs_backward>,
      .norm_backward = norm_backward,
      .max_backward = max_backward,
      .conv2d = conv2d,
      .conv2d_backward_x = conv2d_backward_x,
      .conv2d_backward_w = conv2d_backward_w,
      .pool2d = pool2d,
      .pool2d_backward = pool2d_backward,
  };
  return kOperations;
}

}  // namespace runahead::kernels
