// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of manual scheduling in the window: with keys and mouse, forward and back.
// Not here: decisions without a window (manual_decisions_test.h).
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class ManualTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void clockIsChosenInTheHeader();
  void costsOfTheVirtualClock();
  void recordingsBringTheirClock();
  void whatWasSavedCanBeDrivenOn();
  void whatFollowedOtherRulesSaysSo();
  void theHeaderFitsEveryWidth();
  void drivesFourStatements();
  void theSecondReadyTaskFirst();
  void whatWasDecidedIsNotHidden();
  void drivesTraining_data();
  void drivesTraining();
  void runsToWaitsLinesAndTheEnd();
  void whatIsOfferedInThePast();
  void aForkKeepsBothRuns();
  void rapidKeysAreAllTaken();
  void anOlderRunCanBeDrivenOn();
  void whatWasLeftDoesNotGoOn();
  void boundsNeverStick();
  void manyWorkersFitTheSmallestWindow();
  void stopsAndLeaves();
  void closesDuringAManualRun();
  void cancelKeepsWhatWasDone();

 private:
  void start(const char* scenario, int workers, const char* mode = "");
  void settle();
  void press(Qt::Key key);
  void panesAgree();

  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
