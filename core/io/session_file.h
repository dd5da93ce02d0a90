// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions (.runahead) as files: stored runs (run_file.h), one behind the other, and a manifest; FORMAT.md
// describes it. Runs are read when they are asked for. Not here: what a session is (core/session/session.h),
// how a window becomes one, or is made from one (gui/window), and when (gui/session).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/io/run_file.h"
#include "core/session/session.h"
#include "core/trace/trace.h"

namespace runahead {

/// A run of a session: in memory, or where it is stored, or both, and then what is stored is exactly it.
struct SessionTrace {
  SessionTrace(Trace in_memory) : trace(std::move(in_memory)) {}
  SessionTrace(std::shared_ptr<const StoredRun> in_file) : stored(std::move(in_file)) {}
  SessionTrace(Trace in_memory, std::shared_ptr<const StoredRun> in_file)
      : trace(std::move(in_memory)), stored(std::move(in_file)) {}

  std::optional<Trace> trace;
  std::shared_ptr<const StoredRun> stored;

  RunHead head() const { return stored ? stored->head() : RunHead::of(*trace); }
  /// Reads it where it is not in memory.
  Result<Trace> load(const Progress& progress = {}) const;
};

struct SessionFile {
  std::vector<SessionTrace> runs = {};
  std::optional<Session> state = {};  ///< none: a file of recordings
  /// What could not be found of a copy that was kept unasked: "run-3.run: No such file or directory". Its
  /// runs are left out.
  std::vector<std::string> missing = {};
};

/// A session, or a trace file, which has no state and at least one run. Runs of a session stay in the file,
/// which is held open; those of older sessions and of trace files are read. Any file is safe to give: all
/// numbers in it fit the heads of its runs; fit() makes them fit the traces. Failure: "FILE:
/// offset N: what is wrong there", or cancelled().
Result<SessionFile> open_session(const std::string& path, const Progress& progress = {});
/// The same, and reads all runs.
Result<SessionFile> read_session(const std::string& path, const Progress& progress = {});
/// All traces of a file that was read.
std::vector<Trace> traces_of(const SessionFile& session);

/// Replaces the file at `path` whole, or leaves it as it was. Stored runs are copied as they are. Without a
/// state: as if just opened.
Status write_session(const SessionFile& session, const std::string& path, const Progress& progress = {});
/// What write_session() would write: exact where all runs are stored.
std::uint64_t session_bytes(const SessionFile& session);
/// Writes the manifest alone: the runs stay where they are stored, in files of the same folder, and are named
/// there. open_session() finds them.
Status write_session_manifest(const SessionFile& session, const std::string& path);

}  // namespace runahead
