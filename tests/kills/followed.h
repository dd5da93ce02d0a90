// SPDX-License-Identifier: GPL-3.0-or-later
// follow(): a piece of work in a process of its own, which stands before each system call that changes or
// holds files below a folder; there it may be killed. Not here: what that does to the files (disk.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace runahead::kills {

/// One call, as it was made.
struct FileCall {
  enum class Kind { open, write, truncate, sync, link, rename, remove, make_folder, change, lock, close };
  Kind kind = Kind::change;
  std::string path = {};  ///< of what; rename: from. Empty: a file without a name
  std::string to = {};    ///< link, rename
  int file = 0;           ///< the opening of a file that it is about: a number of its own for each
  bool empties = false, makes = false, nameless = false;  ///< open
  std::uint64_t offset = 0;                               ///< write: where; truncate: to which size
  std::string bytes = {};                                 ///< write

  std::string text() const;
};

using Kind = FileCall::Kind;

struct Followed {
  bool killed = false;
  int status = 0;         ///< otherwise: as it ended; -1: by a signal
  std::size_t calls = 0;  ///< that were made
};

enum class Then : std::uint8_t { go_on, kill };

/// `work` returns whether it succeeded. `before`: the number of the call, from 1, and its name; `after` gets
/// each that succeeded. Throws where no process can be traced.
Followed follow(const std::function<bool()>& work, const std::string& folder,
                const std::function<Then(std::size_t, const std::string&)>& before,
                const std::function<void(const FileCall&)>& after = {});

/// Whether this process may trace one of its own.
bool can_follow();

}  // namespace runahead::kills
