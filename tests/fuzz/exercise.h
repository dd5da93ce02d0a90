// SPDX-License-Identifier: GPL-3.0-or-later
// exercise(): gives bytes to the reader of traces, runs and sessions as a file, and where it accepts them
// asks the traces everything; with_checksums(): makes the checksums of damaged chunks hold, so that damage is
// met behind them; exercise_costs(): the same for the reader of costs. Not tests by themselves: the
// sanitizers and the callers judge.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/summary.h"
#include "core/io/chunk_file.h"
#include "core/io/costs_file.h"
#include "core/io/session_file.h"
#include "core/io/session_manifest.h"

namespace runahead::testing_support {

/// A file that has a path but no place on a disk; one for all that comes, one after the other.
inline std::string file_of(std::string_view bytes) {
  static const int descriptor = ::memfd_create("trace", 0);
  const auto size = static_cast<ssize_t>(bytes.size());
  const bool written =
      ::pwrite(descriptor, bytes.data(), bytes.size(), 0) == size && ::ftruncate(descriptor, size) == 0;
  if (!written) std::abort();
  return "/proc/self/fd/" + std::to_string(descriptor);
}

/// Chunks one behind the other after a signature, as far as they go.
inline std::string with_checksums(std::string bytes) {
  const auto number = [&bytes](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return value;
  };
  for (std::size_t at = 8; bytes.size() - std::min(bytes.size(), at) >= kChunkHeadBytes;) {
    const std::size_t size = number(at + 4);
    if (size > bytes.size() - at - kChunkHeadBytes) break;
    const auto kind = static_cast<ChunkKind>(number(at));
    const std::string payload = bytes.substr(at + kChunkHeadBytes, size);
    bytes.replace(at, kChunkHeadBytes + size, chunk(kind, payload));
    at += kChunkHeadBytes + size;
  }
  return bytes;
}

/// What is said of the runs can be written, and read, and is the same the next time.
inline void expect_kept(const SessionFile& session) {
  std::vector<RunHead> heads;
  for (const SessionTrace& run : session.runs) heads.push_back(run.head());
  const std::vector<RunPlace> places(heads.size());
  const std::string manifest = manifest_to_json(*session.state, places);
  const Session again = state_from_manifest(parse_manifest(manifest, 0).document, 0, heads);
  if (manifest_to_json(again, places) != manifest) std::abort();
}

/// The reader's complaint, or "" where it had none.
inline std::string exercise(std::string_view bytes) {
  const auto session = read_session(file_of(bytes));
  if (!session.ok()) return session.error();
  const std::size_t count = session->runs.size();
  if (session->state) {
    const Session& state = *session->state;
    if (state.runs.size() != count) std::abort();
    if (state.workspace >= std::max<std::size_t>(state.workspaces.size(), 1)) std::abort();
    std::size_t placed = 0;
    for (const Workspace& workspace : state.workspaces) {
      placed += workspace.runs.size();
      if (workspace.shown == kNone ? !workspace.runs.empty() : workspace.shown >= count) std::abort();
      for (const std::uint32_t run : workspace.compared)
        if (run >= count) std::abort();
    }
    if (placed != count) std::abort();
    expect_kept(*session);
    for (std::size_t i = 0; i < count; ++i) {
      const Trace& trace = *session->runs[i].trace;
      const RunEntry& run = state.runs[i];
      if (run.view.cursor && run.view.cursor->seq > trace.size()) std::abort();
      if (run.view.selected != kNone && run.view.selected >= trace.task_count()) std::abort();
      for (const Bookmark& flag : run.bookmarks)
        if (flag.moment.seq > trace.size()) std::abort();
    }
    for (const Slide& slide : state.slides) {
      if (slide.steps.empty()) std::abort();
      if (slide.run == kNone) continue;
      const Trace& trace = *session->runs[slide.run].trace;
      if (const auto question = question_of(slide, trace)) {
        if (question->asked_at > trace.size() || question->shown_at > trace.size()) std::abort();
      }
    }
  } else if (count == 0) {
    std::abort();
  }
  for (const Trace& trace : traces_of(*session)) {
    const RunSummary summary = summarize(trace);
    const RangeStatistics range = statistics(trace, 0, trace.end_ns());
    if (summary.tasks < range.tasks || summary.tasks + summary.eliminated > trace.task_count()) std::abort();
    for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
      const Counters counters = trace.counters_at(cursor);
      if (trace.pending_at(cursor, trace.task_count()).size() != counters.depth()) std::abort();
    }
    for (TaskId id = 0; id < trace.task_count(); ++id) (void)trace.edges_into(id);
  }
  return "";
}

/// The reader's complaint, or "" where it had none: then every task and copy has a cost.
inline std::string exercise_costs(std::string_view bytes) {
  const auto machine = read_costs(file_of(bytes));
  if (!machine.ok()) return machine.error();
  constexpr std::int64_t kMuch = INT64_MAX / 4;
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::emulated}) {
    const std::int64_t little_ns = machine->task_cost_ns({}, kind);
    if (little_ns < 1 || machine->task_cost_ns({kMuch, kMuch, kMuch, kMuch}, kind) < little_ns) std::abort();
  }
  if (machine->copy_cost_ns(0) < 1 || machine->frontend.issue_ns < 1) std::abort();
  return "";
}

}  // namespace runahead::testing_support
