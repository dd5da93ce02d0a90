// SPDX-License-Identifier: GPL-3.0-or-later
// Moves the cursor of the real window with keys and mouse.
#include "tests/gui/window_transport_test.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QTabBar>

#include "gui/jobs/run_bridge.h"
#include "gui/listing/code_view.h"
#include "gui/runs/run_settings.h"
#include "gui/timeline/player.h"
#include "gui/timeline/speed.h"
#include "gui/timeline/speed_box.h"
#include "gui/widgets/row_list.h"
#include "gui/window/bottom_bar.h"
#include "gui/window/run_control.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

/// What the panes say: line marks, queue and variables.
QString shownBy(const MainWindow& window) {
  QCoreApplication::processEvents();
  QString text;
  for (const LineStatus& line : part<CodeView>(window, "code")->statuses()) {
    text +=
        QStringLiteral("%1.%2.%3 ").arg(static_cast<int>(line.state)).arg(line.iterations).arg(line.current);
  }
  for (const char* list : {"queueList", "variablesList"}) {
    for (const Row& row : part<RowList>(window, list)->rows()) {
      for (const RowCell& cell : row.cells) {
        text +=
            cell.text + QString::number(cell.glyph ? static_cast<int>(*cell.glyph) : -1) + QLatin1Char(' ');
      }
    }
  }
  return text + textOf(window, "stateTime");
}

int lineBegunAt(const ViewState& view) {
  const Event event = view.shown()->trace().event(view.cursor()->seq() - 1);
  return event.kind == EventKind::statement_begin ? view.shown()->trace().statement(event.id).line : 0;
}

}  // namespace

void TransportTest::init() {
  m_window = openWindow();
}

void TransportTest::cleanup() {
  m_window.reset();
}

void TransportTest::key(int key, Qt::KeyboardModifiers modifiers) {
  QTest::keyClick(m_window.get(), static_cast<Qt::Key>(key), modifiers);
}

void TransportTest::steppingBackShowsTheSameAgain() {
  m_window->chooseScenario(QStringLiteral("four-statements"));
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  const Seq size = view()->shown()->trace().size();
  QVERIFY(size > 20);
  key(Qt::Key_Home);
  QStringList there;
  for (Seq cursor = 0; cursor <= size; ++cursor) {
    QCOMPARE(view()->cursor()->seq(), cursor);
    there << shownBy(*m_window);
    key(Qt::Key_Right);
  }
  QCOMPARE(view()->cursor()->seq(), size);
  QVERIFY(QSet<QString>(there.begin(), there.end()).size() > 10);
  for (Seq cursor = size + 1; cursor-- > 0;) {
    QCOMPARE(view()->cursor()->seq(), cursor);
    QCOMPARE(shownBy(*m_window), there[static_cast<qsizetype>(cursor)]);
    key(Qt::Key_Left);
  }
  QCOMPARE(view()->cursor()->seq(), Seq{0});
}

void TransportTest::everyKeyMoves() {
  openRecording(*m_window, incrementLoopTrace(20, true));
  struct Move {
    int key;
    Qt::KeyboardModifiers modifiers;
    StepKind kind;
    int direction;
  };
  const Move moves[] = {{Qt::Key_Right, {}, StepKind::event, 1},
                        {Qt::Key_Left, {}, StepKind::event, -1},
                        {Qt::Key_Right, Qt::ShiftModifier, StepKind::statement, 1},
                        {Qt::Key_Left, Qt::ShiftModifier, StepKind::statement, -1},
                        {Qt::Key_PageDown, {}, StepKind::statement, 1},
                        {Qt::Key_PageUp, {}, StepKind::statement, -1},
                        {Qt::Key_Right, Qt::AltModifier, StepKind::task, 1},
                        {Qt::Key_Left, Qt::AltModifier, StepKind::task, -1},
                        {Qt::Key_Right, Qt::ControlModifier, StepKind::wait, 1},
                        {Qt::Key_Left, Qt::ControlModifier, StepKind::wait, -1}};
  for (const Move& move : moves) {
    view()->cursor()->set(80);
    const Seq expected = stepFrom(view()->shown()->trace(), 80, move.kind, move.direction);
    key(move.key, move.modifiers);
    QCOMPARE(view()->cursor()->seq(), expected);
  }
  key(Qt::Key_End);
  QCOMPARE(view()->cursor()->seq(), view()->shown()->trace().size());
  key(Qt::Key_Home);
  QCOMPARE(view()->cursor()->seq(), Seq{0});
  view()->visible()->set(0, 1000);
  key(Qt::Key_Home);
  QVERIFY(!view()->visible()->fitting());
  key(Qt::Key_0);
  QVERIFY(view()->visible()->fitting());
}

