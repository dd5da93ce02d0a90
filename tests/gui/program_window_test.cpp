// SPDX-License-Identifier: GPL-3.0-or-later
// The window, worked by keys and mouse, with programs in Python.
#include "tests/gui/program_window_test.h"

#include <sched.h>

#include <QDir>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <array>
#include <stop_token>
#include <thread>

#include "gui/jobs/run_bridge.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_settings.h"
#include "gui/session/session_keeper.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"
#include "tests/gui/program_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

/// This thread, and what it starts, shares one core with threads that never rest.
class CrowdedCore {
 public:
  CrowdedCore() {
    sched_getaffinity(0, sizeof m_before, &m_before);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (std::jthread& thread : m_crowd) {
      thread = std::jthread([](const std::stop_token& stop) {
        while (!stop.stop_requested()) continue;
      });
    }
  }
  ~CrowdedCore() { sched_setaffinity(0, sizeof m_before, &m_before); }
  CrowdedCore(const CrowdedCore&) = delete;
  CrowdedCore& operator=(const CrowdedCore&) = delete;

 private:
  cpu_set_t m_before;
  std::array<std::jthread, 16> m_crowd;
};

}  // namespace

void ProgramTest::initTestCase() {
  const auto python = scenario_of(ProgramText{"probe.py", {}, "import numpy\n"});
  if (!python) QSKIP(python.error().c_str());
}

void ProgramTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  m_window = openWindow();
}

void ProgramTest::cleanup() {
  if (!m_window) return;
  m_window->workbench()->bridge()->abandon();
  QTRY_VERIFY(m_window->session()->keeper()->resting());
  m_window.reset();
}

void ProgramTest::open(const QString& text, const QString& name) {
  write(path(name), text.toUtf8());
  m_window->sessionFiles()->open(path(name));
  QTRY_VERIFY(m_window->workbench()->program());
  QTRY_VERIFY(m_window->workbench()->program()->isChecked());
}

void ProgramTest::type(const QString& text) {
  QTest::keyClicks(code(*m_window), text);
}

void ProgramTest::run() {
  m_window->runSettings()->setClock(Clock::virtual_time);
  const std::size_t before = m_window->workbench()->runs()->runs().size();
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QTRY_VERIFY(m_window->workbench()->runs()->runs().size() > before);
  QTRY_VERIFY(m_window->workbench()->runs()->shown() && m_window->workbench()->runs()->shown()->finished);
}

void ProgramTest::aNewProgramRunsAsItIs() {
  click(*m_window, "newProgram");
  const auto* texts = part<SegmentedControl>(*m_window, "framework");
  QTRY_VERIFY(m_window->workbench()->program()->isChecked());
  type(QStringLiteral("# mine"));
  QTest::keyClick(code(*m_window), Qt::Key_Return);
  QVERIFY(!texts->isVisible());  // nothing has run
  QCOMPARE(m_window->windowTitle().section(QLatin1String("["), 0, 0), QStringLiteral("untitled.py"));
  QVERIFY(code(*m_window)->hasFocus());
  run();
  QVERIFY(m_window->viewState()->shown()->trace().task_count() > 0);
  QCOMPARE(m_window->workbench()->runs()->shown()->status, RunResult::Status::succeeded);
  click(*m_window, "newProgram");
  QCOMPARE(m_window->workbench()->program()->name(), QStringLiteral("untitled-2.py"));
}

