// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of asking a class: what is hidden, hands, answers in the picture, and the run's answer.
#pragma once

#include <QObject>
#include <memory>

namespace runahead::gui {
class MainWindow;
class Presenter;
}  // namespace runahead::gui

class AskingTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void cleanupTestCase();
  void nothingAfterTheQuestionIsTold();
  void whatWasNotShownLeavesTheViewAsItWas();
  void handsAreCountedByKeysAndClicks();
  void theAnswerIsWhatTheRunShows();
  void aTaskIsAnsweredByAClick();
  void aLineIsAnsweredByAClick();
  void aWaitIsAnsweredByAClick();
  void aTimeIsAnsweredByALineInTheTimeline();
  void aCountIsAnsweredByALineInTheChart();
  void workersAreDrawnAsTheRulesPermit();
  void workersAreDrawnByKeys();
  void anAnswerIsMarkedInThePicture();
  void theMenuOffersWhatTheRunSupports();
  void aClickerAsksAndAnswers();
  void theProgramOfAPresentationIsClicked();
  void anotherRunEndsTheQuestion();
  void streamsAreDrawnInTheirOrder();
  void noQuestionComesOverComparedRuns();

 private:
  /// The first question of this kind that the run has, asked.
  void ask(int kind);
  runahead::gui::Presenter& present();
  static std::unique_ptr<runahead::gui::MainWindow> m_window;
};
