// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the listing's fold against a count from scratch.
#pragma once

#include <QObject>

class FoldTest : public QObject {
  Q_OBJECT
 private slots:
  void agreesWithCountingFromScratch();
  void knowsRecordedAndEliminatedLines();
  void agreesOnRandomRuns();
  void goesAnywhereInALongTrace();
  void readsNoMoreThanItsBudget();
  void followsALiveRun();
  void forgetsTheRunBefore();
};
