// SPDX-License-Identifier: GPL-3.0-or-later
// Presents recorded runs on the offscreen platform.
#include "tests/gui/presenter_test.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFontMetricsF>
#include <QPointer>
#include <QWheelEvent>
#include <cmath>
#include <set>

#include "core/analysis/narration.h"
#include "gui/jobs/run_bridge.h"
#include "gui/lecture/curtain.h"
#include "gui/lecture/presentation.h"
#include "gui/runs/run_settings.h"
#include "gui/timeline/timeline_view.h"
#include "gui/window/run_control.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void PresenterTest::init() {
  m_window = openWindow();
  openRecording(*m_window, incrementLoopTrace(20, true));
  m_window->viewState()->cursor()->goToStart();
}

void PresenterTest::cleanup() {
  m_window.reset();
}

Presenter& PresenterTest::present() {
  const auto* action = part<QAction>(*m_window, "actionPresent");
  if (!QTest::qWaitFor([&] { return action->isEnabled(); })) qFatal("a run that is open cannot be presented");
  QTest::keyClick(m_window.get(), Qt::Key_F11);
  auto* presenter = m_window->findChild<Presenter*>();
  if (!presenter) qFatal("nothing is presented");
  if (!QTest::qWaitForWindowExposed(presenter)) qFatal("the presentation is not seen");
  presenter->showNormal();
  presenter->resize(1280, 720);
  return *presenter;
}

void PresenterTest::aClickersKeysAreEnough() {
  const ViewState& view = *m_window->viewState();
  const QPointer<Presenter> presenter(&present());
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QTest::keyClick(presenter, Qt::Key_PageDown);
  const Seq second = view.cursor()->seq();
  QCOMPARE(view.shown()->trace().event(second - 1).kind, EventKind::statement_begin);
  QTest::keyClick(presenter, Qt::Key_PageUp);
  QVERIFY(view.cursor()->seq() < second);
  const double all = view.visible()->toNs() - view.visible()->fromNs();
  QTest::keyClick(presenter, Qt::Key_Plus);
  QVERIFY(view.visible()->toNs() - view.visible()->fromNs() < all);
  QTest::keyClick(presenter, Qt::Key_0);
  QCOMPARE(view.visible()->toNs() - view.visible()->fromNs(), all);
  QTest::keyClick(presenter, Qt::Key_F5);
  QTRY_VERIFY(presenter.isNull());
  QTRY_VERIFY(m_window->isActiveWindow());
  QVERIFY(present().isVisible());  // and again
}

void PresenterTest::theWindowAndThePresentationShareTheCursor() {
  Presenter& presenter = present();
  ViewState& view = *m_window->viewState();
  for (const Seq cursor : {Seq{30}, Seq{61}, view.shown()->trace().size()}) {
    view.cursor()->set(cursor);
    QCOMPARE(presenter.accessibleDescription(),
             QString::fromStdString(to_text(narrate(view.shown()->trace(), cursor))));
    QVERIFY(presenter.sentence().lines.join(u' ').startsWith(presenter.accessibleDescription().left(20)));
  }
  // What comes after the cursor may be hidden: then the presentation counts no farther, either.
  view.cursor()->setFutureVisibility(FutureVisibility::hide);
  view.cursor()->set(20);
  QCOMPARE(presenter.accessibleDescription(),
           QString::fromStdString(to_text(narrate(view.shown()->trace(), 20))));
}

void PresenterTest::aWaitThatTheRunLeavesOutIsStruck() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runSettings()->setWaits(Waits::none());
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running() && m_window->viewState()->shown()->hasRun());
  const auto strikes = [this](int line) {
    const Presenter& presenter = present();
    const auto row = std::ranges::find(presenter.program().rows, line, &PresentedRow::line);
    return std::ranges::all_of(presenter.piecesIn(*row), &TextPiece::struck);
  };
  QVERIFY(strikes(6));
  QVERIFY(!strikes(5));
  m_window->runSettings()->setWaits(Waits::each());
  m_window->runControl()->run();
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{3});
  QTRY_VERIFY(!strikes(6));
}

void PresenterTest::theScreenGoesDarkAndComesBack() {
  Presenter& presenter = present();
  auto* curtain = part<Curtain>(presenter, "curtain");
  const Seq before = m_window->viewState()->cursor()->seq();
  for (const Qt::Key key : {Qt::Key_Period, Qt::Key_B}) {
    QTest::keyClick(&presenter, key);
    QVERIFY(curtain->isVisible());
    QCOMPARE(presenter.grab().toImage().pixelColor(600, 300), QColor(Qt::black));
    QTest::keyClick(&presenter, Qt::Key_PageDown);  // brings the light, and does nothing else
    QVERIFY(!curtain->isVisible());
    QCOMPARE(m_window->viewState()->cursor()->seq(), before);
  }
}

