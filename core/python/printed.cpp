// SPDX-License-Identifier: GPL-3.0-or-later
// One width for all values, rows in brackets, long axes cut.
#include "core/python/printed.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

namespace runahead::python {

using kernels::Type;

namespace {

constexpr std::int64_t kMostShown = 1000;  ///< values; beyond, only the edges of each axis
constexpr std::int64_t kEdge = 3;
// Columns of a line.
constexpr std::size_t kNumpyWidth = 75;
constexpr std::size_t kTorchWidth = 80;

struct Format {
  bool exponent = false;
  int digits = 0;                   ///< behind the point
  std::size_t exponent_digits = 2;  ///< at least
  std::size_t width = 0;
};

constexpr int kMostDigits = 8;

/// A number with the width that it was computed in.
struct Real {
  double value;
  bool single;
};

/// The shortest text that reads back as it.
std::to_chars_result written(char* from, char* to, Real real, std::chars_format format) {
  return real.single ? std::to_chars(from, to, static_cast<float>(real.value), format)
                     : std::to_chars(from, to, real.value, format);
}

/// In every locale.
std::string rounded(double value, std::chars_format format, int digits) {
  char buffer[512];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, format, digits).ptr};
}

/// The shortest text that reads back as the value, or what stands for it with the most digits.
std::string shortest(Real real) {
  char buffer[512];
  const auto [end, error] = written(buffer, buffer + sizeof buffer, real, std::chars_format::fixed);
  std::string text(buffer, end);
  if (text.find('.') == std::string::npos) return text + '.';
  if (static_cast<int>(text.size() - text.find('.')) - 1 > kMostDigits) {
    text = rounded(real.value, std::chars_format::fixed, kMostDigits);
    while (text.back() == '0') text.pop_back();
  }
  return text;
}

std::string text_of(Real real, const Format& format, NumberStyle style) {
  if (std::isnan(real.value)) return "nan";
  if (std::isinf(real.value)) return real.value < 0 ? "-inf" : "inf";
  if (style == NumberStyle::numpy && !format.exponent) {
    std::string text = shortest(real);
    // Digits that this value does not need are left blank.
    const auto digits = static_cast<int>(text.size() - text.find('.')) - 1;
    return text.append(static_cast<std::size_t>(std::max(0, format.digits - digits)), ' ');
  }
  std::string text = rounded(
      real.value, format.exponent ? std::chars_format::scientific : std::chars_format::fixed, format.digits);
  if (format.digits == 0) text.insert(std::min(text.find('e'), text.size()), ".");
  const std::size_t exponent = text.find('e') + 2;  // behind its sign
  if (format.exponent && text.size() - exponent < format.exponent_digits)
    text.insert(exponent, format.exponent_digits - (text.size() - exponent), '0');
  return text;
}

/// Behind the point.
int digits_of(Real real, bool exponent) {
  if (!exponent) {
    const std::string text = shortest(real);
    return static_cast<int>(text.size() - text.find('.')) - 1;
  }
  char buffer[64];
  const auto [end, error] = written(buffer, buffer + sizeof buffer, real, std::chars_format::scientific);
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  const std::size_t point = text.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(text.find('e') - point - 1);
}

Format format_of(const std::vector<Real>& shown, NumberStyle style) {
  Format format;
  double most = 0, least = INFINITY;
  bool whole = true;
  for (const Real& real : shown) {
    if (!std::isfinite(real.value)) continue;
    whole &= real.value == std::floor(real.value);
    if (real.value == 0) continue;
    most = std::max(most, std::abs(real.value));
    least = std::min(least, std::abs(real.value));
  }
  const bool some = most > 0;
  if (style == NumberStyle::torch) {
    format.width = 1;
    format.exponent = some && (most > 1e8 || most / least > 1000 || (!whole && least < 1e-4));
    format.digits = format.exponent || !whole ? 4 : 0;
  } else {
    format.exponent = some && (most >= 1e8 || least < 1e-4 || most / least > 1000);
    for (const Real& real : shown) {
      if (std::isfinite(real.value))
        format.digits = std::max(format.digits, digits_of(real, format.exponent));
    }
    format.digits = std::min(format.digits, kMostDigits);
    for (const Real& real : shown) {
      const bool wide = std::isfinite(real.value) && real.value != 0 &&
                        (std::abs(real.value) >= 1e100 || std::abs(real.value) < 1e-99);
      if (format.exponent && wide) format.exponent_digits = 3;
    }
  }
  for (const Real& real : shown) {
    // PyTorch's columns are as wide as what is neither 0 nor infinite needs.
    if (style == NumberStyle::torch && (real.value == 0 || !std::isfinite(real.value))) continue;
    format.width = std::max(format.width, text_of(real, format, style).size());
  }
  return format;
}

/// As Python prints a number.
std::string alone(Real real) {
  char buffer[64];
  const auto [end, error] =
      real.single ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(real.value))
                  : std::to_chars(buffer, buffer + sizeof buffer, real.value);
  std::string text(buffer, end);
  if (text.find_first_of(".enai") == std::string::npos) text += ".0";
  return text;
}

