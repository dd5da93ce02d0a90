// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels of the graph, and the pane manual by mouse, wheel and keys.
// Not here: which nodes there are (graph_model_test.cpp).
#include <QAbstractButton>
#include <QPainter>
#include <QPicture>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "gui/panes/graph_painter.h"
#include "gui/panes/graph_pane.h"
#include "tests/gui/graph_tests.h"
#include "tests/gui/synthetic_trace.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

class GraphPaneTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void boxesAreColouredByState_data();
  void boxesAreColouredByState();
  void clickSelects();
  void doubleClickGoesToTheStart();
  void followsOncePerTurn();
  void followsNothingWhileHidden();
  void remarkSaysWhatIsLeftOut();
  void windowFollowsCursorAndSelection();
  void clickMovesNothing();
  void dragAndWheelScroll();
  void stubsLeadOn();
  void keysStepAndGo();
  void longRunsPaintNoMore();

 private:
  void show(const Trace& trace, Seq cursor) {
    m_view->setTrace(trace, false);
    m_view->cursor()->set(cursor);
    QCoreApplication::processEvents();
  }
  QPoint middle(TaskId task) const {
    const std::uint32_t node = m_pane->model().nodeOf(task);
    if (node == kNone) qFatal("task %u is not shown", task);
    return m_pane->placeOf(node).center().toPoint();
  }
  std::unique_ptr<RecordedTrace> m_record;
  std::unique_ptr<ViewState> m_view;
  std::unique_ptr<GraphPane> m_pane;
};

void GraphPaneTest::init() {
  m_pane.reset();
  m_record = std::make_unique<RecordedTrace>();
  m_view = std::make_unique<ViewState>(m_record.get());
  m_view->visible()->setAnimationMs(0);
  m_pane = std::make_unique<GraphPane>(m_view.get());
  m_pane->resize(372, 220);
  m_pane->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
}

void GraphPaneTest::boxesAreColouredByState_data() {
  QTest::addColumn<int>("theme");
  QTest::newRow("light") << static_cast<int>(ThemeKind::light);
  QTest::newRow("dark") << static_cast<int>(ThemeKind::dark);
  QTest::newRow("print") << static_cast<int>(ThemeKind::print);
}

void GraphPaneTest::boxesAreColouredByState() {
  QFETCH(int, theme);
  const Theme& colours = Theme::of(static_cast<ThemeKind>(theme));
  const auto inside = [&](const Trace& trace, Seq cursor, TaskId task, TaskId selected = kNone) {
    const GraphModel model = graphModel(trace, cursor, 0);
    const GraphLayout layout = layoutGraph(graphBoxes(model, false), model.edges, graphSpacing(344, false));
    QImage image(layout.size.toSize() + QSize(80, 80), QImage::Format_RGB32);
    image.fill(colours.paper);
    QPainter painter(&image);
    painter.translate(40, 40);
    paintGraph(painter, {model, layout, colours, false, selected});
    const QRectF box = layout.nodes[model.nodeOf(task)];
    // Beside glyph and label; outside, where the selection's outline runs.
    return std::pair(image.pixelColor(QPointF(44.0 + box.left(), 44.0 + box.top()).toPoint()),
                     image.pixelColor(QPointF(40 + box.center().x(), 40 - 3 + box.top()).toPoint()));
  };
  const Trace loop = test::incrementLoopTrace(16);
  const Seq middle = loop.task(11).start + 1;
  QCOMPARE(inside(loop, middle, 3).first, colours.done);
  QCOMPARE(inside(loop, middle, 11).first, colours.running);
  QCOMPARE(inside(loop, middle, 14).first, colours.ready);
  QCOMPARE(inside(loop, middle, 11, 11).second, colours.cursor);
  QCOMPARE(inside(loop, middle, 11).second, colours.paper);
  const Trace lazy = test::lazyTrace(6);
  QCOMPARE(inside(lazy, 7, 3).first, colours.paper);
  QCOMPARE(inside(lazy, lazy.size(), 3).first, colours.paper);
}

