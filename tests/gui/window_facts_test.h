// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of what the state pane says, and of the settings of the next run, without a window.
#pragma once

#include <QObject>

class FactsTest : public QObject {
  Q_OBJECT
 private slots:
  void queueIsWhatIsPending();
  void queueByNameAddsUp();
  void variablesKnowTheirWriterReadersAndBytes();
  void momentsSayWhatLayBetween();
  void passesAreCountedFromWhereTheyWere();
  void momentsOfASkippedTask();
  void momentsOfDeferredTasks();
  void settingsTakeTheScenariosDefaults();
  void settingsKnowTheirPreset();
  void settingsFollowARecording();
  void refusalsInWords();
  void momentsOfAnEliminatedTask();
  void settingsListAParameterOnce();
  void settingsAskForADeviceInModeStreamOnly();
  void roughBytesAreRound();
  void bookNumbersStandBesideTheRun();
};
