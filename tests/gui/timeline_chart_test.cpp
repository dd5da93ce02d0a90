// SPDX-License-Identifier: GPL-3.0-or-later
// The charts: reduction, values at the cursor, and their pixels against those of the timeline.
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>

#include "core/trace/trace_builder.h"
#include "gui/text/format.h"
#include "gui/timeline/chart_pane.h"
#include "gui/timeline/run_lines.h"
#include "gui/timeline/sweep_pane.h"
#include "gui/timeline/sweep_picture.h"
#include "gui/timeline/timeline_view.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

class ChartTest : public QObject {
  Q_OBJECT
 private slots:
  void reductionKeepsExtremesAndEnds();
  void reductionIsBoundedByPixels();
  void stepsAreExactWhereThereAreFew();
  void chartsShareThePixelsOfTheTimeline();
  void linesUpAt200Percent();
  void headsReadOutTheCursor();
  void aDevicesMemoryIsItsOwn();
  void aChartWithoutRoomHasItsScale();
  void axisKeepsOneUnit();
  void linesOfRunsAreWhatWasRecorded_data();
  void linesOfRunsAreWhatWasRecorded();
  void cyclesNarrowerThanPixelsAreABand_data();
  void cyclesNarrowerThanPixelsAreABand();
  void lettersStandApart();
  void sweepReadsItsMarks();
  void sweepNeedsThreePoints();
  void sweepPointsShareOneAxis();
  void sweepIsDrawnWithItsKnee();
  void clickOnASweepPointShowsItsPart();
};

