// SPDX-License-Identifier: GPL-3.0-or-later
// The naive operations on any type: an element is read as a number, and written as one.
// Not fast, and not to be made so.
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "tests/support/reference_kernels.h"

namespace runahead::kernels {

namespace {

template <class T>
T at(const void* data, std::int64_t i) {
  T value{};
  std::memcpy(&value, static_cast<const char*>(data) + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
  return value;
}

template <class T>
void put(void* data, std::int64_t i, T value) {
  std::memcpy(static_cast<char*>(data) + i * static_cast<std::int64_t>(sizeof(T)), &value, sizeof(T));
}

/// Both are kept: which one counts is the type's to say.
struct Value {
  double real = 0;
  std::int64_t whole = 0;
};

Value read(Type type, const void* data, std::int64_t i) {
  switch (type) {
    case Type::float32:
      return {static_cast<double>(at<float>(data, i)), 0};
    case Type::float64:
      return {at<double>(data, i), 0};
    case Type::int32:
      return {0, at<std::int32_t>(data, i)};
    case Type::int64:
      return {0, at<std::int64_t>(data, i)};
    case Type::boolean:
      return {0, at<std::uint8_t>(data, i)};
  }
  return {};
}

void write(Type type, void* data, std::int64_t i, Value value) {
  switch (type) {
    case Type::float32:
      return put(data, i, static_cast<float>(value.real));
    case Type::float64:
      return put(data, i, value.real);
    case Type::int32:
      return put(data, i, static_cast<std::int32_t>(static_cast<std::uint64_t>(value.whole)));
    case Type::int64:
      return put(data, i, value.whole);
    case Type::boolean:
      return put(data, i, static_cast<std::uint8_t>(value.whole != 0));
  }
}

Value number_of(Type type, Number number) {
  if (is_floating(type)) return {number.real, 0};
  return {0, type == Type::boolean ? std::int64_t{number.whole != 0} : number.whole};
}

/// Modulo 2^64.
std::int64_t wrapped(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}
std::uint64_t bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

Value real(Type type, Binary binary, double a, double b) {
  const auto rounded = [type](double value) {
    return Value{type == Type::float32 ? static_cast<double>(static_cast<float>(value)) : value, 0};
  };
  switch (binary) {
    case Binary::add:
      return rounded(a + b);
    case Binary::sub:
      return rounded(a - b);
    case Binary::mul:
      return rounded(a * b);
    case Binary::div:
      return rounded(a / b);
    case Binary::power:
      return rounded(std::pow(a, b));
    case Binary::remainder:
    case Binary::floor_divide: {
      double rest = std::fmod(a, b);
      if (rest == 0) {
        rest = std::copysign(0.0, b);
      } else if ((rest < 0) != (b < 0)) {
        rest = rounded(rest + b).real;
      }
      if (binary == Binary::remainder) return rounded(rest);
      if (b == 0) return rounded(a / b);
      const double cut = std::fmod(a, b);
      double quotient = rounded(rounded(a - cut).real / b).real;
      if (cut != 0 && (cut < 0) != (b < 0)) quotient = rounded(quotient - 1).real;
      if (quotient == 0) return {std::copysign(0.0, a / b), 0};
      const double floor = std::floor(quotient);
      return rounded(quotient - floor > 0.5 ? floor + 1 : floor);
    }
    case Binary::maximum:
      return {std::isnan(a) || std::isnan(b) ? std::nan("") : b > a ? b : a == b ? b : a, 0};
    case Binary::minimum:
      return {std::isnan(a) || std::isnan(b) ? std::nan("") : b < a ? b : a == b ? b : a, 0};
    default:
      return {a, 0};
  }
}

Value whole(Binary binary, std::int64_t a, std::int64_t b) {
  std::int64_t rest = b == 0 || b == -1 ? 0 : a % b;
  if (rest != 0 && (rest < 0) != (b < 0)) rest += b;
  switch (binary) {
    case Binary::add:
      return {0, wrapped(bits(a) + bits(b))};
    case Binary::sub:
      return {0, wrapped(bits(a) - bits(b))};
    case Binary::mul:
      return {0, wrapped(bits(a) * bits(b))};
    case Binary::power: {
      if (b < 0) return {0, a == 1 ? 1 : a == -1 ? (b % 2 == 0 ? 1 : -1) : 0};
      std::uint64_t power = 1;
      for (std::int64_t i = 0; i < b; ++i) power *= bits(a);
      return {0, wrapped(power)};
    }
    case Binary::floor_divide:
      if (b == 0) return {0, 0};
      return {0, b == -1 ? wrapped(std::uint64_t{0} - bits(a)) : a / b - (rest != a % b ? 1 : 0)};
    case Binary::remainder:
      return {0, rest};
    case Binary::maximum:
      return {0, a > b ? a : b};
    case Binary::minimum:
      return {0, a < b ? a : b};
    case Binary::logical_and:
      return {0, a & b};
    case Binary::logical_or:
      return {0, a | b};
    default:
      return {0, a};
  }
}

Value logical(Binary binary, bool a, bool b) {
  switch (binary) {
    case Binary::add:
    case Binary::logical_or:
    case Binary::maximum:
      return {0, a || b};
    case Binary::mul:
    case Binary::logical_and:
    case Binary::minimum:
      return {0, a && b};
    default:
      return {};
  }
}

template <class T>
bool compared(Binary binary, T a, T b) {
  switch (binary) {
    case Binary::equal:
      return a == b;
    case Binary::not_equal:
      return a != b;
    case Binary::less:
      return a < b;
    case Binary::less_equal:
      return a <= b;
    case Binary::greater:
      return a > b;
    default:
      return a >= b;
  }
}

Value computed(Type type, Binary binary, Value a, Value b) {
  if (compares(binary))
    return {0, is_floating(type) ? compared(binary, a.real, b.real) : compared(binary, a.whole, b.whole)};
  if (is_floating(type)) return real(type, binary, a.real, b.real);
  return type == Type::boolean ? logical(binary, a.whole != 0, b.whole != 0)
                               : whole(binary, a.whole, b.whole);
}

void sequence(Stream*, Type type, void* out, std::int64_t n, Number first, Number step) {
  for (std::int64_t i = 0; i < n; ++i) {
    const double index = static_cast<double>(i);
    double real = first.real + index * step.real;
    if (type == Type::float32)
      real = static_cast<double>(static_cast<float>(first.real) +
                                 static_cast<float>(index) * static_cast<float>(step.real));
    if (is_floating(type)) {
      write(type, out, i, {real, 0});
    } else {
      const bool same = type == Type::boolean;
      write(type, out, i, {0, same ? first.whole : wrapped(bits(first.whole) + bits(i) * bits(step.whole))});
    }
  }
}

void convert(Stream*, Type from, const void* in, Type to, void* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    Value value = read(from, in, i);
    if (is_floating(to) && !is_floating(from)) {
      value.real = to == Type::float32 ? static_cast<double>(static_cast<float>(value.whole))
                                       : static_cast<double>(value.whole);
    } else if (to == Type::boolean && is_floating(from)) {
      value.whole = value.real != 0;
    } else if (!is_floating(to) && is_floating(from)) {
      const double beyond = std::ldexp(1.0, to == Type::int32 ? 31 : 63);
      if (value.real >= -beyond && value.real < beyond) {
        value.whole = static_cast<std::int64_t>(value.real);
      } else {
        value.whole = to == Type::int32 ? std::numeric_limits<std::int32_t>::min()
                                        : std::numeric_limits<std::int64_t>::min();
      }
    }
    write(to, out, i, value);
  }
}

double mapped(Unary unary, double a) {
  switch (unary) {
    case Unary::exp:
      return std::exp(a);
    case Unary::log:
      return std::log(a);
    case Unary::sqrt:
      return std::sqrt(a);
    case Unary::tanh:
      return std::tanh(a);
    case Unary::sigmoid:
      return 1 / (1 + std::exp(-a));
    case Unary::abs:
      return std::fabs(a);
    case Unary::negative:
      return -a;
    case Unary::square:
      return a * a;
    case Unary::relu:
      return a < 0 ? 0 : a;
    case Unary::logical_not:
      return a == 0;
    case Unary::sin:
      return std::sin(a);
    case Unary::cos:
      return std::cos(a);
    case Unary::arctan:
      return std::atan(a);
    case Unary::erf:
      return std::erf(a);
  }
  return a;
}

void map(Stream*, Type type, Unary unary, const void* in, void* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    Value value = read(type, in, i);
    if (is_floating(type)) {
      value.real = mapped(unary, value.real);
    } else if (unary == Unary::logical_not) {
      value.whole = value.whole == 0;
    } else if (type != Type::boolean) {
      if (unary == Unary::negative || (unary == Unary::abs && value.whole < 0))
        value.whole = wrapped(std::uint64_t{0} - bits(value.whole));
      if (unary == Unary::square) value.whole = wrapped(bits(value.whole) * bits(value.whole));
      if (unary == Unary::relu && value.whole < 0) value.whole = 0;
    }
    write(type, out, i, value);
  }
}

void zip(Stream*, Type type, Binary binary, const void* a, const void* b, void* out, Axes axes) {
  const std::int64_t* const sizes = axes.sizes;
  std::int64_t next = 0;
  for (std::int64_t at = 0; at < sizes[0] * sizes[1] * sizes[2] * sizes[3]; ++at) {
    std::int64_t left = at, step_a = 1, step_b = 1, in_a = 0, in_b = 0;
    for (int axis = 3; axis >= 0; --axis) {
      const std::int64_t index = left % sizes[axis];
      left /= sizes[axis];
      if ((axes.repeated_a >> axis & 1) == 0) in_a += index * step_a, step_a *= sizes[axis];
      if ((axes.repeated_b >> axis & 1) == 0) in_b += index * step_b, step_b *= sizes[axis];
    }
    write(result_of(type, binary), out, next++,
          computed(type, binary, read(type, a, in_a), read(type, b, in_b)));
  }
}

void zip_number(Stream*, Type type, Binary binary, const void* a, Number b, bool number_first, void* out,
                std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    const Value element = read(type, a, i), number = number_of(type, b);
    write(result_of(type, binary), out, i,
          number_first ? computed(type, binary, number, element) : computed(type, binary, element, number));
  }
}

