// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of what a small screen leaves room for, and of what the window says in place: numbers beyond their
// limits, settings that have not been run, notices. Not here: the window in its usual size (window_test.h).
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class RoomTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void opensWithinTheScreen();
  void theFirstProgramIsWhole();
  void numbersStayAsTheyWereTyped();
  void nothingPilesUp();
  void fieldsAreAsWideAsTheirNumbers();
  void stepsStayWithinTheLimits();
  void anEmptyCostIsTheMachines();
  void thePopoverRuns();
  void thePopoverFitsTheScreen();
  void exportCanBeSavedOnALowScreen();
  void settingsThatWereNotRunAreTold();
  void runDuringARunIsAnswered();
  void noticesMoveNothing();
  void whatARunSaysGoesWithTheNextStep();
  void copyingIsSaid();
  void memoryStaysWhereItIsTheMatter();
  void theMenuTicksWhatIsThere();
  void theLeftColumnIsAsWideAsOneWants();
  void lanesTakeTheHeightThatThereIs();
  void notesAreWrittenAtTheCursor();
  void aBookmarkIsSeenBesideTheCursor();

 private:
  void choose(const char* scenario);
  void run();

  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
