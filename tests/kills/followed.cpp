// SPDX-License-Identifier: GPL-3.0-or-later
// Linux's ptrace: each call of each thread stops twice, before and after. What is about a file is known from
// its path, or from the descriptor that opening it gave.
#include "tests/kills/followed.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace runahead::kills {
namespace {

/// Where the arguments of a call are; -1: it has none such.
struct Shape {
  const char* name;
  Kind kind;
  int descriptor = -1;
  int folder = -1, path = -1;  ///< folder: what a path is relative to
  int to_folder = -1, to = -1;
};

const std::map<long, Shape>& shapes() {
  static const std::map<long, Shape> kShapes = {
      {SYS_openat, {"openat", Kind::open, -1, 0, 1}},
      {SYS_write, {"write", Kind::write, 0}},
      {SYS_pwrite64, {"pwrite64", Kind::write, 0}},
      {SYS_ftruncate, {"ftruncate", Kind::truncate, 0}},
      {SYS_truncate, {"truncate", Kind::truncate, -1, -1, 0}},
      {SYS_fsync, {"fsync", Kind::sync, 0}},
      {SYS_fdatasync, {"fdatasync", Kind::sync, 0}},
      {SYS_linkat, {"linkat", Kind::link, -1, 0, 1, 2, 3}},
      {SYS_renameat2, {"renameat2", Kind::rename, -1, 0, 1, 2, 3}},
      {SYS_unlinkat, {"unlinkat", Kind::remove, -1, 0, 1}},
      {SYS_mkdirat, {"mkdirat", Kind::make_folder, -1, 0, 1}},
      {SYS_fchmod, {"fchmod", Kind::change, 0}},
      {SYS_fchmodat, {"fchmodat", Kind::change, -1, 0, 1}},
      {SYS_utimensat, {"utimensat", Kind::change, -1, 0, 1}},
      {SYS_flock, {"flock", Kind::lock, 0}},
      {SYS_close, {"close", Kind::close, 0}},
#ifdef SYS_renameat
      {SYS_renameat, {"renameat", Kind::rename, -1, 0, 1, 2, 3}},
#endif
#ifdef SYS_open
      {SYS_open, {"open", Kind::open, -1, -1, 0}},
      {SYS_link, {"link", Kind::link, -1, -1, 0, -1, 1}},
      {SYS_rename, {"rename", Kind::rename, -1, -1, 0, -1, 1}},
      {SYS_unlink, {"unlink", Kind::remove, -1, -1, 0}},
      {SYS_rmdir, {"rmdir", Kind::remove, -1, -1, 0}},
      {SYS_mkdir, {"mkdir", Kind::make_folder, -1, -1, 0}},
      {SYS_chmod, {"chmod", Kind::change, -1, -1, 0}},
#endif
  };
  return kShapes;
}

/// They would write or name something unseen.
bool is_unknown(long call) {
  switch (call) {
    case SYS_writev:
    case SYS_pwritev:
    case SYS_pwritev2:
    case SYS_copy_file_range:
    case SYS_fallocate:
    case SYS_dup:
    case SYS_dup3:
      return true;
    default:
      return false;
  }
}

class Tracer {
 public:
  Tracer(pid_t child, const std::string& folder) : child_(child), folder_(folder + "/") {}

  Followed run(const std::function<Then(std::size_t, const std::string&)>& before,
               const std::function<void(const FileCall&)>& after) {
    Followed followed;
    threads_[child_];
    go_on(child_, 0);
    for (;;) {
      const auto [id, status] = wait();
      if (WIFEXITED(status) || WIFSIGNALED(status)) {
        threads_.erase(id);
        if (id != child_) continue;  // the first one ends last
        followed.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        return followed;
      }
      int signal = 0;
      const bool begins = threads_.emplace(id, Thread{}).second;
      if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
        if (at_call(id, followed, before, after) == Then::kill) {
          kill();
          followed.killed = true;
          return followed;
        }
      } else if (!begins && status >> 16 == 0) {
        signal = WSTOPSIG(status);  // of its own
      }
      go_on(id, signal);
    }
  }

