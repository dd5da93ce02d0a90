// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU's table: float32's own loops where it has some, else loops over arrays of any type.
// Not here: what happens to one element (elements.h, typed_functors.h).
#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/axes.h"
#include "kernels/cpu/operations.h"
#include "kernels/typed_functors.h"

namespace runahead::kernels::cpu {

namespace {

template <class T>
const T* in_of(const void* data) {
  return static_cast<const T*>(data);
}
template <class T>
T* out_of(void* data) {
  return static_cast<T*>(data);
}

void sequence(Stream*, Type type, void* out, std::int64_t n, Number first, Number step) {
  if (type == Type::float32 && step.real == 0)
    return fill(out_of<float>(out), n, as<float>(first) + 0.0f);  // as the sum: -0 becomes 0
  with_type(type, [=]<class T>(T) {
    const Sequence<T> at{as<T>(first), as<T>(step)};
    for (std::int64_t i = 0; i < n; ++i) out_of<T>(out)[i] = at(i);
  });
}

void convert(Stream*, Type from, const void* in, Type to, void* out, std::int64_t n) {
  if (from == to) {
    if (n > 0 && in != out) std::memcpy(out, in, static_cast<std::size_t>(n * size_of(to)));
    return;
  }
  with_type(from, [=]<class From>(From) {
    with_type(to, [=]<class To>(To) {
      for (std::int64_t i = 0; i < n; ++i) out_of<To>(out)[i] = Converted<From, To>{}(in_of<From>(in)[i]);
    });
  });
}

void map(Stream*, Type type, Unary unary, const void* in, void* out, std::int64_t n) {
  if (type == Type::float32) return map32(unary, in_of<float>(in), out_of<float>(out), n);
  with_type(type, [=]<class T>(T) {
    with_constant<kUnaries>(unary, [=](auto chosen) {
      if constexpr (has(kTypeOf<T>, chosen.value) && !std::is_same_v<T, float>) {
        for (std::int64_t i = 0; i < n; ++i) out_of<T>(out)[i] = Mapped<chosen.value, T>{}(in_of<T>(in)[i]);
      }
    });
  });
}

template <class Functor, class T, class Out>
void over_axes(Functor functor, const T* a, const T* b, Out* out, const Axes& axes) {
  const Steps of_a = steps_of(axes, axes.repeated_a), of_b = steps_of(axes, axes.repeated_b);
  const std::int64_t n = axes.sizes[3];
  for (std::int64_t i = 0; i < axes.sizes[0]; ++i) {
    for (std::int64_t j = 0; j < axes.sizes[1]; ++j) {
      for (std::int64_t k = 0; k < axes.sizes[2]; ++k, out += n) {
        const T* const row_a = a + i * of_a.of[0] + j * of_a.of[1] + k * of_a.of[2];
        const T* const row_b = b + i * of_b.of[0] + j * of_b.of[1] + k * of_b.of[2];
        for (std::int64_t l = 0; l < n; ++l) out[l] = functor(row_a[l * of_a.of[3]], row_b[l * of_b.of[3]]);
      }
    }
  }
}

void zip(Stream*, Type type, Binary binary, const void* a, const void* b, void* out, Axes axes) {
  for (const std::int64_t size : axes.sizes) {
    if (size == 0) return;
  }
  if (type == Type::float32 && zip32(binary, in_of<float>(a), in_of<float>(b), out_of<float>(out), axes))
    return;
  with_type(type, [&]<class T>(T) {
    with_constant<kBinaries>(binary, [&](auto chosen) {
      if constexpr (has(kTypeOf<T>, chosen.value)) {
        using Functor = Computed<chosen.value, T>;
        over_axes(Functor{}, in_of<T>(a), in_of<T>(b), out_of<typename Functor::Out>(out), axes);
      }
    });
  });
}

void zip_number(Stream*, Type type, Binary binary, const void* a, Number b, bool number_first, void* out,
                std::int64_t n) {
  if (type == Type::float32 &&
      zip_number32(binary, in_of<float>(a), as<float>(b), number_first, out_of<float>(out), n))
    return;
  with_type(type, [=]<class T>(T) {
    with_constant<kBinaries>(binary, [=](auto chosen) {
      if constexpr (has(kTypeOf<T>, chosen.value)) {
        const WithNumber<chosen.value, T> functor{as<T>(b), number_first};
        using Out = typename Computed<chosen.value, T>::Out;
        for (std::int64_t i = 0; i < n; ++i) out_of<Out>(out)[i] = functor(in_of<T>(a)[i]);
      }
    });
  });
}

void select(Stream*, Type type, const void* which, const void* a, const void* b, void* out, std::int64_t n,
            std::uint8_t repeated) {
  const auto step = [repeated](int input) { return (repeated >> input & 1) != 0 ? 0 : 1; };
  const std::int64_t of_which = step(0), of_a = step(1), of_b = step(2);
  with_type(type, [=]<class T>(T) {
    if (repeated == 0) {
      for (std::int64_t i = 0; i < n; ++i)
        out_of<T>(out)[i] = in_of<bool>(which)[i] ? in_of<T>(a)[i] : in_of<T>(b)[i];
      return;
    }
    for (std::int64_t i = 0; i < n; ++i)
      out_of<T>(out)[i] = in_of<bool>(which)[i * of_which] ? in_of<T>(a)[i * of_a] : in_of<T>(b)[i * of_b];
  });
}

void product(Stream*, Type type, Transposed transposed, const void* a, const void* b, void* out,
             std::int64_t m, std::int64_t k, std::int64_t n) {
  if (type == Type::float32)
    return product32(transposed, in_of<float>(a), in_of<float>(b), out_of<float>(out), m, k, n);
  if (type == Type::float64)
    return product64(transposed, in_of<double>(a), in_of<double>(b), out_of<double>(out), m, k, n);
  const std::int64_t a_row = transposed == Transposed::first ? 1 : k;
  const std::int64_t a_step = transposed == Transposed::first ? m : 1;
  const std::int64_t b_row = transposed == Transposed::second ? 1 : n;
  const std::int64_t b_step = transposed == Transposed::second ? k : 1;
  with_type(type, [=]<class T>(T) {
    const Computed<Binary::add, T> add;
    const Computed<Binary::mul, T> mul;
    for (std::int64_t row = 0; row < m; ++row) {
      T* const sums = out_of<T>(out) + row * n;
      for (std::int64_t column = 0; column < n; ++column) sums[column] = T{};
      for (std::int64_t i = 0; i < k; ++i) {
        const T factor = in_of<T>(a)[row * a_row + i * a_step];
        const T* const other = in_of<T>(b) + i * b_row;
        for (std::int64_t column = 0; column < n; ++column)
          sums[column] = add(sums[column], mul(factor, other[column * b_step]));
      }
    }
  });
}

void dense(Stream* stream, Type type, const void* x, const void* w, const void* bias, void* out,
           std::int64_t m, std::int64_t k, std::int64_t n) {
  if (type == Type::float32)
    return dense32(in_of<float>(x), in_of<float>(w), in_of<float>(bias), out_of<float>(out), m, k, n);
  product(stream, type, Transposed::second, x, w, out, m, k, n);
  zip(stream, type, Binary::add, out, bias, out, {{1, 1, m, n}, 0, 1U << 2U});
}

template <class Fold, class T>
void fold_rows(const T* in, std::int64_t outer, std::int64_t n, typename Fold::Out* out) {
  for (std::int64_t o = 0; o < outer; ++o, in += n) {
    std::array<Fold, kLanes> lanes;
    for (std::int64_t i = 0; i < n; ++i) lanes[static_cast<std::size_t>(i % kLanes)].take(in[i], i);
    for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
      for (std::size_t lane = 0; lane < half; ++lane) lanes[lane].join(lanes[lane + half]);
    }
    out[o] = lanes[0].result(n);
  }
}

template <class Fold, class T>
void fold_columns(const T* in, std::int64_t outer, std::int64_t n, std::int64_t inner,
                  typename Fold::Out* out) {
  constexpr std::int64_t kAtOnce = 64;
  for (std::int64_t o = 0; o < outer; ++o, in += n * inner, out += inner) {
    for (std::int64_t first = 0; first < inner; first += kAtOnce) {
      const std::int64_t width = std::min(kAtOnce, inner - first);
      std::array<Fold, kAtOnce> columns;
      for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t c = 0; c < width; ++c)
          columns[static_cast<std::size_t>(c)].take(in[i * inner + first + c], i);
      }
      for (std::int64_t c = 0; c < width; ++c)
        out[first + c] = columns[static_cast<std::size_t>(c)].result(n);
    }
  }
}

