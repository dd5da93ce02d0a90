// SPDX-License-Identifier: GPL-3.0-or-later
// AtomicFile on POSIX files: O_EXCL temporary, fsync, rename.
// Not here: pictures, which Qt writes with the same promise (gui/figure).
#include "core/base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace runahead {
namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

/// A link is written through, so that it stays a link.
std::string resolved(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (!real) return path;
  std::string result = real;
  std::free(real);
  return result;
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), target_(resolved(path_)) {
  struct stat status;
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    fail(nullptr, EISDIR);
    return;
  }
  // A rename would replace a device or a pipe by a file.
  if (exists && !S_ISREG(status.st_mode)) {
    fail("it is not a regular file", 0);
    return;
  }

  static std::atomic<unsigned> counter{0};
  const std::size_t slash = target_.rfind('/');
  const std::string directory = slash == std::string::npos ? std::string() : target_.substr(0, slash + 1);
  do {
    temporary_ =
        directory + ".runahead-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) {
    temporary_.clear();
    fail(nullptr, errno);
    return;
  }
  if (exists) (void)::fchmod(descriptor_, status.st_mode & 07777);
  buffer_.reserve(kBufferBytes);
}

AtomicFile::~AtomicFile() {
  discard();
}

void AtomicFile::write(std::string_view bytes) {
  if (failed()) return;
  if (buffer_.size() + bytes.size() > kBufferBytes) flush();
  buffer_.append(bytes);
}

Status AtomicFile::commit() {
  flush();
  if (!failed() && ::fsync(descriptor_) != 0 && errno != EINVAL) fail(nullptr, errno);
  if (descriptor_ >= 0) {
    if (::close(descriptor_) != 0 && !failed()) fail(nullptr, errno);
    descriptor_ = -1;
  }
  if (!failed() && ::rename(temporary_.c_str(), target_.c_str()) != 0) fail(nullptr, errno);
  if (failed()) {
    discard();
    return Failure{error_};
  }
  temporary_.clear();
  return success();
}

void AtomicFile::fail(const char* what, int code) {
  error_ = "cannot write " + path_ + ": " + (what ? what : std::strerror(code));
}

void AtomicFile::flush() {
  const char* data = buffer_.data();
  std::size_t left = buffer_.size();
  while (left > 0 && !failed()) {
    const ssize_t written = ::write(descriptor_, data, left);
    if (written < 0) {
      if (errno != EINTR) fail(nullptr, errno);
      continue;
    }
    data += written;
    left -= static_cast<std::size_t>(written);
  }
  buffer_.clear();
}

void AtomicFile::discard() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

}  // namespace runahead