void ProgramTest::typingKeepsTheRunAndItsText() {
  open(QString::fromLatin1(kSums));
  run();
  const auto* texts = part<SegmentedControl>(*m_window, "framework");
  QVERIFY(!texts->isVisible());
  QTRY_COMPARE(code(*m_window)->statuses()[3].iterations, 3U);
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(1, 0);
  type(QStringLiteral("z = 1"));
  QTest::keyClick(code(*m_window), Qt::Key_Return);
  // What became of lines is of the other text, and can be had.
  QVERIFY(texts->isVisible());
  QCOMPARE(code(*m_window)->statuses()[3].iterations, 0U);
  QVERIFY(code(*m_window)->text().contains(QLatin1String("z = 1\nx =")));
  clickSegment(*m_window, "framework", QStringLiteral("run"));
  QCOMPARE(code(*m_window)->text() + u'\n', QString::fromLatin1(kSums));
  QTRY_COMPARE(code(*m_window)->statuses()[3].iterations, 3U);
  QVERIFY(code(*m_window)->isReadOnly());
  clickSegment(*m_window, "framework", QStringLiteral("own"));
  run();
  QVERIFY(!texts->isVisible());
  QTRY_COMPARE(code(*m_window)->statuses()[4].iterations, 3U);
  QCOMPARE(m_window->workbench()->runs()->runs().size(), 2U);
  QTest::keyClick(m_window.get(), Qt::Key_PageUp, Qt::ControlModifier);  // the run before
  QTRY_VERIFY(texts->isVisible());
  QVERIFY(!code(*m_window)->text().contains(QLatin1String("z = 1")));
}

void ProgramTest::aLineThatCannotRunIsMarked() {
  open(QString::fromLatin1(kSums));
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(3, 9);
  type(QStringLiteral(" +"));
  code(*m_window)->setCursorPosition(5, 0);
  type(QStringLiteral("if x >"));
  QTRY_COMPARE(m_window->workbench()->program()->problemLines(), std::set{6});
  QVERIFY(textOf(*m_window, "problem").startsWith(QLatin1String("mine.py, line 6: invalid syntax")));
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QTRY_VERIFY(notice(*m_window).startsWith(QLatin1String("The run was not started")));
  QVERIFY(m_window->workbench()->runs()->runs().empty());
  type(QStringLiteral(" 0: pass"));
  QTRY_VERIFY(m_window->workbench()->program()->problem().isEmpty());
  QVERIFY(textOf(*m_window, "problem").isEmpty());

  m_window->workbench()->program()->setCode(
      QStringLiteral("from d2l import torch as d2l\nd2l.nope()\nx = 1\nprint(d2l.nix)\n"));
  QTRY_COMPARE(m_window->workbench()->program()->problemLines(), (std::set{2, 4}));
  const QString why =
      QStringLiteral("mine.py, line 2: Runahead has no d2l.torch.nope; line 4: d2l.torch.nix");
  QCOMPARE(textOf(*m_window, "problem"), why);
  const auto tip = [&](int line) {
    return code(*m_window)->marginTip(code(*m_window)->breakPointRect(line).center());
  };
  QCOMPARE(tip(2), why);
  QCOMPARE(tip(4), why);
  QVERIFY(tip(3) != why);
}

void ProgramTest::theLineThatFailedIsSeenBesideItsOutput() {
  QString text = QStringLiteral("import torch\n");
  for (int line = 2; line < 70; ++line) text += QStringLiteral("x = torch.ones(2)\n");
  open(text + QStringLiteral("raise ValueError('here')\n"));
  run();
  QTRY_VERIFY(part(*m_window, "outputPane")->isVisible());
  QTRY_COMPARE(m_window->viewState()->cursor()->seq(), m_window->record()->trace().size());
  QApplication::processEvents();
  QTRY_VERIFY(code(*m_window)->stateRect(70).top() > 0);
  QVERIFY(code(*m_window)->stateRect(70).bottom() <= code(*m_window)->viewport()->height());
}

