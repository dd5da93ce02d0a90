// SPDX-License-Identifier: GPL-3.0-or-later
// The window with real runs of the preset `step`, worked by menu, keys and mouse.
#include "tests/gui/session_runs_test.h"

#include <QAction>
#include <QTabBar>

#include "core/io/session_file.h"
#include "gui/jobs/background.h"
#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/session_keeper.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "tests/gui/session_driver.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void SessionRunsTest::theNinthRunKeepsTheFirst() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  m_window->viewState()->annotations()->setNote({.text = "the first"});
  for (int i = 0; i < 9; ++i) runLoop();
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{10});
  const QString file = path("ten.runahead");
  saveAs(file);
  const auto second = secondWindow();
  second->sessionFiles()->open(file);
  QTRY_COMPARE(second->workbench()->runs()->runs().size(), std::size_t{10});
  QCOMPARE(run(*second, 0).bookmarks.at(0).text, std::string("the first"));
  // Saved again by a window that has looked at one of them only.
  part<QAction>(*second, "actionSave")->trigger();
  QTRY_VERIFY(!second->findChild<FileJobs*>()->busy());
  const auto session = read_session(file.toStdString());
  QCOMPARE(session->runs.size(), std::size_t{10});
  QCOMPARE(session->state->runs[0].bookmarks.size(), std::size_t{1});
}

void SessionRunsTest::aClosedRunComesBack() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  for (int i = 0; i < 3; ++i) runLoop();
  m_window->workbench()->runs()->show(run(*m_window, 1).id);
  const RunId id = run(*m_window, 1).id;
  m_window->viewState()->annotations()->setNote({.text = "mine"});
  part<QAction>(*m_window, "actionCloseRun")->trigger();
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  QVERIFY(m_window->workbench()->runs()->shown() && m_window->workbench()->runs()->shown()->id != id);
  QVERIFY(m_window->viewState()->annotations()->bookmarks().empty());
  QVERIFY(part<QAction>(*m_window, "actionUndoClose")->isEnabled());
  part<QAction>(*m_window, "actionUndoClose")->trigger();
  QCOMPARE(run(*m_window, 1).id, id);
  QCOMPARE(m_window->workbench()->runs()->shown()->id, id);
  QCOMPARE(m_window->viewState()->annotations()->bookmarks().at(0).text, std::string("mine"));
  QVERIFY(!part<QAction>(*m_window, "actionUndoClose")->isEnabled());
  // The last one, too, and from another scenario.
  for (int i = 0; i < 3; ++i) part<QAction>(*m_window, "actionCloseRun")->trigger();
  QVERIFY(m_window->workbench()->runs()->runs().empty());
  QVERIFY(part(*m_window, "emptyRun")->isVisible());
  QCOMPARE(m_window->viewState()->shown()->trace().size(), Seq{0});
  m_window->chooseScenario(QStringLiteral("barriers"));
  for (int i = 0; i < 3; ++i) part<QAction>(*m_window, "actionUndoClose")->trigger();
  QCOMPARE(m_window->workbench()->runs()->workspace().scenario, std::string("increment-loop"));
  QCOMPARE(run(*m_window, 1).id, id);
  // One that goes on is not closed.
  m_window->runSettings()->setPreset(Preset::book);
  m_window->runSettings()->setValue("n", 1'000'000);
  m_window->runControl()->run();
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{4});
  part<QAction>(*m_window, "actionCloseRun")->trigger();
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{4});
  click(*m_window, "noticeAction");
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
}

