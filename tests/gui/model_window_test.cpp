// SPDX-License-Identifier: GPL-3.0-or-later
// The window, worked by its sliders.
#include "tests/gui/model_window_test.h"

#include <QDoubleSpinBox>

#include "core/analysis/loop_model.h"
#include "core/analysis/summary.h"
#include "gui/jobs/background.h"
#include "gui/jobs/run_bridge.h"
#include "gui/panes/log_slider.h"
#include "gui/panes/loop_model_pane.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/window/run_control.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

LoopModel modelOf(const RunSettings& settings) {
  return {.n = settings.value("n"),
          .t1 = settings.value("t1_ns"),
          .t2 = settings.value("t2_ns"),
          .t3 = settings.value("t3_ns"),
          .workers = static_cast<int>(settings.value("workers"))};
}

std::int64_t parameter(const Trace& trace, const std::string& name) {
  const std::int64_t* const set = trace.info().set.find(name);
  return set ? *set : -1;
}

int positionOf(const LogSlider& slider, std::int64_t value) {
  const auto place = std::find(slider.values().begin(), slider.values().end(), value);
  return static_cast<int>(place - slider.values().begin());
}

void dragTo(LogSlider* slider, std::int64_t value) {
  QTest::mousePress(slider, Qt::LeftButton, {}, slider->handleAt(slider->value()));
  const int from = slider->value(), to = positionOf(*slider, value);
  for (int position = from; position != to; position += to > from ? 1 : -1) {
    QTest::mouseMove(slider, slider->handleAt(position));
    QCoreApplication::processEvents();
  }
  QTest::mouseMove(slider, slider->handleAt(to));
  QTest::mouseRelease(slider, Qt::LeftButton, {}, slider->handleAt(to));
}

}  // namespace

void ModelWindowTest::init() {
  m_window = openWindow();
  m_window->chooseScenario(QStringLiteral("loop-model"));
  QTRY_VERIFY(agrees());
}

void ModelWindowTest::cleanup() {
  m_window.reset();
}

bool ModelWindowTest::agrees() const {
  const Trace& trace = m_window->viewState()->shown()->trace();
  const LoopModel model = modelOf(*m_window->runSettings());
  if (!trace.finished() || parameter(trace, "n") != model.n || parameter(trace, "t1_ns") != model.t1 ||
      parameter(trace, "t2_ns") != model.t2 || parameter(trace, "t3_ns") != model.t3 ||
      trace.info().workers != model.workers || trace.info().waits != m_window->runSettings()->waits()) {
    return false;
  }
  const RunSummary summary = summarize(trace);
  return summary.marks.size() == 1 && summary.marks.front().name == "loop" &&
         summary.marks.front().ns ==
             (trace.info().waits == Waits::each() ? model.waiting_ns() : model.running_ahead_ns());
}

void ModelWindowTest::choosingShowsTheRun() {
  QVERIFY(agrees());
  QVERIFY(part(*m_window, "loopModelPane")->isVisible());
  QVERIFY(part(*m_window, "timeline")->isVisible());
  QVERIFY(part(*m_window, "depthChart")->isVisible());
  QVERIFY(!part(*m_window, "memoryChart")->isVisible());
  QVERIFY(!part(*m_window, "emptyRun")->isVisible());
  QVERIFY(!part(*m_window, "notice")->isVisible());
  QCOMPARE(part<QAbstractButton>(*m_window, "run")->text(), QStringLiteral("Run again"));
  QVERIFY(part(*m_window, "export")->isEnabled());
}

