// SPDX-License-Identifier: GPL-3.0-or-later
// exercise(): gives bytes to the trace reader as a file, and where it accepts them asks the trace everything.
// Not a test by itself: the sanitizers and the callers judge.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "core/analysis/summary.h"
#include "core/io/trace_file.h"

namespace runahead::testing_support {

/// A file that has a path but no place on a disk.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("trace", 0)) {
    if (::write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) std::abort();
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// The reader's complaint, or "" where it had none.
inline std::string exercise(std::string_view bytes) {
  const MemoryFile file(bytes);
  const auto traces = read_traces(file.path());
  if (!traces.ok()) return traces.error();
  for (const Trace& trace : *traces) {
    const RunSummary summary = summarize(trace);
    const RangeStatistics range = statistics(trace, 0, trace.end_ns());
    if (summary.tasks < range.tasks || summary.tasks + summary.eliminated > trace.task_count()) std::abort();
    for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
      const Counters counters = trace.counters_at(cursor);
      if (trace.pending_at(cursor, trace.task_count()).size() != counters.depth()) std::abort();
      if (trace.deferred_at(cursor, trace.task_count()).size() != counters.deferred) std::abort();
      (void)trace.variables_at(cursor, 100);
    }
    for (TaskId id = 0; id < trace.task_count(); ++id) (void)trace.edges_into(id);
  }
  return "";
}

}  // namespace runahead::testing_support