void ChartTest::reductionKeepsExtremesAndEnds() {
  const Trace trace = test::largeTrace(20'000, 4);
  for (const double part : {1.0, 0.1, 0.003}) {
    const double end = static_cast<double>(trace.end_ns());
    const TimeAxis axis{end * 0.4 * (1 - part), end * (0.4 + 0.6 * part), 124, 500};
    const CounterColumns columns = reduceCounters(trace, axis);
    const Seq first = trace.first_at(static_cast<std::int64_t>(std::ceil(axis.fromNs)));
    const Seq last = trace.first_after(static_cast<std::int64_t>(std::floor(axis.toNs)));
    CounterRange all = CounterRange::of(columns.before);
    for (const CounterColumn& column : columns.columns) all.include(column.range);
    const CounterRange expected = trace.counter_range(first, last);
    QCOMPARE(all.max_depth, expected.max_depth);
    QCOMPARE(all.min.live_bytes, expected.min.live_bytes);
    QCOMPARE(all.max.live_bytes, expected.max.live_bytes);
    QCOMPARE(columns.before.live_bytes, trace.counters_at(first).live_bytes);
    QCOMPARE(columns.columns.back().after.live_bytes, trace.counters_at(last).live_bytes);
  }
}

void ChartTest::reductionIsBoundedByPixels() {
  const Trace trace = test::largeTrace(50'000, 4);
  const TimeAxis axis{0, static_cast<double>(trace.end_ns()), 124, 500};
  const CounterColumns columns = reduceCounters(trace, axis);
  QVERIFY(columns.columns.size() <= 501);
  const CounterRange whole = trace.counter_range(0, trace.size());
  for (const ChartContent& content :
       {kDepthChart.content(trace, columns, whole), kMemoryChart.content(trace, columns, whole)}) {
    for (const ChartSeries& series : content.series) {
      QVERIFY(series.points.size() <= 2 * 500 + 200);
      QVERIFY(series.columns.size() <= 502);
    }
  }
}

void ChartTest::stepsAreExactWhereThereAreFew() {
  const Trace trace = test::smallTrace();
  const TimeAxis axis{0, 1e6, 124, 1000};
  const ChartContent depth =
      kDepthChart.content(trace, reduceCounters(trace, axis), trace.counter_range(0, trace.size()));
  const ChartSeries& running = depth.series.back();
  QCOMPARE(running.look, SeriesLook::running);
  const QList<QPointF> expected{{0, 0},   {200, 0}, {200, 1}, {600, 1}, {600, 0},
                                {720, 0}, {720, 1}, {920, 1}, {920, 0}, {1000, 0}};
  QCOMPARE(running.points, expected);
}

/// First x, in device pixels, from where on the row has the colour.
int firstX(const QImage& image, int y, const QColor& colour, int from) {
  for (int x = from; x < image.width(); ++x) {
    if (image.pixelColor(x, y) == colour) return x;
  }
  return -1;
}

void ChartTest::chartsShareThePixelsOfTheTimeline() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  view.cursor()->setTime(950'000);
  TimelineView timeline(&view);
  ChartPane depth(&view, kDepthChart);
  ChartPane memory(&view, kMemoryChart);
  timeline.resize(1001, 300);
  depth.resize(1001, 200);
  memory.resize(1001, 200);
  const Theme& theme = currentTheme();
  for (const double from : {0.0, 123'456.0}) {
    view.visible()->set(from, from + 700'321);
    const QImage bars = timeline.grab().toImage(), chart = depth.grab().toImage(),
                 bytes = memory.grab().toImage();
    const int lane = static_cast<int>(timeline.timelineLayout().rows[0].row.top + 3);
    const int start = firstX(bars, lane, theme.running, 124);
    QVERIFY(start > 124);
    const int low = static_cast<int>(depth.plotRect().bottom()) - 3;
    QVERIFY(std::abs(firstX(chart, low, theme.running, 124) - start) <= 1);
    // 1000 bytes are alive from the start on.
    const int memory_low = static_cast<int>(memory.plotRect().bottom()) - 6;
    const int live = firstX(bytes, memory_low, theme.live, 124);
    QVERIFY(std::abs(live - start) <= 2);
    QCOMPARE(depth.plotRect().left(), timeline.axis().leftPx);
    QCOMPARE(depth.plotRect().right(), timeline.axis().rightPx());
  }
}

void ChartTest::linesUpAt200Percent() {
  const Trace trace = test::smallTrace();
  const TimeAxis axis{0, 1e6, 124, 1000};
  const CounterColumns fine = reduceCounters(trace, axis, 0.5);
  QVERIFY(fine.columns.size() >= reduceCounters(trace, axis, 1).columns.size());
  QCOMPARE(fine.columns[0].x, 0.0);
}

void ChartTest::headsReadOutTheCursor() {
  const Trace trace = test::incrementLoopTrace(16);
  const CounterRange whole = trace.counter_range(0, trace.size());
  const Counters counters = trace.counters_at(trace.first_after(290'000));
  const ChartHead depth = kDepthChart.head(trace, counters, whole);
  QCOMPARE(depth.entries.size(), std::size_t{3});
  QCOMPARE(depth.entries[1].value, QString::number(counters.ready));
  QCOMPARE(depth.entries[2].value, "1");
  const ChartHead memory = kMemoryChart.head(trace, counters, whole);
  QCOMPARE(memory.entries[0].value, "786 kB");
  QCOMPARE(memory.entries[2].value, "+750 kB");
  // The process also holds the record of what it does.
  QCOMPARE(memory.note,
           QString("resident: growth of the process on 88.2 MB, its record of this run (%1) included")
               .arg(formatBytes(static_cast<std::int64_t>(trace.memory_bytes()))));
  const Trace before = trace.until(trace.size() / 2);
  QCOMPARE(kMemoryChart.head(before, counters, whole).note,
           "resident: growth of the process on 88.2 MB, its record of this run included");
  // A run that sampled neither has neither.
  const Trace bare = test::smallTrace();
  QCOMPARE(kMemoryChart.head(bare, Counters{}, bare.counter_range(0, bare.size())).entries.size(),
           std::size_t{1});
}

void ChartTest::aDevicesMemoryIsItsOwn() {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  for (const MemoryId memory : {kHostMemory, MemoryId{1}, MemoryId{2}})
    builder.allocate(0, builder.add_variable(), memory == kHostMemory ? 8'000'000 : 4'000'000 / memory,
                     memory);
  builder.publish(true);
  const Trace trace = builder.snapshot();
  const CounterRange whole = trace.counter_range(0, trace.size());
  const ChartHead head = kMemoryChart.head(trace, trace.counters_at(trace.size()), whole);
  QCOMPARE(head.entries[0].label, "in use on the device");
  QCOMPARE(head.entries[0].value, "4.0 MB");
  QCOMPARE(head.note, "elsewhere at most 2.0 MB on the second device, 8.0 MB on the host");
  const TimeAxis axis{0, 1e6, 124, 1000};
  QCOMPARE(kMemoryChart.content(trace, reduceCounters(trace, axis), whole).max, 4e6);
}

void ChartTest::aChartWithoutRoomHasItsScale() {
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(test::smallTrace(), false);
  ChartPane pane(&view, kDepthChart);
  pane.resize(600, 120);
  const double top = pane.top();
  QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
  for (const QSize size : {QSize(600, 0), QSize(0, 120), QSize(0, 0)}) {
    pane.resize(size);
    view.visible()->set(0, 100'000 + size.width());  // it is made anew
    QCOMPARE(pane.top(), top);
  }
}

void ChartTest::axisKeepsOneUnit() {
  QCOMPARE(axisLabel(0, 2e6, ChartUnit::bytes), "0");
  QCOMPARE(axisLabel(500e3, 2e6, ChartUnit::bytes), "0.5 MB");
  QCOMPARE(axisLabel(250e3, 800e3, ChartUnit::bytes), "250 kB");
  QCOMPARE(axisLabel(1500, 1700, ChartUnit::tasks), "1,500");
  QCOMPARE(axisLabel(2.5e9, 4e9, ChartUnit::ns), "2.5 s");
  QCOMPARE(axisLabel(250e3, 900e3, ChartUnit::ns), "250 µs");
  QCOMPARE(axisLabel(5, 8, ChartUnit::bytes), "5 B");
}

void ChartTest::linesOfRunsAreWhatWasRecorded_data() {
  QTest::addColumn<int>("iterations");
  QTest::addColumn<double>("part");
  for (const int iterations : {4, 39, 250, 1000}) {
    for (const double part : {1.0, 0.31, 0.02}) {
      QTest::addRow("%d passes, %g of them in sight", iterations, part) << iterations << part;
    }
  }
}

/// At any zoom and in any weight, each column of pixels has its least and its most value, and nothing beyond.
void ChartTest::linesOfRunsAreWhatWasRecorded() {
  QFETCH(int, iterations);
  QFETCH(double, part);
  const Trace trace = test::incrementLoopTrace(iterations, true);
  const double end = static_cast<double>(trace.end_ns());
  constexpr int kWidth = 700, kHeight = 120, kMargin = 20;
  const TimeAxis axis{end * 0.4 * (1 - part), end * (0.4 + 0.6 * part), 0, kWidth};
  const CounterColumns columns = reduceCounters(trace, axis);
  const double top = static_cast<double>(trace.counter_range(0, trace.size()).max.live_bytes) * 1.1;
  const QRectF plot(0, kMargin, kWidth, kHeight);
  const Theme& theme = Theme::of(ThemeKind::light);
  for (int letter = 0; letter < 4; ++letter) {
    QImage image(kWidth, kHeight + 2 * kMargin, QImage::Format_RGB32);
    image.fill(theme.paper);
    QPainter painter(&image);
    const std::vector<RunLine> lines{{letter, kMemoryChart.curve(columns)}};
    paintRunLines(painter, plot, top, lines, theme.live, theme);
    painter.end();
    const QRectF words = letterPlaces(plot, top, lines).front().adjusted(-8, -1, 1, 1);
    const int weight = static_cast<int>(std::ceil(runPen(letter, theme.live, theme).widthF()));
    const auto drawn = [&](int x, double y) { return image.pixelColor(x, qRound(y)) != theme.paper; };
    const auto y = [&](std::int64_t bytes) {
      return plot.bottom() - static_cast<double>(bytes) / top * kHeight;
    };
    std::int64_t before = columns.before.live_bytes;
    std::size_t next = 0;
    for (int x = 0; x < static_cast<int>(columns.endPx); ++x) {
      std::int64_t least = before, most = before;
      const bool changes = next < columns.columns.size() && columns.columns[next].x < x + 1;
      if (changes) {
        least = std::min(least, columns.columns[next].range.min.live_bytes);
        most = std::max(most, columns.columns[next].range.max.live_bytes);
        before = columns.columns[next++].after.live_bytes;
      }
      if (words.left() <= x && x <= words.right()) continue;
      for (const std::int64_t value : {least, most}) {
        const double at = std::min(y(value), plot.bottom());
        QVERIFY2(drawn(x, at) || drawn(x, at - 1) || drawn(x, at + 1),
                 qPrintable(QString("%1 at x %2").arg(value).arg(x)));
      }
      // What an upright stroke of the line's weight covers beside its column is its own.
      const auto near = [&](const CounterColumn& column) {
        return std::abs(column.x - x) <= std::max(weight, 3);
      };
      if (std::any_of(columns.columns.begin(), columns.columns.end(), near)) continue;
      for (int row = 0; row < image.height(); ++row) {
        if (row < y(most) - weight || row > y(least) + weight) QVERIFY(!drawn(x, row));
      }
    }
  }
}

void ChartTest::cyclesNarrowerThanPixelsAreABand_data() {
  QTest::addColumn<int>("iterations");
  for (const int iterations : {300, 411, 700, 2'000, 9'000})
    QTest::addRow("%d passes", iterations) << iterations;
}

/// Drawn one by one they would look like fewer and wider cycles.
void ChartTest::cyclesNarrowerThanPixelsAreABand() {
  QFETCH(int, iterations);
  const Trace trace = test::incrementLoopTrace(iterations, true);
  const TimeAxis axis{0, static_cast<double>(trace.end_ns()), 0, 700};
  const CounterColumns columns = reduceCounters(trace, axis);
  const RunCurve curve = kMemoryChart.curve(columns);
  const CounterRange whole = trace.counter_range(0, trace.size());
  const auto widest = std::ranges::max(
      curve.columns, {}, [](const ChartSeries::Column& column) { return column.bandTo - column.x; });
  QVERIFY2(widest.bandTo - widest.x > 600, qPrintable(QString::number(widest.bandTo - widest.x)));
  QCOMPARE(widest.most, static_cast<double>(whole.max.live_bytes));
  QVERIFY(widest.least < widest.most);
}

void ChartTest::lettersStandApart() {
  const QRectF plot(100, 10, 600, 100);
  const auto curve = [](double end, double level, double last) {
    return RunCurve{{{0, 0, level, level}, {end / 2, last, level, last}}, end};
  };
  // One ends by itself, two together, the third of them as another line.
  const std::vector<RunLine> lines{{0, curve(300, 80, 0)}, {1, curve(550, 90, 0)}, {2, curve(550, 30, 0)}};
  const std::vector<QRectF> places = letterPlaces(plot, 100, lines);
  QCOMPARE(places.size(), std::size_t{3});
  QVERIFY(places[0].left() >= 400 && places[0].left() < 410);
  QVERIFY(places[1].left() >= 650 && places[1].bottom() > 90);
  QVERIFY(std::abs(places[2].center().y() - 80) < 2 && places[2].right() < 400);
  // And where none can be told from the others, beside one another.
  const std::vector<RunLine> same(5, {0, curve(550, 90, 0)});
  const std::vector<QRectF> beside = letterPlaces(plot, 100, same);
  for (std::size_t i = 0; i < beside.size(); ++i) {
    QVERIFY(plot.adjusted(-1, -1, 1, 1).contains(beside[i]));
    for (std::size_t j = 0; j < i; ++j) QVERIFY(!beside[i].intersects(beside[j]));
  }
}

void ChartTest::sweepReadsItsMarks() {
  const Trace trace = test::sweepTrace();
  const std::optional<Sweep> sweep = sweepOf(trace);
  QVERIFY(sweep.has_value());
  QCOMPARE(sweep->points.size(), std::size_t{7});
  QCOMPARE(sweep->points[3].name, "every:8");
  QCOMPARE(sweep->points[3].time_ns, std::int64_t{3'100'000'000});
  QCOMPARE(sweep->points[3].peakLiveBytes, std::int64_t{8 * 2'100'000});
  QCOMPARE(sweep->points[3].position, 3.0);
  QCOMPARE(sweep->points[6].name, "none");
  QCOMPARE(sweep->points[6].position, 6.0);
  QCOMPARE(sweep->points[1].range.from_ns, sweep->points[0].range.to_ns + 1'000'000);
  QVERIFY(sweep->knee == std::size_t{3});
}

void ChartTest::sweepNeedsThreePoints() {
  QVERIFY(!sweepOf(test::sweepTrace(2)));
  QVERIFY(sweepOf(test::sweepTrace(3)));
  QVERIFY(!sweepOf(test::smallTrace()));
  QVERIFY(!sweepOf(test::functionTrace()));
}

void ChartTest::sweepPointsShareOneAxis() {
  const std::optional<Sweep> sweep = sweepOf(test::sweepTrace());
  const SweepGeometry place = layoutSweep(*sweep, {10, 20, 1000, 400});
  QCOMPARE(place.timePlot.left(), place.memoryPlot.left());
  QCOMPARE(place.timePlot.right(), place.memoryPlot.right());
  QCOMPARE(place.timePlot.height(), place.memoryPlot.height());
  QCOMPARE(place.timePlot.left(), 10 + kLabelColumnPx);
  QVERIFY(place.names.bottom() <= 420);
  // Each doubling of K is one step.
  for (std::size_t i = 2; i < place.x.size(); ++i) {
    QVERIFY(std::abs((place.x[i] - place.x[i - 1]) - (place.x[1] - place.x[0])) < 1e-6);
  }
  QVERIFY(place.x.front() > place.timePlot.left() && place.x.back() < place.timePlot.right());
}

void ChartTest::sweepIsDrawnWithItsKnee() {
  const std::optional<Sweep> sweep = sweepOf(test::sweepTrace());
  const QRectF rect(0, 0, 1000, 400);
  const SweepGeometry place = layoutSweep(*sweep, rect);
  const Theme& theme = Theme::of(ThemeKind::light);
  const auto paint = [&](std::int64_t untilNs) {
    QImage image(1000, 400, QImage::Format_RGB32);
    image.fill(theme.paper);
    QPainter painter(&image);
    paintSweep(painter, *sweep, rect, theme, untilNs);
    return image;
  };
  const auto count = [](const QImage& image, const QRectF& where, const QColor& colour) {
    int found = 0;
    for (int y = qRound(where.top()); y < qRound(where.bottom()); ++y) {
      for (int x = qRound(where.left()); x < qRound(where.right()); ++x)
        found += image.pixelColor(x, y) == colour ? 1 : 0;
    }
    return found;
  };
  const QImage whole = paint(std::numeric_limits<std::int64_t>::max());
  QVERIFY(count(whole, place.timePlot, theme.live) == 0);  // one quantity on an axis
  QVERIFY(count(whole, place.memoryPlot, theme.live) > 300);
  const QRectF atKnee(place.x[3] - 8, place.timePlot.top() - 2, 16, place.timePlot.height());
  const QRectF beside = atKnee.translated(place.x[4] - place.x[3], 0);
  QVERIFY(count(whole, atKnee, theme.cursor) > count(whole, beside, theme.cursor) + 100);
  // Until the third part is over, there are three points and no knee.
  const QImage part = paint(sweep->points[2].range.to_ns);
  QVERIFY(count(part, atKnee, theme.cursor) == 0);
  const QRectF right(place.x[3] - 10, place.memoryPlot.top(), place.x[6] + 20 - place.x[3],
                     place.memoryPlot.height());
  QCOMPARE(count(part, right, theme.live), 0);
  const QRectF left(place.x[0], place.memoryPlot.top(), place.x[2] - place.x[0], place.memoryPlot.height());
  QVERIFY(count(part, left, theme.live) > 50);
}

void ChartTest::clickOnASweepPointShowsItsPart() {
  RecordedTrace record;
  ViewState view(&record);
  view.visible()->setAnimationMs(0);
  const Trace trace = test::sweepTrace();
  view.setTrace(trace, false);
  const std::optional<Sweep> sweep = sweepOf(trace);
  SweepPane pane(&view);
  pane.resize(1000, 400);
  pane.setSweep(*sweep);
  const double x = layoutSweep(*sweep, pane.rect()).x[2];
  QTest::mouseClick(&pane, Qt::LeftButton, {}, QPoint(qRound(x) + 5, 100));
  QVERIFY(view.selection()->range() == sweep->points[2].range);
  QVERIFY(view.visible()->fromNs() >= static_cast<double>(sweep->points[2].range.from_ns) - 1);
  QVERIFY(view.visible()->toNs() <= static_cast<double>(sweep->points[2].range.to_ns) + 1);
}

}  // namespace

int test::chartTest(int argc, char** argv) {
  ChartTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "timeline_chart_test.moc"
