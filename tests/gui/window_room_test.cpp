// SPDX-License-Identifier: GPL-3.0-or-later
// The screen is that of window_tests.h: 1280 × 720.
#include "tests/gui/window_room_test.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QScreen>
#include <QScrollBar>
#include <QSplitter>

#include "gui/export/export_dialog.h"
#include "gui/jobs/run_bridge.h"
#include "gui/listing/code_view.h"
#include "gui/runs/number_field.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/timeline/bookmarks.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/text_label.h"
#include "gui/window/notice_strip.h"
#include "gui/window/run_control.h"
#include "gui/window/work_page.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/objects.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

void type(QAbstractSpinBox* field, const QString& text) {
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, text);
  QTest::keyClick(field, Qt::Key_Tab);
}

bool outlined(QWidget* field) {
  return field->grab().toImage().pixelColor(field->width() / 2, 1) == currentTheme().error;
}

}  // namespace

void RoomTest::init() {
  m_window = openWindow();
}

void RoomTest::cleanup() {
  m_window.reset();
}

void RoomTest::choose(const char* scenario) {
  m_window->chooseScenario(QString::fromLatin1(scenario));
  m_window->runSettings()->setClock(Clock::virtual_time);
  m_window->runSettings()->setPreset(Preset::step);
}

void RoomTest::run() {
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running() &&
              m_window->viewState()->shown()->trace().finished());
}

void RoomTest::opensWithinTheScreen() {
  settings().clear();
  const MainWindow fresh;
  const QSize room = fresh.screen()->availableGeometry().size();
  QCOMPARE(room, QSize(1280, 720));
  QVERIFY(fresh.width() <= room.width() && fresh.height() < room.height());
}

void RoomTest::theFirstProgramIsWhole() {
  // From a small window to one in which all parts of the first page are beside one another.
  const auto* card = part<QWidget>(*m_window, "startCard");
  for (const int width : {1000, 1280, 1500, 1600, 1920}) {
    m_window->resize(width, 720);
    QTest::qWait(0);
    for (const auto* line : card->findChildren<TextLabel*>()) {
      if (!line->text().contains(QLatin1String("np."))) continue;
      QVERIFY2(line->width() >= line->sizeHint().width(), qPrintable(QString::number(width)));
      QVERIFY(card->rect().contains(QRect(line->mapTo(card, QPoint()), line->size())));
    }
  }
}

void RoomTest::numbersStayAsTheyWereTyped() {
  choose("barriers");
  auto* field = part<NumberField>(*part(*m_window, "header"), "parameter_n");
  auto* notice = part(*m_window, "notice");
  type(field, QStringLiteral("10000"));
  QCOMPARE(field->text(), QStringLiteral("10000"));
  QCOMPARE(m_window->runSettings()->value("n"), std::int64_t{10000});
  QVERIFY(outlined(field));
  QVERIFY(notice->isVisible());
  QVERIFY(notice->accessibleName().contains(QStringLiteral("10000")));
  QVERIFY(notice->accessibleName().contains(QStringLiteral("8000")));
  QVERIFY(field->toolTip().contains(QStringLiteral("8000")));
  m_window->runControl()->run();
  QVERIFY(!m_window->workbench()->bridge()->running());
  QVERIFY(notice->isVisible() && notice->accessibleName().contains(QStringLiteral("8000")));
  QCOMPARE(field->text(), QStringLiteral("10000"));
  // So is what core does not ask for.
  m_window->runSettings()->setValue("n", 64);
  QVERIFY(!outlined(field) && !notice->isVisible());
  for (const auto& [name, number] :
       {std::pair{"seed", std::int64_t{-5}}, {"workers", std::int64_t{1} << 33}}) {
    m_window->runSettings()->setValue(name, number);
    m_window->runControl()->run();
    QVERIFY2(!m_window->workbench()->bridge()->running(), name);
    QVERIFY2(notice->accessibleName().contains(QString::number(number)), name);
    m_window->runSettings()->setValue(name, 1);
  }
  // Passes between two waits.
  choose("increment-loop");
  m_window->runSettings()->setWaits(Waits::every(8));
  auto* every = part<QAbstractSpinBox>(*m_window, "waitsEvery");
  type(every, QStringLiteral("12345678"));
  QCOMPARE(m_window->runSettings()->waits().text(), std::string("every:12345678"));
  type(every, QStringLiteral("0"));
  QVERIFY(notice->isVisible() && outlined(every));
  m_window->runControl()->run();
  QVERIFY(!m_window->workbench()->bridge()->running());
}

