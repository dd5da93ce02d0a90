// SPDX-License-Identifier: GPL-3.0-or-later
// AtomicFile: a file that appears under its name whole or not at all. Everything goes to a temporary file in
// the same directory, which commit() renames; without a commit nothing is left behind. Not a stream: no
// formatting, no reading, no seeking.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace runahead {

class AtomicFile {
 public:
  /// Creates the temporary file at once, so that an unwritable place is known before any work is done.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Buffered. After the first failure everything further is dropped; commit() reports that failure.
  void write(std::string_view bytes);
  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }

  /// Failure: "cannot write PATH: No space left on device".
  Status commit();

 private:
  void fail(const char* what, int code);
  void flush();
  void discard();

  std::string path_;       ///< as the user gave it, for messages
  std::string target_;     ///< symbolic links resolved
  std::string temporary_;  ///< empty once it is gone
  std::string buffer_;
  std::string error_;
  int descriptor_ = -1;
};

}  // namespace runahead
