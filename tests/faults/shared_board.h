// SPDX-License-Identifier: GPL-3.0-or-later
// SharedBoard: a board in a file, for the program and who drives it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/faults/fault.h"

namespace runahead::faults {

class SharedBoard {
 public:
  explicit SharedBoard(std::string path);
  ~SharedBoard();
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;

  Board* operator->() { return board_; }
  const std::string& path() const { return path_; }
  void clear(const Fault& fault, bool stacks_wanted, const std::string& below);
  /// In the order of their first calls.
  std::vector<std::uint64_t> stacks() const;
  /// The last call that failed, innermost first, in words for addr2line; "" where none failed.
  std::string place() const;

 private:
  const std::string path_;
  Board* board_;
};

}  // namespace runahead::faults
