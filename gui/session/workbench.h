// SPDX-License-Identifier: GPL-3.0-or-later
// Workbench: the runs of a window without the window: which workspace is open, how one looks at it, the
// program that is written on it, the run that is made, the one that is manual, and what all that puts into
// the view and into the settings of the next run. It draws nothing and says nothing: the window follows its
// signals. Not here: the list itself (runs/run_list.h).
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/session_file.h"
#include "gui/jobs/file_jobs.h"
#include "gui/listing/written_program.h"
#include "gui/runs/run_list.h"
#include "gui/session/recovery_store.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

class ManualRun;
class RunBridge;
class RunSettings;
struct ManualRunState;

class Workbench : public QObject {
  Q_OBJECT
 public:
  Workbench(const RecordedTrace* record, ViewState* view, RunSettings* settings, QObject* parent = nullptr);

  ViewState* view() const { return m_view; }
  RunList* runs() const { return m_runs; }
  RunBridge* bridge() const { return m_bridge; }
  ManualRun* driver() const { return m_driver; }

  // Workspaces
  /// Whether one is on show, and not the first page.
  bool open() const { return m_open; }
  /// As it was left; nothing runs.
  void openWorkspace(const std::string& scenario);
  /// None is on show. What goes on there goes on.
  void closeWorkspace();
  /// Ends what goes on, and forgets all runs.
  void clear();
  /// A run comes on show, on its workspace, looked at like that; the workspace's breakpoints stay, and what
  /// the user has chosen for its next run. Else that is set as this one was made.
  void showAs(RunId id, const ViewSettings& look);
  /// How one looks at the open workspace.
  ViewSettings look() const;

  // Programs that the user writes, each on a workspace of its name
  /// Of the open workspace; null: it is a scenario's, or none is open.
  WrittenProgram* program() const;
  /// The workspaces that have one, in their order.
  std::vector<const WrittenProgram*> programs() const;
  /// Opens the program's workspace. One that is there already keeps its text, if that was changed; `fresh`:
  /// the program gets a workspace of its own, whatever its name.
  void openProgram(ProgramText text, bool fresh = false);
  /// The workspace's program was written there; the workspace gets the file's name, which no other has.
  void programSaved(const std::string& workspace, const ProgramText& written);
  /// Its workspace goes with it, and all runs; none is on show then. Not while one of them is made.
  void closeProgram(const std::string& workspace);
  /// What was closed last, runs and programs: the name of the program; "": it was a run, or nothing.
  QString closedProgram() const;
  /// As it was; opens its workspace. False: its name is taken.
  bool reopenProgram();
  /// An edit moved what was at and below the line so many lines down: waits and breakpoints go with it.
  void moveLines(int line, int by);

  // What is in view
  /// The id of the run that is; kNone: none is.
  RunId inView() const { return m_inView; }
  /// Whether it is made, or was made, with the present settings; none: there is none.
  std::optional<bool> madeAsSet() const;

  // The run that is made
  void start(const RunConfig& config);
  /// The one that is manual, and the one that is made here or elsewhere.
  void stop();
  /// The run that is made is over, as far as it has come.
  void abandon();
  /// Its scenario.
  const std::string& runningWorkspace() const { return m_running.workspace; }
  bool runsHere() const;
  /// Whether it is the one that goes on.
  bool makes(RunId id) const;
  /// A run of the loop's model with the present settings.
  void showSimulated(const Trace& trace);
  /// Another record of the run on show was kept: that of the median of several rounds.
  void showRepeated(RunId id);

  // The runs that are manual
  void stopManualRun();
  /// The driver's number of the run on show; -1 for one that is not manual.
  int branchOnShow() const;
  /// Whether a manual run keeps from other runs: not while something else is on show, or the program over.
  bool drivesOn() const;

  // Runs that are there
  void close(RunId id);
  /// A run of a file, on the open workspace; its id.
  RunId add(const SessionTrace& one, const RunEntry& more, std::shared_ptr<const LaneIndex> index);

