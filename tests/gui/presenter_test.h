// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of presenting: from the window, with the keys of a clicker, and the sizes of what stands there.
#pragma once

#include <QObject>
#include <memory>

namespace runahead::gui {
class MainWindow;
class Presenter;
}  // namespace runahead::gui

class PresenterTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void aClickersKeysAreEnough();
  void theWindowAndThePresentationShareTheCursor();
  void aWaitThatTheRunLeavesOutIsStruck();
  void theScreenGoesDarkAndComesBack();
  void aLightFollowsThePointer();
  void theProgramStandsAlone();
  void everyLaneIsSeen();
  void allOfItGetsLarger();
  void chartsStandBelowTheTimeline();
  void nothingMovesWhileOneSteps();
  void everyListingIsReadable();
  void theTimelineIsWorkedAsInTheWindow();
  void anotherRunIsShownAsIfItWereTheFirst();

 private:
  runahead::gui::Presenter& present();
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
