// SPDX-License-Identifier: GPL-3.0-or-later
// Times, bytes, counts and ratios as people read them: three or four digits, with the unit that suits them.
// Not here: machine-readable numbers (io/), labels of an axis, which share one unit.
#pragma once

#include <cstdint>
#include <string>

namespace runahead {

/// "0 ns", "812 ns", "8.05 µs", "369.3 µs", "144.3 ms", "7.91 s".
std::string format_time(std::int64_t time_ns);
/// Decimal units: "512 B", "4.2 kB", "786 kB", "88.2 MB", "1.25 GB".
std::string format_bytes(std::int64_t bytes);
/// "12,901".
std::string format_count(std::uint64_t count);
/// How many times as much one number is as another, wherever it is shown: "1.31", "14.2", "250", "12,901";
/// what is less than a tenth is a fraction: "1/25", "1/66,667". "0" of nothing.
std::string format_ratio(double ratio);
/// "1.31 ×"; a fraction stands alone: "1/25".
std::string format_times(double ratio);

}  // namespace runahead
