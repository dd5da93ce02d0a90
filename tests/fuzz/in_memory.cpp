// SPDX-License-Identifier: GPL-3.0-or-later
// For fuzzers, of whose time the system would take a third: the calls of the C library on files, under their
// own names, to which the file of file_of() (exercise.h) is memory of the process and all others are as they
// were; and memory that is given back stays with the process. Not for tests, which ask the system.
#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstring>
#include <string>
#include <string_view>

namespace {

constexpr int kDescriptor = 1'000'000;  ///< more than the system gives
constexpr std::string_view kPath = "/proc/self/fd/1000000";

std::string& file() {
  static std::string bytes;
  return bytes;
}

/// Of who reads it front to back.
std::size_t place = 0;

ssize_t taken(void* to, std::size_t count, std::size_t from) {
  const std::string_view bytes = file();
  from = std::min(from, bytes.size());
  count = std::min(count, bytes.size() - from);
  std::memcpy(to, bytes.data() + from, count);
  return static_cast<ssize_t>(count);
}

}  // namespace

extern "C" {

int LLVMFuzzerInitialize(int*, char***) {
  constexpr int kMuch = 1 << 28;
  (void)mallopt(M_TRIM_THRESHOLD, kMuch);
  (void)mallopt(M_MMAP_THRESHOLD, kMuch);
  return 0;
}

int memfd_create(const char*, unsigned) {
  return kDescriptor;
}

int open(const char* path, int flags, ...) {
  if (path == kPath) {
    place = 0;
    return kDescriptor;
  }
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int close(int descriptor) {
  return descriptor == kDescriptor ? 0 : static_cast<int>(::syscall(SYS_close, descriptor));
}

int fstat(int descriptor, struct stat* status) {
  if (descriptor != kDescriptor) return static_cast<int>(::syscall(SYS_fstat, descriptor, status));
  *status = {};
  status->st_mode = S_IFREG;
  status->st_size = static_cast<off_t>(file().size());
  return 0;
}

int ftruncate(int descriptor, off_t bytes) {
  if (descriptor != kDescriptor) return static_cast<int>(::syscall(SYS_ftruncate, descriptor, bytes));
  file().resize(static_cast<std::size_t>(bytes));
  return 0;
}

ssize_t read(int descriptor, void* to, std::size_t count) {
  if (descriptor != kDescriptor) return ::syscall(SYS_read, descriptor, to, count);
  const ssize_t got = taken(to, count, place);
  place += static_cast<std::size_t>(got);
  return got;
}

ssize_t pread(int descriptor, void* to, std::size_t count, off_t from) {
  if (descriptor != kDescriptor) return ::syscall(SYS_pread64, descriptor, to, count, from);
  return taken(to, count, static_cast<std::size_t>(from));
}

ssize_t pwrite(int descriptor, const void* from, std::size_t count, off_t to) {
  if (descriptor != kDescriptor) return ::syscall(SYS_pwrite64, descriptor, from, count, to);
  file().resize(std::max(file().size(), static_cast<std::size_t>(to) + count));
  std::memcpy(file().data() + to, from, count);
  return static_cast<ssize_t>(count);
}

}  // extern "C"