std::string alone(const Values& values) {
  if (is_floating(values.type())) return alone(Real{values.real(0), values.type() == Type::float32});
  if (values.type() == Type::boolean) return values.whole(0) != 0 ? "True" : "False";
  return std::to_string(values.whole(0));
}

class Printer {
 public:
  Printer(const Values& values, const Shape& shape, NumberStyle style, const std::string& separator,
          int indent)
      : values_(values),
        shape_(shape),
        style_(style),
        separator_(separator),
        indent_(indent),
        cut_(shape.elements() > kMostShown) {
    collect(0, 0);
    if (is_floating(values.type())) {
      std::vector<Real> reals;
      for (const std::int64_t at : shown_) reals.push_back(real(at));
      format_ = format_of(reals, style);
    } else {
      // NumPy gives booleans the room of the longer one, whichever there are.
      if (values.type() == Type::boolean && style == NumberStyle::numpy) format_.width = 5;
      for (const std::int64_t at : shown_) format_.width = std::max(format_.width, element(at).size());
    }
  }

  std::string text(std::size_t line_width) const { return text(0, 0, line_width); }

 private:
  std::int64_t stride(int axis) const {
    std::int64_t elements = 1;
    for (int later = axis + 1; later < shape_.rank(); ++later) elements *= shape_[later];
    return elements;
  }
  Real real(std::int64_t at) const { return {values_.real(at), values_.type() == Type::float32}; }
  std::string element(std::int64_t at) const {
    if (is_floating(values_.type())) return text_of(real(at), format_, style_);
    if (values_.type() == Type::boolean) return values_.whole(at) != 0 ? "True" : "False";
    return std::to_string(values_.whole(at));
  }
  bool skips(int axis, std::int64_t i) const {
    return cut_ && shape_[axis] > 2 * kEdge && i >= kEdge && i < shape_[axis] - kEdge;
  }
  void collect(int axis, std::int64_t from) {
    if (axis == shape_.rank()) {
      shown_.push_back(from);
      return;
    }
    for (std::int64_t i = 0; i < shape_[axis]; ++i) {
      if (!skips(axis, i)) collect(axis + 1, from + i * stride(axis));
    }
  }
  std::string text(int axis, std::int64_t from, std::size_t line_width) const {
    const int inner = shape_.rank() - axis - 1;
    if (inner < 0) return word(from);
    if (inner == 0) return line(axis, from, line_width);
    const std::string between = separator_ + std::string(static_cast<std::size_t>(inner), '\n') +
                                std::string(static_cast<std::size_t>(indent_ + axis + 1), ' ');
    std::string all = "[";
    bool dots = false;
    for (std::int64_t i = 0; i < shape_[axis]; ++i) {
      if (skips(axis, i)) {
        if (!dots) all += between + "...";
        dots = true;
        continue;
      }
      if (i > 0) all += between;
      all += text(axis + 1, from + i * stride(axis), line_width - 1);
    }
    return all + "]";
  }
  /// To the right of its column.
  std::string word(std::int64_t from) const {
    const std::string number = element(from);
    return std::string(format_.width - std::min(format_.width, number.size()), ' ') + number;
  }
  /// The last axis, over several lines where it is too long for one.
  std::string line(int axis, std::int64_t from, std::size_t line_width) const {
    std::vector<std::string> words;
    for (std::int64_t i = 0; i < shape_[axis]; ++i) {
      if (!skips(axis, i)) {
        words.push_back(word(from + i));
      } else if (i == kEdge) {
        words.emplace_back(style_ == NumberStyle::torch ? " ..." : "...");
      }
    }
    const std::string margin(static_cast<std::size_t>(indent_ + axis + 1), ' ');
    const std::size_t room = line_width - std::max<std::size_t>(separator_.size(), 1);
    const std::size_t column = format_.width + 2;
    const std::size_t most =
        std::max<std::size_t>(1, (kTorchWidth - static_cast<std::size_t>(indent_ + axis)) / column);
    std::string all = "[";
    std::size_t length = margin.size(), in_line = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0) all += separator_;
      const bool wraps =
          style_ == NumberStyle::torch ? in_line == most : in_line > 0 && length + words[i].size() > room;
      if (wraps) {
        while (all.back() == ' ') all.pop_back();
        all += '\n' + margin;
        length = margin.size();
        in_line = 0;
      } else if (i > 0) {
        all += ' ';
      }
      all += words[i];
      length += words[i].size() + separator_.size() + 1;
      ++in_line;
    }
    return all + "]";
  }

  const Values& values_;
  const Shape& shape_;
  const NumberStyle style_;
  const std::string& separator_;
  const int indent_;
  const bool cut_;
  std::vector<std::int64_t> shown_;
  Format format_;
};

}  // namespace

std::string printed_values(const Values& values, const Shape& shape, NumberStyle style,
                           const std::string& separator, int indent) {
  if (shape.rank() == 0 && style == NumberStyle::numpy && separator.empty()) return alone(values);
  if (shape.elements() == 0) return "[]";
  // Behind the values of what is not printed alone stands a bracket or a comma.
  return Printer(values, shape, style, separator, indent).text(kNumpyWidth - (indent > 0 ? 1 : 0));
}

}  // namespace runahead::python
