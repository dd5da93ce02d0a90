// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions in the window: notes, saving, opening, copies that are kept unasked. Not here: the file
// (tests/io).
#pragma once

#include <QObject>

#include "tests/gui/session_driver.h"

class SessionTest : public QObject, private runahead::test::SessionWindow {
  Q_OBJECT

 private slots:
  void init() { open(); }
  void cleanup() { close(); }

  void aPlaceHasOneHolder();
  void whatChangedIsKeptBeforeWhatMayEndTheProcess();
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
};
