// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings go in through files; what the panes then show is looked at by name or by pixel.
// Not here: painting in detail (timeline_painter_test.cpp).
#include "tests/gui/window_panes_test.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QSignalSpy>

#include "core/scenario/virtual_run.h"
#include "core/trace/ending.h"
#include "gui/listing/code_view.h"
#include "gui/listing/listing_pane.h"
#include "gui/panes/narration_bar.h"
#include "gui/panes/question_panel.h"
#include "gui/runs/header_bar.h"
#include "gui/runs/parameter_popup.h"
#include "gui/runs/run_settings.h"
#include "gui/text/format.h"
#include "gui/timeline/painter.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/row_list.h"
#include "gui/widgets/text_label.h"
#include "gui/window/notice_strip.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/no_stop.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

Scenario withEveryMode() {
  Scenario scenario = *find_scenario("increment-loop");
  scenario.modes = {Mode::async, Mode::sync, Mode::stream, Mode::function, Mode::lazy};
  return scenario;
}

/// A scenario that foretells its memory, if there is one.
const Scenario* withForecast() {
  for (const Scenario& scenario : scenarios()) {
    RunSettings settings;
    settings.setScenario(&scenario);
    const auto config = check(settings.request());
    if (config && predicted_peak_bytes(*config) > 0) return &scenario;
  }
  return nullptr;
}

}  // namespace

void PanesTest::init() {
  m_window = openWindow();
}

void PanesTest::cleanup() {
  m_window.reset();
}

void PanesTest::modesSayWhoseWayTheyAre() {
  m_window->chooseScenario(QStringLiteral("training-memory"));
  auto* list = part<QComboBox>(*m_window, "modeList");
  const std::pair<const char*, const char*> ways[] = {{"sync", "TensorFlow"},
                                                      {"async", "MXNet"},
                                                      {"stream", "PyTorch"},
                                                      {"function", "TensorFlow"},
                                                      {"lazy", "MXNet"}};
  for (const auto& [mode, framework] : ways) {
    const QString name = QStringLiteral("%1 · %2").arg(QLatin1String(mode), QLatin1String(framework));
    QCOMPARE(list->itemText(list->findData(QLatin1String(mode))), name);
    m_window->runSettings()->setMode(*mode_called(mode));
    QCOMPARE(textOf(*m_window, "modeCaption"), QStringLiteral("Mode · %1").arg(QLatin1String(framework)));
  }
}

void PanesTest::fiveModesFitEveryWidth() {
  const Scenario scenario = withEveryMode();
  RunSettings settings;
  settings.setScenario(&scenario);
  settings.setWaits(Waits::every(100));
  HeaderBar header(&settings);
  header.setMinimumWidth(1);  // the window's width counts, not what the header would like
  header.show();
  for (const int width : {1024, 1280, 1500, 1920}) {
    header.setNarrow(width < MainWindow::kNarrowBelowPx);
    header.resize(width, header.height());
    QCoreApplication::processEvents();
    QCOMPARE(header.width(), width);
    auto* modes = part<SegmentedControl>(header, "mode");
    auto* list = part<QComboBox>(header, "modeList");
    QCOMPARE(modes->ids().size(), 5);
    QCOMPARE(list->count(), 5);
    QVERIFY(modes->isVisible() != list->isVisible());
    if (width == 1024) QVERIFY(list->isVisible());
    if (width == 1280 || width == 1920) QVERIFY(modes->isVisible());
    for (const char* name :
         {"mode", "modeList", "waits", "waitsEvery", "parameter_n", "parameters", "run", "export"}) {
      auto* control = part(header, name);
      if (!control->isVisible()) continue;
      const QRect place(control->mapTo(&header, QPoint(0, 0)), control->size());
      QVERIFY2(header.rect().contains(place) && control->visibleRegion().boundingRect() == control->rect(),
               qPrintable(QStringLiteral("%1 at %2").arg(QLatin1String(name)).arg(width)));
    }
  }
  header.setNarrow(true);
  header.resize(1024, header.height());
  auto* list = part<QComboBox>(header, "modeList");
  list->setFocus();
  while (list->currentData().toString() != QLatin1String("lazy")) {
    const int before = list->currentIndex();
    QTest::keyClick(list, Qt::Key_Down);
    QVERIFY(list->currentIndex() != before);
  }
  QVERIFY(settings.mode() == Mode::lazy);
}