void ProgramTest::outputFollowsTheCursor() {
  open(QString::fromLatin1(kSums));
  QVERIFY(!part(*m_window, "outputPane")->isVisible());
  run();
  QTRY_COMPARE(output(*m_window), QStringLiteral("0 32.0\n1 48.0\n2 64.0"));
  QTest::keyClick(m_window->centralWidget(), Qt::Key_Home);
  QTRY_COMPARE(output(*m_window), QString());
  while (output(*m_window).isEmpty() &&
         m_window->viewState()->cursor()->seq() < m_window->record()->trace().size())
    QTest::keyClick(m_window->centralWidget(), Qt::Key_Right);
  QCOMPARE(output(*m_window), QStringLiteral("0 32.0"));
  // Of another workspace it says nothing.
  m_window->chooseScenario(QStringLiteral("four-statements"));
  QVERIFY(!part(*m_window, "outputPane")->isVisible());
}

void ProgramTest::whatIsDrivenHasPrintedThatMuch() {
  open(
      QStringLiteral("from mxnet import np\nx = np.ones((4, 4))\nfor i in range(3):\n    x = x + 1\n"
                     "    print(i, x.sum().item())\n"));
  m_window->runSettings()->setClock(Clock::manual);
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QTRY_VERIFY(m_window->workbench()->driver()->here());
  QVERIFY(!part(*m_window, "outputPane")->isVisible());
  const auto drive = [this](Qt::Key key) {
    QTest::keyClick(m_window->centralWidget(), key);
    QTRY_VERIFY(!m_window->workbench()->driver()->busy());
  };
  drive(Qt::Key_N);  // blocked in the first pass
  QCOMPARE(output(*m_window), QString());
  drive(Qt::Key_N);
  QCOMPARE(output(*m_window), QStringLiteral("0 32.0"));
  drive(Qt::Key_N);
  QCOMPARE(output(*m_window), QStringLiteral("0 32.0\n1 48.0"));
  // Back there, it has not printed what it will; nor in the run that branches off.
  const auto back = [this](const QString& wanted) {
    while (output(*m_window) != wanted && m_window->viewState()->cursor()->seq() > 0)
      QTest::keyClick(m_window->centralWidget(), Qt::Key_Left);
    QCOMPARE(output(*m_window), wanted);
  };
  back(QStringLiteral("0 32.0"));
  back(QString());
  QTest::keyClick(m_window->centralWidget(), Qt::Key_Home);
  QTRY_VERIFY(m_window->workbench()->driver()->here());
  const std::size_t before = m_window->workbench()->runs()->runs().size();
  for (int i = 0; i < 5 && m_window->workbench()->runs()->runs().size() == before; ++i) drive(Qt::Key_I);
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), before + 1);
  QCOMPARE(output(*m_window), QString());
  drive(Qt::Key_G);
  QCOMPARE(output(*m_window), QStringLiteral("0 32.0\n1 48.0\n2 64.0"));
  QTest::keyClick(m_window.get(), Qt::Key_PageUp, Qt::ControlModifier);  // the run before
  QTest::keyClick(m_window->centralWidget(), Qt::Key_End);
  QCOMPARE(output(*m_window), QStringLiteral("0 32.0\n1 48.0"));
}

void ProgramTest::aDecisionWhereOneHasLookedIsTaken() {
  open(QString::fromLatin1(kSums));
  m_window->runSettings()->setClock(Clock::manual);
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QTRY_VERIFY(m_window->workbench()->driver()->here());
  QTest::keyClick(m_window->centralWidget(), Qt::Key_G);
  QTRY_VERIFY(m_window->workbench()->driver()->here() && m_window->workbench()->driver()->here()->over);
  QTest::keyClick(m_window->centralWidget(), Qt::Key_Home);
  QTRY_VERIFY(m_window->workbench()->driver()->here());
  const CrowdedCore crowd;  // the thread that takes the decision begins late
  QTest::keyClick(m_window->centralWidget(), Qt::Key_I);
  QTRY_VERIFY(!m_window->workbench()->driver()->busy());
  QVERIFY(m_window->viewState()->cursor()->seq() > 0);
}