void GraphPaneTest::clickSelects() {
  const Trace trace = test::incrementLoopTrace(16);
  show(trace, trace.task(11).start + 1);
  const Seq cursor = m_view->cursor()->seq();
  QTest::mouseClick(m_pane->viewport(), Qt::LeftButton, {}, middle(11));
  QCOMPARE(m_view->selection()->task(), 11U);
  QTest::mouseClick(m_pane->viewport(), Qt::LeftButton, {}, middle(14));
  QCOMPARE(m_view->selection()->task(), 12U);  // the first of its group
  QCOMPARE(m_view->cursor()->seq(), cursor);
}

void GraphPaneTest::doubleClickGoesToTheStart() {
  const Trace trace = test::incrementLoopTrace(16);
  show(trace, trace.size());
  QTest::mouseDClick(m_pane->viewport(), Qt::LeftButton, {}, middle(0));
  QCOMPARE(m_view->cursor()->seq(), trace.task(0).start + 1);
}

void GraphPaneTest::followsOncePerTurn() {
  const Trace trace = test::incrementLoopTrace(16);
  show(trace, trace.size());
  QSignalSpy refreshed(m_pane.get(), &GraphPane::remarkChanged);
  for (Seq cursor = 0; cursor < trace.size(); ++cursor) m_view->cursor()->set(cursor);
  m_view->selection()->selectTask(3);
  QCOMPARE(refreshed.count(), 0);
  QTRY_COMPARE(refreshed.count(), 1);
  QCoreApplication::processEvents();
  QCOMPARE(refreshed.count(), 1);
}

void GraphPaneTest::followsNothingWhileHidden() {
  const Trace trace = test::incrementLoopTrace(16);
  show(trace, trace.size());
  m_pane->hide();
  QSignalSpy refreshed(m_pane.get(), &GraphPane::remarkChanged);
  m_view->cursor()->set(trace.task(11).start + 1);
  QCoreApplication::processEvents();
  QCOMPARE(refreshed.count(), 0);
  m_pane->show();
  QTRY_COMPARE(refreshed.count(), 1);
  QVERIFY(m_pane->model().nodeOf(11) != m_pane->model().nodeOf(12));
}

void GraphPaneTest::remarkSaysWhatIsLeftOut() {
  QString remark;
  connect(m_pane.get(), &GraphPane::remarkChanged, this, [&](const QString& text) { remark = text; });
  const Trace loop = test::incrementLoopTrace(16);
  show(loop, loop.size());
  QCOMPARE(remark, QStringLiteral("alike tasks grouped"));
  const Trace chain = test::chainTrace(3000);
  show(chain, chain.size());
  QCOMPARE(remark, QStringLiteral("48 of 3,000 tasks"));
  const Trace lazy = test::lazyTrace(1000);
  show(lazy, 400);
  QCOMPARE(remark, QStringLiteral("400 recorded"));
  show(lazy, lazy.size());
  QCOMPARE(remark, QStringLiteral("2 enqueued, 999 eliminated"));
  const Trace traced = test::lazyTrace(1000, true);
  show(traced, traced.size());
  QCOMPARE(remark, QStringLiteral("2 kept, 999 pruned"));
  m_view->setTrace(Trace(), false);
  QTRY_COMPARE(remark, QString());
}

void GraphPaneTest::windowFollowsCursorAndSelection() {
  const Trace trace = test::chainTrace(3000);
  show(trace, trace.size());
  QVERIFY(m_pane->model().nodeOf(1) != kNone);
  m_view->selection()->selectTask(1500);
  QCoreApplication::processEvents();
  QVERIFY(m_pane->model().nodeOf(1500) != kNone);
  QVERIFY(m_pane->viewport()->rect().contains(middle(1500)));
  m_view->cursor()->set(trace.size() - 1);
  QCoreApplication::processEvents();
  QVERIFY(m_pane->model().nodeOf(1) != kNone);
}

void GraphPaneTest::clickMovesNothing() {
  const Trace trace = test::incrementLoopTrace(1000);
  show(trace, trace.task(500).start + 1);
  const QPoint before = middle(500), first = middle(3);
  QTest::mouseClick(m_pane->viewport(), Qt::LeftButton, {}, first);
  QCOMPARE(m_view->selection()->task(), 1U);
  QCoreApplication::processEvents();
  QCOMPARE(middle(500), before);
  QCOMPARE(middle(1), first);
}