void RoomTest::nothingPilesUp() {
  const auto look = [&](Clock clock) {
    choose("training-memory");
    m_window->runSettings()->setClock(clock);
    run();
    m_window->viewState()->cursor()->stepTo(m_window->record()->trace().size() / 2);
    m_window->grab();
    QVERIFY(part(*m_window, "memoryChart")->isVisible());
    while (m_window->workbench()->runs()->runs().size() > 1)
      m_window->runControl()->close(m_window->workbench()->runs()->runs().front().id);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  };
  const auto round = [&] {
    look(Clock::virtual_time);
    look(Clock::live);  // with a line more in the chart: resident memory
    choose("barriers");
    return Objects::now();
  };
  Objects::count();
  round();
  const std::int64_t second = round();
  // What goes on beside the window comes and goes.
  std::int64_t least = round();
  for (int later = 0; later < 3; ++later) least = std::min(least, round());
  QVERIFY2(least <= second, qPrintable(QStringLiteral("%1, then %2").arg(second).arg(least)));
}

void RoomTest::fieldsAreAsWideAsTheirNumbers() {
  choose("loop-model");
  const auto fields = part(*m_window, "header")->findChildren<NumberField*>();
  for (const std::int64_t least : {std::int64_t{1}, std::int64_t{100'000'000'000}}) {
    for (const NumberField* field : fields) {
      const std::string name = field->accessibleName().toStdString();
      m_window->runSettings()->setValue(name, name == "n" ? 1'000'000 : 100'000'000'000);
      for (const int width : {1920, 1600, MainWindow::kNarrowBelowPx, 1280}) {
        m_window->resize(width, 720);
        for (int turn = 0; turn < 4; ++turn) QCoreApplication::processEvents();  // layouts within layouts
        int seen = 0;
        for (const NumberField* one : fields) {
          if (!one->isVisible()) continue;
          ++seen;
          const auto* line = one->findChild<QLineEdit*>();
          const int text = line->fontMetrics().horizontalAdvance(one->text());
          QVERIFY2(text + 4 <= line->width(), qPrintable(QStringLiteral("%1 at %2: %3 in %4 px, %5 of %6")
                                                             .arg(one->accessibleName())
                                                             .arg(width)
                                                             .arg(one->text())
                                                             .arg(line->width())
                                                             .arg(one->width())
                                                             .arg(one->sizeHint().width())));
        }
        QVERIFY(seen > 0 || width == 1280);
      }
      m_window->runSettings()->setValue(name, least);
    }
  }
  // The one that is being typed into stays, whatever it takes.
  m_window->resize(MainWindow::kNarrowBelowPx, 720);
  for (const NumberField* field : fields)
    m_window->runSettings()->setValue(field->accessibleName().toStdString(), 1);
  QCoreApplication::processEvents();
  auto* last =
      *std::find_if(fields.rbegin(), fields.rend(), [](const auto* one) { return one->isVisible(); });
  last->setFocus();
  last->selectAll();
  QTest::keyClicks(last, QStringLiteral("100000000000"));
  QVERIFY(last->isVisible());
}

void RoomTest::stepsStayWithinTheLimits() {
  choose("barriers");
  auto* field = part<NumberField>(*part(*m_window, "header"), "parameter_n");
  const auto after = [&](std::int64_t value, int steps) {
    m_window->runSettings()->setValue("n", value);
    field->stepBy(steps);
    return m_window->runSettings()->value("n");
  };
  QCOMPARE(after(7900, 1), std::int64_t{8000});
  QCOMPARE(after(7950, 1), std::int64_t{8000});
  QCOMPARE(after(10000, 1), std::int64_t{8000});
  QCOMPARE(after(100, -1), std::int64_t{99});
  QCOMPARE(after(100, 1), std::int64_t{110});
  QCOMPARE(after(1, -1), std::int64_t{1});
}

void RoomTest::anEmptyCostIsTheMachines() {
  choose("four-statements");
  click(*m_window, "parameters");
  auto* popup = part(*m_window, "parameterPopup");
  auto* field = part<NumberField>(*popup, "parameter_t1_ns");
  QCOMPARE(field->findChild<QLineEdit*>()->placeholderText(), QStringLiteral("from the machine"));
  QCOMPARE(m_window->runSettings()->request().set.contains("t1_ns"), false);
  type(field, QStringLiteral("700"));
  QCOMPARE(*m_window->runSettings()->request().set.find("t1_ns"), std::int64_t{700});
  type(field, QStringLiteral("0"));  // no such cost, and not the machine's either
  QVERIFY(textOf(*popup, "forecast").contains(QStringLiteral("t1_ns")));
  field->setFocus();
  field->selectAll();
  QTest::keyClick(field, Qt::Key_Delete);
  QTest::keyClick(field, Qt::Key_Tab);
  QCOMPARE(m_window->runSettings()->request().set.contains("t1_ns"), false);
  QVERIFY(m_window->runSettings()->checked().ok());
  popup->close();
}

void RoomTest::thePopoverRuns() {
  choose("increment-loop");
  auto* popup = part(*m_window, "parameterPopup");
  const auto runs = [&] { return m_window->workbench()->runs()->runs().size(); };
  const std::pair<Qt::Key, Qt::KeyboardModifiers> keys[] = {
      {Qt::Key_Return, Qt::NoModifier}, {Qt::Key_R, Qt::ControlModifier}, {Qt::Key_F5, Qt::NoModifier}};
  for (const auto& [key, modifiers] : keys) {
    click(*m_window, "parameters");
    auto* field = part<NumberField>(*popup, "parameter_n");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("7"));
    const std::size_t before = runs();
    QTest::keyClick(field, key, modifiers);
    QTRY_VERIFY(runs() == before + 1 && !m_window->workbench()->bridge()->running());
    QVERIFY(!popup->isVisible());
    QCOMPARE(m_window->runSettings()->value("n"), std::int64_t{7});
  }
  // What is wrong stays in sight, and nothing runs.
  click(*m_window, "parameters");
  auto* field = part<NumberField>(*popup, "parameter_n");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("99999999999"));
  const std::size_t before = runs();
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(popup->isVisible());
  QVERIFY(textOf(*popup, "forecast").contains(QStringLiteral("99999999999")));
  QVERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(runs(), before);
  popup->close();
}

void RoomTest::thePopoverFitsTheScreen() {
  choose("training-memory");
  m_window->resize(1280, 680);
  m_window->move(0, 300);  // most of it is below the screen
  click(*m_window, "parameters");
  auto* popup = part(*m_window, "parameterPopup");
  const QRect room = m_window->screen()->availableGeometry();
  QVERIFY2(room.bottom() >= popup->geometry().bottom(),
           qPrintable(QStringLiteral("%1 %2").arg(room.bottom()).arg(popup->geometry().bottom())));
  auto* bar = popup->findChild<QScrollBar*>();
  QVERIFY(bar);
  popup->close();
}

void RoomTest::exportCanBeSavedOnALowScreen() {
  openRecording(*m_window, incrementLoopTrace(6));
  part<QAction>(*m_window, "actionExport")->trigger();
  auto* dialog = part<ExportDialog>(*m_window, "exportDialog");
  QVERIFY(dialog->height() <= dialog->screen()->availableGeometry().height());
  dialog->resize(640, 300);  // a screen of 1280 × 720 at 200 %
  QCoreApplication::processEvents();
  QVERIFY(dialog->height() <= 300);
  for (const char* name : {"exportSave", "exportCopy"}) {
    auto* button = part(*dialog, name);
    const QRect place(button->mapTo(dialog, QPoint(0, 0)), button->size());
    QVERIFY2(button->isVisible() && dialog->rect().contains(place), name);
  }
  dialog->close();
}

void RoomTest::settingsThatWereNotRunAreTold() {
  choose("increment-loop");
  auto* button = part<QAbstractButton>(*m_window, "run");
  QVERIFY(textOf(*m_window, "settingsChanged").isEmpty());  // there is no picture yet
  run();
  QCOMPARE(button->text(), QStringLiteral("Run again"));
  m_window->runSettings()->setValue("n", 5);
  QVERIFY(button->text() != QStringLiteral("Run again"));
  QVERIFY(!textOf(*m_window, "settingsChanged").isEmpty());
  QVERIFY(button->toolTip().contains(QStringLiteral("changed")));
  m_window->runSettings()->setPreset(Preset::step);  // as before
  QCOMPARE(button->text(), QStringLiteral("Run again"));
  QVERIFY(textOf(*m_window, "settingsChanged").isEmpty());
  m_window->runSettings()->setWaits(Waits::none());
  m_window->resize(1280, 700);
  QVERIFY(button->text().contains(QChar(0x2022)));
  run();
  QVERIFY(!button->text().contains(QChar(0x2022)));
}

void RoomTest::runDuringARunIsAnswered() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setValue("n", 10'000'000);
  m_window->runControl()->run();
  QTRY_VERIFY(m_window->viewState()->shown()->trace().size() > 0);
  auto* notice = part(*m_window, "notice");
  QVERIFY(!notice->isVisible());
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QVERIFY(notice->isVisible());
  QVERIFY(notice->accessibleName().contains(QStringLiteral("Shift+F5")));
  QVERIFY(m_window->workbench()->bridge()->running());
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ShiftModifier);
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
}

