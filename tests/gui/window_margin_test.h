// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the listing's margin and of the runs that it leads to: waits put and taken by mouse, breakpoints,
// and tabs.
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class MarginTest : public QObject {
  Q_OBJECT
 private slots:
  void linesSayWhereRunsWait();
  void aLineHasTheMarkOfWhatItDid();
  void onlyWhatGoesIsStruck();
  void aFailedLineIsSeenOnceThereIsRoom();
  void linesOfATracedFunctionCarryNone();
  void togglingTwiceChangesNothing();
  void listKeepsEveryRun();
  void comparisonNeedsTwoWholeRuns();

  void init();
  void cleanup();
  void clickTakesAWaitAwayAndBothRunsAreThere();
  void fieldShowsListsAndLeadsBack();
  void refusedLinesSayWhy();
  void breakPointsLastAsLongAsTheScenario();
  void menuDoesWhatClicksDo();
  void tabsBringRunsAndTheirSettings();
  void aTabCanBeChosenWhileARunGoesOn();
  void aFileOfSeveralRunsHasTabs();

 private:
  void runToTheEnd();
  void clickWait(int line);
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
