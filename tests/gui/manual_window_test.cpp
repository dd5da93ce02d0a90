// SPDX-License-Identifier: GPL-3.0-or-later
// Real programs under the window's own keys and buttons. The oracle is the fold of the trace, and a
// simulation from the decisions that the trace holds.
#include "tests/gui/manual_window_test.h"

#include <QDeadlineTimer>
#include <QMenu>
#include <QTabBar>

#include "gui/jobs/background.h"
#include "gui/listing/code_view.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/decisions.h"
#include "gui/runs/header_bar.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/text/format.h"
#include "gui/widgets/row_list.h"
#include "gui/window/run_control.h"
#include "tests/gui/window_driver.h"
#include "tests/support/no_stop.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using runahead::testing_support::kNoStop;
using namespace runahead::test;

namespace {

/// The button of an actor: 0 is the frontend.
QAbstractButton* actorButton(const QWidget& window, int actor, int button = 0) {
  auto* field = part(window, qPrintable(QStringLiteral("driveActor%1").arg(actor)));
  return field->findChildren<QAbstractButton*>().at(button);
}

QString said(const QWidget& window, int actor) {
  return part(window, qPrintable(QStringLiteral("driveActor%1").arg(actor)))->accessibleName();
}

void chooseFromMenu(const QString& text) {
  QTRY_VERIFY(QApplication::activePopupWidget());
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QVERIFY(menu);
  for (QAction* action : menu->actions()) {
    if (!action->text().contains(text)) continue;
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    return;
  }
  QFAIL(qPrintable(QStringLiteral("the menu has no %1").arg(text)));
}

}  // namespace

void ManualTest::init() {
  m_window = openWindow();
}

void ManualTest::cleanup() {
  m_window.reset();
}

void ManualTest::settle() {
  const QDeadlineTimer deadline(kPatienceMs);
  while ((m_window->workbench()->driver()->busy() || !m_window->workbench()->driver()->here()) &&
         !deadline.hasExpired()) {
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }
  QVERIFY(!deadline.hasExpired());
}

void ManualTest::start(const char* scenario, int workers, const char* mode) {
  m_window->chooseScenario(QString::fromLatin1(scenario));
  RunSettings* settings = m_window->runSettings();
  settings->setPreset(Preset::step);
  if (*mode) settings->setMode(*mode_called(mode));
  settings->setValue("workers", workers);
  settings->setClock(Clock::manual);
  click(*m_window, "run");
  settle();
  QVERIFY(part(*m_window, "drivingStrip")->isVisible());
}

void ManualTest::press(Qt::Key key) {
  QTest::keyClick(m_window.get(), key);
  settle();
}

void ManualTest::panesAgree() {
  const ViewState* view = m_window->viewState();
  const Trace& trace = view->shown()->trace();
  const Seq cursor = view->cursor()->seq();
  const Counters counters = trace.counters_at(cursor);
  auto* listing = part<ListingPane>(*m_window, "listingPane");
  auto* code = part<CodeView>(*m_window, "code");
  QTRY_VERIFY(listing->upToDate());
  LineFold fold;
  QVERIFY(fold.moveTo(trace, cursor));
  for (std::size_t i = 0; i < code->statuses().size(); ++i) {
    const LineStatus status = code->statuses()[i], expected = fold.at(trace, static_cast<int>(i) + 1);
    QVERIFY(status.state == expected.state && status.iterations == expected.iterations);
    QCOMPARE(status.current, expected.current);
  }
  auto* queue = part<RowList>(*m_window, "queueList");
  QTRY_COMPARE(textOf(*m_window, "queueTitle"),
               QStringLiteral("Queue %1").arg(counters.ready + counters.blocked));
  if (queue->rows().size() == counters.depth()) {
    std::vector<TaskId> pending = trace.pending_at(cursor, 100);
    std::stable_partition(pending.begin(), pending.end(),
                          [&](TaskId id) { return trace.task(id).start < cursor; });
    for (std::size_t i = 0; i < pending.size(); ++i) {
      QTRY_COMPARE(queue->rows()[i].cells.front().text, taskLabel(trace, pending[i]));
    }
  }
  // The strip offers what a simulation from the decisions at the cursor offers.
  const CheckedRun config = check(m_window->runSettings()->request());
  QVERIFY(config.ok());
  const ManualSimulation again(*config, decisions_at(trace, cursor), kNoStop);
  QVERIFY(again.followed() && common_events(trace, again.at().trace, cursor) == cursor);
  QVERIFY(m_window->workbench()->driver()->here()->choices == again.at().choices);
}

