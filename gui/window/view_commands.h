// SPDX-License-Identifier: GPL-3.0-or-later
// ViewCommands: does what commands ask of the run on show: cursor, axis, breakpoints and bookmarks, panes,
// decisions of manual scheduling. Not here: the table (text/window_commands.h), the other commands
// (window_commands.cpp).
#pragma once

#include <QObject>

namespace runahead::gui {

class BottomBar;
class Commands;
class FitResults;
class ManualRun;
class ViewState;
class WorkPage;
class Workbench;

class ViewCommands : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  ViewCommands(Commands* commands, Workbench* bench, WorkPage* page, BottomBar* bottom, FitResults* results,
               QObject* parent);

 private:
  void connectView();
  void connectPanes(FitResults* results);
  void connectDecisions(ManualRun* driver);

  Commands* m_commands;
  Workbench* m_bench;
  ViewState* m_view;
  WorkPage* m_page;
  BottomBar* m_bottom;
};

}  // namespace runahead::gui