void ProgramTest::outputComesWhileARunGoesOn() {
  open(
      QStringLiteral("import time\nimport torch\nx = torch.ones(2, 2)\nprint('there')\ntime.sleep(600)\n"
                     "print('never')\n"));
  m_window->runSettings()->setClock(Clock::live);
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QTRY_COMPARE(output(*m_window), QStringLiteral("there"));
  QVERIFY(m_window->workbench()->bridge()->running());
  QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ShiftModifier);
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(output(*m_window), QStringLiteral("there"));
}

void ProgramTest::muchOutputComesPieceByPiece() {
  open(
      QStringLiteral("import torch\nx = torch.ones(2, 2)\nprint(x.sum().item())\n"
                     "print('è' * 5000)\nprint('\\n'.join(map(str, range(200_000))))\nprint('the end')\n"));
  run();
  const auto* text = part<QPlainTextEdit>(*m_window, "output");
  QVERIFY(output(*m_window).size() < 500'000);
  QTRY_VERIFY(output(*m_window).endsWith(QLatin1String("the end")));
  QVERIFY(output(*m_window).contains(QLatin1String("[of what was printed after this, the end is kept]")));
  const QString all = output(*m_window);
  QVERIFY(all.startsWith(QStringLiteral("4.0\n") + QString(500, u'è') + u'\n'));
  QVERIFY(all.contains(QLatin1String("\n99999\n")));
  QVERIFY(!all.contains(QLatin1String("\n170000\n")));
  QCOMPARE(text->verticalScrollBar()->value(), text->verticalScrollBar()->maximum());
  QTest::keyClick(m_window->centralWidget(), Qt::Key_Home);
  QTRY_COMPARE(output(*m_window), QString());
  QTest::keyClick(m_window->centralWidget(), Qt::Key_End);
  QTRY_COMPARE(output(*m_window).size(), all.size());
  QCOMPARE(output(*m_window), all);
}

void ProgramTest::aFileIsOpenedAndSavedAndKeepsWhatOthersWrote() {
  open(QString::fromLatin1(kSums));
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(0, 0);
  type(QStringLiteral("# mine"));
  QTest::keyClick(code(*m_window), Qt::Key_Return);
  QVERIFY(m_window->workbench()->program()->modified());
  QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
  QTRY_COMPARE(contents(path(QStringLiteral("mine.py"))), QByteArray("# mine\n") + kSums);
  QTRY_VERIFY(!m_window->workbench()->program()->modified());
  // Another program has written there.
  write(path(QStringLiteral("mine.py")), "theirs\n");
  type(QStringLiteral("# more"));
  QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
  QTRY_VERIFY(notice(*m_window).contains(QLatin1String("something else than what was read")));
  QCOMPARE(contents(path(QStringLiteral("mine.py"))), QByteArray("theirs\n"));
  QVERIFY(m_window->workbench()->program()->modified());
  // One of the same name elsewhere has a workspace of its own.
  QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("other")));
  open(QStringLiteral("import torch\n"), QStringLiteral("other/mine.py"));
  QTRY_COMPARE(m_window->workbench()->program()->name(), QStringLiteral("mine-2.py"));
  QCOMPARE(m_window->workbench()->programs().size(), 2U);
}

