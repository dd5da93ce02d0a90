// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the model pane, of its outlines, and of the paths that waits and runs took.
// Not here: the numbers themselves (tests/analysis).
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class FitTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void saysWhatWasFitted();
  void saysWhichSideIsTheBottleneck();
  void saysWhatWasLeftOut();
  void outlinesAreTheBarsOfAVirtualRun();
  void narrowOutlinesMerge();
  void outlinesAreDrawnAndGo();
  void aClickOnAWaitTellsWhoEndedIt();
  void thePathRunsAlongItsLanes();
  void theRunsPathIsListed();
  void whatIsHiddenIsNotTold();
  void foldsByItsHeadAndGoesInLowWindows();
  void aRunThatGoesOnHasNoModelYet();

 private:
  /// Of increment-loop under the virtual clock, in the window.
  void open(const char* mode, const char* waits, std::int64_t n, std::int64_t t1, std::int64_t t2,
            std::int64_t t3);
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
