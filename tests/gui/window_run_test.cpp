// SPDX-License-Identifier: GPL-3.0-or-later
// Real sessions, small ones except where a run must still go on when something happens to it.
#include "tests/gui/window_run_test.h"

#include <QAbstractEventDispatcher>
#include <QAction>
#include <QComboBox>
#include <QFileInfo>
#include <QListWidget>
#include <QTemporaryDir>
#include <QTimer>

#include "gui/jobs/background.h"
#include "gui/jobs/run_bridge.h"
#include "gui/listing/code_view.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/text/format.h"
#include "gui/widgets/row_list.h"
#include "gui/widgets/settings.h"
#include "gui/window/exporter.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

/// Which parts of the window ask to be woken after some time.
QStringList parts_with_timers(const MainWindow& window) {
  const auto* const dispatcher = QAbstractEventDispatcher::instance();
  QStringList parts;
  for (QObject* const part : window.findChildren<QObject*>()) {
    if (!dispatcher->registeredTimers(part).isEmpty())
      parts << part->objectName() + u' ' + QLatin1String(part->metaObject()->className()) +
                   QStringLiteral(" of ") + QLatin1String(part->parent()->metaObject()->className());
  }
  return parts;
}

}  // namespace

void RunTest::init() {
  m_window = openWindow();
}

void RunTest::cleanup() {
  m_window.reset();
}

void RunTest::runToTheEnd() {
  m_window->runControl()->run();
  QVERIFY(m_window->workbench()->bridge()->running());
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QVERIFY(m_window->viewState()->shown()->trace().finished());
}

void RunTest::runsFromTheFirstPage() {
  click(*m_window, "startRun");
  QTRY_VERIFY(m_window->viewState()->shown()->trace().finished() &&
              m_window->viewState()->shown()->trace().size() > 0);
  QCOMPARE(textOf(*m_window, "scenarioId"), QStringLiteral("four-statements"));
  QVERIFY(part(*m_window, "timeline")->isVisible());
  QVERIFY(part(*m_window, "depthChart")->isVisible());
  QVERIFY(!part(*m_window, "notice")->isVisible());
}

void RunTest::arrowsStepAfterChoosingAndRunning() {
  ViewState* view = m_window->viewState();
  auto* tree = part<QTreeWidget>(*m_window, "scenarioTree");
  for (const bool byKey : {false, true}) {
    if (byKey) {
      tree->setFocus();
      tree->setCurrentItem(scenarioItem(tree, QStringLiteral("four-statements")));
      QTest::keyClick(tree, Qt::Key_Return);
    } else {
      clickScenario(*m_window, QStringLiteral("increment-loop"));
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(view->shown()->trace().finished() && view->shown()->trace().size() > 0);
    QTRY_VERIFY(!m_window->workbench()->bridge()->running());
    for (int i = 0; i < 3; ++i) QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
    QCOMPARE(view->cursor()->seq(), view->shown()->trace().size() - 3);
  }
  // Also when the list had the keys at the time.
  tree->setFocus();
  const auto runs = m_window->workbench()->runs()->runs().size();
  QTest::keyClick(tree, Qt::Key_R, Qt::ControlModifier);
  QTRY_VERIFY(m_window->workbench()->runs()->runs().size() > runs &&
              !m_window->workbench()->bridge()->running());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
  QCOMPARE(view->cursor()->seq(), view->shown()->trace().size() - 1);
}

void RunTest::choosingWhatIsOpenKeepsItsRuns() {
  clickScenario(*m_window, QStringLiteral("four-statements"));
  runToTheEnd();
  const Seq size = m_window->viewState()->shown()->trace().size();
  clickScenario(*m_window, QStringLiteral("four-statements"));
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QCOMPARE(m_window->viewState()->shown()->trace().size(), size);
  m_window->resize(1280, 800);
  click(*m_window, "scenarioButton");
  clickScenario(*m_window, QStringLiteral("four-statements"));
  QVERIFY(!part(*m_window, "scenarioPopup")->isVisible());
  QCOMPARE(m_window->viewState()->shown()->trace().size(), size);
}

void RunTest::runsEveryScenarioInEveryMode() {
  for (const Scenario& scenario : scenarios()) {
    for (const Mode mode : scenario.modes) {
      m_window->chooseScenario(QString::fromStdString(scenario.id));
      m_window->runSettings()->setPreset(Preset::step);
      m_window->runSettings()->setMode(mode);
      runToTheEnd();
      const TraceInfo& info = m_window->viewState()->shown()->trace().info();
      QCOMPARE(info.source.scenario, scenario.id);
      QCOMPARE(info.mode, mode);
      QCOMPARE(part(*m_window, "notice")->isVisible(), scenario.demonstrates_error);
    }
  }
}

void RunTest::runsByKeyAndStopsByButton() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setValue("n", 10000000);
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QVERIFY(m_window->workbench()->bridge()->running());
  QTRY_VERIFY(m_window->viewState()->shown()->trace().size() > 0);
  QVERIFY(part(*m_window, "elapsed")->isVisible());
  QCOMPARE(part<QAbstractButton>(*m_window, "run")->text(), QStringLiteral("Stop"));
  QVERIFY(!part(*m_window, "export")->isEnabled());
  click(*m_window, "run");
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(part<QAbstractButton>(*m_window, "run")->text(), QStringLiteral("Run again"));
  QVERIFY(!part(*m_window, "elapsed")->isVisible());
  QVERIFY(part(*m_window, "export")->isEnabled());
  QVERIFY(m_window->viewState()->shown()->trace().task_count() < 10000000);
}

