// SPDX-License-Identifier: GPL-3.0-or-later
// Program: the built `runahead` as a child process, its output collected.
// Not a shell: arguments go as they are.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "tests/support/temporary_directory.h"

namespace runahead::testing_support {

struct Finished {
  int status = -1;  ///< exit status; 128 + the signal's number when a signal ended it
  std::string out;
  std::string err;
  long peak_kib = 0;  ///< most memory that it had resident
};

class Program {
 public:
  explicit Program(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {}
  /// "" removes the variable.
  Program& environment(const std::string& name, const std::string& value);
  Program& working_directory(const std::string& path);
  Program& standard_output(const std::string& path);
  /// Also the name of a terminal; then it is not in Finished.
  Program& standard_error(const std::string& path);
  /// Largest file that the program may write.
  Program& file_limit(std::size_t bytes);
  /// Most address space that it may have, as with ulimit -v.
  Program& address_space(std::size_t bytes);
  /// How many files it may have open unless it asks for more.
  Program& open_files(std::size_t count);
  /// Beyond it, SIGALRM ends the program.
  Program& time_limit(unsigned seconds);

  void start();
  void signal(int number);
  /// Returns when the program catches this signal.
  void wait_until_catching(int number);
  /// Returns when a signal that was sent has come.
  void wait_until_taken(int number);
  /// /proc/PID/maps, while it runs.
  std::string mapped_files() const;
  Finished wait();
  Finished run();

 private:
  /// The set of signals that a line of /proc/PID/status holds.
  bool has_signal(const char* line, int number) const;

  std::vector<std::string> arguments_;
  std::map<std::string, std::string> environment_;
  std::string working_directory_;
  std::string standard_output_;
  std::string standard_error_;
  std::size_t file_limit_ = 0;
  std::size_t address_space_ = 0;
  std::size_t open_files_ = 0;
  unsigned time_limit_s_ = 0;
  TemporaryDirectory directory_;
  pid_t process_ = -1;
};

inline Finished run_program(std::vector<std::string> arguments) {
  return Program(std::move(arguments)).run();
}

}  // namespace runahead::testing_support