void ModelWindowTest::draggingAcrossTheBendChangesTheSentence() {
  auto* pane = part<LoopModelPane>(*m_window, "loopModelPane");
  auto* slider = part<LogSlider>(*m_window, "slider_t1_ns");
  QCOMPARE(pane->facts().bottleneck, QStringLiteral("The worker is the bottleneck:"));
  dragTo(slider, 10'000);
  QTRY_VERIFY(agrees());
  QCOMPARE(pane->facts().because, QStringLiteral("t1 = t2."));
  dragTo(slider, 20'000);
  QTRY_VERIFY(agrees());
  QCOMPARE(pane->facts().bottleneck, QStringLiteral("The frontend is the bottleneck:"));
  QVERIFY(pane->accessibleName().contains(pane->facts().bottleneck));
  QVERIFY(pane->accessibleDescription().contains(QStringLiteral("does not hold")));
  QCOMPARE(m_window->runSettings()->value("t1_ns"), 20'000);
  auto* header = part(*m_window, "header");
  QCOMPARE(part<QDoubleSpinBox>(*header, "parameter_t1_ns")->value(), 20'000.0);
  QCOMPARE(slider->accessibleName(), QStringLiteral("t1, enqueue"));
  QCOMPARE(slider->accessibleDescription(), QStringLiteral("20.0 µs"));
  dragTo(slider, 500);
  QTRY_VERIFY(agrees());
  QCOMPARE(pane->facts().because, QStringLiteral("t2 = 20 × t1."));
}

void ModelWindowTest::keysMoveTheSliders() {
  RunSettings* settings = m_window->runSettings();
  auto* t1 = part<LogSlider>(*m_window, "slider_t1_ns");
  t1->setFocus();
  QTest::keyClick(t1, Qt::Key_Right);
  QCOMPARE(settings->value("t1_ns"), 1100);
  QVERIFY(settings->summary().contains(QStringLiteral("t1 1.10 µs")));
  QTest::keyClick(t1, Qt::Key_Left);
  QTest::keyClick(t1, Qt::Key_Left);
  QCOMPARE(settings->value("t1_ns"), 900);
  QTest::keyClick(t1, Qt::Key_Right);
  QTest::keyClick(t1, Qt::Key_PageUp);  // ten times as much
  QCOMPARE(settings->value("t1_ns"), 10'000);
  QTRY_VERIFY(agrees());
  QTest::keyClick(t1, Qt::Key_Tab);
  auto* t2 = part<LogSlider>(*m_window, "slider_t2_ns");
  QCOMPARE(m_window->focusWidget(), t2);
  QTest::keyClick(t2, Qt::Key_PageDown);
  QCOMPARE(settings->value("t2_ns"), 1000);
  auto* workers = part<LogSlider>(*m_window, "slider_workers");
  workers->setFocus();
  QTest::keyClick(workers, Qt::Key_Right);
  QCOMPARE(settings->value("workers"), 2);
  QTRY_VERIFY(agrees());
}

void ModelWindowTest::slidersFollowTheHeader() {
  auto* header = part(*m_window, "header");
  auto* field = part<QDoubleSpinBox>(*header, "parameter_n");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("520"));
  QTest::keyClick(field, Qt::Key_Return);
  auto* slider = part<LogSlider>(*m_window, "slider_n");
  QCOMPARE(slider->values()[static_cast<std::size_t>(slider->value())], 500);  // the nearest
  QCOMPARE(m_window->runSettings()->value("n"), 520);                          // which was not chosen
  QTRY_VERIFY(agrees());
  m_window->runSettings()->setPreset(Preset::step);
  QCOMPARE(slider->values()[static_cast<std::size_t>(slider->value())], 16);
  QTRY_VERIFY(agrees());
  m_window->runSettings()->setWaits(Waits::none());
  QTRY_VERIFY(agrees());
}

void ModelWindowTest::everyStepIsSimulatedToTheNs() {
  RunSettings* settings = m_window->runSettings();
  auto* pane = part<LoopModelPane>(*m_window, "loopModelPane");
  settings->setValue("n", 40);
  for (const Waits& waits : {Waits::each(), Waits::none()}) {
    settings->setWaits(waits);
    for (const char* name : {"t1_ns", "t2_ns", "t3_ns", "workers", "n"}) {
      auto* slider = part<LogSlider>(*m_window, (std::string("slider_") + name).c_str());
      const int before = slider->value();
      for (int i = 0; i < 12; ++i) {
        slider->setSliderPosition((before + i * 5) % (slider->maximum() * 3 / 4));
        QTRY_VERIFY(agrees());
        for (const std::size_t exact : {0, 1})
          QTRY_COMPARE(pane->facts().rows[exact].off, QStringLiteral("0 ns"));
      }
      slider->setSliderPosition(before);
    }
  }
}

void ModelWindowTest::whatIsLookedAtStaysInSight() {
  ViewState* view = m_window->viewState();
  auto* slider = part<LogSlider>(*m_window, "slider_t1_ns");
  view->visible()->set(100'000, 200'000);
  view->cursor()->setTime(150'000);
  dragTo(slider, 1200);
  QTRY_VERIFY(agrees());
  QCOMPARE(view->visible()->fromNs(), 100'000.0);
  QCOMPARE(view->visible()->toNs(), 200'000.0);
  QCOMPARE(view->cursor()->ns(), 150'000);
  view->visible()->fitAll();
  view->cursor()->setFollowEnd(true);
  dragTo(slider, 5100);
  QTRY_VERIFY(agrees());
  QCOMPARE(view->cursor()->seq(), view->shown()->trace().size());
  QVERIFY(view->visible()->toNs() >= static_cast<double>(view->shown()->trace().end_ns()));
  // The numbers beside follow once the hand rests.
  QTRY_VERIFY(part(*m_window, "questionContent") != nullptr);
}

void ModelWindowTest::largeLoopsAreSimulatedBeside() {
  RunSettings* settings = m_window->runSettings();
  auto* pane = part<LoopModelPane>(*m_window, "loopModelPane");
  settings->setValue("n", 60'000);
  QCoreApplication::processEvents();
  settings->setValue("n", 500'000);
  QCoreApplication::processEvents();
  settings->setValue("n", 20'000);  // the latest wins
  QCOMPARE(pane->facts().rows[0].simulated, QStringLiteral("…"));
  QTRY_VERIFY(agrees());
  QTRY_COMPARE(pane->facts().rows[0].off, QStringLiteral("0 ns"));
  QTRY_COMPARE(pane->facts().rows[1].off, QStringLiteral("0 ns"));
  joinBackground();
  QCoreApplication::processEvents();
  QVERIFY(agrees());
}

void ModelWindowTest::recordingsAreNotReplaced() {
  RunSettings* settings = m_window->runSettings();
  settings->setValue("n", 3000);
  QTRY_VERIFY(agrees());
  const Trace recording = m_window->viewState()->shown()->trace();
  settings->setValue("n", 50);
  QTRY_VERIFY(agrees());
  openRecording(*m_window, recording);
  QTRY_COMPARE(settings->value("n"), 3000);
  ViewState* view = m_window->viewState();
  view->annotations()->toggleBookmark();
  auto* pane = part<LoopModelPane>(*m_window, "loopModelPane");
  QTRY_COMPARE(pane->facts().rows[1].off, QStringLiteral("0 ns"));
  QCOMPARE(view->annotations()->bookmarks().size(),
           std::size_t{1});  // a run that replaced it would have none
}

void ModelWindowTest::runningItAgainIsTheSame() {
  const Seq events = m_window->viewState()->shown()->trace().size();
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(m_window->viewState()->shown()->trace().size(), events);
  QVERIFY(agrees());
  // A run that is asked for is made, also where its settings have only just been changed.
  m_window->runSettings()->setValue("n", 200);
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QTRY_VERIFY(agrees());
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{3});
  // A run that is still going on gives way to new settings.
  m_window->runSettings()->setValue("n", 1'000'000);
  m_window->runControl()->run();
  QVERIFY(m_window->workbench()->bridge()->running());
  m_window->runSettings()->setValue("n", 30);
  QTRY_VERIFY(agrees());
  QVERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(part<QAbstractButton>(*m_window, "run")->text(), QStringLiteral("Run again"));
}

void ModelWindowTest::runKeepsOneForComparison() {
  RunList* runs = m_window->workbench()->runs();
  auto* slider = part<LogSlider>(*m_window, "slider_t1_ns");
  dragTo(slider, 2000);
  QTRY_VERIFY(agrees());
  QCOMPARE(runs->runs().size(), std::size_t{1});  // steps of a slider are no runs of their own
  const RunId simulated = runs->shown()->id;
  m_window->runSettings()->setWaits(Waits::none());
  QTRY_VERIFY(agrees());
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(runs->runs().size(), std::size_t{2});
  const RunId kept = runs->shown()->id;
  dragTo(slider, 20'000);
  QTRY_VERIFY(agrees());
  QCOMPARE(runs->runs().size(), std::size_t{2});
  QCOMPARE(runs->shown()->id, simulated);
  QCOMPARE(*runs->shown()->total_ns, modelOf(*m_window->runSettings()).running_ahead_ns());
  QVERIFY(runs->shown()->label.contains(QStringLiteral("t1 20.0 µs")));
  QCOMPARE(runs->other()->id, kept);
  QCOMPARE(*runs->other()->total_ns, 10'004'000);
  // Its tab brings its settings, and with them the sliders.
  runs->show(kept);
  QTRY_VERIFY(agrees());
  QCOMPARE(m_window->runSettings()->value("t1_ns"), 2000);
  QCOMPARE(slider->values()[static_cast<std::size_t>(slider->value())], 2000);
  QCoreApplication::processEvents();
  QCOMPARE(runs->shown()->id, kept);
}

void ModelWindowTest::aManualRunIsNotDisturbed() {
  RunSettings* settings = m_window->runSettings();
  settings->setPreset(Preset::step);
  QTRY_VERIFY(agrees());
  settings->setClock(Clock::manual);
  m_window->runControl()->run();
  QTRY_VERIFY(m_window->workbench()->runs()->runs().size() == 2);
  const RunId manual = m_window->workbench()->runs()->shown()->id;
  const Seq events = m_window->viewState()->shown()->trace().size();
  auto* pane = part<LoopModelPane>(*m_window, "loopModelPane");
  part<LogSlider>(*m_window, "slider_t1_ns")->setSliderPosition(10);
  QTRY_COMPARE(pane->facts().rows[0].off, QStringLiteral("0 ns"));
  QCOMPARE(m_window->workbench()->runs()->shown()->id, manual);
  QCOMPARE(m_window->viewState()->shown()->trace().size(), events);
}

void ModelWindowTest::otherScenariosHaveTheirMemory() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  QVERIFY(!part(*m_window, "loopModelPane")->isVisible());
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QVERIFY(part(*m_window, "memoryChart")->isVisible());
  QVERIFY(!part(*m_window, "loopModelPane")->isVisible());
  m_window->chooseScenario(QStringLiteral("loop-model"));
  QTRY_VERIFY(agrees());
  QVERIFY(part(*m_window, "loopModelPane")->isVisible());
  // Straight to another one, without an empty page in between.
  openRecording(*m_window, incrementLoopTrace(8));
  QVERIFY(part(*m_window, "memoryChart")->isVisible());
  QVERIFY(!part(*m_window, "loopModelPane")->isVisible());
  m_window->showWelcome();
  QCoreApplication::processEvents();
  QCOMPARE(m_window->viewState()->shown()->trace().size(), Seq{0});
}

void ModelWindowTest::fitsEverySize() {
  auto* pane = part(*m_window, "loopModelPane");
  m_window->runControl()->run();  // brings tabs above the timeline
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  for (const int workers : {1, 16}) {
    m_window->runSettings()->setValue("workers", workers);
    QTRY_VERIFY(agrees());
    for (const QSize size : {QSize(1920, 1080), QSize(1600, 900), QSize(1280, 720), QSize(1024, 640)}) {
      m_window->resize(size);
      QCoreApplication::processEvents();
      QVERIFY(pane->isVisible());
      QVERIFY(pane->height() >= LoopModelPane::kLeastPx);
      const QRect window(QPoint(0, 0), m_window->size());
      QVERIFY(window.contains(QRect(pane->mapTo(m_window.get(), QPoint(0, 0)), pane->size())));
      auto* timeline = part(*m_window, "timeline");
      QVERIFY(timeline->height() >= timeline->minimumSizeHint().height());
      int lowest = 0;
      for (LogSlider* slider : pane->findChildren<LogSlider*>()) {
        const int top = slider->mapTo(pane, QPoint(0, 0)).y();
        QVERIFY(top > lowest);
        lowest = top + slider->height();
        QVERIFY(lowest <= pane->height());
      }
      QCOMPARE(part(*m_window, "depthChart")->isVisible(), size.height() >= 900);
    }
  }
}

void ModelWindowTest::closingDuringASimulationReturnsAtOnce() {
  m_window->runSettings()->setValue("n", 1'000'000);
  QCoreApplication::processEvents();
  QVERIFY(m_window->close());
  m_window.reset();
  joinBackground();
}