void ManualTest::clockIsChosenInTheHeader() {
  m_window->chooseScenario(QStringLiteral("four-statements"));
  RunSettings* settings = m_window->runSettings();
  QVERIFY(settings->request().clock == Clock::live);
  clickSegment(*m_window, "clock", QStringLiteral("virtual"));
  QVERIFY(settings->request().clock == Clock::virtual_time);
  QCOMPARE(part<QAbstractButton>(*m_window, "run")->text(), QStringLiteral("Run"));
  clickSegment(*m_window, "clock", QStringLiteral("hand"));
  QVERIFY(settings->request().clock == Clock::manual);
  QCOMPARE(part<QAbstractButton>(*m_window, "run")->text(), QStringLiteral("Start"));
  for (const Scenario& scenario : scenarios()) {
    if (!scenario.virtual_only) continue;
    m_window->chooseScenario(QString::fromStdString(scenario.id));
    QCOMPARE(part<SegmentedControl>(*m_window, "clock")->ids().size(), 2);
    QVERIFY(settings->request().clock != Clock::live);
  }
}

void ManualTest::costsOfTheVirtualClock() {
  m_window->chooseScenario(QStringLiteral("four-statements"));
  RunSettings* settings = m_window->runSettings();
  click(*m_window, "parameters");
  QVERIFY(!part(*m_window, "parameterPopup")->findChild<QWidget*>(QStringLiteral("parameter_t2_ns")));
  part(*m_window, "parameterPopup")->close();
  settings->setClock(Clock::virtual_time);
  QCOMPARE(settings->request().set.contains("t2_ns"), false);
  click(*m_window, "parameters");
  auto* popup = part(*m_window, "parameterPopup");
  auto* field = part<QAbstractSpinBox>(*popup, "parameter_t2_ns");
  QVERIFY(textOf(*popup, "costsRemark")
              .contains(QStringLiteral("t1 is 2.00 µs, t2 at least 6.00 µs, t3 4.00 µs")));
  QCOMPARE(field->findChild<QLineEdit*>()->placeholderText(), QStringLiteral("from the machine"));
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("7000"));
  QTest::keyClick(field, Qt::Key_Tab);
  popup->close();
  QCOMPARE(*settings->request().set.find("t2_ns"), std::int64_t{7000});
  settings->setClock(Clock::live);
  QCOMPARE(settings->request().set.contains("t2_ns"), false);
  QVERIFY(check(settings->request()).ok());
}

void ManualTest::recordingsBringTheirClock() {
  start("four-statements", 1);
  press(Qt::Key_G);
  const Trace trace = m_window->viewState()->shown()->trace();
  openRecording(*m_window, trace);
  QTRY_VERIFY(m_window->runSettings()->clock() == Clock::manual);
  QVERIFY(part(*m_window, "drivingStrip")->isVisible());
}