void PresenterTest::aLightFollowsThePointer() {
  Presenter& presenter = present();
  auto* curtain = part<Curtain>(presenter, "curtain");
  QTest::keyPress(&presenter, Qt::Key_S);
  QVERIFY(curtain->hasLight());
  curtain->follow({200, 600});
  const QImage seen = presenter.grab().toImage();
  QCOMPARE(seen.pixelColor(200, 640), currentTheme().paper);
  QVERIFY(seen.pixelColor(20, 640).lightness() < currentTheme().paper.lightness());
  QTest::keyRelease(&presenter, Qt::Key_S);
  QVERIFY(!curtain->isVisible());
}

void PresenterTest::theProgramStandsAlone() {
  Presenter& presenter = present();
  const double beside = presenter.programRect().width();
  QTest::keyClick(&presenter, Qt::Key_L);
  QCOMPARE(presenter.programRect().width(), 1280.0);
  QVERIFY(!part(presenter, "timeline")->isVisible());
  QTest::keyClick(&presenter, Qt::Key_L);
  QCOMPARE(presenter.programRect().width(), beside);
  QVERIFY(part(presenter, "timeline")->isVisible());
}

void PresenterTest::chartsStandBelowTheTimeline() {
  Presenter& presenter = present();
  QWidget *memory = part(presenter, "presentedMemory"), *depth = part(presenter, "presentedDepth");
  const QWidget* timeline = part(presenter, "timeline");
  const int alone = timeline->height();
  QVERIFY(!memory->isVisible() && !depth->isVisible());
  QTest::keyClick(&presenter, Qt::Key_M);
  QVERIFY(memory->isVisible() && !depth->isVisible());
  QCOMPARE(timeline->height() + memory->height(), alone);
  QTest::keyClick(&presenter, Qt::Key_P);
  QCOMPARE(timeline->height() + depth->height() + memory->height(), alone);
  // On one axis: a click in a chart goes where the timeline has that time.
  const ViewState& view = *m_window->viewState();
  const QPoint place(memory->width() * 2 / 3, memory->height() / 2);
  QTest::mouseClick(memory, Qt::LeftButton, {}, place);
  const std::int64_t there = view.cursor()->ns();
  QVERIFY(there > 0);
  m_window->viewState()->cursor()->goToStart();
  QTest::mouseClick(part(presenter, "timeline"), Qt::LeftButton, {}, QPoint(place.x(), 10));
  QCOMPARE(view.cursor()->ns(), there);
  QTest::keyClick(&presenter, Qt::Key_L);
  QVERIFY(!memory->isVisible());
  QTest::keyClick(&presenter, Qt::Key_L);
  QTest::keyClick(&presenter, Qt::Key_P);
  QTest::keyClick(&presenter, Qt::Key_M);
  QCOMPARE(timeline->height(), alone);
}

void PresenterTest::everyLaneIsSeen() {
  openRecording(*m_window, largeTrace(50, 6));
  Presenter& presenter = present();
  const auto* timeline = part<TimelineView>(presenter, "timeline");
  for (const Qt::Key key : {Qt::Key_M, Qt::Key_P}) {
    QTest::keyClick(&presenter, key);
    const TimelineLayout& layout = timeline->timelineLayout();
    QCOMPARE(layout.rows.size(), std::size_t{6});
    QCOMPARE(layout.maxScrollPx(), 0.0);
    QVERIFY(layout.rows.back().row.bottom() * 2 <= timeline->height());
  }
}

void PresenterTest::allOfItGetsLarger() {
  Presenter& presenter = present();
  const int usual = presenter.program().font.pixelSize(), lane = part(presenter, "timeline")->x();
  const double foot = presenter.footRect().height();
  QTest::keyClick(&presenter, Qt::Key_Minus, Qt::ControlModifier);  // it has its least size
  QCOMPARE(presenter.footRect().height(), foot);
  for (int i = 0; i < 3; ++i) QTest::keyClick(&presenter, Qt::Key_Plus, Qt::ControlModifier);
  QVERIFY(presenter.footRect().height() > 1.3 * foot);
  presenter.close();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  m_window->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
  Presenter& again = present();
  QVERIFY(again.footRect().height() > 1.3 * foot);
  QTest::keyClick(&again, Qt::Key_0, Qt::ControlModifier);
  QCOMPARE(again.footRect().height(), foot);
  QCOMPARE(again.program().font.pixelSize(), usual);
  QCOMPARE(part(again, "timeline")->x(), lane);
}