void select(Stream*, Type type, const void* which, const void* a, const void* b, void* out, std::int64_t n,
            std::uint8_t repeated) {
  const auto place = [&](int input, std::int64_t i) { return (repeated >> input & 1) != 0 ? 0 : i; };
  for (std::int64_t i = 0; i < n; ++i) {
    const bool first = at<std::uint8_t>(which, place(0, i)) != 0;
    write(type, out, i, first ? read(type, a, place(1, i)) : read(type, b, place(2, i)));
  }
}

void product(Stream*, Type type, Transposed transposed, const void* a, const void* b, void* out,
             std::int64_t m, std::int64_t k, std::int64_t n) {
  if (type == Type::float32)
    return reference::product32(transposed, static_cast<const float*>(a), static_cast<const float*>(b),
                                static_cast<float*>(out), m, k, n);
  for (std::int64_t row = 0; row < m; ++row) {
    for (std::int64_t column = 0; column < n; ++column) {
      Value sum;
      for (std::int64_t i = 0; i < k; ++i) {
        const Value left = read(type, a, transposed == Transposed::first ? i * m + row : row * k + i);
        const Value right = read(type, b, transposed == Transposed::second ? column * k + i : i * n + column);
        sum = computed(type, Binary::add, sum, computed(type, Binary::mul, left, right));
      }
      write(type, out, row * n + column, sum);
    }
  }
}

