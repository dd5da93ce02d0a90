// SPDX-License-Identifier: GPL-3.0-or-later
// Runs under the virtual clock: their times are known to the ns, and so are their predictions.
#include "tests/gui/fit_test.h"

#include <QAction>
#include <QTabBar>
#include <algorithm>

#include "core/analysis/fit.h"
#include "core/scenario/run_execution.h"
#include "core/trace/trace_builder.h"
#include "gui/panes/fit_facts.h"
#include "gui/timeline/overlay.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/row_list.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

Trace virtualLoop(const char* mode, const char* waits, std::int64_t n, std::int64_t t1, std::int64_t t2,
                  std::int64_t t3, int workers = 1) {
  RunRequest request = default_request("increment-loop");
  request.mode = *mode_called(mode);
  request.waits = *Waits::parse(waits);
  request.clock = Clock::virtual_time;
  request.workers = workers;
  request.set = {{"n", n}, {"rows", 1}, {"columns", 1}, {"t1_ns", t1}, {"t2_ns", t2}, {"t3_ns", t3}};
  const CheckedRun config = check(request);
  if (!config) qFatal("refused: %s", config.failure().given.c_str());
  RunExecution session(*config);
  session.start();
  session.wait();
  return session.snapshot();
}

QString told(const QWidget& window) {
  return part(window, "fitNumbers")->accessibleDescription();
}

QPoint middleOfWait(const TimelineView& timeline, const Trace& trace, WaitId id) {
  const Wait wait = trace.wait(id);
  const auto middle = static_cast<double>(trace.time_ns(wait.begin) + trace.time_ns(wait.end)) / 2;
  const RowPx& row = timeline.timelineLayout().enqueues;
  return QPointF(timeline.axis().x(middle), row.top + row.height / 2).toPoint();
}

TimelineView* timelineOf(const MainWindow& window) {
  return part<TimelineView>(window, "timeline");
}

}  // namespace

void FitTest::init() {
  m_window = openWindow();
}

void FitTest::cleanup() {
  m_window.reset();
}

void FitTest::open(const char* mode, const char* waits, std::int64_t n, std::int64_t t1, std::int64_t t2,
                   std::int64_t t3) {
  openRecording(*m_window, virtualLoop(mode, waits, n, t1, t2, t3));
  QTRY_VERIFY(told(*m_window).contains(QStringLiteral("t1 (enqueue cost)")));
}