void PanesTest::popupOffersADeviceToModeStream() {
  const Scenario scenario = withEveryMode();
  RunSettings settings;
  settings.setScenario(&scenario);
  QWidget anchor;
  anchor.show();
  ParameterPopup popup(&settings);
  popup.openUnder(&anchor);
  QVERIFY(!popup.findChild<QComboBox*>(QStringLiteral("device")));
  settings.setMode(Mode::stream);
  popup.openUnder(&anchor);
  auto* device = part<QComboBox>(popup, "device");
  QStringList offered;
  for (int i = 0; i < device->count(); ++i) offered << device->itemText(i);
  QCOMPARE(offered, (QStringList{"auto", "emulated", "cpu", "cuda"}));
  device->setFocus();
  QTest::keyClick(device, Qt::Key_Down);
  QVERIFY(settings.request().device == DeviceKind::emulated);
}

void PanesTest::enterInAListOnlyPicks() {
  RunSettings settings;
  settings.setScenario(find_scenario("increment-loop"));
  QWidget anchor;
  anchor.show();
  ParameterPopup popup(&settings);
  popup.openUnder(&anchor);
  QVERIFY(QTest::qWaitForWindowExposed(&popup));
  const QSignalSpy runs(&popup, &ParameterPopup::runRequested);
  auto* presets = part<QComboBox>(popup, "preset");
  presets->setFocus();
  QTest::keyClick(presets, Qt::Key_End);
  QTest::keyClick(presets, Qt::Key_Return);
  QVERIFY(runs.isEmpty() && popup.isVisible());
  QCOMPARE(settings.preset(), std::optional(Preset::step));
  presets->showPopup();
  QTest::keyClick(presets->view(), Qt::Key_Home);
  QTest::keyClick(presets->view(), Qt::Key_Return);
  QVERIFY(runs.isEmpty() && popup.isVisible());
  QCOMPARE(settings.preset(), std::optional(Preset::standard));
  part<QWidget>(popup, "parameter_n")->setFocus();
  QTest::keyClick(&popup, Qt::Key_Return);
  QCOMPARE(runs.size(), 1);
}

void PanesTest::popupForetellsTheMemory() {
  RunSettings settings;
  settings.setScenario(find_scenario("increment-loop"));
  QWidget anchor;
  anchor.show();
  ParameterPopup popup(&settings);
  popup.openUnder(&anchor);
  settings.setValue("workers", 999);
  QVERIFY2(textOf(popup, "forecast").contains(QStringLiteral("999")), qPrintable(textOf(popup, "forecast")));
  QVERIFY(part(popup, "forecast")->isVisible());
  const Scenario* scenario = withForecast();
  if (!scenario) QSKIP("no scenario foretells its memory");
  settings.setScenario(scenario);
  popup.openUnder(&anchor);
  const std::int64_t bytes = predicted_peak_bytes(*check(settings.request()));
  QVERIFY2(textOf(popup, "forecast").contains(formatRoughBytes(bytes)),
           qPrintable(textOf(popup, "forecast")));
  // It follows what is typed.
  settings.setValue("memory_bound_mb", 1);
  QVERIFY(textOf(popup, "forecast").contains(formatRoughBytes(1'000'000)));
}

void PanesTest::refusedRunsAreSaidBeforeTheyStart() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  auto* notice = part(*m_window, "notice");
  m_window->runSettings()->setValue("workers", 999);
  QVERIFY(notice->isVisible());
  QVERIFY2(notice->accessibleName().contains(QStringLiteral("999")), qPrintable(notice->accessibleName()));
  m_window->runSettings()->setValue("workers", 1);
  QVERIFY(!notice->isVisible());
  // What else is said stays.
  part<NoticeStrip>(*m_window, "notice")->showError(QStringLiteral("something else"), {});
  m_window->runSettings()->setWaits(Waits::none());
  QVERIFY(notice->isVisible());
  notice->hide();

  // More memory than any machine has.
  for (const Scenario& scenario : scenarios()) {
    m_window->chooseScenario(QString::fromStdString(scenario.id));
    for (const Parameter& parameter : scenario.parameters) {
      m_window->runSettings()->setValue(parameter.name, parameter.max);
    }
    const auto config = m_window->runSettings()->checked();
    QCOMPARE(notice->isVisible(), !config.ok());
    if (!config) QVERIFY(notice->accessibleName().contains(QString::fromStdString(config.error())));
  }
}

