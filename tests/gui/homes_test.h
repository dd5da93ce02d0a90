// SPDX-License-Identifier: GPL-3.0-or-later
// The window in homes that are not as they should be. Not here: being killed (tests/kills).
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "gui/window/main_window.h"

namespace runahead::test {

class HomesTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();

  void aNoteIsKeptWithinTwoSeconds();
  void aLargeRunThatGoesOnIsNotWrittenEachTime();
  void aLargeRunThatGoesOnIsKept();
  void aRunThatGrowsIsWrittenAgain();
  void nobodyWaitsForWhatIsBeingWritten();
  void whatWasLeftIsLookedForBesideTheWindow();
  void aPlaceThatComesToBeMeanwhileStays();
  void anotherFileIsNoneOfTheRecoveredSession_data();
  void anotherFileIsNoneOfTheRecoveredSession();
  void aRecoveredSessionIsContinuedAgain();
  void aDamagedManifestLeavesTheRuns();
  void aRunThatCannotBeReadStays();
  void aDamagedManifestWithoutRunsIsSaid();
  void aDamagedRunIsSaid();
  void aMissingRunIsSaid();
  void withoutLocksItSaysSo();
  void twoWindowsKeepTwoSessions();
  void whereNothingCanBeWrittenItSaysSo_data();
  void whereNothingCanBeWrittenItSaysSo();
  void withoutThreadsItIsKept();

 private:
  /// The window of another start of the program.
  void open();
  void runAndNote(const char* note);
  /// A session of one run and a note is left.
  QString leave();
  void continueLeft();
  /// What was kept there stays, and the window keeps what it has of it, once it has changed, in another
  /// place.
  void goesOnElsewhere(const QString& place);
  QString notice() const;
  /// The test of BadHome of that name.
  void isAsItShouldBeIn(const QString& kind);

  std::unique_ptr<QTemporaryDir> m_directory;
  std::unique_ptr<gui::MainWindow> m_window;
};

/// In a process of its own, whose home prepareHome() has made so.
class BadHome : public QObject {
  Q_OBJECT

 private slots:
  void full();
  void readOnly();
  void ofAnotherUser();
  void withoutThreads();
};

}  // namespace runahead::test