  std::pair<pid_t, int> wait() const {
    int status = 0;
    const pid_t id = ::waitpid(-1, &status, __WALL);
    if (id < 0) throw std::runtime_error("the work is gone");
    return {id, status};
  }

  void kill() const {
    ::kill(child_, SIGKILL);
    for (;;) {
      const auto [id, status] = wait();
      if (id == child_ && !WIFSTOPPED(status)) return;
    }
  }

 private:
  struct Open {
    std::string path;
    int file = 0;
    std::uint64_t offset = 0;
  };

  struct Thread {
    std::optional<FileCall> call = {};  ///< that it is in
    std::optional<int> seek = {};
    std::string name = {};
    int descriptor = -1;
  };

  /// Before a call, or after it.
  Then at_call(pid_t id, Followed& followed,
               const std::function<Then(std::size_t, const std::string&)>& before,
               const std::function<void(const FileCall&)>& after) {
    __ptrace_syscall_info info{};
    if (::ptrace(PTRACE_GET_SYSCALL_INFO, id, sizeof(info), &info) <= 0)
      throw std::runtime_error("a system call cannot be looked at");
    Thread& thread = threads_[id];
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
      thread.call = entered(thread, info);
      if (!thread.call) return Then::go_on;
      ++followed.calls;
      if (before) return before(followed.calls, thread.name + ' ' + thread.call->text());
    } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
      if (!info.exit.is_error) left(thread, info.exit.rval, after);
      thread.call.reset();
      thread.seek.reset();
    }
    return Then::go_on;
  }

  /// Fails for a thread that is ending, and then there is nothing to be done.
  static void go_on(pid_t id, int signal) {
    (void)::ptrace(PTRACE_SYSCALL, id, nullptr, static_cast<std::intptr_t>(signal));
  }

  std::string memory(std::uint64_t at, std::size_t bytes) const {
    std::string copy(bytes, '\0');
    iovec here{copy.data(), bytes}, there{reinterpret_cast<void*>(at), bytes};
    const ssize_t got = ::process_vm_readv(child_, &here, 1, &there, 1, 0);
    copy.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return copy;
  }

  /// A text may end right before memory that cannot be read.
  std::string text(std::uint64_t at) const {
    std::string text;
    while (text.size() < PATH_MAX) {
      const std::size_t to_page = 4096 - at % 4096;
      const std::string part = memory(at, to_page);
      const std::size_t end = part.find('\0');
      text.append(part, 0, end);
      if (end != std::string::npos || part.empty()) break;
      at += part.size();
    }
    return text;
  }

  std::string path_of(const __ptrace_syscall_info& info, int folder, int path) const {
    std::string name = text(info.entry.args[path]);
    if (name.size() > 1 && name.ends_with('/')) name.pop_back();
    if (name.starts_with('/') || folder < 0) return name;
    const auto open = opened_.find(static_cast<int>(info.entry.args[folder]));
    if (open == opened_.end()) return name;
    return name.empty() ? open->second.path : open->second.path + '/' + name;
  }

  bool is_below(const std::string& path) const { return (path + '/').starts_with(folder_); }

  std::optional<FileCall> entered(Thread& thread, const __ptrace_syscall_info& info) {
    const auto number = static_cast<long>(info.entry.nr);
    const auto shape = shapes().find(number);
    if (shape == shapes().end()) {
      const auto open = opened_.find(static_cast<int>(info.entry.args[0]));
      if (open == opened_.end()) return std::nullopt;
      if (is_unknown(number)) throw std::runtime_error("a call that is not followed");
      if (number == SYS_lseek) thread.seek = open->first;
      return std::nullopt;
    }
    const Shape& how = shape->second;
    FileCall call{.kind = how.kind};
    thread.name = how.name;
    if (how.descriptor >= 0) {
      thread.descriptor = static_cast<int>(info.entry.args[how.descriptor]);
      const auto open = opened_.find(thread.descriptor);
      if (open == opened_.end()) return std::nullopt;
      call.path = open->second.path;
      call.file = open->second.file;
      call.offset = open->second.offset;
    }
    if (how.path >= 0) call.path = path_of(info, how.folder, how.path);
    if (how.to >= 0) call.to = path_of(info, how.to_folder, how.to);
    if (how.descriptor < 0 && !is_below(call.path) && !is_below(call.to)) return std::nullopt;
    take_rest(info, number, call);
    return call;
  }

  void take_rest(const __ptrace_syscall_info& info, long number, FileCall& call) {
    const auto& args = info.entry.args;
    if (call.kind == Kind::open) {
      const auto flags = args[number == SYS_openat ? 2 : 1];
      call.nameless = (flags & O_TMPFILE) == O_TMPFILE;
      call.makes = (flags & O_CREAT) != 0;
      call.empties = (flags & O_TRUNC) != 0;
      if (flags & O_APPEND) throw std::runtime_error("what is appended is not followed");
    }
    if (call.kind == Kind::write) {
      call.bytes = memory(args[1], static_cast<std::size_t>(args[2]));
      if (number == SYS_pwrite64) call.offset = args[3];
    }
    if (call.kind == Kind::truncate) call.offset = args[1];
    static const std::string kOpenFiles = "/proc/self/fd/";
    if (call.kind == Kind::link && call.path.starts_with(kOpenFiles)) {
      const auto open = opened_.find(std::stoi(call.path.substr(kOpenFiles.size())));
      if (open != opened_.end()) call.file = open->second.file;
    }
  }

  void left(const Thread& thread, std::int64_t result, const std::function<void(const FileCall&)>& after) {
    if (thread.seek) opened_[*thread.seek].offset = static_cast<std::uint64_t>(result);
    if (!thread.call) return;
    FileCall call = *thread.call;
    if (call.kind == Kind::open) {
      call.file = next_++;
      opened_[static_cast<int>(result)] = {call.path, call.file, 0};
    }
    if (call.kind == Kind::write) {
      call.bytes.resize(static_cast<std::size_t>(result));
      opened_[thread.descriptor].offset = call.offset + static_cast<std::uint64_t>(result);
    }
    if (call.kind == Kind::close) opened_.erase(thread.descriptor);
    if (after) after(call);
  }

  const pid_t child_;
  const std::string folder_;
  std::map<int, Open> opened_;
  int next_ = 1;
  std::map<pid_t, Thread> threads_;
};

