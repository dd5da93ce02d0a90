// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the window without runs: first page, choosing, sizes, theme, keys, fields, notices, files.
// Not here: runs (window_run_test.h).
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class WindowTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void startsOnTheFirstPage();
  void everyControlHasAName();
  void theManualIsInTheWindow();
  void keysComeFromTheTableAndAreToldOf();
  void choosingAScenarioRunsNothing();
  void choosesByKeyboard();
  void unknownScenarioIsSaid();
  void cardsOpenScenarios();
  void modeAndWaitsChange();
  void typedNumbersCountWhenRunning();
  void typingIsNotAShortcut();
  void searchFiltersTheList();
  void downGoesToTheFirstMatch();
  void keysOverlayIsNotModal();
  void listingSwitchesFramework();
  void listingFollowsTheMode();
  void smallWindowArranges();
  void smallestWindowStillHasEverything();
  void themeSwitchesLive();
  void noticeNamesTheFileAndCloses();
  void opensARecordingOfAnUnknownScenario();
  void dropsOpenFiles();
  void remembersThemeAndFiles();

 private:
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