void TransportTest::everyButtonMoves() {
  openRecording(*m_window, incrementLoopTrace(20, true));
  m_window->resize(1900, 1000);
  const std::tuple<const char*, StepKind, int> buttons[] = {
      {"previousEvent", StepKind::event, -1},         {"nextEvent", StepKind::event, 1},
      {"previousStatement", StepKind::statement, -1}, {"nextStatement", StepKind::statement, 1},
      {"previousTaskMoment", StepKind::task, -1},     {"nextTaskMoment", StepKind::task, 1},
      {"previousWait", StepKind::wait, -1},           {"nextWait", StepKind::wait, 1}};
  for (const auto& [name, kind, direction] : buttons) {
    view()->cursor()->set(80);
    QVERIFY2(part(*m_window, name)->isVisible(), name);
    click(*m_window, name);
    QCOMPARE(view()->cursor()->seq(), stepFrom(view()->shown()->trace(), 80, kind, direction));
  }
  click(*m_window, "goToStart");
  QCOMPARE(view()->cursor()->seq(), Seq{0});
  click(*m_window, "goToEnd");
  QCOMPARE(view()->cursor()->seq(), view()->shown()->trace().size());
}

void TransportTest::aThousandKeysInARow() {
  openRecording(*m_window, incrementLoopTrace(2000));
  view()->visible()->setAnimationMs(160);
  key(Qt::Key_Home);
  view()->visible()->set(0, 60'000);
  for (int i = 0; i < 1000; ++i) key(Qt::Key_Right);
  QCOMPARE(view()->cursor()->seq(), Seq{1000});
  for (int i = 0; i < 300; ++i) {
    key(Qt::Key_Right, Qt::ShiftModifier);
    key(Qt::Key_Left);
    key(Qt::Key_Right, Qt::AltModifier);
  }
  QVERIFY(view()->cursor()->seq() > 1000);
  QTRY_VERIFY(view()->visible()->inSight(static_cast<double>(view()->cursor()->ns())));
  for (Seq left = view()->cursor()->seq(); left > 0; --left) key(Qt::Key_Left);
  QCOMPARE(view()->cursor()->seq(), Seq{0});
  QTRY_COMPARE(view()->visible()->fromNs(), 0.0);
}

void TransportTest::stepsWhileALiveRunGoesOn() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setValue("n", 10000000);
  m_window->runControl()->run();
  QTRY_VERIFY(view()->shown()->trace().size() > 1000);
  QVERIFY(view()->cursor()->followEnd());
  key(Qt::Key_Left, Qt::ShiftModifier);
  const Seq cursor = view()->cursor()->seq();
  Seq size = view()->shown()->trace().size();
  QTRY_VERIFY(view()->shown()->trace().size() > size);
  QCOMPARE(view()->cursor()->seq(), cursor);
  for (int i = 0; i < 50; ++i) {
    key(i % 3 == 0 ? Qt::Key_Left : Qt::Key_Right, i % 2 == 0 ? Qt::AltModifier : Qt::NoModifier);
    QCoreApplication::processEvents();
  }
  QVERIFY(!view()->cursor()->followEnd());
  key(Qt::Key_End);
  QVERIFY(view()->cursor()->followEnd());
  size = view()->shown()->trace().size();
  QTRY_VERIFY(view()->shown()->trace().size() > size);
  QCOMPARE(view()->cursor()->seq(), view()->shown()->trace().size());
  key(Qt::Key_Home);
  key(Qt::Key_Space);  // plays what has been recorded so far
  QVERIFY(m_window->findChild<BottomBar*>()->player()->playing());
  QTRY_VERIFY(view()->cursor()->seq() > 0);
  m_window->runControl()->stop();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
}

