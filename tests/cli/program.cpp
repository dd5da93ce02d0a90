// SPDX-License-Identifier: GPL-3.0-or-later
// fork and exec with redirections; output goes to files, so that nothing can block on a full pipe.
#include "tests/cli/program.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

namespace runahead::testing_support {

Program& Program::environment(const std::string& name, const std::string& value) {
  environment_[name] = value;
  return *this;
}

Program& Program::working_directory(const std::string& path) {
  working_directory_ = path;
  return *this;
}

Program& Program::standard_output(const std::string& path) {
  standard_output_ = path;
  return *this;
}

Program& Program::standard_error(const std::string& path) {
  standard_error_ = path;
  return *this;
}

Program& Program::file_limit(std::size_t bytes) {
  file_limit_ = bytes;
  return *this;
}

Program& Program::address_space(std::size_t bytes) {
  address_space_ = bytes;
  return *this;
}

Program& Program::open_files(std::size_t count) {
  open_files_ = count;
  return *this;
}

Program& Program::time_limit(unsigned seconds) {
  time_limit_s_ = seconds;
  return *this;
}

void Program::start() {
  std::vector<char*> words;
  static char name[] = RUNAHEAD_PROGRAM;
  words.push_back(name);
  for (std::string& argument : arguments_) words.push_back(argument.data());
  words.push_back(nullptr);
  const std::string out = standard_output_.empty() ? directory_.file("out") : standard_output_;
  const std::string err = standard_error_.empty() ? directory_.file("err") : standard_error_;
  process_ = ::fork();
  if (process_ < 0) throw std::runtime_error("fork");
  if (process_ > 0) return;
  const int out_file = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600);
  const int err_file = ::open(err.c_str(), O_WRONLY | O_CREAT, 0600);
  ::dup2(out_file, 1);
  ::dup2(err_file, 2);
  if (!working_directory_.empty() && ::chdir(working_directory_.c_str()) != 0) ::_exit(126);
  for (const auto& [key, value] : environment_) {
    value.empty() ? ::unsetenv(key.c_str()) : ::setenv(key.c_str(), value.c_str(), 1);
  }
  if (file_limit_ > 0) {
    const rlimit limit{file_limit_, file_limit_};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  if (address_space_ > 0) {
    const rlimit limit{address_space_, address_space_};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  if (open_files_ > 0) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = open_files_;
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  ::alarm(time_limit_s_);
  ::execv(words[0], words.data());
  ::_exit(127);
}

void Program::signal(int number) {
  ::kill(process_, number);
}

bool Program::has_signal(const char* line, int number) const {
  const std::string status = read_file("/proc/" + std::to_string(process_) + "/status");
  const std::size_t place = status.find(line);
  if (place == std::string::npos) throw std::runtime_error("the program has ended");
  const auto set = std::stoull(status.substr(place + std::string(line).size()), nullptr, 16);
  return (set >> (number - 1) & 1) != 0;
}

void Program::wait_until_catching(int number) {
  while (!has_signal("SigCgt:", number)) ::sched_yield();
}

void Program::wait_until_taken(int number) {
  while (has_signal("ShdPnd:", number)) ::sched_yield();
}

std::string Program::mapped_files() const {
  return read_file("/proc/" + std::to_string(process_) + "/maps");
}

Finished Program::wait() {
  int status = 0;
  rusage usage{};
  while (::wait4(process_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  Finished finished;
  finished.peak_kib = usage.ru_maxrss;
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (standard_output_.empty()) finished.out = read_file(directory_.file("out"));
  if (standard_error_.empty()) finished.err = read_file(directory_.file("err"));
  return finished;
}

Finished Program::run() {
  start();
  return wait();
}

}  // namespace runahead::testing_support
