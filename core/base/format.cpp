// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding and units. The same under every locale: a decimal point, commas between thousands.
#include "core/base/format.h"

#include <algorithm>
#include <charconv>

namespace runahead {
namespace {

std::string fixed(double value, int decimals, const char* unit) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals);
  return std::string(text, result.ptr) + unit;
}

/// Three to four digits: "8.05", "36.9", "369.3".
std::string digits(double value, const char* unit) {
  return fixed(value, value < 9.995 ? 2 : 1, unit);
}

}  // namespace

std::string format_time(std::int64_t time_ns) {
  if (time_ns < 0) return "−" + format_time(-std::max(time_ns, -INT64_MAX));
  const auto value = static_cast<double>(time_ns);
  if (time_ns < 1'000) return std::to_string(time_ns) + " ns";
  if (value < 999'950) return digits(value / 1e3, " µs");
  if (value < 999'950'000) return digits(value / 1e6, " ms");
  return digits(value / 1e9, " s");
}

std::string format_bytes(std::int64_t bytes) {
  if (bytes < 0) return "−" + format_bytes(-std::max(bytes, -INT64_MAX));
  const auto value = static_cast<double>(bytes);
  if (bytes < 1'000) return std::to_string(bytes) + " B";
  if (value < 9'950) return fixed(value / 1e3, 1, " kB");
  if (value < 999'500) return fixed(value / 1e3, 0, " kB");
  if (value < 999'950'000) return fixed(value / 1e6, 1, " MB");
  return fixed(value / 1e9, 2, " GB");
}

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string format_ratio(double ratio) {
  if (!(ratio > 0)) return "0";
  constexpr double kMost = 1e18;
  if (ratio < 0.0995)
    return "1/" + format_count(static_cast<std::uint64_t>(std::min(1 / ratio, kMost) + 0.5));
  if (ratio >= 99.5) return format_count(static_cast<std::uint64_t>(std::min(ratio, kMost) + 0.5));
  return fixed(ratio, ratio < 9.995 ? 2 : 1, "");
}

std::string format_times(double ratio) {
  const std::string number = format_ratio(ratio);
  return number.find('/') == std::string::npos ? number + " ×" : number;
}

}  // namespace runahead