void PresenterTest::nothingMovesWhileOneSteps() {
  Presenter& presenter = present();
  const QRectF sentence = presenter.sentenceRect(), program = presenter.programRect();
  const QRect timeline = part(presenter, "timeline")->geometry();
  const int size = presenter.program().font.pixelSize();
  for (int step = 0; step < 30; ++step) {
    QTest::keyClick(&presenter, Qt::Key_Right);
    QVERIFY(presenter.sentence().font.pixelSize() >= kLeastPresented_px);
    const double line = QFontMetricsF(presenter.sentence().font).height();
    QVERIFY(line * static_cast<double>(presenter.sentence().lines.size()) <= sentence.height() + 1);
    QCOMPARE(presenter.sentenceRect(), sentence);
    QCOMPARE(presenter.programRect(), program);
    QCOMPARE(presenter.program().font.pixelSize(), size);
    QCOMPARE(part(presenter, "timeline")->geometry(), timeline);
  }
}

/// On the least screen that is projected, and on the usual ones: all of each line, in type that can be read,
/// and always five lines with the current one among them.
void PresenterTest::everyListingIsReadable() {
  const QStringList files = QDir(QStringLiteral(":/listings")).entryList();
  QVERIFY(files.size() > 80);
  for (const QString& name : files) {
    QFile file(QStringLiteral(":/listings/") + name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).trimmed().split(u'\n');
    for (const QSizeF screen : {QSizeF(1024, 768), QSizeF(1280, 720), QSizeF(1920, 1080)}) {
      const double scale = presentedScale(screen, 1);
      const double beside = 100 * scale;
      const PresentedProgram program =
          presentedProgram(lines, screen.width() * 0.28, screen.width() * 0.46, beside, scale);
      QVERIFY(program.font.pixelSize() >= kLeastPresented_px * scale - 1);
      QVERIFY(program.font.pixelSize() <= kProgram_px * scale + 1);
      std::set<int> told;
      for (const PresentedRow& row : program.rows) {
        told.insert(row.line);
        QVERIFY2(QFontMetricsF(program.font).horizontalAdvance(row.text) + beside <= program.width_px + 1,
                 qPrintable(name + QLatin1String(": ") + row.text));
      }
      QCOMPARE(static_cast<qsizetype>(told.size()), lines.size());
      const auto room = static_cast<std::size_t>((screen.height() - 190 * scale) / program.row_px);
      QVERIFY(room >= 5);
      for (int line = 1; line <= lines.size(); ++line) {
        const std::size_t first = firstPresentedRow(program, line, room);
        const auto at = std::ranges::find(program.rows, line, &PresentedRow::line) - program.rows.begin();
        QVERIFY(first <= static_cast<std::size_t>(at) && static_cast<std::size_t>(at) < first + room);
      }
    }
  }
}

void PresenterTest::theTimelineIsWorkedAsInTheWindow() {
  Presenter& presenter = present();
  auto* timeline = part<TimelineView>(presenter, "timeline");
  const ViewState& view = *m_window->viewState();
  const Task task = view.shown()->trace().task(3);
  const double middle = static_cast<double>(view.shown()->trace().time_ns(task.start) +
                                            view.shown()->trace().time_ns(task.end)) /
                        2;
  // Twice as large as in the window.
  const QPointF at(timeline->axis().x(middle), timeline->timelineLayout().rows[0].row.top + 8);
  QTest::mouseClick(timeline, Qt::LeftButton, {}, (at * 2).toPoint());
  QCOMPARE(view.selection()->task(), TaskId{3});

  // The time under the pointer stays there.
  const double before = timeline->axis().ns(at.x());
  QWheelEvent wheel(at * 2, timeline->mapToGlobal(at * 2), {}, {0, 240}, Qt::NoButton, Qt::ControlModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(timeline, &wheel);
  QVERIFY(timeline->axis().toNs - timeline->axis().fromNs <
          static_cast<double>(view.shown()->trace().end_ns()) / 1.1);
  QVERIFY(std::abs(timeline->axis().ns(at.x()) - before) < 2 / timeline->axis().pxPerNs());
}

void PresenterTest::anotherRunIsShownAsIfItWereTheFirst() {
  QPointer<Presenter> presenter(&present());
  m_window->chooseScenario(QStringLiteral("four-statements"));
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running() && m_window->viewState()->shown()->hasRun());
  m_window->viewState()->cursor()->set(12);
  QCoreApplication::processEvents();
  const QImage second = presenter->grab().toImage();
  presenter->close();
  QTRY_VERIFY(presenter.isNull() && m_window->isActiveWindow());
  QCOMPARE(present().grab().toImage(), second);
}
