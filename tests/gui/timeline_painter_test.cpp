// SPDX-License-Identifier: GPL-3.0-or-later
// What the painter puts on which pixel: one px per µs of the small trace.
#include <QImage>
#include <QPainter>
#include <QTest>
#include <set>

#include "gui/axis/bars.h"
#include "gui/timeline/hit_test.h"
#include "gui/timeline/painter.h"
#include "gui/timeline/tool_tip.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"
#include "tests/support/random_trace.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

struct Picture {
  Trace trace;
  TimelineLayout layout;
  TimeAxis axis;
  QImage image;
  double ratio = 1;
  QColor at(double us, double y) const {
    return image.pixelColor(static_cast<int>((124 + us) * ratio), static_cast<int>(y * ratio));
  }
  /// How many pixels of the column at `us` within the row have the colour.
  int count(double us, const RowPx& row, const QColor& colour) const {
    int found = 0;
    for (int y = 0; y < static_cast<int>(row.height); ++y) found += at(us, row.top + y) == colour ? 1 : 0;
    return found;
  }
  /// Above the labels.
  double lane() const { return layout.rows[0].row.top + 3; }
};

struct Wish {
  Trace trace = test::smallTrace();
  ThemeKind theme = ThemeKind::light;
  double toNs = 1'000'000;
  std::int64_t cursorNs = 950'000;
  FutureVisibility after = FutureVisibility::show;
  TaskId selected = kNone;
  double ratio = 1;
  std::vector<TaskId> matches = {};
};

