// SPDX-License-Identifier: GPL-3.0-or-later
// FileBytes: a file read front to back, byte by byte, through a small buffer, counting; and the iterator that
// a parser takes. Not a general stream: no seeking, one reader.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "core/base/progress.h"

namespace runahead {

class FileBytes {
 public:
  explicit FileBytes(const std::string& path, Progress progress = {})
      : file_{::open(path.c_str(), O_RDONLY | O_CLOEXEC)}, progress_(std::move(progress)) {
    if (file_.descriptor < 0) {
      error_ = errno;
      return;
    }
    struct stat status;
    if (::fstat(file_.descriptor, &status) == 0 && status.st_size > 0) {
      size_ = static_cast<std::uint64_t>(status.st_size);
      // To its end in one piece, with room in which the end is noticed.
      room_ = static_cast<std::size_t>(std::min<std::uint64_t>(kMostRoom, size_ + 1));
    }
    buffer_ = std::make_unique_for_overwrite<char[]>(room_);
    refill();
  }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  bool at_end() const { return place_ == filled_; }
  char current() const { return buffer_[place_]; }
  void advance() {
    ++offset_;
    if (++place_ == filled_) refill();
  }
  /// Bytes that were passed.
  std::uint64_t offset() const { return offset_; }
  /// Of the whole file; 0 where it is not known.
  std::uint64_t size() const { return size_; }
  /// The rest is not wanted any more: the file seems to end.
  bool given_up() const { return given_up_; }
  /// The errno that ended the reading; 0 where the file ended it.
  int error() const { return error_; }

 private:
  struct Opened {
    ~Opened() {
      if (descriptor >= 0) ::close(descriptor);
    }
    int descriptor;
  };

  void refill() {
    place_ = 0;
    filled_ = 0;
    given_up_ = progress_ && !progress_(offset_, size_);
    if (given_up_) return;
    ssize_t taken = 0;
    do {
      taken = ::read(file_.descriptor, buffer_.get(), room_);
    } while (taken < 0 && errno == EINTR);
    if (taken < 0) error_ = errno;
    filled_ = taken < 0 ? 0 : static_cast<std::size_t>(taken);
  }

  static constexpr std::size_t kMostRoom = 1 << 16;
  const Opened file_;
  std::size_t room_ = kMostRoom;
  std::unique_ptr<char[]> buffer_;
  std::size_t place_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t offset_ = 0;
  int error_ = 0;
  const Progress progress_;
  std::uint64_t size_ = 0;
  bool given_up_ = false;
};

class ByteIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  ByteIterator() = default;  ///< the end
  explicit ByteIterator(FileBytes& bytes) : bytes_(&bytes) {}
  char operator*() const { return bytes_->current(); }
  ByteIterator& operator++() {
    bytes_->advance();
    return *this;
  }
  ByteIterator operator++(int) {
    const ByteIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const ByteIterator& a, const ByteIterator& b) { return a.at_end() == b.at_end(); }
  friend bool operator!=(const ByteIterator& a, const ByteIterator& b) { return !(a == b); }

 private:
  bool at_end() const { return !bytes_ || bytes_->at_end(); }
  FileBytes* bytes_ = nullptr;
};

}  // namespace runahead
