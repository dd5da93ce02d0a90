// SPDX-License-Identifier: GPL-3.0-or-later
// Loops within one process: the nth call fails while some work is done, until none is left.
#pragma once

#include <gmock/gmock.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

#include "tests/faults/fault.h"

namespace runahead::faults {

/// One fault, for as long as this lives.
class Armed {
 public:
  explicit Armed(const Fault& fault) {
    board().fault = fault;
    board().calls = board().failed = 0;
    use_board(&board());
  }
  ~Armed() { use_board(nullptr); }
  Armed(const Armed&) = delete;
  Armed& operator=(const Armed&) = delete;

  static bool came() { return board().failed > 0; }
  /// Where the call came from that failed, in words for addr2line.
  static std::string place() {
    std::string text;
    for (const Board::Frame& frame : board().failed_at) {
      char line[80];
      std::snprintf(line, sizeof line, "\n  %s 0x%llx", frame.file,
                    static_cast<unsigned long long>(frame.offset));
      if (frame.offset != 0) text += line;
    }
    return text;
  }

 private:
  static Board& board() {
    static Board only{};
    return only;
  }
};

inline Fault fault_of(Call call, int error, const std::string& folder = "") {
  Fault fault;
  fault.call = call;
  fault.error = error;
  std::snprintf(fault.below, sizeof fault.below, "%s", folder.c_str());
  return fault;
}

/// Does `work` with the first call failing, the second, ... and returns how many could; `judge` looks at what
/// came of each. A block that stays is looked for twice: what is made at first use stays only once.
inline std::uint64_t until_none_is_left(Fault fault, const std::function<void()>& work,
                                        const std::function<void()>& judge) {
  const auto once = [&] {
    const std::int64_t before = live_blocks();
    {
      const Armed armed(fault);
      work();
    }
    const bool came = Armed::came();
    judge();
    return came ? live_blocks() - before : -1'000'000;
  };
  constexpr std::uint64_t kMost = 1'000'000;
  for (fault.nth = 1; fault.nth < kMost; ++fault.nth) {
    SCOPED_TRACE(testing::Message() << "call " << fault.nth);
    const std::int64_t left = once();
    if (left == -1'000'000) return fault.nth - 1;
    if (left > 0) {
      EXPECT_LE(once(), 0) << "memory is left" << Armed::place();
    }
    if (testing::Test::HasFailure()) return fault.nth;
  }
  ADD_FAILURE() << "no end";
  return 0;
}

}  // namespace runahead::faults