void RoomTest::noticesMoveNothing() {
  choose("increment-loop");
  run();
  const auto places = [&] {
    QCoreApplication::processEvents();
    std::vector<QRect> found;
    for (const char* name : {"timeline", "depthChart", "listingPane", "bottomBar"}) {
      const auto* pane = part(*m_window, name);
      found.emplace_back(pane->mapTo(m_window.get(), QPoint(0, 0)), pane->size());
    }
    return found;
  };
  const auto before = places();
  part<NoticeStrip>(*m_window, "notice")
      ->showError(QStringLiteral("something is wrong"), QStringLiteral("do something"));
  auto* notice = part(*m_window, "notice");
  QVERIFY(notice->isVisible());
  QVERIFY(places() == before);
  const int header = part(*m_window, "header")->mapTo(m_window.get(), QPoint(0, 0)).y();
  QCOMPARE(notice->mapTo(m_window.get(), QPoint(0, 0)).y(), header + part(*m_window, "header")->height());
  QCOMPARE(notice->width(), m_window->width());
  QTest::keyClick(m_window.get(), Qt::Key_Escape);
  QVERIFY(!notice->isVisible());
}

void RoomTest::whatARunSaysGoesWithTheNextStep() {
  choose("late-error");
  run();
  auto* notice = part(*m_window, "notice");
  QVERIFY(notice->isVisible());
  QTest::keyClick(m_window.get(), Qt::Key_Left);
  QVERIFY(!notice->isVisible());
  // What is wrong with the next run stays.
  m_window->runSettings()->setValue("n", 10000);
  QVERIFY(notice->isVisible());
  QTest::keyClick(m_window.get(), Qt::Key_Left);
  QVERIFY(notice->isVisible());
}

