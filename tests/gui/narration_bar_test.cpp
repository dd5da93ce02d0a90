// SPDX-License-Identifier: GPL-3.0-or-later
// The cursor is moved, the bar is read by its name and looked at by pixel.
#include "tests/gui/narration_bar_test.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QToolTip>

#include "core/analysis/narration.h"
#include "gui/axis/time_axis.h"
#include "gui/panes/narration_bar.h"
#include "gui/timeline/timeline_view.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

/// normal 0 fails; the last event is the error that it raised.
Trace failingTrace() {
  TraceBuilder b(TraceInfo{});
  b.add_lane(LaneKind::frontend, "Frontend");
  const LaneId worker = b.add_lane(LaneKind::worker, "Worker 1");
  const StatementId statement = b.begin_statement(0, 1);
  const TaskId task = b.enqueue(10, b.intern("normal"), statement, {}, true);
  b.start(20, task, worker);
  b.end(30, task, Outcome::failed);
  b.error(30, ErrorKind::raised, task, task, statement, b.intern("[normal] the deviation is negative"));
  b.publish();
  return b.snapshot();
}

int pixelsOf(const QImage& image, const QColor& colour) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == colour;
  }
  return count;
}

QString sentence(const Trace& trace, Seq cursor) {
  return QString::fromStdString(to_text(narrate(trace, cursor)));
}

QString toolTipAt(QWidget* widget) {
  const QPoint centre = widget->rect().center();
  QHelpEvent help(QEvent::ToolTip, centre, widget->mapToGlobal(centre));
  QApplication::sendEvent(widget, &help);
  return QToolTip::text();
}

}  // namespace

void NarrationBarTest::followsTheCursor() {
  const auto window = openWindow();
  openRecording(*window, incrementLoopTrace(8));
  ViewState* view = window->viewState();
  const Trace& trace = view->shown()->trace();
  for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
    view->cursor()->set(cursor);
    auto* bar = part(*window, "narration");
    QCOMPARE(bar->accessibleName(), sentence(trace, cursor));
    QCOMPARE(textOf(*window, "narration"), bar->accessibleName());
  }
  openRecording(*window, lazyLoopTrace(4));
  QTRY_COMPARE(textOf(*window, "narration"), sentence(view->shown()->trace(), view->cursor()->seq()));
}

void NarrationBarTest::staysAboveTheTimeline() {
  const auto window = openWindow();
  openRecording(*window, incrementLoopTrace(8));
  auto* bar = part<NarrationBar>(*window, "narration");
  auto* timeline = part<TimelineView>(*window, "timeline");
  for (const QSize size : {QSize(1920, 1080), QSize(1280, 720), QSize(1024, 640)}) {
    window->resize(size);
    QCoreApplication::processEvents();
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->height(), size.height() < 800 ? NarrationBar::kLowHeightPx : NarrationBar::kHeightPx);
    QCOMPARE(bar->mapTo(window.get(), QPoint(0, bar->height())), timeline->mapTo(window.get(), QPoint(0, 0)));
    QCOMPARE(bar->width(), timeline->width());
    QVERIFY(timeline->height() >= timeline->minimumSizeHint().height());
  }
}

void NarrationBarTest::neverMovesTheLayout() {
  const auto window = openWindow();
  openRecording(*window, incrementLoopTrace(8));
  ViewState* view = window->viewState();
  const auto places = [&] {
    QList<QRect> all;
    for (const char* name : {"narration", "timeline", "depthChart", "memoryChart"}) {
      auto* widget = part(*window, name);
      all << QRect(widget->mapTo(window.get(), QPoint(0, 0)), widget->size());
    }
    return all;
  };
  const QList<QRect> before = places();
  for (Seq cursor = 0; cursor <= view->shown()->trace().size(); ++cursor) {
    view->cursor()->set(cursor);
    QCoreApplication::processEvents();
    QCOMPARE(places(), before);
  }
}

void NarrationBarTest::tellsNothingOfWhatIsHidden() {
  // The same beginning with a different end looks the same, to the pixel.
  const auto picture = [](int n) {
    RecordedTrace record;
    ViewState view(&record);
    view.setTrace(incrementLoopTrace(n), false);
    view.cursor()->set(20);
    view.cursor()->setFutureVisibility(FutureVisibility::hide);
    NarrationBar bar(view.shown(), view.cursor());
    bar.resize(1100, bar.height());
    return bar.grab().toImage();
  };
  QCOMPARE(picture(12), picture(16));

  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(incrementLoopTrace(12), false);
  view.cursor()->set(20);
  NarrationBar bar(view.shown(), view.cursor());
  bar.resize(1100, bar.height());
  const QImage shown = bar.grab().toImage();
  const QString text = bar.text();
  view.cursor()->setFutureVisibility(FutureVisibility::hide);
  QCOMPARE(bar.text(), text);
  QVERIFY(bar.grab().toImage() != shown);  // without "of 155"
}

void NarrationBarTest::longSentencesAreSetInTwoLines() {
  const QString words = QStringLiteral("add 3 waits for mul 2 (read after write of c) ");
  for (int times = 1; times <= 12; ++times) {
    const QString text = words.repeated(times).trimmed();
    for (const double width : {500.0, 760.0, 1060.0}) {
      const NarrationBar::Lines set = NarrationBar::layOut(text, width, false);
      QVERIFY(set.lines.size() <= 2);
      const QFontMetricsF metrics(set.font);
      for (const QString& line : set.lines) QVERIFY(metrics.horizontalAdvance(line) <= width);
      QCOMPARE(set.cut, set.lines.join(QLatin1Char(' ')) != text);
      QVERIFY(set.lines.size() * metrics.height() <= NarrationBar::kHeightPx);
    }
  }
  QCOMPARE(NarrationBar::layOut(words.trimmed(), 1060, false).font.pixelSize(), 20);
  QVERIFY(!NarrationBar::layOut(words.repeated(4), 1060, false).cut);
}

void NarrationBarTest::lowWindowsCutAndKeepTheWhole() {
  const QString text = QStringLiteral("add 3 waits for mul 2 (read after write of c) ").repeated(4);
  const NarrationBar::Lines set = NarrationBar::layOut(text, 760, true);
  QCOMPARE(set.lines.size(), 1);
  QCOMPARE(set.font.pixelSize(), 17);
  QVERIFY(set.cut);

  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(lazyLoopTrace(6), false);
  view.cursor()->set(2);
  NarrationBar bar(view.shown(), view.cursor());
  bar.setLow(true);
  bar.show();
  bar.resize(360, bar.height());
  QCOMPARE(toolTipAt(&bar), bar.text());
  bar.resize(1900, bar.height());
  toolTipAt(&bar);
  QTRY_VERIFY(!QToolTip::isVisible());
}

void NarrationBarTest::errorsHaveTheirColour() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(failingTrace(), false);
  NarrationBar bar(view.shown(), view.cursor());
  bar.resize(1100, bar.height());
  const auto red = [&](Seq cursor) {
    view.cursor()->set(cursor);
    return pixelsOf(bar.grab().toImage(), currentTheme().error);
  };
  const Seq end = view.shown()->trace().size();
  QVERIFY(red(end) > 100);      // the error
  QVERIFY(red(end - 1) > 100);  // the end of the task that failed
  for (Seq cursor = 0; cursor + 2 <= end; ++cursor) QCOMPARE(red(cursor), 0);
}