void ManualTest::theHeaderFitsEveryWidth() {
  for (const char* scenario : {"increment-loop", "four-statements", "training-memory", "sync-every-k"}) {
    RunSettings settings;
    settings.setScenario(find_scenario(scenario));
    if (settings.offersEvery()) settings.setWaits(Waits::every(100));
    settings.setClock(Clock::manual);
    HeaderBar header(&settings);
    header.setMinimumWidth(1);
    header.show();
    for (int width = 1024; width <= 1920; width += 64) {
      header.setRunning(false);
      header.setNarrow(width < MainWindow::kNarrowBelowPx);
      header.resize(width, header.height());
      QCoreApplication::processEvents();
      header.setRunning(true);
      QCoreApplication::sendPostedEvents(&header, QEvent::LayoutRequest);  // as before the next frame
      QVERIFY(part(header, "clock")->isVisible() != part(header, "clockList")->isVisible());
      for (const char* name :
           {"scenarioId", "mode", "modeList", "clock", "clockList", "waits", "parameters", "run", "export"}) {
        auto* control = part(header, name);
        if (!control->isVisible()) continue;
        const QRect place(control->mapTo(&header, QPoint(0, 0)), control->size());
        QVERIFY2(header.rect().contains(place) &&
                     control->visibleRegion().boundingRect() == control->rect() &&
                     (name != std::string_view("scenarioId") || control->width() >= 300),
                 qPrintable(QString::asprintf("%s: %s at %d", scenario, name, width)));
      }
    }
  }
}

void ManualTest::drivesFourStatements() {
  start("four-statements", 1);
  const ViewState* view = m_window->viewState();
  QCOMPARE(said(*m_window, 0), QStringLiteral("Frontend: Issue line 1 · a = np.ones((1, 2))"));
  // By key and by mouse.
  for (int line = 1; line <= 4; ++line) {
    if (line % 2 == 0) {
      press(Qt::Key_I);
    } else {
      QTest::mouseClick(actorButton(*m_window, 0), Qt::LeftButton);
      settle();
    }
    QCOMPARE(view->shown()->trace().statement_count(), static_cast<std::uint32_t>(line));
    QCOMPARE(view->cursor()->seq(), view->shown()->trace().size());
    panesAgree();
  }
  QVERIFY(said(*m_window, 0).startsWith(QStringLiteral("Frontend: print(c) at line 4 waits for")));
  const Seq parked = view->shown()->trace().size();
  press(Qt::Key_I);  // it cannot: nothing happens
  QCOMPARE(view->shown()->trace().size(), parked);
  for (TaskId task = 0; task < 4; ++task) {
    press(Qt::Key_T);
    QCOMPARE(view->selection()->task(), task);
    QVERIFY(view->cursor()->told() == view->shown()->trace().task(task).start + 1);
    // What is told happened at the time on show, and is counted as the transport counts.
    QCOMPARE(view->shown()->trace().time_ns(view->cursor()->told() - 1), view->cursor()->ns());
    QCOMPARE(view->cursor()->seq(), view->shown()->trace().size());
    QVERIFY(textOf(*m_window, "narration").contains(taskLabel(view->shown()->trace(), task)));
    panesAgree();
    QTest::mouseClick(actorButton(*m_window, 1), Qt::LeftButton);
    settle();
    QVERIFY(view->shown()->trace().task(task).end != kNever);
    panesAgree();
  }
  QVERIFY(view->shown()->trace().finished());
  QCOMPARE(said(*m_window, 0), QStringLiteral("Frontend: The program is over"));
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  // Back and forward through all of it.
  while (view->cursor()->seq() > 0) {
    press(Qt::Key_Left);
    panesAgree();
  }
  while (view->cursor()->seq() < view->shown()->trace().size()) press(Qt::Key_Right);
  panesAgree();
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
}

void ManualTest::theSecondReadyTaskFirst() {
  start("barriers", 2);
  const ViewState* view = m_window->viewState();
  for (const Qt::Key key : {Qt::Key_I, Qt::Key_I, Qt::Key_T, Qt::Key_E, Qt::Key_I, Qt::Key_I, Qt::Key_I})
    press(key);
  QCOMPARE(view->shown()->trace().counters_at(view->cursor()->seq()).ready, 2U);
  // Both workers may start either; worker 1 takes the second.
  QTest::mouseClick(actorButton(*m_window, 1, 1), Qt::LeftButton);
  chooseFromMenu(QStringLiteral("dot 2"));
  settle();
  QCOMPARE(view->selection()->task(), TaskId{2});
  QCOMPARE(said(*m_window, 1), QStringLiteral("Worker 1: End dot 2"));
  QCOMPARE(said(*m_window, 2), QStringLiteral("Worker 2: Start dot 1"));
  panesAgree();
  press(Qt::Key_T);
  QCOMPARE(view->shown()->trace().lane_task(1, 1), TaskId{2});
  QCOMPARE(view->shown()->trace().lane_task(2, 0), TaskId{1});
  panesAgree();
  press(Qt::Key_G);
  QVERIFY(view->shown()->trace().finished());
  panesAgree();
}

