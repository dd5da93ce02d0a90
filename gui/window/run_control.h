// SPDX-License-Identifier: GPL-3.0-or-later
// RunControl: the runs of a window as one commands them: starting and stopping, naming, moving, closing and
// bringing back, comparing. Not here: what is in progress (session/workbench.h), what is said of how a run
// ended (run_outcomes.h).
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "core/session/session.h"

namespace runahead::gui {

class Asking;
class HeaderBar;
class Lecture;
class ListingPane;
class NoticeStrip;
class ProgramFiles;
class Repeater;
class RunList;
class RunSettings;
class RunTabs;
class SessionKeeper;
class Workbench;

class RunControl : public QObject {
  Q_OBJECT
 public:
  struct Parts {
    Workbench* bench;
    RunSettings* settings;
    Lecture* lecture;
    Asking* asking;
    ProgramFiles* programs;
    SessionKeeper* keeper;
    HeaderBar* header;
    ListingPane* listing;
    RunTabs* tabs;
    Repeater* repeater;
    NoticeStrip* notice;
  };
  /// All of them outlive it.
  RunControl(const Parts& parts, QObject* parent);

  void run();
  void stop();
  void setComparing(bool comparing);
  /// kNone: none.
  RunId current() const;
  void renameCurrent();
  void keepCurrent();
  /// So many places further, among the tabs.
  void moveCurrent(int by);
  void showNext(int by);
  /// Unless it is in progress.
  void close(RunId id);
  /// With its runs, unless a slide shows one; what was not saved is asked about.
  void closeProgram();
  /// The run that was closed last, or the program.
  void reopen();

 signals:
  /// A run is about to start: the user does not type any more.
  void starting();
  void workspaceWanted(const QString& name);
  /// Whether runs are compared was asked for, and perhaps not possible.
  void comparingSet();

 private:
  void sayRunsElsewhere();
  /// True, and said: slides show one of these runs, so what they are of is not closed.
  bool staysForLecture(const QString& what, const std::vector<RunId>& runs);

  const Parts m_its;
  RunList* m_runs;
};

}  // namespace runahead::gui
