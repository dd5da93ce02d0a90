// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that nothing in the window tells what comes while it is hidden: runs that begin alike look alike.
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class HiddenFutureTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void runsThatBeginAlikeLookAlike_data();
  void runsThatBeginAlikeLookAlike();
  void comparedRunsLookAlikeToo();
  void whatIsKnownAtTheEndComesWithIt();

 private:
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
