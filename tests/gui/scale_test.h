// SPDX-License-Identifier: GPL-3.0-or-later
// The size of everything: a window that goes on as another one. Not here: what Qt makes of it (it reads the
// size once, at the start).
#pragma once

#include <QObject>

#include "tests/gui/session_driver.h"

class ScaleTest : public QObject, private runahead::test::SessionWindow {
  Q_OBJECT

 private slots:
  void init() { open(); }
  void cleanup() { close(); }

  void sizesAreThoseThatAScreenHasRoomFor();
  void aWindowOfAnotherSizeGoesOn();
  void aWindowOfAnotherSizeStaysOnItsScreen();
  void whatWouldBeLostAtAnotherSizeIsSaidBefore();

 private:
  void action(const char* name);
};
