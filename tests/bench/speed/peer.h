// SPDX-License-Identifier: GPL-3.0-or-later
// A peer in a process of its own: told the name of a job, it does it once and answers the milliseconds.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace bench {

class Peer {
 public:
  /// Starts the program. One that cannot start, or ends at once, never answers.
  explicit Peer(const std::vector<std::string>& command);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  std::optional<double> milliseconds(const std::string& job);

 private:
  pid_t process_ = -1;
  std::FILE* jobs_ = nullptr;
  std::FILE* answers_ = nullptr;
};

}  // namespace bench