void ProgramTest::whatIsClosedIsAskedAboutAndComesBack() {
  open(QString::fromLatin1(kSums));
  open(QStringLiteral("import torch\n"), QStringLiteral("other.py"));
  QTRY_COMPARE(m_window->workbench()->program()->name(), QStringLiteral("other.py"));
  m_window->chooseScenario(QStringLiteral("mine.py"));
  run();
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(0, 0);
  type(QStringLiteral("# "));
  const auto close = [this](Qt::KeyboardModifiers more) {
    QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier | more);
  };
  close(Qt::ShiftModifier);
  QVERIFY(notice(*m_window).startsWith(QLatin1String("mine.py is not saved.")));
  QTest::keyClick(code(*m_window), Qt::Key_Escape);
  QVERIFY(!part(*m_window, "notice")->isVisible() && code(*m_window)->hasFocus());
  QVERIFY(m_window->workbench()->program()->code().startsWith(QLatin1String("# import")));
  close(Qt::ShiftModifier);
  click(*m_window, "noticeOther");
  QCOMPARE(m_window->workbench()->program()->name(), QStringLiteral("other.py"));
  QCOMPARE(m_window->workbench()->programs().size(), 1U);
  QCOMPARE(contents(path(QStringLiteral("mine.py"))), QByteArray(kSums));
  // Where nothing has run, Ctrl+W closes it too; what was saved is not asked about.
  close({});
  QVERIFY(m_window->workbench()->programs().empty());
  QVERIFY(!m_window->workbench()->open());
  QVERIFY(!part<QAction>(*m_window, "actionCloseProgram")->isEnabled());
  QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(m_window->workbench()->program()->name(), QStringLiteral("other.py"));
  m_window->centralWidget()->setFocus();
  QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(m_window->workbench()->program()->name(), QStringLiteral("mine.py"));
  QVERIFY(m_window->workbench()->program()->modified());
  QCOMPARE(m_window->workbench()->runs()->runs().size(), 1U);
  QVERIFY(m_window->viewState()->shown()->trace().task_count() > 0);
  QTest::keyClick(code(*m_window), Qt::Key_Z, Qt::ControlModifier);
  QTest::keyClick(code(*m_window), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(m_window->workbench()->program()->code(), QString::fromLatin1(kSums));
}

void ProgramTest::whatIsClosedIsSavedOrNot() {
  open(QString::fromLatin1(kSums));
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(0, 0);
  type(QStringLiteral("# "));
  const auto close = [this] {
    QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(notice(*m_window).startsWith(QLatin1String("mine.py is not saved.")));
    click(*m_window, "noticeAction");
  };
  // What cannot be written stays.
  write(path(QStringLiteral("mine.py")), "theirs\n");
  close();
  QTRY_VERIFY(notice(*m_window).contains(QLatin1String("something else than what was read")));
  QVERIFY(m_window->workbench()->program()->modified());
  write(path(QStringLiteral("mine.py")), kSums);
  close();
  QTRY_VERIFY(m_window->workbench()->programs().empty());
  QCOMPARE(contents(path(QStringLiteral("mine.py"))), QByteArray("# ") + kSums);
  // One that goes on is not closed under the user's hands.
  open(QStringLiteral("import time\nimport torch\nx = torch.ones(2)\nprint(1)\ntime.sleep(600)\n"),
       QStringLiteral("long.py"));
  m_window->runSettings()->setClock(Clock::live);
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QTRY_VERIFY(m_window->workbench()->runsHere());
  QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(notice(*m_window).startsWith(QLatin1String("long.py is still running.")));
  QVERIFY(m_window->workbench()->program());
}

void ProgramTest::runsOfDifferentTextsAreToldApart() {
  open(QString::fromLatin1(kSums));
  run();
  run();
  const auto& runs = m_window->workbench()->runs()->runs();
  QCOMPARE(runs[1].label, QStringLiteral("waits as in the program #2"));
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(0, 0);
  type(QStringLiteral("# "));
  run();
  QCOMPARE(runs[0].label, QStringLiteral("text 1"));
  QCOMPARE(runs[1].label, QStringLiteral("text 1 #2"));
  QCOMPARE(runs[2].label, QStringLiteral("text 2"));
  m_window->workbench()->runs()->setChosen(runs[0].id, false);
  m_window->runControl()->setComparing(true);
  QTRY_VERIFY(
      textOf(*m_window, "headline").startsWith(QLatin1String("The text of the program is not the same. ")));
  m_window->workbench()->runs()->show(runs[1].id);
  m_window->workbench()->runs()->setChosen(runs[0].id, true);
  m_window->workbench()->runs()->setChosen(runs[2].id, false);
  QTRY_VERIFY(!textOf(*m_window, "headline").isEmpty() &&
              !textOf(*m_window, "headline").contains(QLatin1String("text")));
}

