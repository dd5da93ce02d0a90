// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the scenario loop-model in the window: its sliders by mouse and keys, and what follows them.
// Not here: words and geometry (model_picture_test.h).
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class ModelWindowTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void choosingShowsTheRun();
  void draggingAcrossTheBendChangesTheSentence();
  void keysMoveTheSliders();
  void slidersFollowTheHeader();
  void everyStepIsSimulatedToTheNs();
  void whatIsLookedAtStaysInSight();
  void largeLoopsAreSimulatedBeside();
  void recordingsAreNotReplaced();
  void runningItAgainIsTheSame();
  void runKeepsOneForComparison();
  void aManualRunIsNotDisturbed();
  void otherScenariosHaveTheirMemory();
  void fitsEverySize();
  void closingDuringASimulationReturnsAtOnce();

 private:
  /// The run on show is one of the present settings, and takes what the model says.
  bool agrees() const;
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
