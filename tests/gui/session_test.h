// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions in the window: notes, saving, opening, copies that are kept unasked. Not here: the file
// (tests/io).
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "gui/window/main_window.h"

class SessionTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();

  void aPlaceHasOneHolder();
  void noneThatWasLeftIsRemoved();
  void cancellingLeavesTheFileAsItWas();
  void cancellingComesTooLate();
  void notesHaveTheRoomThereIs();
  void aNoteIsWrittenChangedAndRemoved();
  void aNoteBelongsToATask();
  void whatIsTypedCountsWhenSomethingElseComes();
  void everythingIsWhereItWas();
  void aWindowClosesWhenItsFileIsWritten();
  void aSessionNeedsNoRun();
  void aSessionOfTheCommandLineOpens();
  void theTitleSaysWhatIsNotSaved();
  void aClosedWindowIsContinued();
  void aNewSessionLosesNothing();
  void aKilledProgramLosesNothing();
  void aNewerSessionIsRefused();
  void aFullDiskChangesNothing();
  void withoutAPlaceItSaysSo();

 private:
  void runLoop();
  QString path(const char* name) const { return m_directory->filePath(QString::fromUtf8(name)); }
  void saveAs(const QString& path);

  std::unique_ptr<QTemporaryDir> m_directory;
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