void PanesTest::queueCountsWhatIsRecorded() {
  const Trace trace = lazyLoopTrace(6);
  openRecording(*m_window, trace);
  ViewState* view = m_window->viewState();
  auto* counts = part(*m_window, "queueCounts");
  view->cursor()->set(trace.task(3).defer + 1);
  QTRY_VERIFY2(counts->accessibleName().contains(QStringLiteral("4 recorded")),
               qPrintable(counts->accessibleName()));
  QCOMPARE(textOf(*m_window, "queueTitle"), QStringLiteral("Queue 0"));
  view->cursor()->set(trace.size());
  QTRY_VERIFY(counts->accessibleName().contains(QStringLiteral("0 recorded")));
  openRecording(*m_window, incrementLoopTrace(6));
  QTRY_VERIFY(!counts->accessibleName().contains(QStringLiteral("recorded")));
}

void PanesTest::agesGrowBetweenEvents() {
  const Trace trace = incrementLoopTrace(6);
  openRecording(*m_window, trace);
  ViewState* view = m_window->viewState();
  auto* list = part<RowList>(*m_window, "queueList");
  Seq before = trace.task(0).enqueue + 1;
  while (trace.time_ns(before) <= trace.time_ns(before - 1) + 900) ++before;
  view->cursor()->setTime(trace.time_ns(before - 1) + 900);
  QCOMPARE(view->cursor()->seq(), before);
  const std::vector<TaskId> pending = trace.pending_at(before, 10);
  QVERIFY(!pending.empty());
  QTRY_COMPARE(list->rows().size(), pending.size());
  const std::int64_t age = view->cursor()->ns() - trace.time_ns(trace.task(pending.front()).enqueue);
  QCOMPARE(list->rows().front().cells.back().text, formatTime(age));
}

void PanesTest::emptyListsHaveNothingToCopy() {
  openRecording(*m_window, incrementLoopTrace(6));
  m_window->viewState()->cursor()->set(0);
  auto* list = part<RowList>(*m_window, "queueList");
  QTRY_VERIFY(list->rows().empty());
  QGuiApplication::clipboard()->setText(QStringLiteral("kept"));
  QTest::keySequence(list->view(), QKeySequence(QKeySequence::Copy));
  QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("kept"));
}

void PanesTest::freedIsNotUnallocated() {
  const Trace trace = sweepTrace(1);
  openRecording(*m_window, trace);
  ViewState* view = m_window->viewState();
  auto* list = part<RowList>(*m_window, "variablesList");
  const auto memory = [&] {
    return list->rows().empty() ? QString() : list->rows().front().cells.back().text;
  };
  const Variable variable = trace.variable(0);
  view->cursor()->set(trace.task(0).enqueue + 1);
  QTRY_COMPARE(memory(), QStringLiteral("not allocated"));
  view->cursor()->set(variable.allocate + 1);
  QTRY_COMPARE(memory(), formatBytes(variable.bytes));
  view->cursor()->set(variable.release + 1);
  QTRY_COMPARE(memory(), QStringLiteral("freed"));
}

void PanesTest::listingMarksWhatNothingNeeded() {
  const Trace trace = lazyLoopTrace(6, "increment-loop");
  openRecording(*m_window, trace);
  auto* code = part<CodeView>(*m_window, "code");
  m_window->viewState()->cursor()->set(trace.task(3).defer + 2);
  QTRY_VERIFY(code->statuses().size() > 4 && code->statuses()[3].state == LineState::deferred);
  QVERIFY(code->statuses()[0].state == LineState::deferred);
  m_window->viewState()->cursor()->set(trace.size());
  QTRY_VERIFY(code->statuses()[3].state == LineState::eliminated);
}

