// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept from picture to picture, or drawn in a faster way, is what would be drawn from nothing.
// Not here: whether that is right (timeline_painter_test.cpp, timeline_chart_test.cpp).
#include <QImage>
#include <QPainter>
#include <QTest>
#include <cmath>
#include <functional>
#include <random>

#include "gui/jobs/background.h"
#include "gui/runs/run_list.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/fill_rects.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"
#include "tests/support/random_trace.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

class KeptTest : public QObject {
  Q_OBJECT
 private slots:
  void rectsCoverWhatQtWouldCover();
  void neighboursMeetInTheMiddleOfAPixel();
  void aKeptTimelineIsAFreshOne_data();
  void aKeptTimelineIsAFreshOne();
  void aGivenIndexIsTheOwnOne();
  void runsGetTheirIndexesBesideTheWindow();
};

constexpr double kRatios[] = {1, 1.25, 1.5, 2};
const QColor kInk(10, 120, 200);

QImage picture(double ratio, const std::function<void(QPainter&)>& paint) {
  QImage image(QSize(100, 80) * ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.setClipRect(QRectF(4, 3, 90, 70));
  paint(painter);
  painter.end();
  return image;
}

void KeptTest::rectsCoverWhatQtWouldCover() {
  std::mt19937 random(1);
  // Of a device pixel never the middle, where rounding errors decide.
  const auto edge = [&](double below, double ratio) {
    const auto pixel = static_cast<double>(random() % static_cast<std::uint32_t>((below + 10) * ratio));
    return (pixel + 0.01 + 0.48 * static_cast<double>(random() % 1000) / 1000) / ratio - 5;
  };
  for (int round = 0; round < 200; ++round) {
    const double ratio = kRatios[round % 4];
    std::vector<QRectF> rects;
    for (int i = 0; i < 12; ++i) {
      const QPointF one(edge(100, ratio), edge(80, ratio)), other(edge(100, ratio), edge(80, ratio));
      rects.push_back(QRectF(one, other).normalized());
    }
    const QImage expected = picture(ratio, [&](QPainter& painter) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(kInk);
      painter.drawRects(rects.data(), static_cast<int>(rects.size()));
    });
    QCOMPARE(picture(ratio, [&](QPainter& painter) { fillRects(painter, rects, kInk); }), expected);
  }
}

void KeptTest::neighboursMeetInTheMiddleOfAPixel() {
  // A pane that begins at an odd pixel begins within a device pixel at 150 %.
  constexpr double kRatio = 1.5, kColumn = 1 / kRatio;
  std::vector<QRectF> rects;
  for (int i = 0; i < 100; ++i) {
    const double left = 5 + i * kColumn, right = 5 + (i + 1) * kColumn;
    rects.emplace_back(left, 11, right - left, 20);
  }
  const QImage image = picture(kRatio, [&](QPainter& painter) { fillRects(painter, rects, kInk); });
  for (int x = 8; x < 108; ++x) QCOMPARE(image.pixelColor(x, 30), kInk);
  QCOMPARE(image.pixelColor(108, 30), QColor(Qt::white));
}

void KeptTest::aKeptTimelineIsAFreshOne_data() {
  QTest::addColumn<int>("kind");
  QTest::newRow("anything") << 0;
  QTest::newRow("many tasks") << 1;
  QTest::newRow("recorded") << 2;
}

