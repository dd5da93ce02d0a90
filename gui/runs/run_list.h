// SPDX-License-Identifier: GPL-3.0-or-later
// RunList: the runs of a session, by scenario; of the scenario that is open, which of them is on show, and
// which are compared with it. No run is dropped but by close(), and that can be undone. Not here: making runs
// (jobs/), showing them (window/), files (session/) and reading them (run_reader.h). It lives on the
// window's thread.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/session/revision.h"
#include "core/session/session.h"
#include "core/trace/trace.h"
#include "gui/axis/lane_index.h"
#include "gui/jobs/latest_job.h"
#include "gui/view/view_state.h"

namespace runahead {
class StoredRun;
}

namespace runahead::gui {

class RunList : public QObject {
  Q_OBJECT
 public:
  /// So many take part in a comparison until the user chooses: the one on show and the newest others.
  static constexpr std::size_t kCompared = 4;
  static constexpr std::size_t kMostBytes = 1'500'000'000;

  /// A run as a session has it, and its record.
  struct Run : RunEntry {
    RunId id = kNone;  ///< of this run alone, as long as the program runs
    Trace trace = {};  ///< empty while the run is not here
    TraceInfo info = {};
    std::optional<RunRequest> request = {};  ///< what it was asked with; none: of a file, or manual
    QString label = {};   ///< its name, or what sets it apart from the others of its workspace
    bool chosen = false;  ///< to take part in a comparison
    bool preview =
        false;  ///< of the loop's model: the next change of a time takes its place, unless it is kept
    bool finished = false;                        ///< status, errors and total count then
    std::shared_ptr<const LaneIndex> index = {};  ///< of a finished record, soon after it has come; else null
    std::shared_ptr<const StoredRun> stored =
        {};                           ///< its record on the disk, as it is; null: in memory alone
    bool here = true;                 ///< its record is in memory
    std::optional<int> reading = {};  ///< per cent of it that is read; none: it is not read
    QString lost = {};                ///< why its record cannot be read
    Seq events = 0;
    std::uint64_t version = 0;  ///< another record has another one
    Revision<std::pair<std::string, std::vector<Bookmark>>> notes{{name, bookmarks}};
    std::uint64_t used = 0;  ///< greater: later
  };

  /// What belongs to one scenario; its program is the workbench's.
  struct Workspace : WorkspaceSettings {
    std::vector<Run> runs = {};
    RunId shown = kNone, other = kNone;
    RunId wanted = kNone;                                     ///< comes on show as soon as it is here
    bool ticked = false;                                      ///< it was chosen which runs are compared
    std::optional<RunRequest> given = {};                     ///< `next` before the first change
    Revision<RunRequest> settings{};                          ///< of `next`
    Revision<std::pair<std::string, std::set<int>>> lines{};  ///< with the scenario
  };

  explicit RunList(QObject* parent = nullptr);
  /// Beyond that much memory, records that are on the disk are put away.
  void setMostBytes(std::size_t bytes);

  // Workspaces
  /// The scenario's workspace, a new one if it has none yet.
  void openWorkspace(const std::string& scenario);
  /// All of a workspace, out of the list; if it was open, none is. Null when there is none.
  std::unique_ptr<Workspace> takeWorkspace(const std::string& scenario);
  /// Back again, where there is none of its name.
  void putWorkspace(std::unique_ptr<Workspace> workspace);
  /// To a name that no workspace has.
  void renameWorkspace(const std::string& before, const std::string& after);
  const Workspace& workspace() const { return *m_open; }
  /// In the order in which they were opened first.
  std::vector<const Workspace*> workspaces() const;
  /// Null when there is none.
  const Workspace* findWorkspace(const std::string& scenario) const;
  /// Of a run that is in the list.
  const Workspace& workspaceOf(RunId id) const;
  void setGiven(const std::string& scenario, RunRequest given);
  bool anyRuns() const;
  /// All that is saved now: revisions go by it.
  void setSaved();

  // Runs come and grow
  /// A new run, which is then the one on show; its id. `workspace`: the scenario of its workspace, else the
  /// open one.
  RunId begin(const Trace& trace, bool manual = false, const std::optional<std::string>& workspace = {});
  /// A run of a file as it is, whose record may be on the disk; but its id, which is returned. What is on
  /// show stays.
  RunId add(Run run);
  /// A later snapshot, and the end; of a run that was closed meanwhile they change nothing.
  void update(RunId id, const Trace& trace);
  void finish(RunId id, const RunResult& result = {RunResult::Status::stopped, {}, {}});
  /// Another finished record takes the place of the run's.
  void renew(RunId id, const Trace& trace);
  /// Another record of the same run: what became of it, its name and its place stay.
  void repeated(RunId id, const Trace& trace);
  void setOutput(RunId id, const Output& output);
  void setRequest(RunId id, RunRequest request);
  void setPreview(RunId id, bool preview);
  void clear();

