// SPDX-License-Identifier: GPL-3.0-or-later
// Session: the runs of a window and how it was left: of each scenario the runs, settings of the next one,
// breakpoints, how they are viewed; of each run its name, bookmarks and notes; and the slides of a lecture,
// if it has some. The list of runs, the lecture and the file have these very structs. Not here: records of
// runs (trace/trace.h), files (io/session_file.h), when something has changed (revision.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/analysis/comparison.h"
#include "core/analysis/question.h"
#include "core/scenario/run_execution.h"
#include "core/session/annotation.h"
#include "core/session/theme_kind.h"
#include "core/trace/trace.h"

namespace runahead {

/// Which run: in a file its place among the runs, in a window a number that stays; kNone: none.
using RunId = std::uint32_t;

/// What a trace does not hold of a run.
struct RunEntry {
  RunResult::Status status = RunResult::Status::succeeded;
  std::vector<std::string> errors = {};
  Output output = {};  ///< of a program in Python
  std::vector<Bookmark> bookmarks = {};
  std::string name = {};                      ///< that a person gave it; empty: none
  bool kept = false;                          ///< a person wants it to stay
  bool manual = false;                        ///< it was scheduled manually
  std::optional<std::int64_t> total_ns = {};  ///< as total_ns() says (analysis/summary.h); none: unknown
  ViewSettings view = {};
  std::string more = {};  ///< members that only a later Runahead knows: a JSON object, or empty
  bool operator==(const RunEntry&) const = default;
};

/// How the runs of one scenario were left, but for which these are.
struct WorkspaceSettings {
  std::string scenario = {};  ///< may be one that is not known here
  /// That the user writes, as it is now, whether it can be run or not.
  std::optional<ProgramText> program = {};
  std::optional<RunRequest> next = {};   ///< a machine of its own is not kept
  std::set<int> break_points = {};       ///< lines
  bool comparing = false;                ///< runs stand under one another
  Alignment aligned = Alignment::begin;  ///< where they do
  std::string mark = {};                 ///< ... if that is a mark
  std::string more = {};                 ///< as in RunEntry
  bool operator==(const WorkspaceSettings&) const = default;
};

/// One scenario: its runs, in the order of their tabs, and how they were left.
struct Workspace : WorkspaceSettings {
  std::vector<RunId> runs = {};
  RunId shown = kNone;               ///< one of its runs; kNone: it has none
  std::vector<RunId> compared = {};  ///< of its runs, chosen to be compared; empty: none were chosen
  bool operator==(const Workspace&) const = default;
};

/// What was pointed at: a task, line or wait, a moment, or how many or how much there was at one.
struct MarkedAnswer {
  AnswerForm form = AnswerForm::task;  ///< never a choice
  std::int64_t value = 0;
  TraceMoment at = {};  ///< the cursor, when it was marked: there it can be seen
  bool operator==(const MarkedAnswer&) const = default;
};

/// What a class is asked at a slide's first step.
struct SlideQuestion {
  QuestionKind kind = QuestionKind::own;  ///< another: made from the slide's run there
  // Of `own`; the answer is shown at the slide's last step, or where it was marked, if that is later.
  std::string text = {};
  std::vector<std::string> options = {};  ///< at most kOwnOptions
  std::uint32_t right = kNone;            ///< of them; kNone: not chosen yet
  std::string why = {};
  /// Then the class points, too, and the options are not offered.
  std::optional<MarkedAnswer> answer = {};
  bool operator==(const SlideQuestion&) const = default;
};
inline constexpr std::size_t kOwnOptions = 4;

/// What stands below the timeline.
struct SlideCharts {
  bool pending = false, memory = false;
  bool operator==(const SlideCharts&) const = default;
};

/// A slide of a lecture: a run as it is to be shown, and what is said there.
struct Slide {
  std::string name = {};
  RunId run = kNone;                         ///< kNone: it could not be found again
  std::vector<RunId> compared = {};          ///< of its workspace, under one another; empty: it stands alone
  Alignment aligned = Alignment::begin;      ///< where they do
  std::string mark = {};                     ///< ... if that is a mark
  std::optional<TimeRange> visible_ns = {};  ///< none: all of it
  std::vector<TraceMoment> steps = {};       ///< at least one, each where the cursor stands
  TaskId selected = kNone;
  FutureVisibility after_cursor = FutureVisibility::show;
  SlideCharts charts = {};
  std::optional<ThemeKind> theme = {};  ///< light or dark; none: the window's
  std::string words = {};               ///< for the class
  std::string notes = {};               ///< for the speaker
  std::optional<SlideQuestion> question = {};
  std::string more = {};  ///< as in RunEntry
  bool operator==(const Slide&) const = default;
  /// The run is one of those that it shows.
  bool shows(RunId id) const;
};

/// How a window was left.
struct Session {
  std::vector<RunEntry> runs = {};         ///< one for each run of the file
  std::vector<Workspace> workspaces = {};  ///< each run is on one of them; of a scenario there is one
  std::uint32_t workspace = 0;             ///< the one on show
  std::vector<Slide> slides = {};          ///< of a lecture, in their order
  FutureVisibility after_cursor = FutureVisibility::show;
  std::string framework = {};  ///< whose names were chosen for the listing; empty: the mode's
  std::string file = {};       ///< of a copy that was kept unasked: the user's own file; else empty
  std::string more = {};       ///< as in RunEntry
  bool operator==(const Session&) const = default;
};

/// Gives runs other ids; those that become kNone are not compared any more.
void renumber(std::vector<RunId>& runs, const std::function<RunId(RunId)>& now);
void renumber(Slide& slide, const std::function<RunId(RunId)>& now);

/// Moves moments to the nearest that the trace has: which of the events of one instant have happened may be
/// out by some, but not what time it was. Call it for a run that was loaded.
void fit(RunEntry& run, const Trace& trace);
void fit(std::vector<TraceMoment>& moments, const Trace& trace);
/// The question of a slide whose steps fit its run, which this is; nothing without one, or where the run does
/// not answer it, or the answer cannot be pointed at where it is asked.
std::optional<Question> question_of(const Slide& slide, const Trace& trace);

}  // namespace runahead