void ManualTest::whatWasDecidedIsNotHidden() {
  m_window->viewState()->cursor()->setFutureVisibility(FutureVisibility::hide);
  const ViewState* view = m_window->viewState();
  for (const std::vector<Qt::Key>& keys :
       {std::vector{Qt::Key_I, Qt::Key_I, Qt::Key_T, Qt::Key_E, Qt::Key_N, Qt::Key_G}, {Qt::Key_G}}) {
    start("barriers", 2);
    for (const Qt::Key key : keys) {
      press(key);
      QVERIFY(m_window->record()->trace().size() > 0);
      QCOMPARE(view->cursor()->seq(), m_window->record()->trace().size());
      QCOMPARE(view->shown()->trace().size(), m_window->record()->trace().size());
      panesAgree();
    }
    QVERIFY(m_window->record()->trace().finished());
    QVERIFY(textOf(*m_window, "narration").contains(QStringLiteral("over")));
  }
}

void ManualTest::drivesTraining_data() {
  QTest::addColumn<QByteArray>("mode");
  for (const Mode mode : find_scenario("training-memory")->modes) {
    QTest::newRow(to_string(mode)) << QByteArray(to_string(mode));
  }
}

void ManualTest::drivesTraining() {
  QFETCH(QByteArray, mode);
  start("training-memory", 2, mode.constData());
  const ViewState* view = m_window->viewState();
  constexpr Qt::Key kOrder[] = {Qt::Key_I, Qt::Key_T, Qt::Key_I, Qt::Key_T, Qt::Key_E};
  for (int i = 0; i < 60 && !m_window->workbench()->driver()->here()->over; ++i) {
    press(kOrder[i % std::size(kOrder)]);
    if (i % 6 == 0) panesAgree();
  }
  for (int i = 0; i < 12; ++i) {
    QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::ShiftModifier);
    settle();
    panesAgree();
  }
  press(Qt::Key_End);
  QCOMPARE(view->cursor()->seq(), view->shown()->trace().size());
  press(Qt::Key_G);
  QVERIFY(view->shown()->trace().finished());
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
}

void ManualTest::runsToWaitsLinesAndTheEnd() {
  start("barriers", 2);
  ViewState* view = m_window->viewState();
  const auto line = [&] {
    const State state = view->shown()->trace().state_at(view->shown()->trace().size());
    return state.statement == kNone ? 0 : view->shown()->trace().statement(state.statement).line;
  };
  click(*m_window, "driveToWait");
  settle();
  QCOMPARE(line(), 2);
  press(Qt::Key_N);
  QCOMPARE(line(), 6);
  panesAgree();
  QVERIFY(!part(*m_window, "driveToBreakPoint")->isEnabled());
  view->annotations()->toggleBreakPoint(10);
  QVERIFY(part(*m_window, "driveToBreakPoint")->isEnabled());
  press(Qt::Key_P);
  QVERIFY(said(*m_window, 0).startsWith(QStringLiteral("Frontend: Issue line 10 ·")));
  click(*m_window, "driveToLine");
  chooseFromMenu(QStringLiteral("11   "));
  settle();
  QVERIFY(said(*m_window, 0).startsWith(QStringLiteral("Frontend: Issue line 11 ·")));
  click(*m_window, "driveToEnd");
  settle();
  QVERIFY(view->shown()->trace().finished());
  for (const char* way : {"driveToWait", "driveToLine", "driveToBreakPoint", "driveToEnd"}) {
    QVERIFY(!part(*m_window, way)->isEnabled());
  }
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
}

