// SPDX-License-Identifier: GPL-3.0-or-later
// OpenFile: a file that is held open, so that its bytes stay readable when its name is given to another file
// or removed; StoredBytes: a part of one. Not a stream: bytes are taken from where one says, from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/error.h"

namespace runahead {

class OpenFile {
 public:
  /// Failure: "PATH: No such file or directory".
  static Result<std::shared_ptr<const OpenFile>> open(const std::string& path);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  /// Replaces `bytes` by `count` bytes from `offset` on. Failure: the file has ended meanwhile, or cannot be
  /// read; what stands behind its name.
  Status read(std::uint64_t offset, std::size_t count, std::string& bytes) const;

 private:
  OpenFile(std::string path, int descriptor, std::uint64_t size)
      : path_(std::move(path)), descriptor_(descriptor), size_(size) {}
  const std::string path_;
  const int descriptor_;
  const std::uint64_t size_;
};

struct StoredBytes {
  std::shared_ptr<const OpenFile> file;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;

  std::uint64_t end() const { return offset + size; }
};

}  // namespace runahead