void RoomTest::copyingIsSaid() {
  openRecording(*m_window, incrementLoopTrace(6));
  QApplication::clipboard()->clear();
  QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  auto* notice = part(*m_window, "notice");
  QTRY_VERIFY(notice->isVisible());
  QVERIFY(notice->accessibleName().contains(QStringLiteral("copied")));
  QVERIFY(!QApplication::clipboard()->image().isNull());
}

void RoomTest::memoryStaysWhereItIsTheMatter() {
  for (const auto& [scenario, kept, folded] : {std::tuple{"training-memory", "memoryChart", "depthChart"},
                                               {"increment-loop", "depthChart", "memoryChart"}}) {
    choose(scenario);
    run();
    for (int height = 1000; height >= 640; height -= 12) {
      m_window->resize(1280, height);
      QCoreApplication::processEvents();
      QVERIFY2(part(*m_window, kept)->isVisible() || !part(*m_window, folded)->isVisible(), scenario);
    }
    m_window->resize(1280, 720);
    QCoreApplication::processEvents();
    QVERIFY2(part(*m_window, kept)->isVisible(), scenario);
  }
}

void RoomTest::theMenuTicksWhatIsThere() {
  choose("training-memory");
  m_window->runSettings()->setValue("workers", 4);
  run();
  auto* depth = part<QAction>(*m_window, "actionDepthChart");
  auto* memory = part<QAction>(*m_window, "actionMemoryChart");
  auto* depthChart = part(*m_window, "depthChart");
  auto* memoryChart = part(*m_window, "memoryChart");
  bool folded = false;
  for (int height = 1000; height >= 640; height -= 12) {
    m_window->resize(1280, height);
    QCoreApplication::processEvents();
    QCOMPARE(depth->isChecked(), depthChart->isVisible());
    QCOMPARE(memory->isChecked(), memoryChart->isVisible());
    if (folded || depthChart->isVisible() || !memoryChart->isVisible()) continue;
    folded = true;
    QVERIFY(depth->text().contains(QStringLiteral("no room")));
    // Asked for, it takes the other's.
    depth->trigger();
    QCoreApplication::processEvents();
    QVERIFY(depthChart->isVisible() && depth->isChecked());
    QVERIFY(!memoryChart->isVisible() && !memory->isChecked());
    memory->trigger();
  }
  QVERIFY(folded);
  m_window->resize(1600, 1000);
  QCoreApplication::processEvents();
  QVERIFY(depth->isChecked() && memory->isChecked() && !depth->text().contains(QStringLiteral("no room")));
  memory->trigger();
  QVERIFY(!memoryChart->isVisible() && !memory->isChecked());
}