void ManualTest::whatIsOfferedInThePast() {
  start("four-statements", 1);
  press(Qt::Key_G);
  ViewState* view = m_window->viewState();
  view->cursor()->set(view->shown()->trace().task(1).start);
  settle();
  QCOMPARE(said(*m_window, 1), QStringLiteral("Worker 1: Start ones 1"));
  view->cursor()->set(view->shown()->trace().task(0).end);
  settle();
  QCOMPARE(said(*m_window, 1), QStringLiteral("Worker 1: End ones 0"));
  panesAgree();
}

void ManualTest::aForkKeepsBothRuns() {
  start("barriers", 2);
  ViewState* view = m_window->viewState();
  for (const Qt::Key key : {Qt::Key_I, Qt::Key_I, Qt::Key_T, Qt::Key_E, Qt::Key_I, Qt::Key_T, Qt::Key_I})
    press(key);
  const Trace first = view->shown()->trace();
  const Seq place = first.task(1).start;
  view->cursor()->set(place);
  settle();
  QTest::mouseClick(actorButton(*m_window, 2), Qt::LeftButton);  // worker 2 in the place of worker 1
  settle();
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  QCOMPARE(m_window->workbench()->runs()->runs().front().trace.size(), first.size());
  QCOMPARE(m_window->workbench()->runs()->shown(), &m_window->workbench()->runs()->runs().back());
  QCOMPARE(view->shown()->trace().lane_task(2, 0), TaskId{1});
  QCOMPARE(view->cursor()->seq(), view->shown()->trace().size());
  QVERIFY(part(*m_window, "runTabs")->isVisible());
  panesAgree();
  // To go on is the same run.
  press(Qt::Key_I);
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  m_window->workbench()->runs()->setComparing(true);
  press(Qt::Key_G);
  QVERIFY(m_window->workbench()->runs()->runs().back().finished);
  QVERIFY(!m_window->workbench()->runs()->runs().front().finished);
}

void ManualTest::anOlderRunCanBeDrivenOn() {
  aForkKeepsBothRuns();
  RunList* runs = m_window->workbench()->runs();
  const RunId older = runs->runs().front().id;
  const Seq size = runs->runs().front().trace.size();
  runs->show(older);
  settle();
  QVERIFY(m_window->runSettings()->clock() == Clock::manual);
  press(Qt::Key_End);
  panesAgree();
  press(Qt::Key_G);
  QCOMPARE(runs->runs().size(), std::size_t{2});
  QCOMPARE(runs->shown()->id, older);
  QVERIFY(runs->runs().front().trace.size() > size);
  QVERIFY(runs->runs().front().finished);
  QCOMPARE(m_window->viewState()->shown()->trace().size(), runs->runs().front().trace.size());
  panesAgree();
}

void ManualTest::whatWasLeftDoesNotGoOn() {
  start("increment-loop", 1);
  ViewState* view = m_window->viewState();
  const RunList* runs = m_window->workbench()->runs();
  auto* tabs = part<QTabBar>(*m_window, "runTabBar");
  auto* button = part<QAbstractButton>(*m_window, "run");
  for (const Qt::Key key : {Qt::Key_I, Qt::Key_T, Qt::Key_I, Qt::Key_E, Qt::Key_I, Qt::Key_I}) press(key);
  view->cursor()->set(view->shown()->trace().task(0).start);
  settle();
  press(Qt::Key_I);  // before the first task has started
  QCOMPARE(runs->runs().size(), std::size_t{2});
  QVERIFY(tabs->tabText(0).endsWith(QStringLiteral("left")));
  QVERIFY(tabs->tabText(1).endsWith(QStringLiteral("running")));
  QCOMPARE(button->text(), QStringLiteral("Stop"));
  press(Qt::Key_G);
  // The sentence is that of the cursor, and nothing is left to stop.
  QVERIFY(view->shown()->trace().finished());
  QCOMPARE(view->cursor()->seq(), view->shown()->trace().size());
  QCOMPARE(view->cursor()->told(), view->cursor()->seq());
  QVERIFY(textOf(*m_window, "narration").startsWith(QStringLiteral("The run is over")));
  QCOMPARE(button->text(), QStringLiteral("Start"));
  QVERIFY(tabs->tabText(0).endsWith(QStringLiteral("left")));
  // What was left goes on when it is on show again.
  tabs->setCurrentIndex(0);
  settle();
  QCOMPARE(button->text(), QStringLiteral("Stop"));
  QVERIFY(tabs->tabText(0).endsWith(QStringLiteral("running")));
  tabs->setCurrentIndex(1);
  settle();
  QCOMPARE(button->text(), QStringLiteral("Start"));
  QTest::mouseClick(button, Qt::LeftButton);
  settle();
  QCOMPARE(runs->runs().size(), std::size_t{3});
  QCOMPARE(runs->shown(), &runs->runs().back());
  QVERIFY(!runs->shown()->finished);
  QCOMPARE(button->text(), QStringLiteral("Stop"));
  QVERIFY(tabs->tabText(0).endsWith(QStringLiteral("stopped")));
}