void reduce(Stream*, Type type, Reduction reduction, const void* in, std::int64_t outer, std::int64_t n,
            std::int64_t inner, void* out) {
  if (type == Type::float32 && reduce32(reduction, in_of<float>(in), outer, n, inner, out_of<float>(out)))
    return;
  with_type(type, [=]<class T>(T) {
    with_constant<kReductions>(reduction, [=](auto chosen) {
      if constexpr (has(kTypeOf<T>, chosen.value)) {
        using Fold = Folded<chosen.value, T>;
        auto* const results = out_of<typename Fold::Out>(out);
        if (inner == 1) return fold_rows<Fold>(in_of<T>(in), outer, n, results);
        fold_columns<Fold>(in_of<T>(in), outer, n, inner, results);
      }
    });
  });
}

void sum_rows(Stream* stream, Type type, const void* in, std::int64_t rows, std::int64_t cols, void* out) {
  if (type == Type::float32) return sum_rows32(in_of<float>(in), rows, cols, out_of<float>(out));
  reduce(stream, type, Reduction::sum, in, 1, rows, cols, out);
}

void spread(Stream* stream, Type type, const void* values, Number factor, void* out, std::int64_t outer,
            std::int64_t n, std::int64_t inner) {
  if (type == Type::float32)
    return spread32(in_of<float>(values), as<float>(factor), out_of<float>(out), outer, n, inner);
  constexpr std::uint8_t kMiddle = 1U << 2U;
  zip(stream, type, Binary::maximum, values, values, out, {{1, outer, n, inner}, kMiddle, kMiddle});
  if (factor.real != 1) zip_number(stream, type, Binary::mul, out, factor, false, out, outer * n * inner);
}

