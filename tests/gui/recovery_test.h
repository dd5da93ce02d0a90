// SPDX-License-Identifier: GPL-3.0-or-later
// What a session has to bear from elsewhere: other windows, and signals. Not here: homes that are not as they
// should be (homes_test.h), being killed (session_test.h, tests/kills).
#pragma once

#include <QObject>

#include "tests/gui/session_driver.h"

class KeptTest : public QObject, private runahead::test::SessionWindow {
  Q_OBJECT

 private slots:
  void init() { open(); }
  void cleanup() { close(); }

  void whoIsOnARowStaysThere();
  void whatAnotherWindowSavedIsNotReplaced();
  void aSignalClosesTheWindow_data();
  void aSignalClosesTheWindow();
  void aSecondSignalEndsAtOnce();
};