void RunTest::stoppingTwiceIsHarmless() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runControl()->stop();
  m_window->runSettings()->setValue("n", 10000000);
  m_window->runControl()->run();
  m_window->runControl()->stop();
  m_window->runControl()->stop();
  QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ShiftModifier);
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  m_window->runControl()->stop();
}

void RunTest::closingDuringARunReturnsAtOnce() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setValue("n", 10000000);
  m_window->runControl()->run();
  QVERIFY(m_window->workbench()->bridge()->running());
  QVERIFY(m_window->close());
  QVERIFY(!m_window->workbench()->bridge()->running());  // handed over, not waited for
  m_window.reset();
  joinBackground();
}

void RunTest::choosingAnotherScenarioLeavesTheRun() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setValue("n", 10000000);
  m_window->runControl()->run();
  QTRY_VERIFY(m_window->viewState()->shown()->trace().size() > 0);
  clickScenario(*m_window, QStringLiteral("barriers"));
  QVERIFY(m_window->workbench()->bridge()->running());
  QCOMPARE(m_window->viewState()->shown()->trace().size(), Seq{0});
  QVERIFY(part(*m_window, "emptyRun")->isVisible());
  clickScenario(*m_window, QStringLiteral("increment-loop"));
  QVERIFY(m_window->viewState()->shown()->trace().size() > 0);
  m_window->runControl()->stop();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
}

void RunTest::statePaneAgreesWithTheTrace() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runSettings()->setClock(Clock::virtual_time);  // live, a slow frontend has no queue
  m_window->runSettings()->setWaits(Waits::none());
  runToTheEnd();
  ViewState* view = m_window->viewState();
  const Trace trace = view->shown()->trace();
  auto* list = part<RowList>(*m_window, "queueList");
  for (Seq cursor = 0; cursor <= trace.size(); cursor += 3) {
    view->cursor()->set(cursor);
    const Counters counters = trace.state_at(cursor).counters;
    QTRY_COMPARE(textOf(*m_window, "queueTitle"),
                 QStringLiteral("Queue %1").arg(counters.ready + counters.blocked));  // running is beside it
    const auto pending = trace.pending_at(cursor, 1000);
    QTRY_COMPARE(list->rows().size(), pending.size());
    for (std::size_t i = 0; i < pending.size(); ++i) QCOMPARE(list->rows()[i].task, pending[i]);
  }
  // A click on a row selects its task everywhere.
  Seq busy = 0;
  while (trace.counters_at(busy).depth() < 3) ++busy;
  view->cursor()->set(busy);
  QTRY_VERIFY(list->rows().size() >= 3);
  const TaskId second = list->rows()[1].task;
  QTest::mouseClick(list->view()->viewport(), Qt::LeftButton, {},
                    list->view()->visualRect(list->view()->model()->index(1, 0)).center());
  QCOMPARE(view->selection()->task(), second);
  QTRY_COMPARE(textOf(*m_window, "selectedTask"), taskLabel(trace, second));
  click(*m_window, "followForward");
  QCOMPARE(view->cursor()->ns(), trace.time_ns(trace.task(second).start));
  QTRY_COMPARE(textOf(*m_window, "stateTime"), formatTime(view->cursor()->ns()));
  click(*m_window, "followBack");
  QCOMPARE(view->cursor()->ns(), trace.time_ns(trace.task(second).enqueue));
}