  // What the user does with them
  void setName(RunId id, const QString& name);
  void setFlags(RunId id, const std::vector<Bookmark>& bookmarks);
  void setView(RunId id, const ViewSettings& view);
  /// To that place among the runs of its workspace.
  void move(RunId id, std::size_t place);
  void close(RunId id);
  /// The scenario of the workspace to which reopen() puts the run that was closed last; none: nothing was
  /// closed.
  std::optional<std::string> closedFrom() const;
  std::size_t closedCount() const { return m_closed.size(); }
  QString closedLabel() const { return m_closed.empty() ? QString() : m_closed.back().run.label; }
  /// As it was and where it was, on show; its id, kNone when nothing was closed.
  RunId reopen();

  // Of the open workspace
  const std::vector<Run>& runs() const { return workspace().runs; }
  /// Of any workspace; null when it was closed.
  const Run* find(RunId id) const;
  /// Null while there is none. Its record is here.
  const Run* shown() const { return find(workspace().shown); }
  /// Comes on show as soon as it is here; null: what is on show stays.
  const Run* wanted() const { return find(workspace().wanted); }
  /// The one that takes part in everything, here or not.
  const Run* current() const { return wanted() ? wanted() : shown(); }
  void show(RunId id);
  /// What the run on show is compared with: the one that was on show before. Null for a single run.
  const Run* other() const { return find(workspace().other); }
  /// Whether runs are compared; a single one never is.
  bool comparing() const { return workspace().comparing && workspace().runs.size() > 1; }
  void setComparing(bool comparing);
  /// The runs that take part and are here, in the order of the list: those that are chosen, and the one on
  /// show.
  std::vector<const Run*> compared() const;
  void setChosen(RunId id, bool chosen);
  /// As a file had it.
  void setTicked(bool ticked);
  /// As a file had them.
  void setSettings(const WorkspaceSettings& settings);
  void setNext(const std::optional<RunRequest>& next, const std::set<int>& breakPoints);
  /// Where runs stand under one another; a mark that not all of them have is no place.
  void setAlignment(Alignment alignment, const std::string& mark);
  /// Whether it may be said how runs end. Not while what comes after the cursor is hidden.
  bool tellsEnds() const { return m_tellsEnds; }
  void setTellsEnds(bool tells);

  // Records on the disk
  /// The run's record is there; one that has changed since, or was closed, does not care.
  void setStored(RunId id, std::uint64_t version, std::shared_ptr<const StoredRun> stored);
  /// Runs whose records are wanted and not here, the most urgent first.
  std::vector<RunId> toRead() const;
  void setReading(RunId id, std::optional<int> percent);
  /// A record that was read.
  void take(RunId id, const Trace& trace, std::shared_ptr<const LaneIndex> index);
  void setLost(RunId id, const QString& why);

 signals:
  /// Runs, their labels or totals, or which of them are shown.
  void changed();
  /// Another run was chosen, has taken the place of the one on show, or there is none any more.
  void shownChanged();
  /// A run of the open workspace has grown.
  void grown();
  /// toRead() may be another one.
  void toReadChanged();
  void readingChanged(RunId id);
  /// tellsEnds().
  void tellingChanged();

 private:
  struct Closed {
    std::string workspace;
    std::size_t place;
    Run run;
  };
  Workspace& open() { return *m_open; }
  Workspace* workspaceWith(RunId id);
  Run* change(RunId id);
  Workspace& workspaceFor(const std::string& scenario);
  static Run& append(Workspace& workspace, Run run);
  static void setRecord(Run& run, const Trace& trace);
  /// Puts away what need not be here, names the runs, and sees that the other one is another one.
  void settle(Workspace& workspace);
  /// Whether anything was.
  bool putAway();
  bool needed(const Workspace& workspace, const Run& run) const;
  void showNow(Workspace& workspace, RunId id);
  static void chooseNewest(Workspace& workspace);
  /// Makes what finished records lack of indexes, beside the window.
  void makeIndexes();

  using Indexes = std::vector<std::pair<RunId, std::shared_ptr<const LaneIndex>>>;
  LatestJob<Indexes> m_indexing;
  std::size_t m_mostBytes = kMostBytes;
  std::vector<std::unique_ptr<Workspace>> m_desks;
  Workspace* m_open = nullptr;  ///< one of them
  std::vector<Closed> m_closed;
  RunId m_next = 1;
  std::uint64_t m_uses = 0;
  bool m_tellsEnds = true;
};

}  // namespace runahead::gui
