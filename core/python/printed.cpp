// SPDX-License-Identifier: GPL-3.0-or-later
// One width for all values, rows in brackets, long axes cut.
#include "core/python/printed.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace runahead::python {

namespace {

constexpr std::int64_t kMostShown = 1000;  ///< values; beyond, only the edges of each axis
constexpr std::int64_t kEdge = 3;

struct Format {
  bool exponent = false;
  int digits = 0;  ///< behind the point
  std::size_t width = 0;
};

constexpr int kMostDigits = 8;

/// The shortest text that reads back as the value, or what stands for it with the most digits.
std::string shortest(float value) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
  std::string text(buffer, end);
  if (text.find('.') == std::string::npos) return text + '.';
  if (static_cast<int>(text.size() - text.find('.')) - 1 > kMostDigits) {
    std::snprintf(buffer, sizeof buffer, "%.*f", kMostDigits, static_cast<double>(value));
    text = buffer;
    while (text.back() == '0') text.pop_back();
  }
  return text;
}

std::string text_of(float value, const Format& format, NumberStyle style) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (style == NumberStyle::numpy && !format.exponent) {
    std::string text = shortest(value);
    // Digits that this value does not need are left blank.
    const auto digits = static_cast<int>(text.size() - text.find('.')) - 1;
    return text.append(static_cast<std::size_t>(std::max(0, format.digits - digits)), ' ');
  }
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format.exponent ? "%.*e" : "%.*f", format.digits,
                static_cast<double>(value));
  std::string text = buffer;
  if (!format.exponent && format.digits == 0) text += '.';
  return text;
}

/// Behind the point.
int digits_of(float value, bool exponent) {
  if (!exponent) {
    const std::string text = shortest(value);
    return static_cast<int>(text.size() - text.find('.')) - 1;
  }
  char buffer[64];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  const std::size_t point = text.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(text.find('e') - point - 1);
}

Format format_of(const std::vector<float>& shown, NumberStyle style) {
  Format format;
  float most = 0, least = INFINITY;
  bool whole = true;
  for (const float value : shown) {
    if (!std::isfinite(value)) continue;
    whole &= value == std::floor(value);
    if (value == 0) continue;
    most = std::max(most, std::abs(value));
    least = std::min(least, std::abs(value));
  }
  const bool some = most > 0;
  if (style == NumberStyle::torch) {
    format.exponent = some && (most > 1e8F || (!whole && (most / least > 1000 || least < 1e-4F)));
    format.digits = format.exponent || !whole ? 4 : 0;
  } else {
    format.exponent = some && (most >= 1e8F || least < 1e-4F || most / least > 1000);
    for (const float value : shown) {
      if (std::isfinite(value)) format.digits = std::max(format.digits, digits_of(value, format.exponent));
    }
    format.digits = std::min(format.digits, kMostDigits);
  }
  for (const float value : shown) {
    format.width = std::max(format.width, text_of(value, format, style).size());
  }
  return format;
}

/// As Python prints a number.
std::string alone(float value) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, end);
  if (text.find_first_of(".enai") == std::string::npos) text += ".0";
  return text;
}

class Printer {
 public:
  Printer(const std::vector<float>& values, const Shape& shape, NumberStyle style,
          const std::string& separator, int indent)
      : values_(values),
        shape_(shape),
        style_(style),
        separator_(separator),
        indent_(indent),
        cut_(shape.elements() > kMostShown) {
    collect(0, 0);
    format_ = format_of(shown_, style);
  }

  std::string text() const { return text(0, 0); }

 private:
  std::int64_t stride(int axis) const {
    std::int64_t elements = 1;
    for (int later = axis + 1; later < shape_.rank(); ++later) elements *= shape_[later];
    return elements;
  }
  bool skips(int axis, std::int64_t i) const {
    return cut_ && shape_[axis] > 2 * kEdge && i >= kEdge && i < shape_[axis] - kEdge;
  }
  void collect(int axis, std::int64_t from) {
    if (axis == shape_.rank()) {
      shown_.push_back(values_[static_cast<std::size_t>(from)]);
      return;
    }
    for (std::int64_t i = 0; i < shape_[axis]; ++i) {
      if (!skips(axis, i)) collect(axis + 1, from + i * stride(axis));
    }
  }
  std::string text(int axis, std::int64_t from) const {
    if (axis == shape_.rank()) {
      const std::string number = text_of(values_[static_cast<std::size_t>(from)], format_, style_);
      return std::string(format_.width - std::min(format_.width, number.size()), ' ') + number;
    }
    const int inner = shape_.rank() - axis - 1;
    std::string between = separator_;
    if (inner == 0) {
      between += ' ';
    } else {
      between += std::string(static_cast<std::size_t>(inner), '\n') +
                 std::string(static_cast<std::size_t>(indent_ + axis + 1), ' ');
    }
    std::string all = "[";
    bool dots = false;
    for (std::int64_t i = 0; i < shape_[axis]; ++i) {
      if (skips(axis, i)) {
        if (!dots) all += between + "...";
        dots = true;
        continue;
      }
      if (i > 0) all += between;
      all += text(axis + 1, from + i * stride(axis));
    }
    return all + "]";
  }

  const std::vector<float>& values_;
  const Shape& shape_;
  const NumberStyle style_;
  const std::string& separator_;
  const int indent_;
  const bool cut_;
  std::vector<float> shown_;
  Format format_;
};

}  // namespace

std::string printed_values(const std::vector<float>& values, const Shape& shape, NumberStyle style,
                           const std::string& separator, int indent) {
  if (shape.rank() == 0 && style == NumberStyle::numpy && separator.empty()) return alone(values.front());
  return Printer(values, shape, style, separator, indent).text();
}

}  // namespace runahead::python
