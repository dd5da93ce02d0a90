// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the cursor's keys and buttons in the window: stepping, playing, going to lines, and who keeps a
// key. Not here: where a step goes (timeline_steps_test.cpp).
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class TransportTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void steppingBackShowsTheSameAgain();
  void everyKeyMoves();
  void everyButtonMoves();
  void aThousandKeysInARow();
  void stepsWhileALiveRunGoesOn();
  void playsToABreakPoint();
  void playingStopsForTheUser();
  void heldSwitchesDoNotFlutter();
  void nothingFiresWhileTyping();
  void controlsKeepTheirKeys();
  void theListingLeavesTheArrows();
  void goesToALine();
  void speedIsChosenAndShown();
  void afterTheCursorInASmallWindow();
  void everySizeHasRoom();

 private:
  void key(int key, Qt::KeyboardModifiers modifiers = {});
  runahead::gui::ViewState* view() const { return m_window->viewState(); }
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