void dense(Stream* stream, Type type, const void* x, const void* w, const void* bias, void* out,
           std::int64_t m, std::int64_t k, std::int64_t n) {
  if (type == Type::float32)
    return reference::dense32(static_cast<const float*>(x), static_cast<const float*>(w),
                              static_cast<const float*>(bias), static_cast<float*>(out), m, k, n);
  product(stream, type, Transposed::second, x, w, out, m, k, n);
  for (std::int64_t i = 0; i < m * n; ++i)
    write(type, out, i, computed(type, Binary::add, read(type, out, i), read(type, bias, i % n)));
}

void reduce(Stream*, Type type, Reduction reduction, const void* in, std::int64_t outer, std::int64_t n,
            std::int64_t inner, void* out) {
  const bool floating = is_floating(type);
  for (std::int64_t o = 0; o < outer; ++o) {
    for (std::int64_t i = 0; i < inner; ++i) {
      long double sum = 0;
      std::uint64_t total = 0;
      std::int64_t best = 0;
      const auto value = [&](std::int64_t k) { return read(type, in, (o * n + k) * inner + i); };
      for (std::int64_t k = 0; k < n; ++k) {
        const Value here = value(k);
        sum += static_cast<long double>(here.real) *
               static_cast<long double>(reduction == Reduction::norm ? here.real : 1);
        total += bits(here.whole);
        const Value so_far = value(best);
        const bool largest = reduction == Reduction::max || reduction == Reduction::argmax;
        const bool better = floating ? !std::isnan(so_far.real) &&
                                           (std::isnan(here.real) ||
                                            (largest ? here.real > so_far.real : here.real < so_far.real))
                                     : (largest ? here.whole > so_far.whole : here.whole < so_far.whole);
        const bool above = type == Type::float32 && reduction == Reduction::max && here.real == so_far.real &&
                           !std::signbit(here.real) && std::signbit(so_far.real);
        if (better || above) best = k;
      }
      const std::int64_t at = o * inner + i;
      const Type out_type = result_of(type, reduction);
      switch (reduction) {
        case Reduction::sum:
          write(out_type, out, at, {static_cast<double>(sum), wrapped(total)});
          break;
        case Reduction::mean:
          write(type, out, at, {static_cast<double>(sum / static_cast<long double>(n)), 0});
          break;
        case Reduction::norm:
          write(type, out, at, {static_cast<double>(std::sqrt(sum)), 0});
          break;
        case Reduction::max:
        case Reduction::min:
          write(type, out, at, n > 0 ? value(best) : Value{-std::numeric_limits<double>::infinity(), 0});
          break;
        default:
          write(out_type, out, at, {0, best});
      }
    }
  }
}

