// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and wheel on the real widgets, offscreen.
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "gui/timeline/hit_test.h"
#include "gui/timeline/overview_view.h"
#include "gui/timeline/painter.h"
#include "gui/timeline/statistics_strip.h"
#include "gui/timeline/timeline_view.h"
#include "gui/timeline/tool_tip.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

void wheel(QWidget& widget, QPointF at, int eighths, Qt::KeyboardModifiers modifiers) {
  QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, eighths}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                    false);
  QApplication::sendEvent(&widget, &event);
}

void drag(QWidget& widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
  QTest::mousePress(&widget, Qt::LeftButton, modifiers, from);
  for (int step = 1; step <= 4; ++step) {
    const QPointF at = QPointF(from) + QPointF(to - from) * step / 4.0;
    QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
    QApplication::sendEvent(&widget, &move);
  }
  QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to);
}

class GestureTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void controlWheelZoomsAtThePointer();
  void shiftWheelAndShiftDragPan();
  void wheelScrollsLanes();
  void clickSelectsATaskAndSetsTheCursor();
  void clickOnAnEnqueueSelectsItsTask();
  void dragSelectsARangeWithStatistics();
  void draggingOnTheRulerMovesTheCursor();
  void doubleClickZoomsToTheTask();
  void keysZoomAndPan();
  void toolTipTellsTheFacts();
  void aTaskIsClickedInTheQueue();
  void overviewWindowMovesTheView();
  void heightGrowsWithLanes();

 private:
  int x(std::int64_t us) const { return qRound(m_timeline->axis().x(static_cast<double>(us * 1000))); }
  int laneY() const { return qRound(m_timeline->timelineLayout().rows[0].row.top + 10); }
  std::unique_ptr<RecordedTrace> m_record;
  std::unique_ptr<ViewState> m_view;
  std::unique_ptr<TimelineView> m_timeline;
};

void GestureTest::init() {
  m_timeline.reset();
  m_record = std::make_unique<RecordedTrace>();
  m_view = std::make_unique<ViewState>(m_record.get());
  m_view->visible()->setAnimationMs(0);
  m_timeline = std::make_unique<TimelineView>(m_view.get());
  m_view->setTrace(test::smallTrace(), false);
  m_timeline->resize(1140, 320);
  m_timeline->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_timeline.get()));
}

void GestureTest::controlWheelZoomsAtThePointer() {
  const QPointF at(500, 200);
  const double ns = m_timeline->axis().ns(at.x());
  const double length = m_view->visible()->toNs() - m_view->visible()->fromNs();
  wheel(*m_timeline, at, 120, Qt::ControlModifier);
  QVERIFY(m_view->visible()->toNs() - m_view->visible()->fromNs() < length * 0.9);
  QVERIFY(std::abs(m_timeline->axis().x(ns) - at.x()) < 0.01);
  wheel(*m_timeline, at, -120, Qt::ControlModifier);
  QVERIFY(std::abs(m_view->visible()->toNs() - m_view->visible()->fromNs() - length) < 1);
}

