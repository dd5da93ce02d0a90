// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of programs that the user writes in the window: typed, run, stepped through, saved and taken up
// again.
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "gui/window/main_window.h"

class ProgramTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void cleanup();
  void aNewProgramRunsAsItIs();
  void typingKeepsTheRunAndItsText();
  void aLineThatCannotRunIsMarked();
  void theLineThatFailedIsSeenBesideItsOutput();
  void outputFollowsTheCursor();
  void whatIsDrivenHasPrintedThatMuch();
  void aDecisionWhereOneHasLookedIsTaken();
  void outputComesWhileARunGoesOn();
  void muchOutputComesPieceByPiece();
  void textIsFoundByKeys();
  void whatIsFoundIsReplaced();
  void whatIsOnlyReadIsSearchedOnly();
  void linesBecomeCommentsAndBack();
  void waitsAndBreakpointsMoveWithTheirLines();
  void whatGoesWithAWaitIsStruckEverywhere();
  void aLineOfMegabytesIsReadInPart();
  void closingDoesNotWaitForALookAtTheText();
  void undoGoesBackBeyondARun();
  void keysAreTheEditorsWhileOneTypes();
  void aFileIsOpenedAndSavedAndKeepsWhatOthersWrote();
  void whatIsClosedIsAskedAboutAndComesBack();
  void whatIsClosedIsSavedOrNot();
  void runsOfDifferentTextsAreToldApart();
  void aLongCallSaysThatItCannotBeStopped();
  void aCopyOfAListingRuns();
  void callsAreOfferedAndListed();
  void aNotebookBringsItsCells();
  void whatWasNotSavedIsOffered();
  void aSessionBringsTextAndOutput();

 private:
  void open(const QString& text, const QString& name = QStringLiteral("mine.py"));
  void type(const QString& text);
  void run();
  QString path(const QString& name) const { return m_folder->filePath(name); }
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