void ProgramTest::aLongCallSaysThatItCannotBeStopped() {
  write(path(QStringLiteral("lasts")), {});
  open(QStringLiteral("from itertools import repeat\n"
                      "from os import access\n"
                      "from mxnet import np\n"
                      "x = np.ones((2, 2))\n"
                      "print(all(map(access, repeat('%1'), repeat(0))))\n")
           .arg(path(QStringLiteral("lasts"))));
  m_window->runSettings()->setClock(Clock::live);
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QTRY_VERIFY(m_window->workbench()->runs()->shown() &&
              m_window->viewState()->shown()->trace().task_count() == 1);
  m_window->workbench()->stop();
  QTRY_VERIFY_WITH_TIMEOUT(part(*m_window, "notice")
                               ->accessibleName()
                               .startsWith(QLatin1String("The program is inside one long call.")),
                           60'000);
  QVERIFY2(textOf(*m_window, "elapsed") >= QLatin1String("1.0 s"), "time goes on where nothing is recorded");
  QVERIFY(QFile::remove(path(QStringLiteral("lasts"))));
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
}

void ProgramTest::aCopyOfAListingRuns() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  click(*m_window, "editCopy");
  QCOMPARE(m_window->workbench()->program()->name(), QStringLiteral("increment-loop.py"));
  QTRY_VERIFY(m_window->workbench()->program()->isChecked());
  QCOMPARE(m_window->workbench()->program()->problem(), QString());
  run();
  QCOMPARE(m_window->workbench()->runs()->shown()->errors, std::vector<std::string>());
  QVERIFY(m_window->viewState()->shown()->trace().task_count() > 10);
}

void ProgramTest::callsAreOfferedAndListed() {
  open(QStringLiteral("import torch\nfrom d2l import torch as d2l\n"));
  const QStringList& offered = m_window->workbench()->program()->completions();
  QVERIFY(offered.contains(QLatin1String("d2l.try_gpu(i=0)")));
  QVERIFY(offered.contains(QLatin1String("torch.mm(input, mat2)")));
  QVERIFY(offered.filter(QLatin1String("mxnet")).isEmpty());
  code(*m_window)->append(QStringLiteral("x = torch.ones(2)\ny = (x + 1).sum()\nz = x * 2\n"));
  QTRY_VERIFY(m_window->workbench()->program()->completions().contains(
      QLatin1String("z.sum(dim=None, keepdim=False)")));
  QVERIFY(m_window->workbench()->program()->completions().contains(QLatin1String("x.item()")));
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(2, 0);
  type(QStringLiteral("z.try"));
  QVERIFY(!code(*m_window)->isListActive());
  QTest::keyClick(code(*m_window), Qt::Key_Return);
  type(QStringLiteral("d2l.try"));
  QVERIFY(code(*m_window)->isListActive());
  type(QStringLiteral("_gpu("));
  QVERIFY(code(*m_window)->isCallTipActive());
  QTest::keyClick(code(*m_window), Qt::Key_Escape);
  QVERIFY(!code(*m_window)->isListActive());
  QVERIFY(code(*m_window)->hasFocus());
  part<QAction>(*m_window, "actionCalls")->trigger();
  QTRY_VERIFY(m_window->findChild<QTreeWidget*>(QStringLiteral("callsTree")));
  auto* calls = part<QTreeWidget>(*m_window, "callsTree");
  QTest::keyClicks(part<QLineEdit>(*m_window, "callsSearch"), QStringLiteral("try_gpu"));
  int shown = 0;
  for (int i = 0; i < calls->topLevelItemCount(); ++i) shown += !calls->topLevelItem(i)->isHidden();
  QCOMPARE(shown, 4);  // of three libraries' d2l, and d2lzh
}