void TransportTest::playsToABreakPoint() {
  openRecording(*m_window, incrementLoopTrace(20));
  Player* player = m_window->findChild<BottomBar*>()->player();
  key(Qt::Key_End);
  key(Qt::Key_Left, Qt::ControlModifier);
  key(Qt::Key_Left, Qt::ControlModifier);  // where the wait of line 5 begins
  key(Qt::Key_B);
  QCOMPARE(view()->annotations()->breakPoints(), std::set<int>{5});
  player->setSpeed(0.01);
  key(Qt::Key_Home);
  key(Qt::Key_Space);
  QVERIFY(player->playing());
  QCOMPARE(part<QAbstractButton>(*m_window, "play")->text(), QStringLiteral("Pause"));
  QTRY_VERIFY(!player->playing());
  QCOMPARE(lineBegunAt(*view()), 5);
  QCOMPARE(part<QAbstractButton>(*m_window, "play")->text(), QStringLiteral("Play"));
  key(Qt::Key_Space);
  QTRY_VERIFY(!player->playing());
  QCOMPARE(view()->cursor()->seq(), view()->shown()->trace().size());

  view()->annotations()->toggleBreakPoint(4);
  key(Qt::Key_F8, Qt::ShiftModifier);
  QCOMPARE(lineBegunAt(*view()), 5);
  key(Qt::Key_F8, Qt::ShiftModifier);
  QCOMPARE(lineBegunAt(*view()), 4);
  key(Qt::Key_Home);
  key(Qt::Key_F8);
  QCOMPARE(lineBegunAt(*view()), 4);
  part<QAction>(*m_window, "actionClearBreakPoints")->trigger();
  const Seq cursor = view()->cursor()->seq();
  key(Qt::Key_F8);
  QCOMPARE(view()->cursor()->seq(), cursor);
}

void TransportTest::playingStopsForTheUser() {
  openRecording(*m_window, incrementLoopTrace(200));
  Player* player = m_window->findChild<BottomBar*>()->player();
  player->setSpeed(1e-5);
  for (const auto& move : std::initializer_list<std::function<void()>>{
           [&] { key(Qt::Key_Right, Qt::ShiftModifier); }, [&] { click(*m_window, "nextStatement"); },
           [&] { QTest::mouseClick(part(*m_window, "depthChart"), Qt::LeftButton, {}, QPoint(300, 80)); },
           [&] { key(Qt::Key_Space); }, [&] { click(*m_window, "play"); }}) {
    key(Qt::Key_Home);
    key(Qt::Key_Space);
    QVERIFY(player->playing());
    QTRY_VERIFY(view()->cursor()->ns() > 0);
    move();
    QVERIFY(!player->playing());
  }
}

void TransportTest::heldSwitchesDoNotFlutter() {
  openRecording(*m_window, incrementLoopTrace(20));
  const auto held = [&](int code, const QString& text) {
    for (const bool repeated : {false, true, true}) {
      QKeyEvent press(QEvent::KeyPress, code, Qt::NoModifier, text, repeated);
      QApplication::sendEvent(m_window.get(), &press);
    }
  };
  key(Qt::Key_Home);
  held(Qt::Key_Space, QStringLiteral(" "));
  QVERIFY(m_window->findChild<BottomBar*>()->player()->playing());
  key(Qt::Key_Space);
  view()->cursor()->set(40);
  held(Qt::Key_B, QStringLiteral("b"));
  QCOMPARE(view()->annotations()->breakPoints().size(), std::size_t{1});
  const Seq cursor = view()->cursor()->seq();
  held(Qt::Key_Right, {});
  QCOMPARE(view()->cursor()->seq(), cursor + 3);
}

