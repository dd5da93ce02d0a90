// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions (.runahead): the runs of a window and how it was left: of each scenario the runs, settings of the
// next one, breakpoints, what is in sight; of each run its name, bookmarks and notes; and the slides of a
// lecture, if it has some. FORMAT.md describes the file: stored runs (run_file.h), one behind the other, and
// a manifest. Runs are read when they are asked for. Not here: how a window becomes one, or is made from one
// (gui/window), and when (gui/session).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/comparison.h"
#include "core/analysis/question.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/io/run_file.h"
#include "core/scenario/run_execution.h"
#include "core/trace/trace.h"

namespace runahead {

/// Where a cursor can be: after the first `seq` events, at a time not before the last of them.
struct SessionMoment {
  Seq seq = 0;
  std::int64_t time_ns = 0;
  bool operator==(const SessionMoment&) const = default;
};

/// A bookmark on the time axis; with a text it is a note.
struct SessionBookmark {
  SessionMoment moment;
  TaskId task = kNone;  ///< that it is pinned to; kNone: to the moment alone
  std::string text;     ///< UTF-8
  bool operator==(const SessionBookmark&) const = default;
};

using SessionRange = std::pair<std::int64_t, std::int64_t>;  ///< [from, to) in ns

/// What a trace does not hold of a run.
struct SessionRun {
  RunResult::Status status = RunResult::Status::succeeded;
  std::vector<std::string> errors = {};
  Output output = {};  ///< of a program in Python
  std::vector<SessionBookmark> bookmarks = {};
  std::string name = {};                      ///< that a person gave it; empty: none
  bool kept = false;                          ///< a person wants it to stay
  bool manual = false;                        ///< it was scheduled manually
  std::optional<std::int64_t> total_ns = {};  ///< as total_ns() says (analysis/summary.h); none: unknown
  // How it was looked at:
  std::optional<SessionRange> visible_ns = {};  ///< none: all of it
  std::optional<SessionMoment> cursor = {};     ///< none: at the end
  TaskId selected = kNone;
  std::optional<SessionRange> selected_ns = {};
  std::string more = {};  ///< members that only a later Runahead knows: a JSON object, or empty
  bool operator==(const SessionRun&) const = default;
};

/// One scenario: its runs, in the order of their tabs, and how they were left.
struct SessionWorkspace {
  std::string scenario = {};  ///< may be one that is not known here
  std::vector<std::uint32_t> runs = {};
  /// That somebody writes, as it is now, whether it can be run or not.
  std::optional<ProgramText> program = {};
  std::optional<RunRequest> next = {};       ///< a machine of its own is not kept
  std::vector<int> break_points = {};        ///< lines, ascending
  std::uint32_t shown = kNone;               ///< one of its runs; kNone: it has none
  std::vector<std::uint32_t> compared = {};  ///< of its runs, chosen to be compared; empty: nobody chose
  bool comparing = false;                    ///< they stand under one another
  Alignment aligned = Alignment::begin;      ///< where they do
  std::string mark = {};                     ///< ... if that is a mark
  std::string more = {};                     ///< as in SessionRun
  bool operator==(const SessionWorkspace&) const = default;
};

enum class SessionFutureVisibility : std::uint8_t { show, dim, hide };

/// What somebody has pointed at: a task, line or wait, a moment, or how many or how much there was at one.
struct SessionAnswer {
  AnswerForm form = AnswerForm::task;  ///< never a choice
  std::int64_t value = 0;
  SessionMoment at = {};  ///< the cursor, when it was marked: there it can be seen
  bool operator==(const SessionAnswer&) const = default;
};

/// What a class is asked at a slide's first step.
struct SessionQuestion {
  QuestionKind kind = QuestionKind::own;  ///< another: made from the slide's run there
  // Of `own`; the answer is shown at the slide's last step, or where it was marked, if that is later.
  std::string text = {};
  std::vector<std::string> options = {};  ///< at most kOwnOptions
  std::uint32_t right = kNone;            ///< of them; kNone: nobody has said
  std::string why = {};
  /// Then the class points, too, and the options are not offered.
  std::optional<SessionAnswer> answer = {};
  bool operator==(const SessionQuestion&) const = default;
};
inline constexpr std::size_t kOwnOptions = 4;

/// What stands below the timeline.
struct SessionCharts {
  bool pending = false, memory = false;
  bool operator==(const SessionCharts&) const = default;
};

/// What the class sees it in.
enum class SessionTheme : std::uint8_t { window, light, dark };

/// A slide of a lecture: a run as it is to be shown, and what is said there.
struct SessionSlide {
  std::string name = {};
  std::uint32_t run = kNone;                 ///< kNone: it could not be found again
  std::vector<std::uint32_t> compared = {};  ///< of its workspace, under one another; empty: it stands alone
  Alignment aligned = Alignment::begin;      ///< where they do
  std::string mark = {};                     ///< ... if that is a mark
  std::optional<SessionRange> visible_ns = {};  ///< none: all of it
  std::vector<SessionMoment> steps = {};        ///< at least one, each where the cursor stands
  TaskId selected = kNone;
  SessionFutureVisibility after_cursor = SessionFutureVisibility::show;
  SessionCharts charts = {};
  SessionTheme theme = SessionTheme::window;
  std::string words = {};  ///< for the class
  std::string notes = {};  ///< for the speaker
  std::optional<SessionQuestion> question = {};
  std::string more = {};  ///< as in SessionRun
  bool operator==(const SessionSlide&) const = default;
};

/// How a window was left.
struct SessionState {
  std::vector<SessionRun> runs = {};              ///< one for each run of the file
  std::vector<SessionWorkspace> workspaces = {};  ///< each run is on one of them; of a scenario there is one
  std::uint32_t workspace = 0;                    ///< the one on show
  std::vector<SessionSlide> slides = {};          ///< of a lecture, in their order
  SessionFutureVisibility after_cursor = SessionFutureVisibility::show;
  std::string framework = {};  ///< whose names were chosen for the listing; empty: the mode's
  std::string file = {};       ///< of a copy that was kept unasked: the user's own file; else empty
  std::string more = {};       ///< as in SessionRun
  bool operator==(const SessionState&) const = default;
};

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
  std::optional<SessionState> state = {};  ///< none: a file of recordings
  /// What could not be found of a copy that was kept unasked: "run-3.run: No such file or directory". Its
  /// runs are left out.
  std::vector<std::string> missing = {};
};

/// A session, or a trace file, which has no state and at least one run. Runs of a session stay in the file,
/// which is held open; those of older sessions and of trace files are read. Any file is safe to give: all
/// numbers in it fit the heads of its runs; fit() makes them fit the traces. Failure: "FILE: offset N: what
/// is wrong there", or cancelled().
Result<SessionFile> open_session(const std::string& path, const Progress& progress = {});
/// The same, and reads all runs.
Result<SessionFile> read_session(const std::string& path, const Progress& progress = {});
/// Moves moments to the nearest that the trace has: which of the events of one instant have happened may be
/// out by some, but not what time it was. Call it for a run that was loaded.
void fit(SessionRun& run, const Trace& trace);
void fit(std::vector<SessionMoment>& moments, const Trace& trace);
/// The question of a slide whose steps fit its run, which this is; nothing without one, or where the run does
/// not answer it, or nobody can point at the answer where it is asked.
std::optional<Question> question_of(const SessionSlide& slide, const Trace& trace);
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