void RoomTest::theLeftColumnIsAsWideAsOneWants() {
  choose("increment-loop");
  auto* body = part<QSplitter>(*m_window, "body");
  auto* listing = part(*m_window, "listingPane");
  m_window->resize(1920, 1000);
  QCoreApplication::processEvents();
  // No line of any program is cut by itself.
  for (const Scenario& scenario : scenarios()) {
    m_window->chooseScenario(QString::fromStdString(scenario.id));
    QCoreApplication::processEvents();
    auto* bar = part<CodeView>(*m_window, "code")->horizontalScrollBar();
    QVERIFY2(bar->maximum() <= bar->minimum() || bar->pageStep() > bar->maximum(), scenario.id.c_str());
    QVERIFY2(!bar->isVisible(), scenario.id.c_str());
  }
  choose("increment-loop");
  QCoreApplication::processEvents();
  const auto drag = [&](int px) {
    QWidget* handle = body->handle(1);
    const QPoint at = handle->rect().center();
    QTest::mousePress(handle, Qt::LeftButton, {}, at);
    QTest::mouseMove(handle, at + QPoint(px, 0));
    QTest::mouseRelease(handle, Qt::LeftButton, {}, at + QPoint(px, 0));
    QCoreApplication::processEvents();
  };
  const int before = listing->width();
  drag(70);
  const int after = listing->width();
  QVERIFY(qAbs(after - before - 70) < 8);
  m_window->resize(1800, 1000);
  QCoreApplication::processEvents();
  QCOMPARE(listing->width(), after);
  // The next window has it, too; a narrow one has a width of its own.
  MainWindow next;
  next.resize(1900, 1000);
  next.show();
  next.chooseScenario(QStringLiteral("increment-loop"));
  QCoreApplication::processEvents();
  QCOMPARE(part(next, "listingPane")->width(), after);
  next.resize(1280, 700);
  QCoreApplication::processEvents();
  QCOMPARE(part(next, "listingPane")->width(), 292);
}