void PanesTest::listingMarksWhatFailed() {
  RunRequest request = default_request("late-error", Preset::step);
  request.clock = Clock::virtual_time;
  const auto* code = part<CodeView>(*m_window, "code");
  const auto stateOf = [&](int line) { return code->statuses()[static_cast<std::size_t>(line - 1)].state; };
  const auto red = [&] {
    const QImage image = part(*m_window, "code")->grab().toImage();
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < 4; ++x) count += image.pixelColor(x, y) == currentTheme().error ? 1 : 0;
    }
    return count;
  };
  for (const Mode mode : {Mode::async, Mode::sync}) {
    request.mode = mode;
    openRecording(*m_window, simulate(*check(request), testing_support::kNoStop));
    const bool late = mode == Mode::async;
    QTRY_VERIFY(stateOf(1) == LineState::done);
    QVERIFY(stateOf(2) == LineState::failed);
    QVERIFY(stateOf(3) == (late ? LineState::skipped : LineState::untouched));
    QVERIFY(stateOf(4) == (late ? LineState::done : LineState::untouched));
    QVERIFY(stateOf(5) == (late ? LineState::surfaced : LineState::untouched));
    QVERIFY(code->marginTip(code->stateRect(2).center()).startsWith(QStringLiteral("normal 1 failed.")));
    QVERIFY(code->accessibleDescription().contains(QStringLiteral("Line 2: normal 1 failed.")));
    QVERIFY(red() > (late ? 40 : 20));
    if (!late) continue;
    QVERIFY(code->marginTip(code->stateRect(5).center()).contains(QStringLiteral("surfaced here")));
    QVERIFY(code->marginTip(code->stateRect(3).center()).contains(QStringLiteral("dot 2 was skipped")));
    const QString said = part<NarrationBar>(*m_window, "narration")->text();
    QVERIFY2(said.contains(QStringLiteral("the error of normal 1 surfaced at line 5")), qPrintable(said));
    // Before it has failed, nothing is red.
    m_window->viewState()->cursor()->set(m_window->viewState()->shown()->trace().task(1).end);
    QTRY_VERIFY(stateOf(2) == LineState::issued);
    QCOMPARE(red(), 0);
  }
}

void PanesTest::aStoppedRunSaysSo() {
  TraceBuilder builder(incrementLoopInfo(2));
  builder.add_lane(LaneKind::frontend, "Frontend");
  const LaneId worker = builder.add_lane(LaneKind::worker, "Worker 1");
  const StatementId statement = builder.begin_statement(0, 4);
  for (int i = 0; i < 3; ++i) builder.enqueue(1000 + i, builder.intern("add"), statement, {}, true);
  builder.start(2000, 0, worker);
  builder.end_statement(3000, statement);
  builder.error(4000, ErrorKind::surfaced, kNone, kNone, kNone, builder.intern(kStoppedMessage));
  builder.publish(true);
  openRecording(*m_window, builder.snapshot());
  QCOMPARE(part<NarrationBar>(*m_window, "narration")->text(),
           QStringLiteral(
               "The run was stopped after 3.00 µs, at line 4. 3 tasks were pending: 1 running and 2 ready."));
  const Trace& trace = m_window->viewState()->shown()->trace();
  QCOMPARE(frontendStatus(trace, trace.size(), trace.end_ns()), QStringLiteral("stopped"));
  QCOMPARE(laneStatus(trace, worker, trace.size()), QStringLiteral("stopped in add 0"));
  QTRY_COMPARE(textOf(*m_window, "queueTitle"), QStringLiteral("Queue 2"));  // and one that ran beside it
  const auto* panel = part<QuestionPanel>(*m_window, "questionPanel");
  QStringList words;
  for (const TextLabel* label : panel->findChildren<TextLabel*>()) words << label->text();
  QVERIFY(words.contains(QStringLiteral("stopped after")) && !words.contains(QStringLiteral("total")));
}

void PanesTest::sweepTakesThePlaceOfTheCharts() {
  openRecording(*m_window, incrementLoopTrace(6));
  QVERIFY(part(*m_window, "depthChart")->isVisible());
  QVERIFY(!part(*m_window, "chartsKind")->isVisible());
  openRecording(*m_window, sweepTrace());
  QVERIFY(part(*m_window, "sweepPane")->isVisible());
  QVERIFY(!part(*m_window, "depthChart")->isVisible());
  QVERIFY(part(*m_window, "timeline")->isVisible());
  clickSegment(*m_window, "chartsKind", QStringLiteral("time"));
  QVERIFY(!part(*m_window, "sweepPane")->isVisible());
  QVERIFY(part(*m_window, "depthChart")->isVisible());
  QVERIFY(part(*m_window, "memoryChart")->isVisible());
  clickSegment(*m_window, "chartsKind", QStringLiteral("sweep"));
  for (const QSize size : {QSize(1280, 720), QSize(1024, 640), QSize(1600, 1000)}) {
    m_window->resize(size);
    QCoreApplication::processEvents();
    QVERIFY(part(*m_window, "sweepPane")->isVisible());
    QVERIFY(part(*m_window, "sweepPane")->height() >= 180);
    QVERIFY(part(*m_window, "timeline")->height() >= 150);
  }
  openRecording(*m_window, incrementLoopTrace(6));
  QVERIFY(!part(*m_window, "chartsKind")->isVisible());
  QVERIFY(part(*m_window, "depthChart")->isVisible());
}