void ManualTest::rapidKeysAreAllTaken() {
  // As fast as they come, and one by one.
  std::vector<Qt::Key> keys;
  for (int i = 0; i < 600; ++i) keys.push_back(i % 7 < 3 ? Qt::Key_I : i % 7 < 5 ? Qt::Key_T : Qt::Key_E);
  start("increment-loop", 2);
  m_window->runControl()->stop();
  m_window->runSettings()->setValue("n", 150);
  m_window->runControl()->run();
  settle();
  for (const Qt::Key key : keys) QTest::keyClick(m_window.get(), key);
  settle();
  const Trace trace = m_window->viewState()->shown()->trace();
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  panesAgree();
  const CheckedRun config = check(m_window->runSettings()->request());
  ManualSimulation run(*config, {}, kNoStop);
  for (const Qt::Key key : keys) {
    const auto choice = firstOf(run.at(), key == Qt::Key_I   ? Choice::Kind::issue
                                          : key == Qt::Key_T ? Choice::Kind::start
                                                             : Choice::Kind::end);
    if (choice) run.decide(*choice);
  }
  QCOMPARE(run.at().trace.size(), trace.size());
  QCOMPARE(common_events(run.at().trace, trace, kNever), trace.size());
  // Also with steps back between them.
  for (int i = 0; i < 300; ++i) {
    QTest::keyClick(m_window.get(), i % 5 < 2 ? Qt::Key_Left : i % 5 < 4 ? Qt::Key_I : Qt::Key_T);
  }
  settle();
  panesAgree();
}

void ManualTest::boundsNeverStick() {
  struct Bound {
    const char* name;
    std::int64_t value;
  };
  for (const Bound bound : {Bound{"max_pending", 1}, Bound{"memory_bound_mb", 1}}) {
    for (const char* mode : {"async", "stream"}) {
      start("training-memory", 1, mode);
      m_window->runControl()->stop();
      m_window->runSettings()->setValue("batches", 1);
      m_window->runSettings()->setValue(bound.name, bound.value);
      m_window->runControl()->run();
      settle();
      const ManualRun* driver = m_window->workbench()->driver();
      for (int i = 0; i < 3000 && !driver->here()->over; ++i) {
        QVERIFY(!driver->here()->choices.empty());
        const Seq size = driver->here()->trace.size();
        QTest::keyClick(m_window.get(), Qt::Key_I);
        QTest::keyClick(m_window.get(), Qt::Key_T);
        press(Qt::Key_E);
        QVERIFY(driver->here()->trace.size() > size);
      }
      QVERIFY(driver->here()->over);
      QVERIFY(!part(*m_window, "notice")->isVisible());
    }
  }
}