void GestureTest::shiftWheelAndShiftDragPan() {
  m_view->visible()->set(400'000, 500'000);
  wheel(*m_timeline, {500, 200}, -120, Qt::ShiftModifier);
  QVERIFY(m_view->visible()->fromNs() > 400'000);
  m_view->visible()->set(400'000, 500'000);
  drag(*m_timeline, {600, 200}, {700, 200}, Qt::ShiftModifier);
  QVERIFY(std::abs(m_view->visible()->fromNs() - 390'000) < 1);  // 100 px of 1000
  QVERIFY(!m_view->selection()->range());
}

void GestureTest::wheelScrollsLanes() {
  TraceBuilder builder{TraceInfo{}};
  for (int i = 0; i < 40; ++i) builder.add_lane(LaneKind::worker, "Worker");
  builder.publish(true);
  m_view->setTrace(builder.snapshot(), false);
  QCOMPARE(m_timeline->timelineLayout().scrollPx, 0.0);
  wheel(*m_timeline, {500, 250}, -120, {});
  QVERIFY(m_timeline->timelineLayout().scrollPx > 0);
  wheel(*m_timeline, {500, 250}, -120000, {});
  QCOMPARE(m_timeline->timelineLayout().scrollPx, m_timeline->timelineLayout().maxScrollPx());
}

void GestureTest::clickSelectsATaskAndSetsTheCursor() {
  QTest::mouseClick(m_timeline.get(), Qt::LeftButton, {}, {x(400), laneY()});
  QCOMPARE(m_view->selection()->task(), TaskId{0});
  QVERIFY(std::abs(m_view->cursor()->ns() - 400'000) < 1500);
  QVERIFY(!m_view->cursor()->followEnd());
  QTest::mouseClick(m_timeline.get(), Qt::LeftButton, {}, {x(660), laneY()});  // beside every bar
  QCOMPARE(m_view->selection()->task(), kNone);
}

void GestureTest::clickOnAnEnqueueSelectsItsTask() {
  const int y = qRound(m_timeline->timelineLayout().enqueues.top + 10);
  QTest::mouseClick(m_timeline.get(), Qt::LeftButton, {}, {x(680), y});
  QCOMPARE(m_view->selection()->task(), TaskId{1});
  QTest::mouseClick(m_timeline.get(), Qt::LeftButton, {}, {x(300), y});  // the wait
  QCOMPARE(m_view->selection()->task(), kNone);
}

void GestureTest::dragSelectsARangeWithStatistics() {
  StatisticsStrip strip(m_view->shown(), m_view->selection());
  QVERIFY(strip.isHidden());
  drag(*m_timeline, {x(700), 200}, {x(300), 210});
  QVERIFY(m_view->selection()->range().has_value());
  QVERIFY(std::abs(m_view->selection()->range()->from_ns - 300'000) < 1500);
  QVERIFY(std::abs(m_view->selection()->range()->to_ns - 700'000) < 1500);
  QVERIFY(!strip.isHidden());
  const Trace& trace = m_view->shown()->trace();
  const TimeRange range{300'000, 700'000};
  const auto items = StatisticsStrip::items(trace, range, statistics(trace, range.from_ns, range.to_ns));
  const auto value = [&](const QString& label) {
    for (const auto& item : items) {
      if (item.label == label) return item.value;
    }
    return QString("absent");
  };
  QCOMPARE(value("range"), "400.0 µs");
  QCOMPARE(value("busy in it"), "300.0 µs");
  QCOMPARE(value("frontend waits in it"), "300.0 µs");
  QCOMPARE(value("tasks"), "0 whole, 1 cut");
  QCOMPARE(value("dot"), "1 cut 300.0 µs");
  QVERIFY(strip.toolTip().contains("tasks: 0 whole, 1 cut") &&
          strip.toolTip().contains("only the time in the range"));
  m_view->clearOne();
  QVERIFY(strip.isHidden());
}

void GestureTest::draggingOnTheRulerMovesTheCursor() {
  drag(*m_timeline, {x(200), 10}, {x(500), 10});
  QVERIFY(std::abs(m_view->cursor()->ns() - 500'000) < 1500);
  QVERIFY(!m_view->selection()->range());
}

void GestureTest::doubleClickZoomsToTheTask() {
  QTest::mouseClick(m_timeline.get(), Qt::LeftButton, {}, {x(400), laneY()});
  QTest::mouseDClick(m_timeline.get(), Qt::LeftButton, {}, {x(400), laneY()});
  // From the enqueue at 100 to the end at 600, with a margin.
  QVERIFY(m_view->visible()->fromNs() < 100'000 && m_view->visible()->fromNs() > 50'000);
  QVERIFY(m_view->visible()->toNs() > 600'000 && m_view->visible()->toNs() < 650'000);
}

void GestureTest::keysZoomAndPan() {
  m_view->cursor()->setTime(500'000);
  const double at = m_timeline->axis().x(500'000);
  const double length = m_view->visible()->toNs() - m_view->visible()->fromNs();
  m_timeline->zoomIn();
  QVERIFY(m_view->visible()->toNs() - m_view->visible()->fromNs() < length);
  QVERIFY(std::abs(m_timeline->axis().x(500'000) - at) < 0.01);
  const double from = m_view->visible()->fromNs();
  m_timeline->panRight();
  QVERIFY(m_view->visible()->fromNs() > from);
  m_timeline->panLeft();
  QVERIFY(std::abs(m_view->visible()->fromNs() - from) < 1e-3);
  m_timeline->zoomOut();
  QVERIFY(std::abs(m_view->visible()->toNs() - m_view->visible()->fromNs() - length) < 1);
}

void GestureTest::toolTipTellsTheFacts() {
  const Trace& trace = m_view->shown()->trace();
  const TimelineHit hit = hitTest(trace, m_view->shown()->laneIndex(), m_timeline->timelineLayout(),
                                  m_timeline->axis(), QPointF(x(800), laneY()), trace.end_ns());
  QCOMPARE(hit.kind, TimelineHit::Kind::task);
  const QString text = toolTipText(trace, {}, hit, trace.end_ns());
  for (const char* fact : {"add 1", "by line 5", "ready for 20.0 µs", "failed", "ran 200.0 µs", "x → y·1"}) {
    QVERIFY2(text.contains(QString::fromUtf8(fact)), fact);
  }
  const TimelineHit wait =
      hitTest(trace, m_view->shown()->laneIndex(), m_timeline->timelineLayout(), m_timeline->axis(),
              QPointF(x(300), m_timeline->timelineLayout().enqueues.top + 5), trace.end_ns());
  QCOMPARE(wait.kind, TimelineHit::Kind::wait);
  QVERIFY(toolTipText(trace, {}, wait, trace.end_ns()).contains("with dot 0"));
}

void GestureTest::aTaskIsClickedInTheQueue() {
  const Trace& trace = m_record->trace();
  const RowPx gutter = m_timeline->timelineLayout().queue;
  const auto at = [&](Seq seq) { return m_timeline->axis().x(static_cast<double>(trace.time_ns(seq))); };
  const auto click = [&](double x, double y) {
    QTest::mouseClick(m_timeline.get(), Qt::LeftButton, {}, QPointF(x, y).toPoint());
  };
  const Task task = trace.task(1);
  QVERIFY(at(task.start) - at(task.enqueue) > 6);
  click((at(task.enqueue) + at(task.start)) / 2, gutter.top + gutter.height / 2);
  QCOMPARE(m_view->selection()->task(), TaskId{1});
  click(at(task.enqueue) - 20, gutter.bottom() - 4);
  QCOMPARE(m_view->selection()->task(), kNone);
  // What has not started is there as far as it is known.
  m_view->cursor()->set(task.enqueue + 1);
  m_view->cursor()->setFutureVisibility(FutureVisibility::hide);
  click(at(task.enqueue) + 1.5, gutter.top + kStub_px / 2);
  QCOMPARE(m_view->selection()->task(), TaskId{1});
}

void GestureTest::overviewWindowMovesTheView() {
  OverviewView overview(m_view.get());
  overview.resize(616, 44);
  overview.show();
  QVERIFY(QTest::qWaitForWindowExposed(&overview));
  m_view->visible()->set(200'000, 300'000);
  const QRectF before = overview.windowRect();
  drag(overview, before.center().toPoint(), before.center().toPoint() + QPoint(100, 0));
  QVERIFY(m_view->visible()->fromNs() > 300'000);
  QVERIFY(std::abs(m_view->visible()->toNs() - m_view->visible()->fromNs() - 100'000) < 1);
  const QRectF window = overview.windowRect();
  drag(overview, QPoint(qRound(window.right()), 20), QPoint(qRound(window.right()) + 60, 20));
  QVERIFY(m_view->visible()->toNs() - m_view->visible()->fromNs() > 180'000);
}

void GestureTest::heightGrowsWithLanes() {
  QSignalSpy changed(m_timeline.get(), &TimelineView::heightHintChanged);
  const int one = m_timeline->sizeHint().height();
  m_view->setTrace(test::largeTrace(50, 4), false);
  QCOMPARE(changed.size(), 1);
  QVERIFY(m_timeline->sizeHint().height() > one);
}

}  // namespace

int test::gestureTest(int argc, char** argv) {
  GestureTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "timeline_gesture_test.moc"