void RunTest::listingShowsWhatIsDone() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runToTheEnd();
  auto* listing = part<ListingPane>(*m_window, "listingPane");
  auto* code = part<CodeView>(*m_window, "code");
  const auto n = static_cast<std::uint32_t>(m_window->runSettings()->value("n"));
  QTRY_VERIFY(listing->upToDate());
  std::uint32_t most = 0;
  for (const LineStatus& status : code->statuses()) {
    QVERIFY(status.state == LineState::done || status.state == LineState::untouched);
    most = std::max(most, status.iterations);
  }
  QCOMPARE(most, n);
  m_window->viewState()->cursor()->set(0);
  QTRY_VERIFY(std::all_of(code->statuses().begin(), code->statuses().end(),
                          [](const LineStatus& status) { return status.state == LineState::untouched; }));
  // In the middle of a wait its line is the one that waits.
  const Trace trace = m_window->viewState()->shown()->trace();
  QVERIFY(trace.wait_count() > 0);
  const Wait wait = trace.wait(trace.wait_count() - 1);
  m_window->viewState()->cursor()->set(wait.begin + 1);
  const auto line = static_cast<std::size_t>(trace.statement(wait.statement).line);
  QTRY_VERIFY(code->statuses()[line - 1].state == LineState::waiting);
  QTRY_COMPARE(textOf(*m_window, "frontendLine"), QStringLiteral("line %1").arg(line));
}

void RunTest::keysZoomAndReset() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runToTheEnd();
  ViewState* view = m_window->viewState();
  view->visible()->fitAll();
  const double whole = view->visible()->toNs() - view->visible()->fromNs();
  QTest::keyClick(m_window.get(), Qt::Key_W);
  QVERIFY(view->visible()->toNs() - view->visible()->fromNs() < whole);
  const double from = view->visible()->fromNs();
  QTest::keyClick(m_window.get(), Qt::Key_A);
  QVERIFY(view->visible()->fromNs() < from);
  QTest::keyClick(m_window.get(), Qt::Key_0);
  QVERIFY(view->visible()->fitting());
  QTest::keyClick(m_window.get(), Qt::Key_M);
  QCOMPARE(view->annotations()->bookmarks().size(), std::size_t{1});
  view->cursor()->set(0);
  QTest::keyClick(m_window.get(), Qt::Key_Period);
  QVERIFY(view->selection()->task() != kNone);
  QTest::keyClick(m_window.get(), Qt::Key_Escape);
  QCOMPARE(view->selection()->task(), TaskId{kNone});
  // The same keys do nothing to the view while a number is typed.
  auto* n = part(*part(*m_window, "header"), "parameter_n");
  n->setFocus();
  QTest::keyClick(n, Qt::Key_W);
  QVERIFY(view->visible()->fitting());
}

void RunTest::findStepsThroughMatches() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runToTheEnd();
  QTest::keyClick(m_window.get(), Qt::Key_Slash);
  auto* field = part<QLineEdit>(*m_window, "findField");
  QTRY_VERIFY(field->hasFocus());
  QTest::keyClicks(field, QStringLiteral("add"));
  ViewState* view = m_window->viewState();
  QVERIFY(view->search()->matches().size() >= 2);
  QTest::keyClick(field, Qt::Key_Return);
  const TaskId first = view->selection()->task();
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(view->selection()->task() != first);
  QVERIFY(textOf(*m_window, "findCount").contains(QStringLiteral(" of ")));
  QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
  QCOMPARE(view->selection()->task(), first);
  QTest::keyClick(field, Qt::Key_Escape);
  QVERIFY(!field->isVisible());
  QVERIFY(view->search()->matches().empty());
}

void RunTest::chartsFoldWhenThereIsNoRoom() {
  m_window->chooseScenario(QStringLiteral("independent-work"));
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runSettings()->setValue("workers", 4);
  runToTheEnd();
  QVERIFY(part(*m_window, "memoryChart")->isVisible());
  m_window->resize(1280, 640);
  QVERIFY(!part(*m_window, "memoryChart")->isVisible());
  m_window->resize(1600, 1000);
  QVERIFY(part(*m_window, "memoryChart")->isVisible());
  part<QAction>(*m_window, "actionMemoryChart")->trigger();
  QVERIFY(!part(*m_window, "memoryChart")->isVisible());
  QVERIFY(part(*m_window, "depthChart")->isVisible());
}

void RunTest::errorsAreSaidAndNothingBlocks() {
  m_window->chooseScenario(QStringLiteral("late-error"));
  runToTheEnd();
  QVERIFY(part(*m_window, "notice")->isVisible());
  QVERIFY(!QApplication::activeModalWidget());
  m_window->chooseScenario(QStringLiteral("queued-vs-finished"));
  QVERIFY(!part(*m_window, "notice")->isVisible());
  // Memory that cannot suffice ends in a sentence.
  m_window->runSettings()->setValue("memory_bound_mb", 1);
  runToTheEnd();
  QVERIFY(part(*m_window, "notice")->isVisible());
}