void SessionRunsTest::namesAndOrderSurvive() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  for (int i = 0; i < 3; ++i) runLoop();
  part<QAction>(*m_window, "actionRenameRun")->trigger();
  auto* name = part<QLineEdit>(*m_window, "runName");
  QVERIFY(name->isVisible());
  name->setText(QString::fromUtf8("with waits 等待"));
  QTest::keyClick(name, Qt::Key_Return);
  QVERIFY(!name->isVisible());
  part<QAction>(*m_window, "actionMoveRunLeft")->trigger();
  QCOMPARE(run(*m_window, 1).label, QString::fromUtf8("with waits 等待"));
  auto* tabs = part<QTabBar>(*m_window, "runTabBar");
  QVERIFY(tabs->tabText(1).startsWith(QString::fromUtf8("with waits 等待")));
  tabs->moveTab(1, 0);
  QCOMPARE(run(*m_window, 0).name, std::string("with waits 等待"));
  // Esc leaves a name as it was.
  part<QAction>(*m_window, "actionRenameRun")->trigger();
  name->setText(QStringLiteral("other"));
  QTest::keyClick(name, Qt::Key_Escape);
  QCOMPARE(run(*m_window, 0).name, std::string("with waits 等待"));
  QVERIFY(run(*m_window, 1).name.empty());
  saveAs(path("named.runahead"));
  const auto second = secondWindow();
  second->sessionFiles()->open(path("named.runahead"));
  QTRY_COMPARE(second->workbench()->runs()->runs().size(), std::size_t{3});
  QCOMPARE(run(*second, 0).label, QString::fromUtf8("with waits 等待"));
  QVERIFY(run(*second, 1).name.empty());
}

void SessionRunsTest::whatDoesNotFitIsOnDisk() {
  m_window->workbench()->runs()->setMostBytes(1);
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  const Seq events = m_window->viewState()->shown()->trace().size();
  m_window->viewState()->annotations()->setNote({.text = "away"});
  runLoop();
  QTRY_VERIFY(!run(*m_window, 0).here);  // as soon as it is kept
  QVERIFY(run(*m_window, 1).here);
  auto* tabs = part<QTabBar>(*m_window, "runTabBar");
  QVERIFY(tabs->tabText(0).contains(QStringLiteral("on disk")));
  // A click brings it back, and the other one goes.
  QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(0).center());
  QTRY_VERIFY(m_window->workbench()->runs()->shown() == &run(*m_window, 0));
  QCOMPARE(m_window->viewState()->shown()->trace().size(), events);
  QCOMPARE(m_window->viewState()->annotations()->bookmarks().at(0).text, std::string("away"));
  QTRY_VERIFY(!run(*m_window, 1).here);
  // Compared, both are there.
  m_window->runControl()->setComparing(true);
  QTRY_COMPARE(m_window->workbench()->runs()->compared().size(), std::size_t{2});
  m_window->runControl()->setComparing(false);
  // Closed, it is not lost, though nothing keeps it in memory.
  m_window->runControl()->close(run(*m_window, 0).id);
  QTRY_VERIFY(m_window->workbench()->runs()->shown());
  m_window->runControl()->reopen();
  QTRY_COMPARE(m_window->viewState()->annotations()->bookmarks().size(), std::size_t{1});
  // Saving brings all of it, here or not, and what was kept goes.
  saveAs(path("both.runahead"));
  const auto session = read_session(path("both.runahead").toStdString());
  QCOMPARE(session->runs.size(), std::size_t{2});
  QCOMPARE(session->runs[0].trace->size(), events);
  m_window->workbench()->runs()->show(run(*m_window, 1).id);
  QTRY_COMPARE(m_window->workbench()->runs()->shown(), &run(*m_window, 1));
}

void SessionRunsTest::aSessionIsThereBeforeItsRuns() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  runLoop();
  m_window->viewState()->cursor()->set(7);
  m_window->viewState()->selection()->selectTask(2);
  saveAs(path("two.runahead"));
  const auto second = secondWindow();
  second->sessionFiles()->open(path("two.runahead"));
  QTRY_COMPARE(second->workbench()->runs()->runs().size(), std::size_t{2});
  QVERIFY(!run(*second, 0).here);
  QVERIFY(run(*second, 0).total_ns > 0);
  QTRY_VERIFY(second->workbench()->runs()->shown());
  QCOMPARE(second->viewState()->cursor()->seq(), Seq{7});
  QCOMPARE(second->viewState()->selection()->task(), TaskId{2});
  QVERIFY(!run(*second, 0).here);  // it was not asked for
  QVERIFY(!second->isWindowModified());
}

