// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the window with real runs: running, stopping, closing, and what the panes then say.
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class RunTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void runsFromTheFirstPage();
  void arrowsStepAfterChoosingAndRunning();
  void choosingWhatIsOpenKeepsItsRuns();
  void runsEveryScenarioInEveryMode();
  void runsByKeyAndStopsByButton();
  void stoppingTwiceIsHarmless();
  void closingDuringARunReturnsAtOnce();
  void choosingAnotherScenarioLeavesTheRun();
  void statePaneAgreesWithTheTrace();
  void listingShowsWhatIsDone();
  void keysZoomAndReset();
  void findStepsThroughMatches();
  void chartsFoldWhenThereIsNoRoom();
  void errorsAreSaidAndNothingBlocks();
  void afterARunNothingWakesUp();
  void exportsAndOpensAgain();
  void exportErrorsAreSaid();
  void whatWasWrittenIsSaidForAWhile();
  void theExportShowsAllRunsAndWhatCounts();

 private:
  void runToTheEnd();
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
