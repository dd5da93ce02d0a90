// SPDX-License-Identifier: GPL-3.0-or-later
// What the painter puts on which pixel: one px per µs of the small trace.
#include <QImage>
#include <QPainter>
#include <QTest>
#include <set>

#include "gui/timeline/painter.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

struct Picture {
  Trace trace;
  TimelineLayout layout;
  QImage image;
  double ratio = 1;
  QColor at(double us, double y) const {
    return image.pixelColor(static_cast<int>((124 + us) * ratio), static_cast<int>(y * ratio));
  }
  /// Above the labels.
  double lane() const { return layout.rows[0].row.top + 3; }
};

struct Wish {
  Trace trace = test::smallTrace();
  ThemeKind theme = ThemeKind::light;
  double toNs = 1'000'000;
  std::int64_t cursorNs = 950'000;
  AfterCursor after = AfterCursor::show;
  TaskId selected = kNone;
  double ratio = 1;
};

Picture paint(const Wish& wish) {
  Picture picture{wish.trace, {}, QImage(QSize(1140, 320) * wish.ratio, QImage::Format_RGB32), wish.ratio};
  picture.image.setDevicePixelRatio(wish.ratio);
  const std::vector<std::uint8_t> rows = markRows(wish.trace);
  picture.layout = layoutTimeline(320, wish.trace, markRowCount(rows));
  const LaneIndex index(wish.trace);
  TimelineScene scene{.trace = picture.trace,
                      .theme = Theme::of(wish.theme),
                      .layout = picture.layout,
                      .axis = paneAxis(1140, 0, wish.toNs),
                      .widthPx = 1140,
                      .heightPx = 320,
                      .markRows = rows,
                      .laneIndex = index};
  scene.cursorNs = wish.cursorNs;
  scene.cursor = wish.trace.first_after(wish.cursorNs);
  scene.after = wish.after;
  scene.selected = wish.selected;
  QPainter painter(&picture.image);
  paintTimeline(painter, scene);
  return picture;
}

class PainterTest : public QObject {
  Q_OBJECT
 private slots:
  void barsLieAtTheirTimes_data();
  void barsLieAtTheirTimes();
  void waitsAreHatched();
  void failedTasksAreRedAtAnyZoom();
  void cursorLineStandsAtItsTime();
  void afterTheCursorIsDimmed();
  void selectionIsOutlinedAndThreaded();
  void threadsGiveWayToTheSelection();
  void narrowTasksMergeToShades();
  void headsSayWhatHappens();
};

void PainterTest::barsLieAtTheirTimes_data() {
  QTest::addColumn<int>("theme");
  QTest::addColumn<double>("ratio");
  QTest::newRow("light") << static_cast<int>(ThemeKind::light) << 1.0;
  QTest::newRow("dark, 200 %") << static_cast<int>(ThemeKind::dark) << 2.0;
  QTest::newRow("print") << static_cast<int>(ThemeKind::print) << 1.0;
}

void PainterTest::barsLieAtTheirTimes() {
  QFETCH(int, theme);
  QFETCH(double, ratio);
  const auto kind = static_cast<ThemeKind>(theme);
  const Theme& colours = Theme::of(kind);
  const Picture picture = paint({.theme = kind, .ratio = ratio});
  // The worker runs from 200 to 600.
  QCOMPARE(picture.at(198, picture.lane()), colours.paper);
  QCOMPARE(picture.at(202, picture.lane()), colours.running);
  QCOMPARE(picture.at(596, picture.lane()), colours.running);
  QCOMPARE(picture.at(602, picture.lane()), colours.paper);
  // Statement 3 from 0 to 100, with the enqueue beneath it.
  QCOMPARE(picture.at(60, picture.layout.statements.top + 4), colours.statementFill);
  QCOMPARE(picture.at(60, picture.layout.enqueues.top + 4), colours.enqueue);
  QCOMPARE(picture.at(120, picture.layout.enqueues.top + 4), colours.paper);
  QCOMPARE(picture.at(660, picture.layout.enqueues.top + 4), colours.enqueue);
}

void PainterTest::waitsAreHatched() {
  const Picture picture = paint({});
  const Theme& theme = Theme::of(ThemeKind::light);
  const double middle = picture.layout.enqueues.top + picture.layout.enqueues.height / 2;
  bool stripe = false, ground = false;
  for (int us = 500; us < 590; ++us) {  // right of the label's plate
    stripe |= picture.at(us, middle) == theme.waitStripe;
    ground |= picture.at(us, middle) == theme.waitGround;
  }
  QVERIFY(stripe && ground);
  QCOMPARE(picture.at(400, picture.layout.enqueues.top), theme.waitEdge);
  // The plate is free of stripes.
  for (int us = 165; us < 300; ++us)
    QVERIFY(picture.at(us, picture.layout.enqueues.top + 7) == theme.waitGround);
}