void RunTest::exportsAndOpensAgain() {
  const QTemporaryDir directory;
  m_window->chooseScenario(QStringLiteral("four-statements"));
  runToTheEnd();
  const Seq events = m_window->viewState()->shown()->trace().size();
  for (const char* name : {"t.json", "t.csv", "t.png", "t.svg", "t.pdf"}) {
    const QString path = directory.filePath(QString::fromLatin1(name));
    m_window->exporter()->exportTo(path);
    QTRY_VERIFY2(QFileInfo(path).size() > 0, name);
    QTRY_VERIFY(part(*m_window, "notice")->accessibleName().contains(path));
  }
  m_window->showWelcome();
  m_window->sessionFiles()->open(directory.filePath(QStringLiteral("t.json")));
  QTRY_COMPARE(m_window->viewState()->shown()->trace().size(), events);
  QCOMPARE(textOf(*m_window, "scenarioId"), QStringLiteral("four-statements"));
}

void RunTest::exportErrorsAreSaid() {
  const QTemporaryDir directory;
  m_window->exporter()->exportTo(directory.filePath(QStringLiteral("t.json")));
  QVERIFY(part(*m_window, "notice")->isVisible());  // nothing has run
  m_window->chooseScenario(QStringLiteral("four-statements"));
  runToTheEnd();
  for (const char* name : {"t.docx", "no/such/place/t.png", "no/such/place/t.json"}) {
    const QString path = directory.filePath(QString::fromLatin1(name));
    part(*m_window, "notice")->hide();
    m_window->exporter()->exportTo(path);
    QTRY_VERIFY2(part(*m_window, "notice")->isVisible(), name);
    QVERIFY2(part(*m_window, "notice")->accessibleName().contains(path), name);
    QVERIFY(!QFileInfo::exists(path));
  }
}

void RunTest::whatWasWrittenIsSaidForAWhile() {
  const QTemporaryDir directory;
  m_window->chooseScenario(QStringLiteral("four-statements"));
  runToTheEnd();
  auto* notice = part(*m_window, "notice");
  auto* timer = notice->findChild<QTimer*>(QString(), Qt::FindDirectChildrenOnly);
  m_window->exporter()->exportTo(directory.filePath(QStringLiteral("t.csv")));
  QTRY_VERIFY(notice->isVisible());
  QVERIFY(timer->isActive());
  // An error in its place stays.
  m_window->exporter()->exportTo(directory.filePath(QStringLiteral("t.txt")));
  QVERIFY(notice->isVisible() && !timer->isActive());
  timer->setInterval(0);
  m_window->exporter()->exportTo(directory.filePath(QStringLiteral("t.html")));
  QTRY_VERIFY(notice->accessibleName().contains(QStringLiteral("t.html")));
  QTRY_VERIFY(!notice->isVisible());
}

void RunTest::theExportShowsAllRunsAndWhatCounts() {
  m_window->chooseScenario(QStringLiteral("four-statements"));
  for (int run = 0; run < 6; ++run) runToTheEnd();
  click(*m_window, "export");
  auto* dialog = part(*m_window, "exportDialog");
  QTRY_VERIFY(dialog->isVisible());
  auto* list = part<QListWidget>(*dialog, "exportRuns");
  QCOMPARE(list->count(), 6);
  for (int row = 0; row < list->count(); ++row) {
    QVERIFY(list->viewport()->rect().contains(list->visualItemRect(list->item(row))));
  }
  // A size in pixels has no dots per inch.
  auto* size = part<QComboBox>(*dialog, "exportSize");
  auto* dpi = part<QComboBox>(*dialog, "exportDpi");
  const auto ground = [&] { return dpi->grab().toImage().pixelColor(dpi->width() / 2, dpi->height() - 5); };
  size->setCurrentText(QStringLiteral("16:9"));
  QTRY_VERIFY(!dpi->isEnabled());
  QCOMPARE(ground(), currentTheme().panel);
  size->setCurrentText(QStringLiteral("a4"));
  QTRY_VERIFY(dpi->isEnabled());
  QCOMPARE(ground(), currentTheme().paper);
  dialog->close();
}

/// An idle window uses no processor time.
void RunTest::afterARunNothingWakesUp() {
  clickScenario(*m_window, QStringLiteral("four-statements"));
  runToTheEnd();
  QTRY_VERIFY2(parts_with_timers(*m_window).isEmpty(), qPrintable(parts_with_timers(*m_window).join(u';')));
}