void TransportTest::nothingFiresWhileTyping() {
  openRecording(*m_window, incrementLoopTrace(20));
  view()->cursor()->set(50);
  const auto typeInto = [&](QWidget* field) {
    field->setFocus();
    QTRY_VERIFY(field->hasFocus());
    for (const int code :
         {Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End, Qt::Key_PageUp, Qt::Key_PageDown}) {
      for (const auto modifier : {Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier}) {
        QTest::keyClick(field, static_cast<Qt::Key>(code), modifier);
      }
    }
    QTest::keyClicks(field, QStringLiteral(" b0"));
    QCOMPARE(view()->cursor()->seq(), Seq{50});
    QVERIFY(view()->annotations()->breakPoints().empty());
    QVERIFY(!m_window->findChild<BottomBar*>()->player()->playing());
  };
  typeInto(part<QAbstractSpinBox>(*part(*m_window, "header"), "parameter_n"));
  key(Qt::Key_F, Qt::ControlModifier);
  typeInto(part<QLineEdit>(*m_window, "findField"));
  key(Qt::Key_G, Qt::ControlModifier);
  typeInto(part<QLineEdit>(*m_window, "goToLineField"));
}

void TransportTest::controlsKeepTheirKeys() {
  openRecording(*m_window, incrementLoopTrace(20));
  view()->cursor()->set(50);
  const auto keeps = [&](const char* name, std::initializer_list<int> codes) {
    auto* control = part(*m_window, name);
    control->setFocus();
    for (const int code : codes) QTest::keyClick(control, static_cast<Qt::Key>(code));
    return view()->cursor()->seq() == 50 && !m_window->findChild<BottomBar*>()->player()->playing();
  };
  QVERIFY(keeps("mode", {Qt::Key_Left, Qt::Key_Left, Qt::Key_Left, Qt::Key_Right}));
  QVERIFY(keeps("scenarioTree", {Qt::Key_Home, Qt::Key_Left, Qt::Key_Right, Qt::Key_End, Qt::Key_PageUp}));
  QVERIFY(keeps("waits", {Qt::Key_Home, Qt::Key_End}));
  QVERIFY(keeps("speed", {Qt::Key_Home, Qt::Key_End}));
  auto* order = part(*m_window, "afterCursor");
  QVERIFY(keeps("afterCursor", {Qt::Key_Right}));
  QCOMPARE(view()->cursor()->futureVisibility(), FutureVisibility::dim);
  QTest::keyClick(order, Qt::Key_Right, Qt::ControlModifier);  // it has no use for this one
  QVERIFY(view()->cursor()->seq() != 50);
  m_window->resize(1280, 720);
  view()->cursor()->set(50);
  QVERIFY(keeps("stateTabs", {Qt::Key_Right, Qt::Key_Right, Qt::Key_Right, Qt::Key_Right, Qt::Key_Right}));
  QCOMPARE(part<QTabBar>(*m_window, "stateTabs")->currentIndex(), 4);
}

void TransportTest::theListingLeavesTheArrows() {
  openRecording(*m_window, incrementLoopTrace(20));
  view()->cursor()->set(50);
  auto* code = part<CodeView>(*m_window, "code");
  code->setFocus();
  QTest::keyClick(code, Qt::Key_Right);
  QCOMPARE(view()->cursor()->seq(), Seq{51});
  QTest::keyClick(code, Qt::Key_Home);
  QCOMPARE(view()->cursor()->seq(), Seq{0});
}