  // Sessions
  /// All workspaces with their runs, as they are now.
  SessionToRecover session() const;
  /// Of what one would want to save of the workspaces.
  Revisions revisions() const;
  /// All that is saved now.
  void setSaved();
  /// The file takes the place of what is there; the ids of its runs.
  std::vector<RunId> restore(const SessionFile& file, const LaneIndexes& indexes);

 signals:
  /// What is in view goes: whatever is being written about it is to be finished now.
  void leaving();
  /// inView(): another run, or another record of it, or none.
  void viewChanged();
  /// The settings are those of the open workspace's scenario, which may be another one.
  void scenarioChanged();
  /// What is made, manual, on show, or made as it is set.
  void changed();
  /// The user has turned to another run or decided something: what was said before is past.
  void movedOn();
  /// This run has ended, or comes into view and has ended.
  void ended(RunId id);
  /// programs(), or the text of one.
  void programsChanged();

 private:
  struct Running {
    RunId id = kNone;  ///< once it is in the list
    std::string workspace = {};
    RunRequest request = {};
  };
  /// Where the view stands, to stand there again in another record.
  struct Viewport {
    bool fits, follows;
    double from_ns, to_ns;
    std::int64_t cursor_ns;
  };

  /// Null: it has none.
  WrittenProgram* programOf(const std::string& workspace) const;
  void addProgram(const std::string& workspace, ProgramText text, bool elsewhere);
  /// The next run is one of the program as it is.
  void followProgram();
  Waits movedWaits(const Waits& waits, const Scenario* before, const Scenario& now);
  /// It was asked for like that, or its record says so.
  static bool madeWith(const RunList::Run& run, const RunRequest& settings);
  /// Of the workspace that is being opened; none: its settings came with the run on show, or with nothing.
  std::optional<RunRequest> chosenNext() const;
  /// The workspace with the manual run, or the last one, is open.
  bool manualHere() const;
  void keepLook();
  /// The settings of the next run and the breakpoints go to the workspace, of which they are.
  void keepNext();
  void showWorkspace();
  void putIntoView();
  void clearView();
  void applyLook(const ViewSettings& look);
  Viewport viewport() const;
  void restore(const Viewport& viewport);
  void showRun();
  void grow(const Trace& trace, const Output& output);
  void finish(const RunResult& result);
  void showManual(const ManualRunState& state);
  void lookWhereManual();

  const RecordedTrace* m_record;
  ViewState* m_view;
  RunSettings* m_settings;
  RunList* m_runs;
  RunBridge* m_bridge;
  ManualRun* m_driver;
  std::map<std::string, std::unique_ptr<WrittenProgram>> m_programs;  ///< by workspace
  struct ClosedProgram {
    std::unique_ptr<WrittenProgram> program;
    std::unique_ptr<RunList::Workspace> workspace;
    std::size_t runs;  ///< that had been closed before
  };
  std::vector<ClosedProgram> m_closedPrograms;
  std::vector<std::pair<int, int>> m_movedLines;  ///< since the settings have followed: see moveLines()
  bool m_open = false;
  bool m_opening = false;  ///< a workspace is being opened: all of it is shown at once
  bool m_showing = false;  ///< what is set comes from the workspace
  RunId m_inView = kNone;
  RunId m_lookFor = kNone;           ///< of the run that is read so that its workspace is as it was left
  std::optional<RunRequest> m_made;  ///< what the run on show was asked for
  Running m_running;
  RunId m_simulated = kNone;    ///< id of the loop's model's run
  std::vector<RunId> m_manual;  ///< ids of the runs that are manual, by the driver's numbers
  std::string m_manualWorkspace;
  bool m_placing = false;  ///< the cursor moves because something was decided, not because the user moved it
  std::optional<Clock> m_lastClock;  ///< of the scenario that was on show before
  std::optional<Preset> m_lastPreset;
};

}  // namespace runahead::gui