void copy_rows(Stream*, Type type, const void* in, std::int64_t in_apart, void* out, std::int64_t out_apart,
               std::int64_t rows, std::int64_t width) {
  if (width == 0) return;
  const std::int64_t size = size_of(type);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::memcpy(static_cast<char*>(out) + row * out_apart * size,
                static_cast<const char*>(in) + row * in_apart * size, static_cast<std::size_t>(width * size));
  }
}

void transpose(Stream*, Type type, const void* in, void* out, std::int64_t rows, std::int64_t cols) {
  if (type == Type::float32) return transpose32(in_of<float>(in), out_of<float>(out), rows, cols);
  constexpr std::int64_t kTile = 16;
  with_type(type, [=]<class T>(T) {
    for (std::int64_t top = 0; top < rows; top += kTile) {
      for (std::int64_t left = 0; left < cols; left += kTile) {
        for (std::int64_t r = top; r < std::min(top + kTile, rows); ++r) {
          for (std::int64_t c = left; c < std::min(left + kTile, cols); ++c)
            out_of<T>(out)[c * rows + r] = in_of<T>(in)[r * cols + c];
        }
      }
    }
  });
}

}  // namespace

}  // namespace runahead::kernels::cpu

namespace runahead::kernels {

const Operations& cpu_operations() {
  static constexpr Operations kOperations{
      .sequence = cpu::sequence,
      .convert = cpu::convert,
      .uniform = cpu::uniform,
      .normal = cpu::normal,
      .map = cpu::map,
      .zip = cpu::zip,
      .zip_number = cpu::zip_number,
      .select = cpu::select,
      .product = cpu::product,
      .dense = cpu::dense,
      .transpose = cpu::transpose,
      .permute = cpu::permute,
      .copy_rows = cpu::copy_rows,
      .reduce = cpu::reduce,
      .sum_rows = cpu::sum_rows,
      .spread = cpu::spread,
      .take = cpu::take,
      .add_at = cpu::add_at,
      .one_hot = cpu::one_hot,
      .cumsum = cpu::cumsum,
      .argsort = cpu::argsort,
      .add_scaled = cpu::add_scaled,
      .add_to_scaled = cpu::add_to_scaled,
      .relu_backward = cpu::relu_backward,
      .abs_backward = cpu::abs_backward,
      .norm_backward = cpu::norm_backward,
      .max_backward = cpu::max_backward,
      .conv2d = cpu::conv2d,
      .conv2d_backward_x = cpu::conv2d_backward_x,
      .conv2d_backward_w = cpu::conv2d_backward_w,
      .pool2d = cpu::pool2d,
      .pool2d_backward = cpu::pool2d_backward,
  };
  return kOperations;
}

}  // namespace runahead::kernels