void TransportTest::goesToALine() {
  openRecording(*m_window, incrementLoopTrace(5));
  key(Qt::Key_Home);
  key(Qt::Key_G, Qt::ControlModifier);
  auto* field = part<QLineEdit>(*m_window, "goToLineField");
  QTRY_VERIFY(field->hasFocus());
  QTest::keyClicks(field, QStringLiteral("4"));
  Seq before = 0;
  for (int pass = 0; pass < 5; ++pass) {
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(lineBegunAt(*view()), 4);
    QVERIFY(view()->cursor()->seq() > before);
    before = view()->cursor()->seq();
  }
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(view()->cursor()->seq(), before);
  QVERIFY(textOf(*m_window, "goToLineRemark").contains(QStringLiteral("Line 4")));
  // Whether a line begins again is not told while what comes is hidden.
  QStringList told;
  view()->cursor()->setFutureVisibility(FutureVisibility::hide);
  for (const Seq cursor : {before, before / 2}) {
    view()->cursor()->set(cursor);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(view()->cursor()->seq(), cursor);
    told << textOf(*m_window, "goToLineRemark");
  }
  QCOMPARE(told[0], told[1]);
  QVERIFY(told[0].contains(QStringLiteral("hidden")) && !told[0].contains(QStringLiteral("Line")));
  view()->cursor()->setFutureVisibility(FutureVisibility::show);
  view()->cursor()->set(before);
  QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
  QVERIFY(view()->cursor()->seq() < before);
  QCOMPARE(lineBegunAt(*view()), 4);
  QTest::keyClick(field, Qt::Key_Escape);
  QVERIFY(!field->isVisible());
  key(Qt::Key_Right);  // the window has its keys again
  QCOMPARE(lineBegunAt(*view()), 0);
}

void TransportTest::speedIsChosenAndShown() {
  openRecording(*m_window, incrementLoopTrace(20));
  auto* box = part<SpeedBox>(*m_window, "speed");
  Player* player = m_window->findChild<BottomBar*>()->player();
  QCOMPARE(player->speed(), fittingSpeed(view()->shown()->trace().end_ns()));
  QVERIFY(box->currentText().startsWith(speedText(player->speed())));
  box->setFocus();
  QTest::keyClick(box, Qt::Key_Home);
  QCOMPARE(player->speed(), 1e-5);
  QVERIFY(box->toolTip().contains(QStringLiteral("÷ 100,000")));
  QTest::keyClick(box, Qt::Key_Down);
  QCOMPARE(player->speed(), 2e-5);
  QTest::keyClick(box, Qt::Key_End);  // the last entry fits the run again
  QCOMPARE(player->speed(), fittingSpeed(view()->shown()->trace().end_ns()));
  QVERIFY(player->fits());
  QVERIFY(box->currentText().startsWith(speedText(player->speed())));
}

void TransportTest::afterTheCursorInASmallWindow() {
  openRecording(*m_window, incrementLoopTrace(20));
  QVERIFY(!part(*m_window, "afterCursorButton")->isVisible());
  m_window->resize(1280, 720);
  QVERIFY(!part(*m_window, "afterCursor")->isVisible());
  for (const FutureVisibility expected :
       {FutureVisibility::dim, FutureVisibility::hide, FutureVisibility::show}) {
    click(*m_window, "afterCursorButton");
    QCOMPARE(view()->cursor()->futureVisibility(), expected);
  }
}

void TransportTest::everySizeHasRoom() {
  openRecording(*m_window, incrementLoopTrace(20));
  for (const QSize size : {QSize(1920, 1080), QSize(1700, 700), QSize(1500, 800), QSize(1499, 799),
                           QSize(1280, 720), QSize(1024, 640)}) {
    m_window->resize(size);
    QCoreApplication::processEvents();
    const QWidget* bar = part(*m_window, "bottomBar");
    QCOMPARE(part(*m_window, "nextTaskMoment")->isVisible(), size.width() >= 1700);
    int right = 0;
    for (const char* name :
         {"goToStart", "previousWait", "previousStatement", "previousEvent", "play", "nextEvent",
          "nextStatement", "nextWait", "goToEnd", "cursorReadout", "speed", "overview"}) {
      const QWidget* control = part(*m_window, name);
      const QRect place(control->mapTo(bar, QPoint(0, 0)), control->size());
      QVERIFY2(control->isVisible() && place.left() >= right && bar->rect().contains(place), name);
      QVERIFY2(place.width() >= control->minimumSizeHint().width(), name);
      right = place.right();
    }
    QVERIFY2(
        part(*m_window, "overview")->width() >= 200,
        qPrintable(QStringLiteral("%1: %2").arg(size.width()).arg(part(*m_window, "overview")->width())));
  }
}
