// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry: axis, ticks, label forms, merging, rows. No window, no pixels.
#include <QTest>

#include "gui/axis/time_axis.h"
#include "gui/text/format.h"
#include "gui/timeline/layout.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

/// Bars whose events are their nanoseconds.
struct PlainBars {
  std::vector<std::pair<Seq, Seq>> bars;
  mutable int lookups = 0;
  static constexpr bool kShaded = true;
  std::uint32_t count() const { return static_cast<std::uint32_t>(bars.size()); }
  Seq begin(std::uint32_t i) const { return ++lookups, bars[i].first; }
  Seq end(std::uint32_t i) const { return ++lookups, bars[i].second; }
  Seq key(std::uint32_t i) const { return begin(i); }
  std::int64_t time_ns(Seq seq) const { return seq; }
  std::int64_t busy_ns(std::uint32_t first, std::uint32_t last) const {
    std::int64_t sum = 0;
    for (std::uint32_t i = first; i < last; ++i) sum += bars[i].second - bars[i].first;
    return sum;
  }
};

std::vector<BarSpan> merged(const TimeAxis& axis, const PlainBars& bars, double column_px = 1) {
  std::vector<BarSpan> spans;
  const auto bounds = columnBounds(axis, column_px, 1'000'000'000, [](Seq seq) { return std::int64_t{seq}; });
  mergeBars(axis, column_px, bounds, bars, [&](const BarSpan& span) { spans.push_back(span); });
  return spans;
}

class GeometryTest : public QObject {
  Q_OBJECT
 private slots:
  void axisMapsBothWays();
  void ticksAreRoundAndShareAUnit_data();
  void ticksAreRoundAndShareAUnit();
  void valueTicksStartAtZero();
  void labelFormNeedsNineOfTen();
  void gallopFindsTheBoundary();
  void wideBarsStandAlone();
  void narrowBarsBecomeColumns();
  void columnsShowTheBusyShare();
  void everyBarIsHandedOutOnce();
  void mergingCostsPerColumnNotPerBar();
  void rowsShrinkThenScroll();
  void overlappingMarksLieInDifferentRows();
  void formatsNumbers();
};

void GeometryTest::axisMapsBothWays() {
  const TimeAxis axis = paneAxis(1140, 1000, 2000);
  QCOMPARE(axis.leftPx, 124.0);
  QCOMPARE(axis.widthPx, 1000.0);
  QCOMPARE(axis.x(1000), 124.0);
  QCOMPARE(axis.x(1500), 624.0);
  QCOMPARE(axis.ns(axis.x(1234)), 1234.0);
}

void GeometryTest::ticksAreRoundAndShareAUnit_data() {
  QTest::addColumn<double>("from");
  QTest::addColumn<double>("to");
  QTest::addColumn<QStringList>("labels");
  QTest::newRow("µs from zero") << 0.0 << 500e3
                                << QStringList{"0", "100 µs", "200 µs", "300 µs", "400 µs", "500 µs"};
  QTest::newRow("zoomed in") << 10.0 << 15.0
                             << QStringList{"10 ns", "11 ns", "12 ns", "13 ns", "14 ns", "15 ns"};
  QTest::newRow("one unit") << 800e3 << 1300e3
                            << QStringList{"0.8 ms", "0.9 ms", "1.0 ms", "1.1 ms", "1.2 ms", "1.3 ms"};
  QTest::newRow("seconds") << 0.0 << 5e9 << QStringList{"0", "1 s", "2 s", "3 s", "4 s", "5 s"};
}

void GeometryTest::ticksAreRoundAndShareAUnit() {
  QFETCH(double, from);
  QFETCH(double, to);
  QFETCH(QStringList, labels);
  QStringList found;
  for (const Tick& tick : ticks({from, to, 124, 600}, 100)) found << tick.label;
  QCOMPARE(found, labels);
}

void GeometryTest::valueTicksStartAtZero() {
  QCOMPARE(valueTicks(13, 3, true), (std::vector<double>{0, 4, 8, 12}));
  QCOMPARE(valueTicks(1.2, 4, true), (std::vector<double>{0, 1}));
  QCOMPARE(valueTicks(850e3, 3, false), (std::vector<double>{0, 250e3, 500e3, 750e3}));
}

void GeometryTest::labelFormNeedsNineOfTen() {
  LabelFit fit;
  for (int i = 0; i < 9; ++i) fit.add(60, {50, 20});
  fit.add(30, {50, 20});
  QCOMPARE(fit.form(2), std::size_t{0});  // nine of ten hold the long form
  fit.add(30, {50, 20});
  QCOMPARE(fit.form(2), std::size_t{1});  // nine of eleven do not
  for (int i = 0; i < 9; ++i) fit.add(10, {50, 20});
  QCOMPARE(fit.form(2), std::size_t{1});  // bars that hold nothing have no say
  LabelFit spare;
  spare.add(55, {50, 45});
  QCOMPARE(spare.form(2), std::size_t{1});  // six px are to be free
  QCOMPARE(LabelFit().form(2), std::size_t{2});
}

void GeometryTest::gallopFindsTheBoundary() {
  for (const std::uint32_t boundary : {0U, 1U, 7U, 99U, 100U}) {
    for (const std::uint32_t step : {1U, 3U, 64U}) {
      QCOMPARE(gallop(
                   0, 100, [&](std::uint32_t i) { return i < boundary; }, step),
               boundary);
    }
  }
  QCOMPARE(gallop(5, 5, [](std::uint32_t) { return true; }), 5U);
}

void GeometryTest::wideBarsStandAlone() {
  const std::vector<BarSpan> spans = merged({0, 1000, 100, 1000}, {{{10, 20}, {30, 33}}});
  QCOMPARE(spans.size(), std::size_t{2});
  QVERIFY(!spans[0].merged && !spans[1].merged);
  QCOMPARE(spans[0].x0, 110.0);
  QCOMPARE(spans[0].x1, 120.0);
  QCOMPARE(spans[1].x1 - spans[1].x0, 3.0);
}

void GeometryTest::narrowBarsBecomeColumns() {
  // Ten bars of a fifth of a pixel in two columns, then nothing for long, then one of two pixels.
  PlainBars bars;
  for (Seq i = 0; i < 10; ++i) bars.bars.push_back({i * 20, i * 20 + 15});
  bars.bars.push_back({5000, 5200});
  const std::vector<BarSpan> spans = merged({0, 10000, 0, 100}, bars);
  QCOMPARE(spans.size(), std::size_t{4});
  for (const BarSpan& span : spans) QVERIFY(span.merged && span.x1 - span.x0 == 1);
  QCOMPARE(spans[0].last, 5U);
  QCOMPARE(spans[1].first, 5U);
  QCOMPARE(spans[2].x0, 50.0);
  QCOMPARE(spans[3].x0, 51.0);
}

void GeometryTest::columnsShowTheBusyShare() {
  PlainBars bars;
  for (Seq i = 0; i < 100; ++i) bars.bars.push_back({i * 10, i * 10 + (i < 50 ? 2U : 10U)});
  const std::vector<BarSpan> spans = merged({0, 1000, 0, 10}, bars);
  QCOMPARE(spans.size(), std::size_t{10});
  QVERIFY(std::abs(spans[2].busy - 0.2) < 1e-9);
  QVERIFY(std::abs(spans[7].busy - 1.0) < 1e-9);
  QCOMPARE(busyStep(0), 0);
  QCOMPARE(busyStep(0.01), 1);
  QCOMPARE(busyStep(0.2), 1);
  QCOMPARE(busyStep(0.5), 3);
  QCOMPARE(busyStep(1), 5);
}

void GeometryTest::everyBarIsHandedOutOnce() {
  // Bars and gaps of all sizes around the width of a pixel, at several zooms and resolutions.
  PlainBars bars;
  Seq at = 3;
  for (Seq i = 0; i < 4000; ++i) {
    const Seq length = 1 + (i * 7919) % (i % 37 == 0 ? 700 : 23);
    bars.bars.push_back({at, at + length});
    at += length + (i * 104729) % 11;
  }
  for (const double px_per_ns : {0.001, 0.02, 0.3, 2.0}) {
    for (const double column_px : {1.0, 0.5}) {
      const TimeAxis axis{0, static_cast<double>(at), 50, at * px_per_ns};
      std::uint32_t next = 0;
      double x = 0;
      for (const BarSpan& span : merged(axis, bars, column_px)) {
        QVERIFY(span.x0 >=
                x - 1 - column_px);  // in order; a column and the bar that ends it may share a pixel
        x = span.x0;
        if (span.merged && span.last == next) continue;  // the rest of a bar that was already begun
        QCOMPARE(span.first, next);
        next = span.last;
        if (!span.merged) QVERIFY(span.x1 - span.x0 >= kMergeBelowPx);
      }
      QCOMPARE(next, bars.count());
    }
  }
}

void GeometryTest::mergingCostsPerColumnNotPerBar() {
  PlainBars bars;
  for (Seq i = 0; i < 1'000'000; ++i) bars.bars.push_back({i * 10, i * 10 + 7});
  const std::vector<BarSpan> spans = merged({0, 10'000'000, 0, 1000}, bars);
  QCOMPARE(spans.size(), std::size_t{1000});
  QVERIFY2(bars.lookups < 40'000, qPrintable(QString::number(bars.lookups)));
}

void GeometryTest::rowsShrinkThenScroll() {
  TraceBuilder builder{TraceInfo{}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  for (int i = 0; i < 8; ++i) builder.add_lane(LaneKind::worker, "Worker");
  builder.publish();
  const Trace trace = builder.snapshot();
  const TimelineLayout full = layoutTimeline(fullTimelineHeight(trace, 1), trace, 1);
  QCOMPARE(full.rows.size(), std::size_t{8});
  QCOMPARE(full.rows[0].row.height, 38.0);
  QCOMPARE(full.queue.height, 82.0);
  QCOMPARE(full.maxScrollPx(), 0.0);
  QVERIFY(full.lanes.bottom() <= fullTimelineHeight(trace, 1));
  // Beyond it, gutter and lanes grow, up to a size.
  const TimelineLayout high = layoutTimeline(fullTimelineHeight(trace, 1) + 120, trace, 1);
  QVERIFY(high.rows[0].row.height > 38 && high.queue.height > 82);
  QVERIFY(high.lanes.bottom() <= fullTimelineHeight(trace, 1) + 120);
  const double most = mostTimelineHeight(trace, 1);
  QVERIFY(layoutTimeline(most, trace, 1).lanes.bottom() > most - 12);
  QCOMPARE(layoutTimeline(9000, trace, 1).lanes.bottom(), layoutTimeline(most, trace, 1).lanes.bottom());
  const TimelineLayout compact = layoutTimeline(fullTimelineHeight(trace, 1) - 1, trace, 1);
  QCOMPARE(compact.rows[0].row.height, 32.0);
  const TimelineLayout small = layoutTimeline(340, trace, 1);
  QCOMPARE(small.rows[0].row.height, 17.0);
  QCOMPARE(small.maxScrollPx(), 0.0);
  const TimelineLayout scrolled = layoutTimeline(240, trace, 1);
  QVERIFY(scrolled.maxScrollPx() > 0);
  QVERIFY(scrolled.lanes.bottom() <= 240);
  // Brackets go before the queue and the lanes are out of sight, the inner ones first.
  QCOMPARE(scrolled.marks.height, kRegionRow_px);
  const TimelineLayout fewer = layoutTimeline(230, trace, 3);
  QCOMPARE(fewer.marks.height, kRegionRow_px);
  QVERIFY(fewer.lanes.bottom() <= 230);
  const TimelineLayout low = layoutTimeline(184, trace, 3);
  QCOMPARE(low.marks.height, 0.0);
  QVERIFY(low.lanes.bottom() <= 184 && low.lanes.height >= 38);
  // Before a class all lanes are seen: gutter, statements and brackets go instead, then lanes get low.
  for (const double height : {500.0, 340.0, 260.0, 150.0, 90.0}) {
    const TimelineLayout all = layoutAllLanes(height, trace, 2);
    QCOMPARE(all.maxScrollPx(), 0.0);
    QCOMPARE(all.rows.size(), std::size_t{8});
    QVERIFY(all.rows.back().row.bottom() <= height);
  }
  QCOMPARE(layoutAllLanes(500, trace, 1).queue.height, layoutTimeline(500, trace, 1).queue.height);
  QCOMPARE(layoutAllLanes(260, trace, 1).queue.height, 0.0);
  QCOMPARE(layoutAllLanes(260, trace, 1).rows[0].row.height, 17.0);
  // A figure has no scroll bar.
  QCOMPARE(layoutTimeline(240, trace, 1, true).maxScrollPx(), 0.0);
}

void GeometryTest::overlappingMarksLieInDifferentRows() {
  TraceBuilder builder{TraceInfo{}};
  const RegionId outer = builder.begin_region(0, RegionKind::benchmark, 0);
  const RegionId inner = builder.begin_region(10, RegionKind::benchmark, 0);
  builder.end_region(20, inner);
  builder.end_region(30, outer);
  const RegionId later = builder.begin_region(40, RegionKind::benchmark, 0);
  builder.end_region(50, later);
  builder.publish(true);
  const std::vector<std::uint8_t> rows = regionRows(builder.snapshot());
  QCOMPARE(rows, (std::vector<std::uint8_t>{0, 1, 0}));
  QCOMPARE(regionRowCount(rows), 2);
}

void GeometryTest::formatsNumbers() {
  QCOMPARE(formatTime(0), "0 ns");
  QCOMPARE(formatTime(8'050), "8.05 µs");
  QCOMPARE(formatTime(369'349), "369.3 µs");
  QCOMPARE(formatTime(999'960), "1.00 ms");
  QCOMPARE(formatTime(7'910'000'000), "7.91 s");
  QCOMPARE(formatTime(-1'500), "−1.50 µs");
  QCOMPARE(formatBytes(262'144), "262 kB");
  QCOMPARE(formatBytes(208'000'000), "208.0 MB");
  QCOMPARE(formatGrowth(748'000), "+748 kB");
  QCOMPARE(formatCount(12'901), "12,901");
  QCOMPARE(formatCount(1'000'000), "1,000,000");
}

}  // namespace

int test::geometryTest(int argc, char** argv) {
  GeometryTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "timeline_geometry_test.moc"
