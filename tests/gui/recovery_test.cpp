// SPDX-License-Identifier: GPL-3.0-or-later
// The window with real runs of the preset `step`.
#include "tests/gui/recovery_test.h"

#include <signal.h>

#include <QAction>
#include <QCoreApplication>
#include <QPointer>
#include <QProcess>

#include "core/io/session_file.h"
#include "gui/runs/run_settings.h"
#include "gui/session/recovery_store.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"
#include "tests/gui/session_driver.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_directory.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;
using runahead::testing_support::read_file;

/// The first page looks again whenever something was kept, and mostly finds the same.
void KeptTest::whoIsOnARowStaysThere() {
  const auto leave = [] {
    const auto place = RecoveryStore::create(QStringLiteral("increment-loop"));
    return place->write(place->takeTurn(), {{{}, Session{}}, {}}).ok();
  };
  QVERIFY(leave());
  const auto window = secondWindow();
  const QPointer<QWidget> row = part(*window, "leftContinue");
  row->setFocus();
  emit window->session()->keeper()->leftBehind();
  joinBackground();
  QCoreApplication::processEvents();
  QVERIFY(row);
  QVERIFY(row->hasFocus());
  QVERIFY(leave());
  emit window->session()->keeper()->leftBehind();
  QTRY_COMPARE(window->findChildren<QWidget*>(QStringLiteral("leftContinue")).size(), 2);
}

/// Nor by who continues what was left of the window that saved first.
void KeptTest::whatAnotherWindowSavedIsNotReplaced() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  const QString file = path("shared.runahead");
  saveAs(file);
  auto second = secondWindow();
  second->sessionFiles()->open(file);
  QTRY_VERIFY(second->workbench()->runs()->shown());
  const auto save = [](const MainWindow& window) { part<QAction>(window, "actionSave")->trigger(); };
  const auto says = [](const MainWindow& window) {
    return part(window, "notice")->accessibleName().contains(QStringLiteral("another window or program"));
  };
  // One after the other, each may save again.
  for (int i = 0; i < 2; ++i) {
    second->viewState()->annotations()->setNote(
        {.moment = {0, i}, .text = "of the second, " + std::to_string(i)});
    QTRY_VERIFY(second->isWindowModified());
    save(*second);
    QTRY_VERIFY(!second->isWindowModified());
  }
  const std::string saved = read_file(file.toStdString());
  m_window->viewState()->annotations()->setNote({.text = "of the first"});
  QTRY_VERIFY(m_window->isWindowModified());
  save(*m_window);
  QTRY_VERIFY(says(*m_window));
  QVERIFY(m_window->isWindowModified());
  m_window->close();
  joinBackground();
  QVERIFY(read_file(file.toStdString()) == saved);
  auto third = secondWindow();
  click(*third, "leftContinue");
  QTRY_COMPARE(third->viewState()->annotations()->bookmarks().size(), std::size_t{1});
  save(*third);
  QTRY_VERIFY(says(*third));
  QVERIFY(read_file(file.toStdString()) == saved);
  // Save As has asked.
  third->sessionFiles()->saveTo(file, true);
  QTRY_VERIFY(!third->isWindowModified());
  QVERIFY(read_file(file.toStdString()) != saved);
  third->viewState()->annotations()->toggleBookmark();
  QTRY_VERIFY(third->isWindowModified());
  save(*third);
  QTRY_VERIFY(!third->isWindowModified());
}

void KeptTest::aSignalClosesTheWindow_data() {
  QTest::addColumn<QString>("signal");
  for (const int one : {SIGTERM, SIGHUP, SIGINT}) QTest::addRow("%d", one) << QString::number(one);
}

/// With a file being written, and what there was no time to keep.
void KeptTest::aSignalClosesTheWindow() {
  SKIP_WHERE_QT_STARTS_NO_PROGRAM();
  QFETCH(const QString, signal);
  const QString file = path("written.csv");
  testing_support::write_file(file.toStdString(), "as it was");
  QProcess program;
  program.start(QCoreApplication::applicationFilePath(), {QStringLiteral("signal"), signal, file});
  QVERIFY(program.waitForFinished(kPatienceMs));
  QCOMPARE(program.exitStatus(), QProcess::NormalExit);
  QCOMPARE(program.exitCode(), 0);
  QCOMPARE(read_file(file.toStdString()), std::string("as it was"));
  const auto left = RecoveryStore::left();
  QCOMPARE(left.size(), std::size_t{1});
  const auto kept = read_session(left[0].place.toStdString() + "/session.runahead");
  QVERIFY(kept.ok());
  QCOMPARE(kept->state->runs.at(0).bookmarks.at(0).text, std::string("just now"));
}

void KeptTest::aSecondSignalEndsAtOnce() {
  SKIP_WHERE_QT_STARTS_NO_PROGRAM();
  QProcess program;
  program.start(QCoreApplication::applicationFilePath(),
                {QStringLiteral("signal"), QString::number(SIGTERM), QStringLiteral("twice")});
  QVERIFY(program.waitForFinished(kPatienceMs));
  QCOMPARE(program.exitStatus(), QProcess::CrashExit);
}
