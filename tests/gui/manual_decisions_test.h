// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of decisions without a window: what keys mean, what leads on, what forks, what actors say.
// Not here: the thread and the window (manual_window_test.h).
#pragma once

#include <QObject>

class DecisionsTest : public QObject {
  Q_OBJECT
 private slots:
  void keysMeanTheEnginesNextStep();
  void decidingAtTheEndLeadsOn();
  void decidingTheSameAgainMovesOn();
  void decidingDifferentlyForks();
  void actorsSayWhatTheyMayDo();
  void whatCannotMoveSaysWhy();
};