pid_t begin(const std::function<bool()>& work) {
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process for the work");
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(77);
    ::raise(SIGSTOP);
    bool good = false;
    try {
      good = work();
    } catch (...) {
    }
    ::_exit(good ? 0 : 1);
  }
  return child;
}

}  // namespace

std::string FileCall::text() const {
  std::string text = path.empty() ? "a file without a name" : path.substr(path.rfind('/') + 1);
  if (!to.empty()) text += " to " + to.substr(to.rfind('/') + 1);
  return text;
}

Followed follow(const std::function<bool()>& work, const std::string& folder,
                const std::function<Then(std::size_t, const std::string&)>& before,
                const std::function<void(const FileCall&)>& after) {
  const pid_t child = begin(work);
  Tracer tracer(child, folder);
  if (!WIFSTOPPED(tracer.wait().second)) throw std::runtime_error("no process may be traced here");
  constexpr long kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE;
  if (::ptrace(PTRACE_SETOPTIONS, child, nullptr, kOptions) != 0)
    throw std::runtime_error("the work cannot be followed");
  try {
    return tracer.run(before, after);
  } catch (...) {
    tracer.kill();
    throw;
  }
}

bool can_follow() {
  const pid_t child = begin([] { return true; });
  int status = 0;
  if (::waitpid(child, &status, __WALL) != child) return false;
  if (!WIFSTOPPED(status)) return false;
  ::kill(child, SIGKILL);
  return ::waitpid(child, nullptr, __WALL) == child;
}

}  // namespace runahead::kills