void KeptTest::aKeptTimelineIsAFreshOne() {
  QFETCH(int, kind);
  const Trace trace = kind == 0   ? testing_support::random_trace({.seed = 5, .steps = 600})
                      : kind == 1 ? test::largeTrace(20'000, 3)
                                  : test::lazyLoopTrace(400);
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  view.setTrace(trace.until(trace.size() / 2), false);
  TimelineView kept(&view);
  kept.resize(700, 300);
  std::mt19937 random(static_cast<std::uint32_t>(kind));
  const auto part = [&random] { return static_cast<double>(random() % 1000) / 1000; };
  const double end_ns = static_cast<double>(trace.end_ns());
  for (int step = 0; step < 60; ++step) {
    const double length_ns = end_ns * std::pow(10, -4 * part());
    const double from_ns = (end_ns - length_ns) * part();
    const auto task = static_cast<TaskId>(random() % trace.task_count());
    switch (random() % 16) {
      case 0:
        view.visible()->set(from_ns, from_ns + length_ns);
        break;
      case 1:
        view.search()->setText(random() % 2 ? QStringLiteral("add 1") : QString());
        break;
      case 2:
        view.cursor()->setFutureVisibility(static_cast<FutureVisibility>(random() % 3));
        break;
      case 3:
        view.setTrace(random() % 2 ? trace : trace.until(trace.size() / 2), random() % 4 != 0);
        break;
      case 4:
        kept.resize(600 + static_cast<int>(random() % 200), 200 + static_cast<int>(random() % 300));
        break;
      case 5:
        view.selection()->selectTask(task);
        break;
      case 6:
        view.selection()->setRange(TimeRange{std::llround(from_ns), std::llround(from_ns + length_ns)});
        break;
      case 7:
        view.shown()->setListing({QStringLiteral("x = ones()"), QStringLiteral("y = x + 1")});
        break;
      default:
        view.cursor()->setTime(std::llround(end_ns * part()));
        break;
    }
    TimelineView fresh(&view);
    fresh.resize(kept.size());
    QCOMPARE(kept.grab().toImage(), fresh.grab().toImage());
  }
}

bool same(const LaneIndex& one, const LaneIndex& other, const Trace& trace) {
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    if (one.row(lane).starts != other.row(lane).starts) return false;
    if (one.row(lane).busy_ns != other.row(lane).busy_ns) return false;
  }
  return one.frontend().enqueues().size() == other.frontend().enqueues().size();
}

void KeptTest::aGivenIndexIsTheOwnOne() {
  const Trace trace = test::lazyLoopTrace(300), early = trace.until(trace.size() / 3);
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(trace, false, std::make_shared<const LaneIndex>(trace));
  QVERIFY(same(view.shown()->laneIndex(), LaneIndex(trace), trace));
  view.setTrace(early, false);  // nothing of what was given stays
  QVERIFY(same(view.shown()->laneIndex(), LaneIndex(early), early));
  view.setTrace(early, false, std::make_shared<const LaneIndex>(early));
  view.setTrace(trace, true);
  QVERIFY(same(view.shown()->laneIndex(), LaneIndex(trace), trace));
}

void KeptTest::runsGetTheirIndexesBesideTheWindow() {
  const Trace one = test::lazyLoopTrace(20), other = test::largeTrace(500, 2);
  RunList runs;
  const auto settle = [] {
    joinBackground();
    QCoreApplication::processEvents();
    joinBackground();  // the latest was not begun before another had stopped
    QCoreApplication::processEvents();
  };
  const auto finished = [](const Trace& trace) {
    RunList::Run run;
    run.trace = trace;
    run.finished = true;
    return run;
  };
  RunList::Run indexed = finished(other);
  indexed.index = std::make_shared<const LaneIndex>(other);
  const RunId first = runs.add(finished(one));
  const RunId second = runs.add(std::move(indexed));
  QVERIFY(!runs.find(first)->index);
  QVERIFY(runs.find(second)->index);
  settle();
  QVERIFY(runs.find(first)->index);
  QVERIFY(same(*runs.find(first)->index, LaneIndex(one), one));
  runs.renew(second, one);
  QVERIFY(!runs.find(second)->index);
  runs.renew(second, other);  // while the other one's index is being made
  settle();
  QVERIFY(runs.find(second)->index);
  QVERIFY(same(*runs.find(second)->index, LaneIndex(other), other));
}

}  // namespace

int test::keptTest(int argc, char** argv) {
  KeptTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "timeline_kept_test.moc"