void sum_rows(Stream* stream, Type type, const void* in, std::int64_t rows, std::int64_t cols, void* out) {
  reduce(stream, type, Reduction::sum, in, 1, rows, cols, out);
}

void spread(Stream*, Type type, const void* values, Number factor, void* out, std::int64_t outer,
            std::int64_t n, std::int64_t inner) {
  for (std::int64_t at = 0; at < outer * n * inner; ++at) {
    const Value value = read(type, values, at / (n * inner) * inner + at % inner);
    write(type, out, at, computed(type, Binary::mul, value, number_of(type, factor)));
  }
}

void copy_rows(Stream*, Type type, const void* in, std::int64_t in_apart, void* out, std::int64_t out_apart,
               std::int64_t rows, std::int64_t width) {
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t i = 0; i < width; ++i)
      write(type, out, row * out_apart + i, read(type, in, row * in_apart + i));
  }
}

void transpose(Stream*, Type type, const void* in, void* out, std::int64_t rows, std::int64_t cols) {
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) write(type, out, c * rows + r, read(type, in, r * cols + c));
  }
}

}  // namespace

const Operations& reference_operations() {
  static constexpr Operations kOperations{
      .sequence = sequence,
      .convert = convert,
      .uniform = reference::uniform,
      .normal = reference::normal,
      .map = map,
      .zip = zip,
      .zip_number = zip_number,
      .select = select,
      .product = product,
      .dense = dense,
      .transpose = transpose,
      .permute = reference::permute,
      .copy_rows = copy_rows,
      .reduce = reduce,
      .sum_rows = sum_rows,
      .spread = spread,
      .take = reference::take,
      .add_at = reference::add_at,
      .one_hot = reference::one_hot,
      .cumsum = reference::cumsum,
      .argsort = reference::argsort,
      .add_scaled = reference::add_scaled,
      .add_to_scaled = reference::add_to_scaled,
      .relu_backward = reference::relu_backward,
      .abs_backward = reference::abs_backward,
      .norm_backward = reference::norm_backward,
      .max_backward = reference::max_backward,
      .conv2d = reference::conv2d,
      .conv2d_backward_x = reference::conv2d_backward_x,
      .conv2d_backward_w = reference::conv2d_backward_w,
      .pool2d = reference::pool2d,
      .pool2d_backward = reference::pool2d_backward,
  };
  return kOperations;
}

}  // namespace runahead::kernels