void ProgramTest::aNotebookBringsItsCells() {
  static const char* const kNotebook = R"json({"nbformat": 4, "cells": [
    {"cell_type": "markdown", "source": ["# Title"]},
    {"cell_type": "code", "source": ["%matplotlib inline\n", "import torch\n", "x = torch.ones(2)"]},
    {"cell_type": "code", "source": "x + 1"}]})json";
  open(QString::fromUtf8(kNotebook), QStringLiteral("lecture.ipynb"));
  QCOMPARE(m_window->workbench()->program()->name(), QStringLiteral("lecture.py"));
  QCOMPARE(code(*m_window)->text(),
           QStringLiteral(
               "# %%\n# left out: %matplotlib inline\nimport torch\nx = torch.ones(2)\n\n# %%\nx + 1\n"));
  QVERIFY(notice(*m_window).startsWith(QLatin1String("One line")));
  run();
  QTRY_COMPARE(output(*m_window), QStringLiteral("tensor([2., 2.])"));
}

void ProgramTest::whatWasNotSavedIsOffered() {
  // Looking at a file changes nothing.
  open(QString::fromLatin1(kSums));
  QVERIFY(!m_window->session()->keeper()->modified());
  m_window->sessionFiles()->beginNew();
  QTRY_VERIFY(m_window->session()->keeper()->resting());
  QVERIFY(!part(*m_window, "leftCard")->isVisible());
  click(*m_window, "newProgram");
  code(*m_window)->setCursorPosition(0, 0);
  type(QStringLiteral("# not saved ("));
  m_window->sessionFiles()->beginNew();
  QTRY_VERIFY(m_window->session()->keeper()->resting());
  QVERIFY(m_window->workbench()->programs().empty());
  // A new one has nothing of the old one to go back to.
  QVERIFY(!code(*m_window)->isUndoAvailable());
  const auto offers = [this] { return m_window->findChild<QWidget*>(QStringLiteral("leftContinue")); };
  QTRY_VERIFY(offers() && offers()->isVisible());
  QCOMPARE(part<QAbstractButton>(*m_window, "leftContinue")->text(), QStringLiteral("untitled.py"));
  click(*m_window, "leftContinue");
  QTRY_VERIFY(m_window->workbench()->program());
  QVERIFY(code(*m_window)->text().startsWith(QLatin1String("# not saved (import torch")));
  // It is still nowhere else, whatever one looks at next.
  m_window->chooseScenario(QStringLiteral("four-statements"));
  m_window->sessionFiles()->beginNew();
  QTRY_VERIFY(m_window->session()->keeper()->resting());
  QTRY_VERIFY(offers() && offers()->isVisible());
  click(*m_window, "leftContinue");
  QTRY_VERIFY(!m_window->workbench()->programs().empty());
  QVERIFY(m_window->workbench()->programs().front()->code().startsWith(QLatin1String("# not saved (")));
}

void ProgramTest::aSessionBringsTextAndOutput() {
  open(QString::fromLatin1(kSums));
  run();
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(0, 0);
  type(QStringLiteral("# later: "));
  m_window->sessionFiles()->saveTo(path(QStringLiteral("mine.runahead")), true);
  QTRY_VERIFY(QFile::exists(path(QStringLiteral("mine.runahead"))));
  QTRY_VERIFY(m_window->session()->keeper()->resting());
  // Where it lies here is private.
  QVERIFY(!contents(path(QStringLiteral("mine.runahead"))).contains(m_folder->path().toUtf8()));
  m_window->sessionFiles()->beginNew();
  m_window->sessionFiles()->open(path(QStringLiteral("mine.runahead")));
  QTRY_VERIFY(m_window->workbench()->program());
  QVERIFY(m_window->workbench()->program()->code().startsWith(QLatin1String("# later: import torch")));
  QTRY_COMPARE(output(*m_window), QStringLiteral("0 32.0\n1 48.0\n2 64.0"));
  QCOMPARE(m_window->workbench()->runs()->runs().size(), 1U);  // opening runs nothing
}
