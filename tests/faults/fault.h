// SPDX-License-Identifier: GPL-3.0-or-later
// A fault, and the board on which is counted: what the failing calls and who drives them have in common.
// Not here: the calls (failing_calls.cpp).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace runahead::faults {

enum class Call : std::uint32_t {
  none,
  allocate,  ///< malloc, calloc, realloc, aligned; with them operator new
  map,
  thread,
  make,  ///< a file: open for writing, creating; mkdir
  open,  ///< for reading
  write,
  sync,
  rename,
  link,
  remove,
  close,
  truncate,
  read,
};

/// By whom a call is made, of allocations, mappings and threads: asked past the C and C++ libraries.
enum class Whose : std::uint32_t { everybodys, programs, libraries };

/// How a call fails, beside errno's numbers, which are positive.
inline constexpr int kHalf = -1;    ///< of what was asked is done
inline constexpr int kShrink = -2;  ///< the file is cut to half before it is read

struct Fault {
  Call call = Call::none;
  int error = 0;
  std::uint64_t nth = 0;    ///< from 1 on; 0: none fails
  std::uint64_t stack = 0;  ///< in place of the nth: the first from there
  bool lasting = false;     ///< and all after it
  Whose whose = Whose::everybodys;
  char below[256] = {};  ///< the folder whose files count, with a slash at its end
};

struct Board {
  static constexpr std::size_t kStacks = 1 << 15;
  struct Stack {
    std::atomic<std::uint64_t> hash;
    std::atomic<std::uint64_t> first;  ///< which call it was
  };

  Fault fault;
  bool stacks_wanted;
  std::atomic<std::uint64_t> calls;
  std::atomic<std::uint64_t> failed;
  /// The stack of the last call that failed, outermost last: where it lies in its file, and the file's name.
  struct Frame {
    std::uint64_t offset;
    char file[40];
  };
  static constexpr int kFrames = 40;
  Frame failed_at[kFrames];
  Stack stacks[kStacks];  ///< by their hash, which is never 0
};

/// From now on calls count on this board, in the whole process; null: none counts, none fails.
void use_board(Board* board);
/// Blocks of memory that were allocated and not freed, in the whole process.
std::int64_t live_blocks();

/// The variable that names the board's file to the preloaded library.
inline constexpr const char* kBoardVariable = "RUNAHEAD_FAULT";

}  // namespace runahead::faults