void SessionRunsTest::everyScenarioIsAsItWasLeft() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  RunSettings* settings = m_window->runSettings();
  ViewState* view = m_window->viewState();
  settings->setClock(Clock::virtual_time);
  settings->setPreset(Preset::step);
  runLoop();
  runLoop();
  view->annotations()->setNote({.text = "here"});
  view->cursor()->set(9);
  view->selection()->selectTask(3);
  view->annotations()->toggleBreakPoint(4);
  m_window->runControl()->setComparing(true);
  settings->setMode(Mode::sync);
  clickScenario(*m_window, QStringLiteral("barriers"));
  QVERIFY(m_window->workbench()->runs()->runs().empty());
  QVERIFY(view->annotations()->breakPoints().empty());
  QVERIFY(!m_window->workbench()->runs()->comparing());
  // What one has chosen for all is there, too.
  QVERIFY(settings->clock() == Clock::virtual_time);
  QVERIFY(settings->preset() == Preset::step);
  runLoop();
  const Seq events = view->shown()->trace().size();
  clickScenario(*m_window, QStringLiteral("increment-loop"));
  const auto asLeft = [](const MainWindow& window) {
    const ViewState& there = *window.viewState();
    return window.workbench()->runs()->runs().size() == 2 && there.cursor()->seq() == 9 &&
           there.selection()->task() == 3 && there.annotations()->breakPoints() == std::set<int>{4} &&
           there.annotations()->bookmarks().size() == 1 && window.workbench()->runs()->comparing() &&
           window.runSettings()->mode() == Mode::sync && window.runSettings()->clock() == Clock::virtual_time;
  };
  QVERIFY(asLeft(*m_window));
  // The first page ends nothing.
  m_window->showWelcome();
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  QVERIFY(asLeft(*m_window));
  saveAs(path("all.runahead"));
  const auto second = secondWindow();
  second->sessionFiles()->open(path("all.runahead"));
  QTRY_VERIFY(second->workbench()->runs()->shown());
  QVERIFY(asLeft(*second));
  second->chooseScenario(QStringLiteral("barriers"));
  QTRY_COMPARE(second->viewState()->shown()->trace().size(), events);
}

void SessionRunsTest::anotherScenarioDuringARun() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::book);
  m_window->runSettings()->setValue("n", 1'000'000);
  m_window->runControl()->run();
  QTRY_VERIFY(m_window->workbench()->runs()->shown());
  clickScenario(*m_window, QStringLiteral("barriers"));
  QVERIFY(m_window->workbench()->bridge()->running());
  QVERIFY(m_window->workbench()->runs()->runs().empty());
  QVERIFY(part(*m_window, "elsewhere")->isVisible());
  QVERIFY(part(*m_window, "emptyRun")->isVisible());
  // Two at a time would disturb each other, and a file would end it: both ask.
  m_window->runControl()->run();
  QVERIFY(part(*m_window, "noticeAction")->isVisible());
  QVERIFY(m_window->workbench()->bridge()->running());
  m_window->sessionFiles()->open(path("none.json"));
  QVERIFY(m_window->workbench()->bridge()->running());
  click(*m_window, "elsewhere");
  QCOMPARE(m_window->workbench()->runs()->workspace().scenario, std::string("increment-loop"));
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QVERIFY(m_window->viewState()->shown()->trace().size() > 0);
  QVERIFY(!part(*m_window, "elsewhere")->isVisible());
  // It grows before the eyes again.
  const Seq events = m_window->viewState()->shown()->trace().size();
  QTRY_VERIFY(m_window->viewState()->shown()->trace().size() > events);
  m_window->showWelcome();
  QVERIFY(m_window->workbench()->bridge()->running());
  m_window->workbench()->bridge()->stop();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  click(*m_window, "noticeAction");  // shows it
  QCOMPARE(m_window->workbench()->runs()->shown()->status, RunResult::Status::stopped);
}
