// SPDX-License-Identifier: GPL-3.0-or-later
// What the window leaves on the disk unasked, and what of files reaches it as more than text (SECURITY.md).
// Not here: exports and the command line (tests/cli).
#pragma once

#include <QObject>

#include "tests/gui/session_driver.h"

class DoorsTest : public QObject, private runahead::test::SessionWindow {
  Q_OBJECT

 private slots:
  void init() { open(); }
  void cleanup() { close(); }

  void whatACrashLeftIsShownAndForgotten();
  void whatIsKeptIsItsUsersAlone();
  void noToolTipIsMarkup();
  void theTitleIsAName();
  void aSessionOpensNothingAndRunsNothing();
};
