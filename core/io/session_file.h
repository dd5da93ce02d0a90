// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions (.runahead): the runs of a window and how it was left: settings of the next run, flags, notes,
// break-points, range, cursor. FORMAT.md describes the file: a trace file with one member more.
// Not here: how a window becomes one, or is made from one (gui/session), and when (gui/window).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/comparison.h"
#include "core/base/error.h"
#include "core/scenario/session.h"
#include "core/trace/trace.h"

namespace runahead {

/// Where a cursor can be: after the first `seq` events, at a time not before the last of them.
struct SessionMoment {
  Seq seq = 0;
  std::int64_t time_ns = 0;
  bool operator==(const SessionMoment&) const = default;
};

/// A flag on the time axis; with a text it is a note.
struct SessionFlag {
  SessionMoment moment;
  TaskId task = kNone;  ///< that it is pinned to; kNone: to the moment alone
  std::string text;     ///< UTF-8
  bool operator==(const SessionFlag&) const = default;
};

/// What a trace does not hold of a run.
struct SessionRun {
  RunResult::Status status = RunResult::Status::succeeded;
  std::vector<std::string> errors = {};
  std::vector<SessionFlag> flags = {};
  bool operator==(const SessionRun&) const = default;
};

/// What a run is asked for with; a machine of its own is not kept.
struct SessionRequest {
  std::string scenario = {}, mode = {}, waits = {}, clock = {}, device = {};
  bool tf32 = false;
  int workers = 1;
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::int64_t>> set = {};
  bool operator==(const SessionRequest&) const = default;
};

enum class SessionAfterCursor : std::uint8_t { show, dim, hide };

using SessionRange = std::pair<std::int64_t, std::int64_t>;  ///< [from, to) in ns

/// How a window was left.
struct SessionState {
  std::vector<SessionRun> runs;  ///< one for each trace
  std::optional<SessionRequest> next;
  std::vector<int> break_points;           ///< lines, ascending
  std::uint32_t shown = 0;                 ///< a run
  std::vector<std::uint32_t> compared;     ///< runs that were chosen to be compared; empty: nobody chose
  bool comparing = false;                  ///< they stand under one another
  Alignment aligned = Alignment::begin;    ///< where they do
  std::string mark;                        ///< ... if that is a mark
  std::optional<SessionRange> visible_ns;  ///< none: all of the run
  std::optional<SessionMoment> cursor;     ///< none: at the end
  TaskId selected = kNone;
  std::optional<SessionRange> selected_ns;
  SessionAfterCursor after_cursor = SessionAfterCursor::show;
  std::string framework;  ///< of the listing
  std::string file;       ///< of a copy that was kept unasked: the user's own file; else empty
  bool operator==(const SessionState&) const = default;
};

struct SessionFile {
  std::vector<Trace> traces;
  std::optional<SessionState> state;  ///< none: a file of recordings
};

/// A session, or a trace file, which has no state and at least one trace. Any file is safe to give: all
/// numbers in it fit its traces.
/// Failure: "FILE: offset N: what is wrong there".
Result<SessionFile> read_session(const std::string& path);

/// Replaces the file at `path` whole, or leaves it as it was. Without a state: as if just opened.
Status write_session(const SessionFile& session, const std::string& path);

}  // namespace runahead
