// SPDX-License-Identifier: GPL-3.0-or-later
// BadTrace: what is wrong with a file that is being read, and at which byte; and what a file may give at
// most. Not for others: readers catch it and return a Failure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"

namespace runahead {

class BadTrace : public Error {
 public:
  BadTrace(std::uint64_t offset, const std::string& what) : Error(what), offset_(offset) {}
  std::uint64_t offset() const { return offset_; }

 private:
  std::uint64_t offset_;
};

/// Largest time and largest number of bytes that a file may give: sums of them stay far from overflow.
inline constexpr std::int64_t kLatestNs = std::int64_t{1} << 53;
inline constexpr std::int64_t kMostBytes = std::int64_t{1} << 50;
/// What a trace can hold of one array (trace/trace_data.h).
inline constexpr std::int64_t kMostArrayBytes = (std::int64_t{1} << 40) - 1;
inline constexpr std::size_t kMostRuns = 1000;
/// What a trace can number (trace/trace_data.h packs a kind beside the id).
inline constexpr std::uint32_t kMostRows = 0x07ffffff;
/// Of one run; a program has a dozen.
inline constexpr std::size_t kMostParameters = 1000;
inline constexpr std::size_t kMostLanes = 512;
/// Of one task.
inline constexpr std::size_t kMostUses = 1 << 20;
/// Lists and objects of a document inside one another.
inline constexpr std::size_t kDeepest = 32;

}  // namespace runahead
