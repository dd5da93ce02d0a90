// SPDX-License-Identifier: GPL-3.0-or-later
// Linux's ptrace: each call stops twice, before and after. What is about a file is known from its path, or
// from the descriptor that opening it gave.
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
    int signal = 0;
    for (;;) {
      go_on(signal);
      signal = 0;
      const int status = wait();
      if (WIFEXITED(status)) {
        followed.status = WEXITSTATUS(status);
        return followed;
      }
      if (WIFSIGNALED(status)) {
        followed.status = -1;
        return followed;
      }
      if (WSTOPSIG(status) != (SIGTRAP | 0x80)) {  // a signal of its own
        signal = WSTOPSIG(status);
        continue;
      }
      __ptrace_syscall_info info{};
      if (::ptrace(PTRACE_GET_SYSCALL_INFO, child_, sizeof(info), &info) <= 0)
        throw std::runtime_error("a system call cannot be looked at");
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        call_ = entered(info);
        if (!call_) continue;
        const auto number = followed.calls + 1;
        if (before && before(number, name_ + ' ' + call_->text()) == Then::kill) {
          ::kill(child_, SIGKILL);
          (void)wait();
          followed.killed = true;
          return followed;
        }
        followed.calls = number;
      } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
        if (!info.exit.is_error) left(info.exit.rval, after);
        call_.reset();
        seek_.reset();
      }
    }
  }

  int wait() const {
    int status = 0;
    if (::waitpid(child_, &status, __WALL) != child_) throw std::runtime_error("the work is gone");
    return status;
  }

 private:
  struct Open {
    std::string path;
    int file = 0;
    std::uint64_t offset = 0;
  };

  void go_on(int signal) const {
    if (::ptrace(PTRACE_SYSCALL, child_, nullptr, static_cast<std::intptr_t>(signal)) != 0)
      throw std::runtime_error("the work cannot go on");
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

  std::optional<FileCall> entered(const __ptrace_syscall_info& info) {
    const auto number = static_cast<long>(info.entry.nr);
    const auto shape = shapes().find(number);
    if (shape == shapes().end()) {
      const auto open = opened_.find(static_cast<int>(info.entry.args[0]));
      if (open == opened_.end()) return std::nullopt;
      if (is_unknown(number)) throw std::runtime_error("a call that nobody follows");
      if (number == SYS_lseek) seek_ = open->first;
      return std::nullopt;
    }
    const Shape& how = shape->second;
    FileCall call{.kind = how.kind};
    name_ = how.name;
    descriptor_ = -1;
    if (how.descriptor >= 0) {
      descriptor_ = static_cast<int>(info.entry.args[how.descriptor]);
      const auto open = opened_.find(descriptor_);
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
      if (flags & O_APPEND) throw std::runtime_error("nobody follows what is appended");
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

  void left(std::int64_t result, const std::function<void(const FileCall&)>& after) {
    if (seek_) opened_[*seek_].offset = static_cast<std::uint64_t>(result);
    if (!call_) return;
    FileCall& call = *call_;
    if (call.kind == Kind::open) {
      call.file = next_++;
      opened_[static_cast<int>(result)] = {call.path, call.file, 0};
    }
    if (call.kind == Kind::write) {
      call.bytes.resize(static_cast<std::size_t>(result));
      opened_[descriptor_].offset = call.offset + static_cast<std::uint64_t>(result);
    }
    if (call.kind == Kind::close) opened_.erase(descriptor_);
    if (after) after(call);
  }

  const pid_t child_;
  const std::string folder_;
  std::map<int, Open> opened_;
  int next_ = 1;
  std::optional<FileCall> call_;  ///< that the child is in
  std::optional<int> seek_;
  std::string name_;
  int descriptor_ = -1;
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
  if (!WIFSTOPPED(tracer.wait())) throw std::runtime_error("no process may be traced here");
  if (::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL) != 0)
    throw std::runtime_error("the work cannot be followed");
  try {
    return tracer.run(before, after);
  } catch (...) {
    ::kill(child, SIGKILL);
    (void)::waitpid(child, nullptr, __WALL);
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