void PainterTest::failedTasksAreRedAtAnyZoom() {
  const Theme& theme = Theme::of(ThemeKind::light);
  QCOMPARE(
      [] {
        const Picture p = paint({});
        return p.at(740, p.lane());
      }(),
      theme.error);
  // A thousand times further out the task is a fifth of a pixel wide; two are red.
  const Picture far = paint({.toNs = 1e9, .cursorNs = 900'000'000});
  int red = 0;
  for (int x = 0; x < 20; ++x) red += far.at(x, far.lane()) == theme.error ? 1 : 0;
  QCOMPARE(red, 2);
}

void PainterTest::cursorLineStandsAtItsTime() {
  const Picture picture = paint({.cursorNs = 500'000});
  const Theme& theme = Theme::of(ThemeKind::light);
  const double y = picture.layout.queue.top + 40;
  QCOMPARE(picture.at(499, y), theme.cursor);
  QCOMPARE(picture.at(500, y), theme.cursor);
  QVERIFY(picture.at(497, y) != theme.cursor && picture.at(502, y) != theme.cursor);
  QCOMPARE(picture.at(500, 8), theme.cursor);  // its flag on the ruler
}

void PainterTest::afterTheCursorIsDimmed() {
  const Theme& theme = Theme::of(ThemeKind::light);
  const Picture dim = paint({.cursorNs = 300'000, .after = AfterCursor::dim});
  QCOMPARE(dim.at(250, dim.lane()), theme.running);
  QVERIFY(dim.at(400, dim.lane()).lightness() > theme.running.lightness() + 60);
  const Picture hidden = paint({.cursorNs = 300'000, .after = AfterCursor::hide});
  QCOMPARE(hidden.at(400, hidden.lane()), theme.paper);
}

void PainterTest::selectionIsOutlinedAndThreaded() {
  const Theme& theme = Theme::of(ThemeKind::light);
  const Picture picture = paint({.selected = 0});
  QCOMPARE(picture.at(400, picture.layout.rows[0].row.top - 1), theme.cursor);
  QCOMPARE(picture.at(50, picture.layout.enqueues.top - 1), theme.cursor);
  // Halfway down, the thread from 100 to 200 is at 150; its plate says how long.
  const double middle = picture.layout.queue.top + picture.layout.queue.height / 4;
  bool ink = false;
  for (int us = 122; us <= 129; ++us) ink |= picture.at(us, middle).lightness() < 60;
  QVERIFY(ink);
}

void PainterTest::threadsGiveWayToTheSelection() {
  const auto gutterInk = [](const Picture& picture) {
    int ink = 0;
    const double y = picture.layout.queue.top + 20;
    for (int us = 0; us < 1000; ++us) ink += picture.at(us, y).lightness() < 180 ? 1 : 0;
    return ink;
  };
  const Trace few = test::incrementLoopTrace(30);
  QVERIFY(gutterInk(paint({.trace = few, .toNs = 1'100'000, .cursorNs = 0})) > 20);
  const Trace many = test::incrementLoopTrace(100);
  QVERIFY(gutterInk(paint({.trace = many, .toNs = 3'600'000, .cursorNs = 0})) <= 3);
}

void PainterTest::narrowTasksMergeToShades() {
  const Trace trace =
      test::incrementLoopTrace(2000, true);  // the worker is busy for a good part of each pass
  const Picture picture = paint({.trace = trace, .toNs = static_cast<double>(trace.end_ns()), .cursorNs = 0});
  const Theme& theme = Theme::of(ThemeKind::light);
  std::set<QRgb> shades;
  for (int us = 20; us < 980; ++us) shades.insert(picture.at(us, picture.lane()).rgb());
  QVERIFY(shades.size() <= 5);
  QVERIFY(!shades.contains(theme.paper.rgb()));
  QVERIFY(!shades.contains(theme.running.rgb()));  // never all of a pixel
}

void PainterTest::headsSayWhatHappens() {
  const Trace trace = test::smallTrace();
  const auto after = [&](std::int64_t us) { return trace.first_after(us * 1000); };
  QCOMPARE(frontendStatus(trace, after(50), 50'000), "in line 3");
  QCOMPARE(frontendStatus(trace, after(325), 325'000), "waits 175.0 µs");
  QCOMPARE(frontendStatus(trace, after(1000), 1'000'000), "done");
  QCOMPARE(queueStatus(trace, after(150)), "1 ready");
  QCOMPARE(queueStatus(trace, after(300)), "empty");
  QCOMPARE(laneStatus(trace, 1, trace.task(0).start + 1), "starts dot 0");
  QCOMPARE(laneStatus(trace, 1, after(400)), "runs dot 0");
  QCOMPARE(laneStatus(trace, 1, after(650)), "idle");
  QCOMPARE(laneStatus(trace, 1, trace.task(1).end + 1), "add 1 fails");
}

}  // namespace

int test::painterTest(int argc, char** argv) {
  PainterTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "timeline_painter_test.moc"
