// SPDX-License-Identifier: GPL-3.0-or-later
// Times, bytes and counts as people read them: three or four figures, with the unit that suits them.
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

}  // namespace runahead