void GraphPaneTest::dragAndWheelScroll() {
  const Trace trace = test::chainTrace(40);
  show(trace, trace.size());
  QScrollBar* bar = m_pane->horizontalScrollBar();
  QVERIFY(bar->maximum() > 1000);
  bar->setValue(500);
  const QPoint from(200, 20);
  QTest::mousePress(m_pane->viewport(), Qt::LeftButton, {}, from);
  const QPointF to(100, 20);
  QMouseEvent move(QEvent::MouseMove, to, m_pane->viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                   Qt::NoModifier);
  QApplication::sendEvent(m_pane->viewport(), &move);
  QTest::mouseRelease(m_pane->viewport(), Qt::LeftButton, {}, to.toPoint());
  QCOMPARE(bar->value(), 600);
  QCOMPARE(m_view->selection()->task(), kNone);
  QWheelEvent wheel(to, m_pane->viewport()->mapToGlobal(to), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(m_pane->viewport(), &wheel);
  QVERIFY(bar->value() > 600);
}

void GraphPaneTest::stubsLeadOn() {
  const Trace trace = test::chainTrace(3000);
  show(trace, trace.size());
  auto* later = m_pane->findChild<QAbstractButton*>(QStringLiteral("graphLater"));
  auto* earlier = m_pane->findChild<QAbstractButton*>(QStringLiteral("graphEarlier"));
  QVERIFY(later->isVisible() && !earlier->isVisible());
  QCOMPARE(later->text(), QStringLiteral("+2,952 later"));
  QTest::mouseClick(later, Qt::LeftButton);
  QVERIFY(m_pane->model().nodeOf(50) != kNone);
  QVERIFY(earlier->isVisible());
  QTest::mouseClick(earlier, Qt::LeftButton);
  QVERIFY(m_pane->model().nodeOf(0) != kNone);
  QVERIFY(!earlier->isVisible());
}

void GraphPaneTest::keysStepAndGo() {
  const Trace trace = test::incrementLoopTrace(16);
  show(trace, trace.task(11).start + 1);
  for (const TaskId expected : {0U, 1U, 11U, 12U, 12U}) {
    QTest::keyClick(m_pane.get(), Qt::Key_Down);
    QCOMPARE(m_view->selection()->task(), expected);
  }
  QTest::keyClick(m_pane.get(), Qt::Key_Up);
  QCOMPARE(m_view->selection()->task(), 11U);
  QTest::keyClick(m_pane.get(), Qt::Key_Up);
  QTest::keyClick(m_pane.get(), Qt::Key_Return);
  QCOMPARE(m_view->cursor()->seq(), trace.task(1).start + 1);
}

void GraphPaneTest::longRunsPaintNoMore() {
  const auto commands = [](TaskId tasks, double seen_px) {
    const Trace trace = test::chainTrace(tasks);
    const GraphModel model = graphModel(trace, trace.size(), windowAround(tasks / 2));
    const GraphLayout layout = layoutGraph(graphBoxes(model, false), model.edges, graphSpacing(344, false));
    QPicture picture;
    QPainter painter(&picture);
    painter.setClipRect(QRectF(-20, -20, seen_px, layout.size.height() + 60));
    paintGraph(painter, {model, layout, Theme::of(ThemeKind::light), false, tasks / 2});
    painter.end();
    return picture.size();
  };
  constexpr double kAll = 1e6, kPane = 372;
  QVERIFY(commands(1'000'000, kAll) < commands(1'000, kAll) * 3 / 2);
  QVERIFY(commands(1'000, kPane) < commands(1'000, kAll) / 4);  // what is out of sight is not painted
}

}  // namespace

int runahead::test::graphPaneTest(int argc, char** argv) {
  GraphPaneTest tests;
  return QTest::qExec(&tests, argc, argv);
}

#include "graph_pane_test.moc"
#include "tests/support/patience.h"
