// SPDX-License-Identifier: GPL-3.0-or-later
// OpenFile on POSIX: pread.
// Not here: what the bytes mean (chunk_file.cpp).
#include "core/io/stored_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace runahead {

Result<std::shared_ptr<const OpenFile>> OpenFile::open(const std::string& path) {
  // A pipe that lies where a part should be would keep its reader waiting.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
    const int code = errno;
    if (descriptor >= 0) ::close(descriptor);
    return Failure{path + ": " + std::strerror(code)};
  }
  const auto size = status.st_size < 0 ? 0 : static_cast<std::uint64_t>(status.st_size);
  return std::shared_ptr<const OpenFile>(new OpenFile(path, descriptor, size));
}

OpenFile::~OpenFile() {
  ::close(descriptor_);
}

Status OpenFile::read(std::uint64_t offset, std::size_t count, std::string& bytes) const {
  bytes.clear();
  const Failure ends{"the file ends in the middle"};
  if (offset > size_ || count > size_ - offset) return ends;
  bytes.resize(count);
  std::size_t done = 0;
  while (done < count) {
    const ssize_t taken =
        ::pread(descriptor_, bytes.data() + done, count - done, static_cast<off_t>(offset + done));
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return Failure{std::strerror(errno)};
    if (taken == 0) return ends;
    done += static_cast<std::size_t>(taken);
  }
  return success();
}

}  // namespace runahead
