// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the header, the popup and the panes with recordings whose moments are known.
// Not here: runs (window_run_test.h), the window as a whole (window_test.h).
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class PanesTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void modesSayWhoseWayTheyAre();
  void fiveModesFitEveryWidth();
  void popupOffersADeviceToModeStream();
  void enterInAListOnlyPicks();
  void popupForetellsTheMemory();
  void refusedRunsAreSaidBeforeTheyStart();
  void queueCountsWhatIsRecorded();
  void agesGrowBetweenEvents();
  void emptyListsHaveNothingToCopy();
  void freedIsNotUnallocated();
  void listingMarksWhatNothingNeeded();
  void listingMarksWhatFailed();
  void aStoppedRunSaysSo();
  void sweepTakesThePlaceOfTheCharts();
  void questionPanelHasTheBooksNumbers();
  void afterTheCursorIsShownDimmedOrHidden();

 private:
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