void RoomTest::lanesTakeTheHeightThatThereIs() {
  openRecording(*m_window, largeTrace(400, 12));
  m_window->resize(1920, 1080);
  QCoreApplication::processEvents();
  auto* timeline = part<TimelineView>(*m_window, "timeline");
  QVERIFY(part(*m_window, "depthChart")->isVisible() && part(*m_window, "memoryChart")->isVisible());
  QVERIFY2(timeline->timelineLayout().maxScrollPx() <= 0, qPrintable(QString::number(timeline->height())));
  const int beside = timeline->height();
  QVERIFY(beside > 460);
  // Without charts it is theirs.
  part<QAction>(*m_window, "actionDepthChart")->trigger();
  part<QAction>(*m_window, "actionMemoryChart")->trigger();
  QCoreApplication::processEvents();
  QVERIFY(timeline->height() > beside);
}

void RoomTest::notesAreWrittenAtTheCursor() {
  openRecording(*m_window, incrementLoopTrace(8));
  ViewState* view = m_window->viewState();
  view->cursor()->set(9);
  view->selection()->selectTask(2);
  QTest::keyClick(m_window.get(), Qt::Key_N);
  QTest::keyClicks(part(*m_window, "noteField"), QStringLiteral("here"));
  QTest::keyClick(part(*m_window, "noteField"), Qt::Key_Return);
  QCOMPARE(view->annotations()->bookmarks().size(), std::size_t{1});
  QCOMPARE(view->annotations()->bookmarks()[0].moment.seq, Seq{9});
  QCOMPARE(view->annotations()->bookmarks()[0].moment.time_ns, view->cursor()->ns());
  // Again: the same note, whatever is selected.
  view->selection()->selectTask(3);
  QTest::keyClick(m_window.get(), Qt::Key_N);
  QCOMPARE(part<QLineEdit>(*m_window, "noteField")->text(), QStringLiteral("here"));
  QTest::keyClick(part(*m_window, "noteField"), Qt::Key_Escape);
  QTest::keyClick(m_window.get(), Qt::Key_Delete);
  QVERIFY(view->annotations()->bookmarks().empty());
}

void RoomTest::aBookmarkIsSeenBesideTheCursor() {
  const TimeAxis axis{.fromNs = 0, .toNs = 1000, .leftPx = 160, .widthPx = 1000};
  const RowPx ruler{0, 34};
  const QRectF cursor(230, 5, 60, 22);
  const auto places = bookmarkPlaces({{.moment = {0, 100}}}, axis, ruler, 1170, cursor);
  QCOMPARE(places.size(), std::size_t{1});
  QVERIFY(!places[0].plate.intersects(cursor));
  QCOMPARE(bookmarkAt(places, places[0].plate.center()), std::optional<std::size_t>(0));
  // A note has half of the ruler.
  const QString text(60, QLatin1Char('n'));
  QCOMPARE(bookmarkPlaces({{.moment = {0, 100}, .text = text.toStdString()}}, axis, ruler, 1170, {})[0].text,
           text);
}
