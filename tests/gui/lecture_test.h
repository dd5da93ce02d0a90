// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of lectures: made in the window, saved, and presented with the keys of a clicker.
#pragma once

#include <QObject>

#include "tests/gui/session_driver.h"

class LectureTest : public QObject, private runahead::test::SessionWindow {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void isMadeSavedAndPresented();
  void isHandedOutAsItWasSaved();
  void closingWaitsForAHandOut();
  void closingTwiceEndsAHandOut();
  void theWayCanBeLeftAndComeBackTo();
  void whoSpeaksSeesMore();
  void everyChangeCanBeUndone();
  void haltsAreSetByStatementsAndEvents();
  void theLastHaltIsTheEnd();
  void comparedRunsStandAsTheyWere();
  void whatIsShownIsNotClosed();
  void aStopWhoseRunIsLostKeepsItsWords();
  void theListIsWorkedWithKeys();
  void aStopAsksTheClass();
  void lookingAtSlidesChangesNothing();
  void wordsNameASlide();
  void aStopHasItsCharts();
  void theListKeepsItsRowsOnALowScreen();
  void aStopHasItsTheme();
  void aSlideIsReplacedWithItsSteps();
  void aNameThatNobodyGaveSaysWhatIsShown();
  void onlyWhatAClassCanPointAtIsTakenAsAnAnswer();
  void namesAreTextInToolTips();
  void namesThatNobodyGaveDiffer();
  void comparedRunsAreAllSeen();
  void aMomentOfComparedRunsIsOneTime();
  void aMadeNameFitsItsHeading();
  void whatIsPressedStaysWhereItIs();
  void aQuestionIsAskedWhereItWasMarked();
  void oneComesBackTheWayOneCame();
  void aQuestionHidesWhatComes();
  void aClickerBeginsWithTheFirstStop();
  void twoScreensAreUsed();
  void theClassKeepsItsScreen();
  void screensThatShowTheSameAreOne();
  void whatIsLargerEverywhereIsNotInFrontOfAClass();
  void shippedLecturesCanBeReadAndAreRight();

 private:
  /// Two runs of the loop, with and without waits, the second on show at its start.
  void runTwice();
  void add(runahead::Seq cursor);
  /// Saved, it begins to be written to that folder.
  void handOut(const char* folder);
  /// True: this test is done, by another process that has these screens, and all of its windows so much
  /// larger.
  bool doneOnScreens(const char* test, const QList<QRect>& screens, int larger = 1);
  /// For the slide that one is at, as the list's menu has them.
  QStringList offeredQuestions();
};