Picture paint(const Wish& wish) {
  // As the view does it.
  const Trace trace = wish.after == FutureVisibility::hide
                          ? wish.trace.until(wish.trace.first_after(wish.cursorNs))
                          : wish.trace;
  Picture picture{trace,
                  {},
                  paneAxis(1140, 0, wish.toNs),
                  QImage(QSize(1140, 320) * wish.ratio, QImage::Format_RGB32),
                  wish.ratio};
  picture.image.setDevicePixelRatio(wish.ratio);
  const std::vector<std::uint8_t> rows = regionRows(wish.trace);
  picture.layout = layoutTimeline(320, wish.trace, regionRowCount(rows));
  const LaneIndex index(wish.trace);
  TimelineScene scene{.trace = picture.trace,
                      .theme = Theme::of(wish.theme),
                      .layout = picture.layout,
                      .axis = picture.axis,
                      .widthPx = 1140,
                      .heightPx = 320,
                      .regionRows = rows,
                      .laneIndex = index};
  scene.cursorNs = wish.cursorNs;
  scene.cursor = wish.trace.first_after(wish.cursorNs);
  scene.after = wish.after;
  scene.selected = wish.selected;
  scene.matches = wish.matches;
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
  void anyTraceCanBePainted();
  void recordedTasksAreOutlines();
  void eliminatedTasksAreSlashed();
  void manyRecordedTasksAreOneBand();
  void threadsBeginAtTheEnqueue();
  void recordedTasksAreFoundAndTold();
  void tracingIsNoBenchmark();
  void copiesHaveTheirColours();
  void hiddenTimeTellsNothing();
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

/// Also one with tasks that were never enqueued.
void PainterTest::anyTraceCanBePainted() {
  for (const bool finished : {false, true}) {
    const Trace trace = testing_support::random_trace({.seed = 3, .steps = 400, .finished = finished});
    const double end_ns = static_cast<double>(trace.end_ns());
    std::uint32_t eliminated = 0;
    for (TaskId id = 0; id < trace.task_count(); ++id) {
      const Task task = trace.task(id);
      eliminated += task.outcome == Outcome::eliminated;
      QVERIFY(!toolTipText(trace, {}, {TimelineHit::Kind::task, id}, trace.end_ns()).isEmpty());
      if (id % 5 != 0 && task.enqueue != kNever) continue;
      for (const double part : {1.0, 0.2}) {
        const Picture picture =
            paint({.trace = trace, .toNs = end_ns * part, .cursorNs = trace.end_ns() / 2, .selected = id});
        QVERIFY(!picture.image.isNull());
      }
    }
    QVERIFY(eliminated > 0);
  }
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
  QCOMPARE(picture.at(500, 8), theme.cursor);  // its bookmark on the ruler
}

void PainterTest::afterTheCursorIsDimmed() {
  const Theme& theme = Theme::of(ThemeKind::light);
  const Picture dim = paint({.cursorNs = 300'000, .after = FutureVisibility::dim});
  QCOMPARE(dim.at(250, dim.lane()), theme.running);
  QVERIFY(dim.at(400, dim.lane()).lightness() > theme.running.lightness() + 60);
  const Picture hidden = paint({.cursorNs = 300'000, .after = FutureVisibility::hide});
  QCOMPARE(hidden.at(250, hidden.lane()), theme.running);
  QCOMPARE(hidden.at(297, hidden.lane()), theme.running);  // still runs at the cursor
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
  QCOMPARE(queueStatus(trace, after(150)), QStringList("1 ready"));
  QCOMPARE(queueStatus(trace, after(300)), QStringList("empty"));
  TraceBuilder builder{TraceInfo{}};
  for (std::int64_t task = 0; task < 12; ++task)
    builder.enqueue(task, builder.intern("dot"), kNone, {}, task < 2);
  builder.publish();
  const Trace queued = builder.snapshot();
  QCOMPARE(queueStatus(queued, queued.size()), QStringList({"2 ready, 10 blocked", "2 of 12 ready"}));
  QCOMPARE(laneStatus(trace, 1, trace.task(0).start + 1), "starts dot 0");
  QCOMPARE(laneStatus(trace, 1, after(400)), "runs dot 0");
  QCOMPARE(laneStatus(trace, 1, after(650)), "idle");
  QCOMPARE(laneStatus(trace, 1, trace.task(1).end + 1), "add 1 fails");
}

/// From 0 to 1000 µs: 0.25 µs per px for the lazy loop of 12 passes, whose line 5 begins at 152.
constexpr double kScale = 4;
Wish lazyWish(std::int64_t cursorUs) {
  return {.trace = test::lazyLoopTrace(12), .toNs = 250'000, .cursorNs = cursorUs * 1000};
}

void PainterTest::recordedTasksAreOutlines() {
  const Theme& theme = Theme::of(ThemeKind::light);
  const Picture picture = paint(lazyWish(250));
  const RowPx& row = picture.layout.enqueues;
  const auto blue = [&](double from_us, double to_us, double y) {
    int found = 0;
    for (double x = from_us * kScale; x < to_us * kScale; ++x) {
      found += picture.at(x, y).blue() > picture.at(x, y).red() + 40 ? 1 : 0;
    }
    return found;
  };
  // add 12 was recorded from 141 to 151, enqueued from 162 to 172: dashes with gaps, then solid.
  const int edge = blue(141, 151, row.top + 0.5);
  QVERIFY2(edge > 10 && edge < 34, qPrintable(QString::number(edge)));
  for (double us = 142; us < 150; us += 0.5) {
    if (us > 145 && us < 147) continue;
    QCOMPARE(picture.at(us * kScale, row.top + row.height / 2), theme.paper);
  }
  QCOMPARE(picture.at(167 * kScale, row.top + row.height / 2), theme.enqueue);
  // The enqueue begins with the eliminations' end, not with the statement.
  QCOMPARE(picture.at(154 * kScale, row.top + row.height / 2), theme.paper);
  QCOMPARE(picture.at(159 * kScale, row.top + row.height / 2), theme.enqueue);
}

void PainterTest::eliminatedTasksAreSlashed() {
  const Theme& theme = Theme::of(ThemeKind::light);
  const auto slashed = [&](const Picture& picture, double from_us, double to_us) {
    const RowPx& row = picture.layout.enqueues;
    int dark = 0;
    for (double x = from_us * kScale; x < to_us * kScale; ++x) {
      const QColor colour = picture.at(x, row.top + row.height / 2);
      dark += colour.lightness() < 190 && std::abs(colour.blue() - colour.red()) < 40 ? 1 : 0;
    }
    return dark > 0;
  };
  // add 3 was recorded from 42 to 52. Before the cursor reaches its elimination at 156 it may still run.
  const Picture before = paint(lazyWish(155));
  QVERIFY(!slashed(before, 43, 51));
  QVERIFY(before.count(44 * kScale, before.layout.enqueues, theme.eliminated) == 0);
  const Picture after = paint(lazyWish(156));
  QVERIFY(slashed(after, 43, 51));
  QVERIFY(!slashed(after, 142, 150));  // add 12 is needed
}

void PainterTest::manyRecordedTasksAreOneBand() {
  const Trace trace = test::lazyLoopTrace(3000);
  const std::int64_t end = trace.end_ns();
  const Theme& theme = Theme::of(ThemeKind::light);
  const auto picture = [&](std::int64_t cursorNs) {
    return paint({.trace = trace, .toNs = static_cast<double>(end), .cursorNs = cursorNs});
  };
  const Picture before = picture(end / 2), after = picture(end);
  const RowPx& row = before.layout.enqueues;
  int dashes = 0, paper = 0, slashes = 0;
  for (int x = 400; x < 900; ++x) {
    if (std::abs(x - 500) < 4) continue;  // the cursor
    dashes += before.at(x, row.top + 0.5).blue() > before.at(x, row.top + 0.5).red() + 40 ? 1 : 0;
    paper += before.at(x, row.top + row.height / 2) == theme.paper ? 1 : 0;
    slashes += after.at(x, row.top + row.height / 2) == theme.paper ? 0 : 1;
  }
  QVERIFY2(dashes > 200 && dashes < 450, qPrintable(QString::number(dashes)));
  QVERIFY(paper > 480);
  QVERIFY2(slashes > 20 && slashes < 150, qPrintable(QString::number(slashes)));
}

void PainterTest::threadsBeginAtTheEnqueue() {
  const Picture picture = paint(lazyWish(250));
  const auto ink = [&](double from_us, double to_us) {
    int found = 0;
    for (const double below : {3, 5, 7}) {  // a thread may be dashed
      for (double x = from_us * kScale; x < to_us * kScale; ++x)
        found += picture.at(x, picture.layout.queue.top + below).lightness() < 200 ? 1 : 0;
    }
    return found;
  };
  QCOMPARE(ink(1, 161), 0);  // grid lines are lighter
  QVERIFY(ink(161, 166) > 0);
  QVERIFY(ink(171, 176) > 0);
}

void PainterTest::recordedTasksAreFoundAndTold() {
  const Trace trace = test::lazyLoopTrace(12);
  const LaneIndex index(trace);
  const Picture picture = paint(lazyWish(250));
  const auto hit = [&](double us) {
    const RowPx& row = picture.layout.enqueues;
    return hitTest(trace, index, picture.layout, picture.axis, {124 + us * kScale, row.top + 8},
                   trace.end_ns());
  };
  using Kind = TimelineHit::Kind;
  QVERIFY(hit(47).kind == Kind::defer);
  QCOMPARE(hit(47).id, TaskId{3});
  QVERIFY(hit(146).kind == Kind::defer && hit(146).id == 12);
  QVERIFY(hit(168).kind == Kind::enqueue && hit(168).id == 12);
  QVERIFY(hit(160).kind == Kind::enqueue && hit(160).id == 0);
  QVERIFY(hit(200).kind == Kind::wait);
  const QString told = toolTipText(trace, {}, hit(47), trace.end_ns());
  for (const char* words :
       {"add 3", "recorded", "52.0 µs", "by line 4", "eliminated", "156.0 µs", "nothing needed it"})
    QVERIFY2(told.contains(QString::fromUtf8(words)), qPrintable(told));
  QVERIFY(toolTipText(trace, {}, hit(146), trace.end_ns()).contains("enqueued"));

  const Task third = trace.task(3);
  QCOMPARE(frontendStatus(trace, third.defer + 1, 0), "records add 3");
  QCOMPARE(queueStatus(trace, third.defer + 1), QStringList("4 recorded"));
  QCOMPARE(frontendStatus(trace, third.end + 1, 0), "eliminates add 3");
  QCOMPARE(queueStatus(trace, trace.size()), QStringList("empty"));

  // Selected, a task is outlined where it was recorded and where it was enqueued; a match where it was
  // recorded.
  const Theme& theme = Theme::of(ThemeKind::light);
  Wish wish = lazyWish(250);
  wish.selected = 12;
  wish.matches = {3};
  const Picture chosen = paint(wish);
  const double above = chosen.layout.enqueues.top - 1;
  QCOMPARE(chosen.at(146 * kScale, above), theme.cursor);
  QCOMPARE(chosen.at(167 * kScale, above), theme.cursor);
  QVERIFY(chosen.at(47 * kScale, above) != theme.cursor);
  QVERIFY(chosen.at(45 * kScale, chosen.layout.enqueues.top + 1).lightness() < 100);
}

void PainterTest::tracingIsNoBenchmark() {
  const Theme& theme = Theme::of(ThemeKind::light);
  const Picture picture = paint({.trace = test::functionTrace()});
  const double y = picture.layout.marks.top + picture.layout.marks.height / 2;
  int line = 0, gaps = 0;
  for (int us = 101; us < 150; ++us) {  // left of the label
    line += picture.at(us, y) == theme.enqueue ? 1 : 0;
    gaps += picture.at(us, y) == theme.paper ? 1 : 0;
  }
  QVERIFY2(line > 20 && gaps > 10, qPrintable(QString("%1 %2").arg(line).arg(gaps)));
  const Picture benchmark = paint({});
  int solid = 0;
  for (int us = 101; us < 150; ++us) solid += benchmark.at(us, y) == theme.text2 ? 1 : 0;
  QCOMPARE(solid, 49);
}

void PainterTest::copiesHaveTheirColours() {
  for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::print}) {
    const Theme& theme = Theme::of(kind);
    const Picture picture = paint({.trace = test::streamTrace(), .theme = kind});
    const RowPx stream = picture.layout.rows[0].row, copy = picture.layout.rows[1].row;
    QCOMPARE(picture.at(200, stream.top + 3), theme.running);
    QCOMPARE(picture.at(500, copy.top + 3), theme.copyFill);
    // Chevrons along the middle, but not under the label.
    int marks = 0;
    for (int us = 424; us < 470; ++us)
      marks += picture.at(us, copy.top + copy.height / 2) == theme.copyFill ? 0 : 1;
    QVERIFY2(marks >= 6, qPrintable(QString::number(marks)));
    // Merged columns are shaded with the copies' hue.
    const QColor merged = picture.at(800, copy.top + copy.height / 2);
    QVERIFY(merged.red() > merged.green() + 20);
    // Threads lead to them, around the lane between.
    int ink = 0;
    for (int us = 30; us < 425; ++us)
      ink += picture.at(us, picture.layout.queue.top + 40) == theme.paper ? 0 : 1;
    QVERIFY(ink >= 2);
  }
}

void PainterTest::hiddenTimeTellsNothing() {
  // Two runs that differ only in what comes after the cursor give the same picture.
  const auto run = [](std::int64_t end_us, const char* name) {
    TraceBuilder b(TraceInfo{});
    b.add_lane(LaneKind::frontend, "Frontend");
    const LaneId worker = b.add_lane(LaneKind::worker, "Worker 1");
    constexpr std::int64_t kUs = 1000;
    const RegionId mark = b.begin_region(0, RegionKind::benchmark, b.intern("loop"));
    const StatementId statement = b.begin_statement(10 * kUs, 1);
    b.enqueue(50 * kUs, b.intern("dot"), statement, {}, true);
    b.start(60 * kUs, 0, worker);
    const WaitId wait = b.begin_wait(70 * kUs, WaitReason::waitall, statement, kNone);
    b.end((end_us - 50) * kUs, 0, Outcome::failed);
    b.end_wait(end_us * kUs, wait, 0);
    b.enqueue((end_us + 10) * kUs, b.intern(name), statement, {}, true);
    b.end_region((end_us + 20) * kUs, mark);
    b.publish(true);
    return b.snapshot();
  };
  const auto hidden = [&](const Trace& trace) {
    return paint({.trace = trace, .cursorNs = 500'000, .after = FutureVisibility::hide, .selected = 1});
  };
  QCOMPARE(hidden(run(600, "add")).image, hidden(run(900, "relu")).image);
  const Picture picture = hidden(run(600, "add"));
  QCOMPARE(picture.at(480, picture.lane()), Theme::of(ThemeKind::light).running);
}

}  // namespace

int test::painterTest(int argc, char** argv) {
  PainterTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "timeline_painter_test.moc"