void ManualTest::manyWorkersFitTheSmallestWindow() {
  m_window->resize(1024, 640);
  start("independent-work", 16);
  for (const Qt::Key key : {Qt::Key_I, Qt::Key_T, Qt::Key_E}) press(key);
  for (int i = 0; i < 12; ++i) press(Qt::Key_I);
  auto* strip = part(*m_window, "drivingStrip");
  for (const QWidget* child : strip->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
    if (child->isVisible()) QVERIFY(strip->rect().contains(child->geometry()));
  }
  auto* more = part<QAbstractButton>(*m_window, "driveMore");
  QVERIFY(more->isVisible());
  QVERIFY(part(*m_window, "driveRunTo")->isVisible());
  QTest::mouseClick(more, Qt::LeftButton);
  QTRY_VERIFY(QApplication::activePopupWidget());
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QAction* last = menu->actions().back();
  QVERIFY(last->menu() && last->text() == QStringLiteral("Worker 16"));
  last->menu()->actions().front()->trigger();
  menu->close();
  settle();
  QCOMPARE(m_window->viewState()->shown()->trace().lane_task_count(16), 1U);
  panesAgree();
}

void ManualTest::stopsAndLeaves() {
  start("four-statements", 1);
  press(Qt::Key_I);
  QCOMPARE(part<QAbstractButton>(*m_window, "run")->text(), QStringLiteral("Stop"));
  QVERIFY(part(*m_window, "export")->isEnabled());
  click(*m_window, "run");
  QVERIFY(!m_window->workbench()->driver()->manual());
  QVERIFY(!part(*m_window, "drivingStrip")->isVisible());
  QVERIFY(m_window->workbench()->runs()->shown()->finished);
  const Seq size = m_window->viewState()->shown()->trace().size();
  QTest::keyClick(m_window.get(), Qt::Key_I);
  QCOMPARE(m_window->viewState()->shown()->trace().size(), size);
  // It waits while something else is on show, also while decisions are still to be taken.
  start("four-statements", 1);
  for (int i = 0; i < 50; ++i) QTest::keyClick(m_window.get(), i % 3 == 0 ? Qt::Key_I : Qt::Key_T);
  m_window->chooseScenario(QStringLiteral("barriers"));
  QVERIFY(m_window->workbench()->driver()->manual());
  joinBackground();
  QCoreApplication::processEvents();
  QCOMPARE(m_window->viewState()->shown()->trace().size(), Seq{0});
  QVERIFY(m_window->workbench()->runs()->runs().empty());
  QVERIFY(!part(*m_window, "drivingStrip")->isVisible());
  m_window->chooseScenario(QStringLiteral("four-statements"));
  QVERIFY(m_window->workbench()->driver()->manual());
  QVERIFY(m_window->viewState()->shown()->trace().size() > 0);
  start("barriers", 2);
  press(Qt::Key_I);
  m_window->sessionFiles()->beginNew();
  QVERIFY(!m_window->workbench()->driver()->manual());
}

void ManualTest::closesDuringAManualRun() {
  start("training-memory", 2);
  for (int i = 0; i < 200; ++i) QTest::keyClick(m_window.get(), i % 3 == 0 ? Qt::Key_I : Qt::Key_T);
  m_window->close();
  m_window.reset();
  joinBackground();
  m_window = openWindow();
  start("training-memory", 2);
  for (int i = 0; i < 200; ++i) QTest::keyClick(m_window.get(), i % 3 == 0 ? Qt::Key_I : Qt::Key_T);
  m_window.reset();
  joinBackground();
}

void ManualTest::cancelKeepsWhatWasDone() {
  start("increment-loop", 1);
  m_window->runControl()->stop();
  m_window->runSettings()->setValue("n", 1000000);
  m_window->runControl()->run();
  settle();
  for (int i = 0; i < 5; ++i) press(Qt::Key_I);
  const Seq size = m_window->viewState()->shown()->trace().size();
  press(Qt::Key_T);
  const Seq started = m_window->viewState()->shown()->trace().size();
  QVERIFY(started > size);
  QTest::keyClick(m_window.get(), Qt::Key_G);  // a million statements
  QTRY_VERIFY(part(*m_window, "progress")->isVisible());
  click(*m_window, "progressCancel");
  QVERIFY(!m_window->workbench()->driver()->busy());
  QVERIFY(!part(*m_window, "progress")->isVisible());
  QCOMPARE(m_window->viewState()->shown()->trace().size(), started);
  press(Qt::Key_E);
  QVERIFY(m_window->viewState()->shown()->trace().task(0).end != kNever);
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
}
