// SPDX-License-Identifier: GPL-3.0-or-later
// AtomicFile: a file that appears under its name whole or not at all. Everything goes to a file without a
// name, where the file system has such, else to a temporary one in the same directory; commit() gives it the
// name. Without a commit nothing is left behind, and what a writer that was killed left behind goes with the
// next file that is written there. After a commit it stays, whatever becomes of the power.
// Not a stream: no formatting, no reading, no seeking.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/progress.h"

namespace runahead {

class AtomicFile {
 public:
  /// Opens the file at once, so that an unwritable place is known before any work is done.
  /// `progress` is asked after each part that was written, and once more, with as many bytes done as
  /// expected, before the file gets its name: a caller that gives up until then finds the old file as it was.
  explicit AtomicFile(std::string path, Progress progress = {}, std::uint64_t expected_bytes = 0);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Buffered. After the first failure everything further is dropped; commit() reports that failure.
  void write(std::string_view bytes);
  /// Also when it was given up.
  bool failed() const { return failure_.cancelled || !failure_.message.empty(); }
  const std::string& error() const { return failure_.message; }
  std::uint64_t written_bytes() const { return written_ + buffer_.size(); }

  /// Failure: "cannot write PATH: No space left on device", or cancelled(). Waits for the disk, twice.
  Status commit();

 private:
  void fail(const char* what, int code);
  bool open_nameless(const std::string& directory, mode_t mode);
  bool open_named(const std::string& directory, mode_t mode);
  bool take_name();
  void flush();
  void ask(std::uint64_t expected_bytes);
  void discard();

  std::string path_;       ///< as the user gave it, for messages
  std::string target_;     ///< symbolic links resolved
  std::string temporary_;  ///< empty: the file has no name
  std::string buffer_;
  Progress progress_;
  std::uint64_t expected_ = 0;
  std::uint64_t written_ = 0;
  std::uint64_t sent_ = 0;  ///< to the disk, without waiting for it
  Failure failure_;
  int descriptor_ = -1;
};

/// With the slash at its end; empty: the current one.
std::string folder_of(const std::string& path);
/// Waits until names that were given or taken away in a folder are on the disk, where it can be asked for.
void sync_folder(const std::string& folder);

}  // namespace runahead
