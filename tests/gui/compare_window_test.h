// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of comparing: sentence and table as plain functions, then the window worked by mouse and keys: runs
// under one another on one scale, alignment, who takes part, files that join. Not here: the numbers
// themselves (tests/analysis).
#pragma once

#include <QObject>
#include <memory>

#include "gui/runs/compare_pane.h"
#include "gui/window/main_window.h"

class CompareTest : public QObject {
  Q_OBJECT
 private slots:
  void headlineSaysWhatTheNumbersSay();
  void headlineSaysWhatLiveRunsAreWorth();
  void tableHasEveryRowOfTheComparison();
  void linesGoThroughAllExtremes();

  void init();
  void cleanup();
  void runsStandOnOneScale();
  void keyButtonAndMenuDoTheSame();
  void boxesSayWhoTakesPart();
  void fourRunsAtOnce();
  void aRunAThousandTimesShorter();
  void anEmptyRun();
  void marksStandUnderOneAnother();
  void chartsHoldAllRuns();
  void aSecondFileJoins();
  void severalFilesAreCompared();
  void whatIsOutOfSightScrolls();
  void aClickOnAHeadShowsThatRun();
  void exportsHoldTheComparedRuns();
  void aRunThatGrowsIsFollowed();
  void aQuestionEndsWhereRunsAreCompared();
  void aPresentationStandsOnTheSameScale();
  void whateverIsDoneTheyStandTogether_data();
  void whateverIsDoneTheyStandTogether();
  void liveRunsAreRepeatedInTurn();
  void roundsAreStoppedAndLeaveTheRunsAsTheyWere();

 private:
  void open(const std::vector<runahead::Trace>& traces);
  runahead::gui::ComparePane* pane() const;
  /// Every run shows the same length of time and the same moment, each by its own shift; in front of a class,
  /// too.
  bool togetherNow() const;
  void checkTogether() const { QVERIFY(togetherNow()); }
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
