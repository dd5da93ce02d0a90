// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with names that are meant to harm.
#include "tests/gui/doors_test.h"

#include <QDir>
#include <QPlainTextEdit>

#include "core/io/session_file.h"
#include "gui/runs/run_settings.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"
#include "tests/support/temporary_directory.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

const QString kEvil = QStringLiteral("<img src=x><b>bold");

}  // namespace

void DoorsTest::whatACrashLeftIsShownAndForgotten() {
  QVERIFY(part(*m_window, "reportCard")->isHidden());
  const QDir folder(qEnvironmentVariable("XDG_DATA_HOME") + QStringLiteral("/runahead/crashes"));
  QVERIFY(folder.mkpath(QStringLiteral(".")));
  const QString file = folder.filePath(QStringLiteral("20260101-120000-1-crash.txt"));
  testing_support::write_file(
      file.toStdString(),
      "Runahead ended by itself.\nwhat: SIGSEGV, <b>\x1b[2J\ncommand: calibrate\nstack:\n");
  const auto next = secondWindow();
  const QWidget* card = part(*next, "reportCard");
  QVERIFY(card->isVisible());
  QVERIFY(part(*next, "reportShow")->accessibleName().contains(QStringLiteral(" · calibrate · SIGSEGV")));
  test::click(*next, "reportShow");
  const QString text = part<QPlainTextEdit>(*next, "reportText")->toPlainText();
  QVERIFY(text.contains(QStringLiteral("what: SIGSEGV, <b>\\u001b[2J\ncommand: calibrate\nstack:")));
  test::click(*next, "reportForget");
  QTRY_VERIFY(card->isHidden());
  QVERIFY(!QFileInfo::exists(file));
}

void DoorsTest::whatIsKeptIsItsUsersAlone() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  m_window->viewState()->annotations()->toggleBookmark();
  m_window->session()->keeper()->keep();
  const QString sessions = qEnvironmentVariable("XDG_DATA_HOME") + QStringLiteral("/runahead/sessions");
  const auto place = [&] {
    const QStringList all = QDir(sessions).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    return QDir(sessions + QLatin1Char('/') + all.value(0, QStringLiteral("none")));
  };
  QTRY_VERIFY(m_window->session()->keeper()->resting() && place().exists(QStringLiteral("about")));
  const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther |
                      QFile::WriteOther | QFile::ExeOther;
  QVERIFY(!(QFileInfo(place().path()).permissions() & others));
  QVERIFY(!(QFileInfo(sessions).permissions() & others));
  for (const QFileInfo& one : place().entryInfoList(QDir::Files | QDir::Hidden)) {
    QVERIFY2(!(one.permissions() & others), qPrintable(one.fileName()));
  }
}

void DoorsTest::noToolTipIsMarkup() {
  // A program of this name, with a run that waits by lines.
  SessionFile file;
  Session state;
  Workspace workspace{{.scenario = kEvil.toStdString() + ".py"}};
  workspace.program = ProgramText{kEvil.toStdString() + ".py", "", "print(1)\n", ""};
  state.workspaces.push_back(workspace);
  file.state = state;
  m_window->sessionFiles()->take(path("evil.runahead"), file);
  QCoreApplication::processEvents();
  int tips = 0;
  for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
    const QString tip = widget->toolTip();
    tips += !tip.isEmpty();
    QVERIFY2(!tip.contains(QStringLiteral("<img")), qPrintable(widget->objectName() + tip));
  }
  QVERIFY(tips > 10);
}

void DoorsTest::theTitleIsAName() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  const QString name = path("a[*]b.runahead");
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  saveAs(name);
  QTRY_VERIFY(!m_window->isWindowModified());
  QVERIFY(m_window->windowTitle().contains(QStringLiteral("a[*][*]b.runahead[*]")));
}

void DoorsTest::aSessionOpensNothingAndRunsNothing() {
  // It would leave a file behind, and says that it is another user's.
  const QString trap = path("trap"), victim = path("victim.txt");
  testing_support::write_file(victim.toStdString(), "as it was");
  SessionFile file;
  Session state;
  state.file = victim.toStdString();
  Workspace workspace{{.scenario = "mine.py"}};
  workspace.program = ProgramText{"mine.py", QFileInfo(victim).path().toStdString(),
                                  "open('" + trap.toStdString() + "', 'w').close()\n", ""};
  state.workspaces.push_back(workspace);
  file.state = state;
  const QString stranger = path("stranger.runahead");
  QVERIFY(write_session(file, stranger.toStdString()).ok());
  m_window->sessionFiles()->open(stranger);
  QTRY_COMPARE(m_window->session()->keeper()->file(), stranger);  // and not the one that it names
  m_window->sessionFiles()->save();
  QTRY_VERIFY(!m_window->isWindowModified());
  QCOMPARE(testing_support::read_file(victim.toStdString()), std::string("as it was"));
  QVERIFY(!QFileInfo::exists(trap));
  const SessionToRecover now = m_window->workbench()->session();
  for (const Workspace& one : now.session.state->workspaces) {
    if (one.program) QVERIFY(one.program->folder.empty());
  }
}