void FitTest::saysWhatWasFitted() {
  open("async", "none", 16, 11'000, 32'000, 8'000);
  QCOMPARE(textOf(*m_window, "fitRemark"), QStringLiteral("fitted from ‘loop’, 16 tasks"));
  const QString text = told(*m_window);
  QVERIFY2(text.contains(QStringLiteral("t1 (enqueue cost): 11.0 µs, the mean of 16")), qPrintable(text));
  QVERIFY2(text.contains(QStringLiteral("t2 (execution time): 32.0 µs, the mean of 16")), qPrintable(text));
  QVERIFY2(text.contains(QStringLiteral("t3 (return latency): 8.00 µs, measured once")), qPrintable(text));
  QVERIFY2(
      text.contains(QStringLiteral("model, t1 + t2 + (N−1)·max(t1, t2) + t3: predicted 531.0 µs, measured "
                                   "531.0 µs, off by 0 %")),
      qPrintable(text));
  QVERIFY2(text.contains(QStringLiteral("book, t1 + N·t2 + t3: predicted 531.0 µs")), qPrintable(text));
}

void FitTest::saysWhichSideIsTheBottleneck() {
  open("async", "none", 16, 10'000, 30'000, 8'000);
  QVERIFY2(told(*m_window).contains(QStringLiteral("The worker is the bottleneck.")),
           qPrintable(told(*m_window)));
  QVERIFY(told(*m_window).contains(QStringLiteral("3.00 times as long")));
  open("async", "none", 16, 30'000, 10'000, 8'000);
  QTRY_VERIFY(told(*m_window).contains(QStringLiteral("The frontend is the bottleneck.")));
  open("async", "each", 16, 10'000, 30'000, 8'000);
  QTRY_VERIFY(told(*m_window).contains(QStringLiteral("every iteration waits")));
  QVERIFY(!told(*m_window).contains(QStringLiteral("book")));
  open("sync", "none", 16, 10'000, 30'000, 8'000);
  QTRY_VERIFY(told(*m_window).contains(QStringLiteral("Nothing overlaps")));
  QVERIFY(told(*m_window).contains(QStringLiteral("N·(t1 + t2): predicted 640.0 µs")));
  QVERIFY(told(*m_window).contains(
      QStringLiteral("The work inside the calls takes 480.0 µs, the program around them 160.0 µs.")));
  // Of tasks that differ, too, no worker is named that there is not.
  const Trace trace = virtualLoop("sync", "none", 4, 1000, 1000, 0);
  Fit unlike = fit(trace);
  unlike.kind = Fit::Kind::replay;
  unlike.loop.reset();
  QVERIFY(fitFacts(trace, unlike).headline.startsWith(QStringLiteral("Nothing overlaps")));
}

void FitTest::saysWhatWasLeftOut() {
  const Trace trace = virtualLoop("async", "none", 4, 1000, 1000, 0);
  Fit result = fit(trace);
  result.left_out.eliminated = 1;
  result.left_out.waits_for_nothing = 3;
  result.t2.outliers = 2;
  const FitFacts facts = fitFacts(trace, result);
  QCOMPARE(facts.leftOut.size(), 3);
  QCOMPARE(facts.leftOut[0], QStringLiteral("outliers (2 × t2, over ten times the upper quartile)"));
  QCOMPARE(facts.leftOut[1], QStringLiteral("one eliminated task"));
  QCOMPARE(facts.leftOut[2], QStringLiteral("3 waits that found nothing to wait for"));
  QCOMPARE(offBy(100, 103), QStringLiteral("+3.0 %"));
  QCOMPARE(offBy(200, 100), QStringLiteral("−50 %"));
}

void FitTest::outlinesAreTheBarsOfAVirtualRun() {
  for (const char* waits : {"none", "each", "every:4"}) {
    for (const int workers : {1, 3}) {
      const Trace trace = virtualLoop("async", waits, 24, 900, 3100, 250, workers);
      const PredictedLanes lanes = byLane(fit(trace).bars);
      std::size_t bars = 0;
      for (const auto& lane : lanes) {
        for (const PredictedBar& bar : lane) {
          const Task task = trace.task(bar.task);
          QCOMPARE(bar.lane, task.lane);
          QCOMPARE(bar.start_ns, trace.time_ns(task.start));
          QCOMPARE(bar.end_ns, trace.time_ns(task.end));
          ++bars;
        }
        const TimeAxis axis = paneAxis(1200, 0, static_cast<double>(trace.end_ns()));
        for (const BarSpan& span : outlineSpans(lane, axis)) {
          if (span.merged) continue;
          const Task task = trace.task(lane[span.first].task);
          QCOMPARE(span.x0, axis.x(static_cast<double>(trace.time_ns(task.start))));
          QCOMPARE(span.x1, axis.x(static_cast<double>(trace.time_ns(task.end))));
        }
      }
      QCOMPARE(bars, std::size_t{24});
    }
  }
}

void FitTest::narrowOutlinesMerge() {
  std::vector<PredictedBar> lane;
  for (std::int64_t i = 0; i < 1'000'000; ++i)
    lane.push_back({static_cast<TaskId>(i), 1, 10 * i, 10 * i + 9});
  lane.push_back({1'000'000, 1, 10'500'000, 11'000'000});
  const TimeAxis axis = paneAxis(1200, 0, 11'000'000);
  const std::vector<BarSpan> spans = outlineSpans(lane, axis);
  QCOMPARE(spans.size(), std::size_t{2});
  QVERIFY(spans[0].merged);
  QCOMPARE(spans[0].first, 0U);
  QCOMPARE(spans[0].last, 1'000'000U);
  QVERIFY(!spans[1].merged);
  // What is out of sight is not asked for.
  const std::vector<BarSpan> near = outlineSpans(lane, paneAxis(1200, 500'000, 500'100));
  QCOMPARE(near.size(), std::size_t{11});
  QVERIFY(!near.front().merged);
}

void FitTest::outlinesAreDrawnAndGo() {
  open("async", "none", 8, 11'000, 32'000, 8'000);
  TimelineView* timeline = timelineOf(*m_window);
  m_window->viewState()->cursor()->set(0);
  const QImage before = timeline->grab().toImage();
  click(*m_window, "fitPrediction");
  QVERIFY(timeline->grab().toImage() != before);
  QVERIFY(part<QAction>(*m_window, "actionPrediction")->isChecked());
  part<QAction>(*m_window, "actionPrediction")->trigger();
  QVERIFY(!part<QAbstractButton>(*m_window, "fitPrediction")->isChecked());
  QCOMPARE(timeline->grab().toImage(), before);
}

void FitTest::aClickOnAWaitTellsWhoEndedIt() {
  open("async", "none", 16, 11'000, 32'000, 8'000);
  ViewState* view = m_window->viewState();
  TimelineView* timeline = timelineOf(*m_window);
  const Trace trace = view->shown()->trace();
  const WaitId last = trace.wait_count() - 1;
  QTest::mouseClick(timeline, Qt::LeftButton, {}, middleOfWait(*timeline, trace, last));
  QCOMPARE(view->selection()->wait(), last);
  QCOMPARE(view->selection()->task(), kNone);
  auto* list = part<RowList>(*m_window, "pathList");
  const CriticalPath path = path_to_wait(trace, last);
  QTRY_COMPARE(list->rows().size(), path.pieces.size());
  QVERIFY(part(*m_window, "pathPanel")->isVisible());
  QVERIFY(!part(*m_window, "taskPanel")->isVisible());
  QCOMPARE(textOf(*m_window, "pathWords"),
           QStringLiteral("add 16 ended; 8.00 µs later waitall in line 7 went on."));
  QCOMPARE(list->rows().front().cells[0].text, QStringLiteral("return latency"));
  QCOMPARE(list->rows().front().cells[2].text, QStringLiteral("8.00 µs"));
  QCOMPARE(list->rows()[1].task, TaskId{16});
  // A piece that is about a task goes to its start, and the wait stays selected.
  QTest::mouseClick(list->view()->viewport(), Qt::LeftButton, {},
                    list->view()->visualRect(list->view()->model()->index(1, 0)).center());
  QCOMPARE(view->cursor()->seq(), trace.task(16).start + 1);
  QCOMPARE(view->selection()->wait(), last);
  QTest::keyClick(m_window.get(), Qt::Key_Escape);
  QCOMPARE(view->selection()->wait(), kNone);
  QTRY_VERIFY(!part(*m_window, "pathPanel")->isVisible());
  QVERIFY(part(*m_window, "taskPanel")->isVisible());
}

void FitTest::thePathRunsAlongItsLanes() {
  const Trace trace = virtualLoop("async", "none", 6, 1000, 5000, 300);
  const TimelineLayout layout = layoutTimeline(400, trace, 1);
  const CriticalPath path = critical_path(trace);
  const TimeAxis axis = paneAxis(1200, 0, static_cast<double>(trace.end_ns()));
  const std::vector<QPointF> line = pathLine(path, trace, layout, axis);
  QVERIFY(std::is_sorted(line.begin(), line.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); }));
  for (const PathPiece& piece : path.pieces) {
    const double x0 = axis.x(static_cast<double>(piece.from_ns)),
                 x1 = axis.x(static_cast<double>(piece.to_ns));
    if (x1 - x0 < 2) continue;
    const auto on =
        std::find_if(line.begin(), line.end(), [&](QPointF p) { return std::abs(p.x() - x1) < 1e-6; });
    QVERIFY(on != line.end());
    const RowPx lane{layout.laneTop(layout.rows.front()), layout.rows.front().row.height};
    const RowPx row = piece.kind == PathKind::execution ? lane : layout.enqueues;
    QVERIFY(on->y() > row.top && on->y() < row.bottom());
  }
  // However long the path, the line has a few points per pixel.
  const Trace large = largeTrace(60000, 4);
  QVERIFY(pathLine(critical_path(large), large, layoutTimeline(400, large, 1),
                   paneAxis(1200, 0, static_cast<double>(large.end_ns())))
              .size() < 1200 / 18 * 4 + 4);  // and does not go up and down in each of them
}

void FitTest::theRunsPathIsListed() {
  open("async", "none", 16, 11'000, 32'000, 8'000);
  const QImage before = timelineOf(*m_window)->grab().toImage();
  part<QAction>(*m_window, "actionCriticalPath")->trigger();
  QTRY_VERIFY(part(*m_window, "pathPanel")->isVisible());
  QTRY_VERIFY(textOf(*m_window, "pathKinds").startsWith(QStringLiteral("execution 5")));
  QVERIFY(part<QAbstractButton>(*m_window, "fitRunPath")->isChecked());
  QVERIFY(timelineOf(*m_window)->grab().toImage() != before);
  // A selected task has its place back.
  m_window->viewState()->selection()->selectTask(3);
  QTRY_VERIFY(part(*m_window, "taskPanel")->isVisible());
  m_window->viewState()->selection()->selectTask(kNone);
  QTRY_VERIFY(part(*m_window, "pathPanel")->isVisible());
  click(*m_window, "fitRunPath");
  QTRY_VERIFY(!part(*m_window, "pathPanel")->isVisible());
}

void FitTest::whatIsHiddenIsNotTold() {
  open("async", "none", 16, 11'000, 32'000, 8'000);
  ViewState* view = m_window->viewState();
  click(*m_window, "fitPrediction");
  view->cursor()->set(view->shown()->trace().size() / 2);
  view->cursor()->setFutureVisibility(FutureVisibility::hide);
  QVERIFY(!told(*m_window).contains(QStringLiteral("t1")));
  const QImage hidden = timelineOf(*m_window)->grab().toImage();
  click(*m_window, "fitPrediction");
  QCOMPARE(timelineOf(*m_window)->grab().toImage(), hidden);
  view->cursor()->set(m_window->record()->trace().size());
  QVERIFY(told(*m_window).contains(QStringLiteral("t1 (enqueue cost)")));
}

void FitTest::foldsByItsHeadAndGoesInLowWindows() {
  open("async", "none", 16, 11'000, 32'000, 8'000);
  QVERIFY(part(*m_window, "fitNumbers")->isVisible());
  QTest::mouseClick(part(*m_window, "fitHead"), Qt::LeftButton, {}, QPoint(40, 17));
  QVERIFY(!part(*m_window, "fitNumbers")->isVisible());
  QVERIFY(part(*m_window, "fitHead")->isVisible());
  auto* fold = part<QAbstractButton>(*m_window, "fitFold");
  fold->setFocus();
  QTest::keyClick(fold, Qt::Key_Space);
  QVERIFY(part(*m_window, "fitNumbers")->isVisible());
  // Stepping moves nothing.
  const int height = timelineOf(*m_window)->height();
  for (int i = 0; i < 5; ++i) QTest::keyClick(m_window.get(), Qt::Key_Left);
  QCOMPARE(timelineOf(*m_window)->height(), height);
  m_window->resize(1280, 720);
  QTRY_VERIFY(!part(*m_window, "fitPane")->isVisible());
  // A narrow window has it among its tabs.
  part<QTabBar>(*m_window, "stateTabs")->setCurrentIndex(4);
  QTRY_VERIFY(part(*m_window, "fitNumbers")->isVisible());
  QVERIFY(part(*m_window, "fitNumbers")->height() > 200);
  part<QTabBar>(*m_window, "stateTabs")->setCurrentIndex(0);
  QVERIFY(!part(*m_window, "fitPane")->isVisible());
  m_window->resize(1600, 1000);
  QTRY_VERIFY(part(*m_window, "fitPane")->isVisible());
}

void FitTest::aRunThatGoesOnHasNoModelYet() {
  open("async", "none", 16, 11'000, 32'000, 8'000);
  ViewState* view = m_window->viewState();
  const Trace whole = view->shown()->trace();
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.begin_statement(7, 1);
  builder.publish();
  view->setTrace(builder.snapshot(), false);
  QCOMPARE(told(*m_window), QStringLiteral("The model comes when the run has ended."));
  view->setTrace(whole, false);
  // Only the latest counts.
  view->setTrace(virtualLoop("async", "none", 5, 2000, 1000, 0), false);
  QTRY_VERIFY(told(*m_window).contains(QStringLiteral("t1 (enqueue cost): 2.00 µs")));
}
