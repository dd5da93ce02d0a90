// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that stay: of every scenario, beyond what fits into memory, closed and brought back, named and moved.
// Not here: the list alone (window_margin_test.h), files and what is kept unasked (session_test.h).
#pragma once

#include <QObject>

#include "tests/gui/session_driver.h"

class SessionRunsTest : public QObject, private runahead::test::SessionWindow {
  Q_OBJECT

 private slots:
  void init() { open(); }
  void cleanup() { close(); }

  void theNinthRunKeepsTheFirst();
  void aClosedRunComesBack();
  void namesAndOrderSurvive();
  void whatDoesNotFitIsOnDisk();
  void aSessionIsThereBeforeItsRuns();
  void everyScenarioIsAsItWasLeft();
  void anotherScenarioDuringARun();
};
