// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame costs: timeline, overview and charts of one million tasks in 8 lanes, at 1920x1080.
// Not a test: it prints times. The target is 8 ms for any zoom.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>

#include "gui/timeline/painter.h"
#include "gui/timeline/plot.h"
#include "tests/gui/synthetic_trace.h"

namespace {

using namespace runahead;
using namespace runahead::gui;

constexpr int kWidth = 1920, kHeight = 1080;

const Trace& bigTrace() {
  static const Trace trace = test::largeTrace(1'000'000, 8);
  return trace;
}

/// The visible part of the run: 1 is all of it. Its middle moves from frame to frame, as under a panning
/// hand.
TimeAxis frameAxis(const Trace& trace, double part, int frame) {
  const auto end = static_cast<double>(trace.end_ns());
  const double length = end * part;
  const double from = (end - length) * (0.3 + 0.001 * (frame % 100));
  return paneAxis(kWidth, from, from + length);
}

void paintFrames(benchmark::State& state, double part) {
  const Trace& trace = bigTrace();
  QImage image(kWidth, kHeight, QImage::Format_RGB32);
  const std::vector<std::uint8_t> rows = regionRows(trace);
  const LaneIndex index(trace);
  const TimelineLayout layout = layoutTimeline(kHeight, trace, regionRowCount(rows));
  int frame = 0;
  for (auto _ : state) {
    QPainter painter(&image);
    TimelineScene scene{.trace = trace,
                        .theme = currentTheme(),
                        .layout = layout,
                        .axis = frameAxis(trace, part, frame++),
                        .widthPx = kWidth,
                        .heightPx = kHeight,
                        .regionRows = rows,
                        .laneIndex = index};
    scene.cursorNs = static_cast<std::int64_t>((scene.axis.fromNs + scene.axis.toNs) / 2);
    scene.cursor = trace.first_after(scene.cursorNs);
    scene.after = FutureVisibility::dim;
    scene.selected = trace.lane_task(1, trace.lane_task_count(1) / 3);
    paintTimeline(painter, scene);
    painter.end();
  }
}

void overviewFrames(benchmark::State& state) {
  const Trace& trace = bigTrace();
  QImage image(620, 44, QImage::Format_RGB32);
  const LaneIndex index(trace);
  for (auto _ : state) {
    QPainter painter(&image);
    const TimeAxis axis{0, static_cast<double>(trace.end_ns()), 8, 604};
    paintStrip(painter, trace, index, currentTheme(), axis, QRectF(8, 8, 604, 28), trace.end_ns());
  }
}

template <bool kMemory>
void chartFrames(benchmark::State& state, double part) {
  const Trace& trace = bigTrace();
  const CounterRange whole = trace.counter_range(0, trace.size());
  QImage image(kWidth, 240, QImage::Format_RGB32);
  Plot chart;
  int frame = 0;
  for (auto _ : state) {
    const TimeAxis axis = frameAxis(trace, part, frame++);
    const QRectF plot(axis.leftPx, 40, axis.widthPx, 180);
    const CounterColumns columns = reduceCounters(trace, axis);
    QPainter painter(&image);
    chart.setContent(
        kMemory ? kMemoryChart.content(trace, columns, whole) : kDepthChart.content(trace, columns, whole),
        currentTheme(), plot.size(), blockedBrush(currentTheme(), painter));
    chart.paint(painter, plot, gridOf(axis), currentTheme());
  }
}

void reduceFrames(benchmark::State& state, double part) {
  const Trace& trace = bigTrace();
  int frame = 0;
  for (auto _ : state) benchmark::DoNotOptimize(reduceCounters(trace, frameAxis(trace, part, frame++)));
}

/// A live run: the trace has grown since the last frame.
void snapshotFrames(benchmark::State& state) {
  const Trace& trace = bigTrace();
  RecordedTrace record;
  ViewState view(&record);
  view.setTrace(trace, false);
  for (auto _ : state) view.setTrace(trace, true);
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  applyTheme(application, ThemeKind::light);
  constexpr struct {
    const char* name;
    double part;
  } kZooms[] = {{"all", 1},        {"1/10", 0.1},     {"1/100", 0.01},
                {"1/1000", 0.001}, {"1/10000", 1e-4}, {"1/100000", 1e-5}};
  const auto add = [](const std::string& name, auto function, double part) {
    benchmark::RegisterBenchmark(name.c_str(), [function, part](benchmark::State& state) {
      function(state, part);
    })->Unit(benchmark::kMillisecond);
  };
  for (const auto& zoom : kZooms) add(std::string("timeline/") + zoom.name, paintFrames, zoom.part);
  for (const auto& zoom : kZooms) add(std::string("depth/") + zoom.name, chartFrames<false>, zoom.part);
  for (const auto& zoom : kZooms) add(std::string("memory/") + zoom.name, chartFrames<true>, zoom.part);
  for (const auto& zoom : kZooms) add(std::string("reduce/") + zoom.name, reduceFrames, zoom.part);
  benchmark::RegisterBenchmark("overview", overviewFrames)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("snapshot", snapshotFrames)->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
