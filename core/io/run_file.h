// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as they are kept: a trace in a compact form of its own (FORMAT.md), whole or as it stood while the run
// went on, which never changes once it is written. Not here: what a window knows of a run beside its trace
// (session_file.h), and what other programs read (trace_file.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/io/stored_bytes.h"
#include "core/trace/trace.h"

namespace runahead {

/// What can be said of a run without its events.
struct RunHead {
  TraceInfo info;
  std::vector<Lane> lanes = {};
  Seq events = 0;
  std::uint32_t tasks = 0, statements = 0, variables = 0;
  std::int64_t end_ns = 0;
  std::uint64_t left_out_tasks = 0;
  std::int64_t resident_base_bytes = 0;
  std::int64_t device_time_error_ns = 0;
  std::uint64_t tasks_without_record = 0;
  std::int64_t processor_wait_ns = 0;
  bool finished = true;

  static RunHead of(const Trace& trace);
};

/// A run in a file, which is held open: it can be read after the file's name was given to another or removed.
/// Never changes; any thread may use it.
class StoredRun {
 public:
  /// Reads the head. Throws BadTrace.
  explicit StoredRun(StoredBytes bytes);

  const RunHead& head() const { return head_; }
  std::uint64_t bytes() const { return bytes_.size; }
  const StoredBytes& place() const { return bytes_; }
  /// Any file is safe to read. Failure: "FILE: offset N: what is wrong there", or cancelled().
  Result<Trace> read(const Progress& progress = {}) const;

 private:
  StoredBytes bytes_;
  std::uint64_t events_offset_ = 0;
  RunHead head_;
};

/// Replaces the file at `path` whole, or leaves it as it was.
Status write_run(const std::string& path, const Trace& trace, const Progress& progress = {});
/// The same of a run that is stored elsewhere: byte for byte.
Status copy_run(const std::string& path, const StoredRun& run, const Progress& progress = {});
Result<std::shared_ptr<const StoredRun>> open_run(const std::string& path);

/// About what write_run() would write; from a part of the trace, so that it takes no time.
std::uint64_t estimated_run_bytes(const Trace& trace);

}  // namespace runahead