void PanesTest::questionPanelHasTheBooksNumbers() {
  Scenario scenario = *find_scenario("increment-loop");
  scenario.book = {{"loop", "0.2037 s", {"Second edition, MXNet", "n = 8", "a CPU"}, "loop"},
                   {"other", "1 s", {"First edition", "n = 9", "a GPU"}}};
  RecordedTrace record;
  ViewState view(&record);
  const Trace trace = incrementLoopTrace(8);
  view.setTrace(trace, false);
  QuestionPanel panel(view.shown());
  panel.setScenario(&scenario);
  QStringList texts;
  for (const auto* label : panel.findChildren<TextLabel*>()) texts << label->text();
  const QString all = texts.join(QLatin1Char('|'));
  for (const char* wanted :
       {"0.2037 s", "Second edition, MXNet", "First edition", "the authors’ machines", "this run"}) {
    QVERIFY2(all.contains(QString::fromUtf8(wanted)), qPrintable(all));
  }
  const Region mark = trace.region(0);
  QCOMPARE(textOf(panel, "own_loop"), formatTime(trace.time_ns(mark.end) - trace.time_ns(mark.begin)));
  QCOMPARE(textOf(panel, "own_other"), QString());
}

void PanesTest::afterTheCursorIsShownDimmedOrHidden() {
  openRecording(*m_window, incrementLoopTrace(16));
  ViewState* view = m_window->viewState();
  view->cursor()->setTime(view->shown()->trace().end_ns() / 2);
  const auto colours = [&](const char* name, const QColor& wanted) {
    auto* pane = part(*m_window, name);
    const QImage image = pane->grab().toImage();
    const TimelineView* timeline = part<TimelineView>(*m_window, "timeline");
    const int from = qRound(timeline->axis().x(static_cast<double>(view->cursor()->ns()))) + 4;
    int found = 0;
    for (int y = 40; y < image.height(); ++y) {
      for (int x = from; x < qRound(timeline->axis().rightPx()); ++x)
        found += image.pixelColor(x, y) == wanted;
    }
    return found;
  };
  const Theme& theme = currentTheme();
  QVERIFY(colours("timeline", theme.running) > 100 && colours("depthChart", theme.running) > 100);

  clickSegment(*m_window, "afterCursor", QStringLiteral("dim"));
  QVERIFY(view->cursor()->futureVisibility() == FutureVisibility::dim);
  QCOMPARE(colours("timeline", theme.running), 0);
  QCOMPARE(colours("depthChart", theme.running), 0);

  clickSegment(*m_window, "afterCursor", QStringLiteral("hide"));
  QVERIFY(view->cursor()->futureVisibility() == FutureVisibility::hide);
  for (const char* name : {"timeline", "depthChart", "memoryChart"}) {
    auto* pane = part(*m_window, name);
    const int area =
        (pane->height() - 40) *
        (qRound(part<TimelineView>(*m_window, "timeline")->axis().rightPx()) -
         qRound(
             part<TimelineView>(*m_window, "timeline")->axis().x(static_cast<double>(view->cursor()->ns()))) -
         4);
    QCOMPARE(colours(name, theme.paper), area);
  }
  // A click into the hidden part moves the cursor there and chooses nothing that was not seen.
  auto* timeline = part<TimelineView>(*m_window, "timeline");
  const RowPx lane = timeline->timelineLayout().rows[0].row;
  const auto right = timeline->axis().x(0.8 * static_cast<double>(m_window->record()->trace().end_ns()));
  QTest::mouseClick(timeline, Qt::LeftButton, {}, QPoint(qRound(right), qRound(lane.top + 5)));
  QCOMPARE(view->selection()->task(), TaskId{kNone});
  QVERIFY(view->cursor()->ns() > m_window->record()->trace().end_ns() * 7 / 10);

  clickSegment(*m_window, "afterCursor", QStringLiteral("show"));
  QVERIFY(view->cursor()->futureVisibility() == FutureVisibility::show);
}
