// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons: each row against the runs' summaries, what is null, the words for ratios, labels and shifts.
// Not here: the numbers of a single run (summary_test.cpp).
#include "core/analysis/comparison.h"

#include <gmock/gmock.h>

#include "core/analysis/summary.h"
#include "core/trace/trace_builder.h"
#include "tests/analysis/model_runs.h"
#include "tests/support/random_trace.h"

namespace runahead {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using Values = std::vector<std::optional<std::int64_t>>;

std::vector<std::string> texts(const std::vector<Message>& messages) {
  std::vector<std::string> all;
  for (const Message& message : messages) all.push_back(to_text(message));
  return all;
}

const ComparedRow* row_of(const Comparison& comparison, const std::string& what) {
  for (const ComparedRow& row : comparison.rows) {
    if (row.what == what) return &row;
  }
  return nullptr;
}

Values values_of(const Comparison& comparison, const std::string& what) {
  const ComparedRow* const row = row_of(comparison, what);
  return row ? row->values : Values{};
}

TEST(Comparison, OfTheLoopWithAndWithoutWaits) {
  const Trace runs[] = {run(loop({100, 1000, 2000, 500}, "async", "each")).trace,
                        run(loop({100, 1000, 2000, 500}, "async", "none")).trace};
  const Comparison comparison = compare(runs);
  EXPECT_THAT(texts(comparison.labels), ElementsAre("synchronize every iteration", "no synchronization"));
  ASSERT_EQ(comparison.differences.size(), 1U);
  EXPECT_EQ(comparison.differences[0].axis, "waits");
  EXPECT_THAT(texts(comparison.differences[0].values),
              ElementsAre("synchronize every iteration", "no synchronization"));
  EXPECT_EQ(values_of(comparison, "total"), (Values{350'000, 201'500}));
  EXPECT_EQ(values_of(comparison, "region loop"), (Values{350'000, 201'500}));
  EXPECT_EQ(to_text(row_of(comparison, "total")->ratio_text(1)), "1.74 times as fast");
  EXPECT_EQ(values_of(comparison, "tasks"), (Values{101, 101}));
  EXPECT_EQ(values_of(comparison, "waiting: wait_to_read"), (Values{250'000, 0}));
  EXPECT_EQ(values_of(comparison, "waiting: waitall"), (Values{0, 101'500}));
  EXPECT_EQ(values_of(comparison, "waiting"), (Values{250'000, 101'500}));
  EXPECT_EQ(row_of(comparison, "eliminated"), nullptr);
  EXPECT_EQ(row_of(comparison, "resident growth"), nullptr);  // virtual clock
  EXPECT_GT(*values_of(comparison, "peak in use")[1], 0);
}

TEST(Comparison, MemoriesThatAreToldApartAreRowsOfTheirOwn) {
  const Trace runs[] = {random_trace({.seed = 3}), random_trace({.seed = 3, .memories = 3})};
  const Comparison comparison = compare(runs);
  const RunSummary host = summarize(runs[0]), devices = summarize(runs[1]);
  ASSERT_EQ(devices.memories.size(), 3U);
  EXPECT_EQ(devices.memories[0].live_bytes, devices.peak_live_bytes);
  EXPECT_EQ(row_of(comparison, "peak in use"), nullptr) << "of two memories it would not be one number";
  EXPECT_EQ(row_of(comparison, "peak reserved"), nullptr);
  EXPECT_EQ(values_of(comparison, "peak in use on the host"),
            (Values{host.peak_live_bytes, devices.memories[2].live_bytes}));
  EXPECT_EQ(values_of(comparison, "peak in use on the device"),
            (Values{std::nullopt, devices.peak_live_bytes}));
  EXPECT_EQ(values_of(comparison, "peak reserved on the second device"),
            (Values{std::nullopt, devices.memories[1].pool_bytes}));
}

TEST(Comparison, HasEveryNumberOfTheSummaries) {
  std::vector<Trace> runs;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) runs.push_back(random_trace({.seed = seed}));
  const Comparison comparison = compare(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunSummary summary = summarize(runs[i]);
    EXPECT_EQ(values_of(comparison, "total")[i], summary.total_ns);
    EXPECT_EQ(values_of(comparison, "frontend finished at")[i], summary.frontend_done_ns);
    EXPECT_EQ(values_of(comparison, "most pending")[i], summary.max_depth);
    EXPECT_EQ(values_of(comparison, "peak in use")[i], summary.peak_live_bytes);
    EXPECT_EQ(values_of(comparison, "peak reserved")[i], summary.peak_pool_bytes);
    EXPECT_EQ(values_of(comparison, "resident growth")[i], summary.resident_growth_bytes);
    EXPECT_EQ(values_of(comparison, "tasks")[i], summary.tasks);
    EXPECT_EQ(values_of(comparison, "eliminated")[i], summary.eliminated);
    EXPECT_EQ(values_of(comparison, "failed")[i], summary.failed);
    EXPECT_EQ(values_of(comparison, "skipped")[i], summary.skipped);
    std::int64_t waiting_ns = 0;
    for (const auto& wait : summary.waits) waiting_ns += wait.ns;
    EXPECT_EQ(values_of(comparison, "waiting")[i], waiting_ns);
    std::int64_t sum_ns = 0;
    std::size_t marks = 0;
    for (const ComparedRow& row : comparison.rows) {
      ASSERT_EQ(row.values.size(), runs.size());
      if (row.what.starts_with("waiting: ")) sum_ns += row.values[i].value_or(0);
      marks += row.what.starts_with("region ") && row.values[i];
    }
    EXPECT_EQ(sum_ns, waiting_ns);
    EXPECT_EQ(marks, summary.marks.size());
  }
}

TEST(Comparison, WhatARunDoesNotHaveIsNull) {
  TraceBuilder first{TraceInfo{}}, second{TraceInfo{{.clock = Clock::virtual_time}}};
  first.end_region(30, first.begin_region(10, RegionKind::benchmark, first.intern("loop")));
  first.end_region(90, first.begin_region(40, RegionKind::benchmark, first.intern("loop")));
  first.allocate(95, first.add_variable(0, true), 400);
  first.publish(true);
  second.end_region(40, second.begin_region(20, RegionKind::benchmark, second.intern("loop")));
  second.publish();  // goes on
  const Trace runs[] = {first.snapshot(), second.snapshot()};
  const Comparison comparison = compare(runs);
  const std::optional<std::int64_t> none;
  EXPECT_EQ(values_of(comparison, "total"), (Values{0, none}));
  EXPECT_EQ(row_of(comparison, "frontend finished at"), nullptr);  // neither has statements
  EXPECT_EQ(values_of(comparison, "region loop"), (Values{20, 20}));
  EXPECT_EQ(values_of(comparison, "region loop #2"), (Values{50, none}));
  EXPECT_EQ(values_of(comparison, "peak input"), (Values{400, none}));
  EXPECT_EQ(row_of(comparison, "peak reserved"), nullptr);
  EXPECT_EQ(row_of(comparison, "region loop #2")->ratio(1), std::nullopt);
  EXPECT_EQ(to_text(row_of(comparison, "region loop #2")->ratio_text(1)), "");
}

TEST(Comparison, RatiosAreSaidAsPeopleDo) {
  const auto text = [](ComparedUnit unit, std::int64_t first, std::int64_t second) {
    return to_text(ComparedRow{.what = "", .unit = unit, .values = {first, second}}.ratio_text(1));
  };
  EXPECT_EQ(text(ComparedUnit::time, 3000, 1000), "3.00 times as fast");
  EXPECT_EQ(text(ComparedUnit::time, 1000, 1500), "1.50 times as long");
  EXPECT_EQ(text(ComparedUnit::time, 123'000, 1000), "123 times as fast");
  EXPECT_EQ(text(ComparedUnit::time, 12'300, 1000), "12.3 times as fast");
  EXPECT_EQ(text(ComparedUnit::bytes, 1000, 48'800), "48.8 times as much");
  EXPECT_EQ(text(ComparedUnit::bytes, 1000, 250), "0.25 times as much");
  EXPECT_EQ(text(ComparedUnit::count, 4, 6), "1.50 times as many");
  EXPECT_EQ(text(ComparedUnit::count, 646, 1), "1/646 as many");
  EXPECT_EQ(text(ComparedUnit::bytes, 1000, 20), "1/50 as much");
  EXPECT_EQ(text(ComparedUnit::count, 1999, 0), "");
  EXPECT_EQ(text(ComparedUnit::time, 100'000, 100'001), "");
  EXPECT_EQ(text(ComparedUnit::time, 0, 5), "");
  EXPECT_EQ(text(ComparedUnit::time, 5, 0), "");
  const ComparedRow waiting{.what = "waiting: print", .unit = ComparedUnit::time, .values = {3000, 1000, 10}};
  EXPECT_EQ(to_text(waiting.ratio_text(1)), "0.33 times as long");
  EXPECT_EQ(to_text(waiting.ratio_text(2)), "1/300 as long");
}

// Labels.

std::vector<std::string> labels(const std::vector<RunRequest>& runs) {
  std::vector<TraceInfo> heads;
  for (const RunRequest& run : runs) heads.push_back({run});
  return texts(run_labels(heads));
}

TEST(RunLabels, NameTheFewestAxesThatTellRunsApart) {
  EXPECT_THAT(
      labels({{.waits = Waits::each()}, {.waits = Waits::none()}, {.waits = Waits::every(8)}}),
      ElementsAre("synchronize every iteration", "no synchronization", "synchronize every 8 iterations"));
  EXPECT_THAT(
      labels({{.mode = Mode::async, .waits = Waits::each()}, {.mode = Mode::lazy, .waits = Waits::each()}}),
      ElementsAre("async", "lazy"));
  // Both differ, one is enough.
  EXPECT_THAT(
      labels({{.mode = Mode::sync, .waits = Waits::each()}, {.mode = Mode::async, .waits = Waits::none()}}),
      ElementsAre("synchronize every iteration", "no synchronization"));
  // Here it is not.
  EXPECT_THAT(labels({{.waits = Waits::each(), .workers = 1},
                      {.waits = Waits::each(), .workers = 2},
                      {.waits = Waits::none()}}),
              ElementsAre("synchronize every iteration · 1 worker", "synchronize every iteration · 2 workers",
                          "no synchronization · 1 worker"));
  EXPECT_THAT(labels({{.set = {{"n", 10}, {"rows", 5}}}, {.set = {{"n", 20}, {"rows", 5}}}}),
              ElementsAre("n 10", "n 20"));
  EXPECT_THAT(labels({{.seed = 1}, {.seed = 2}}), ElementsAre("seed 1", "seed 2"));
}

TEST(RunLabels, TellTextsOfAProgramApart) {
  const auto run = [](const char* name, const char* text, const char* waits) {
    return RunRequest{.source = {name, ProgramText{name, {}, text}}, .waits = *Waits::parse(waits)};
  };
  const RunRequest x = run("a.py", "x", "none"), y = run("a.py", "y", "none");
  EXPECT_THAT(labels({x, y, x}), ElementsAre("text 1", "text 2", "text 1 #2"));
  EXPECT_THAT(labels({x, y, run("a.py", "y", "program")}),
              ElementsAre("text 1 · waits left out where possible", "text 2 · waits left out where possible",
                          "text 2 · waits as in the program"));
  // Each program has its own.
  EXPECT_THAT(labels({x, run("b.py", "y", "none")}), ElementsAre("a.py", "b.py"));
}

TEST(RunLabels, OfRunsThatDifferInNothingAreNumbered) {
  EXPECT_THAT(labels({{.waits = Waits::each()}, {.waits = Waits::each()}, {.waits = Waits::each()}}),
              ElementsAre("synchronize every iteration", "synchronize every iteration #2",
                          "synchronize every iteration #3"));
  EXPECT_THAT(labels({{}, {}}), ElementsAre("waits as in the program", "waits as in the program #2"));
  EXPECT_THAT(
      labels({{.waits = Waits::each()}, {.waits = Waits::none()}, {.waits = Waits::each()}}),
      ElementsAre("synchronize every iteration", "no synchronization", "synchronize every iteration #2"));
  EXPECT_THAT(labels({}), ElementsAre());
  // A parameter that only some have.
  EXPECT_THAT(labels({{.waits = Waits::none()}, {.waits = Waits::none(), .set = {{"max_pending", 4}}}}),
              ElementsAre("no synchronization", "max_pending 4"));
}

TEST(RunLabels, SayTf32OfEveryRunThatHasIt) {
  const RunRequest exact{.waits = Waits::none(), .device = DeviceKind::cuda, .set = {{"n", 5}}};
  RunRequest rounded = exact;
  rounded.tf32 = true;
  EXPECT_THAT(labels({exact, rounded}), ElementsAre("float32 products", "TF32 products"));
  EXPECT_THAT(labels({rounded, rounded}),
              ElementsAre("no synchronization · TF32 products", "no synchronization · TF32 products #2"));
  RunRequest other = rounded;
  other.waits = Waits::each();
  EXPECT_THAT(labels({rounded, other}), ElementsAre("no synchronization · TF32 products",
                                                    "synchronize every iteration · TF32 products"));
  // A program may have a parameter "products".
  other = rounded;
  other.set["products"] = 3;
  ASSERT_EQ(axis_differences(std::vector<TraceInfo>{{exact}, {other}}).size(), 2U);
}

TEST(RunLabels, NameTheGpuWhereItDiffers) {
  const RunRequest on_gpu{.waits = Waits::none(), .device = DeviceKind::cuda};
  const TraceInfo one{on_gpu, "GPU 1"}, two{on_gpu, "GPU 2"}, none{{.waits = Waits::none()}};
  EXPECT_THAT(texts(run_labels(std::vector{one, two})), ElementsAre("GPU 1", "GPU 2"));
  EXPECT_THAT(texts(run_labels(std::vector{one, none})), ElementsAre("cuda", "cpu"));
  EXPECT_THAT(texts(run_labels(std::vector{one, one})),
              ElementsAre("no synchronization", "no synchronization #2"));
}

TEST(RunLabels, PutWaitsIntoWords) {
  EXPECT_THAT(labels({{.waits = Waits()},
                      {.waits = Waits::at_lines({5})},
                      {.waits = Waits::at_lines({3, 5})},
                      {.waits = Waits::at_lines({3, 5, 7, 9})}}),
              ElementsAre("waits as in the program", "line 5 waits", "lines 3, 5 wait", "4 lines wait"));
  // A list may name a line that always waits.
  EXPECT_THAT(labels({{.source = {"barriers", {}}, .waits = Waits::at_lines({4})},
                      {.source = {"barriers", {}}, .waits = Waits::at_lines({4, 6})},
                      {.source = {"barriers", {}}, .waits = Waits::at_lines({7})}}),
              ElementsAre("line 4 waits", "lines 4, 6 wait", "final waits only"));
}

TEST(RunLabels, AreNeverTheSame) {
  Draw draw(5);
  for (int i = 0; i < 300; ++i) {
    std::vector<TraceInfo> runs(static_cast<std::size_t>(draw.between(1, 8)));
    for (TraceInfo& info : runs) {
      info.waits = Waits::every(draw.between(1, 2));
      info.mode = draw.between(1, 2) == 1 ? Mode::sync : Mode::async;
      info.workers = draw.between(1, 2);
      for (const char* name : {"a", "b", "c", "d"}) {
        if (draw.between(0, 3) > 0) info.set[name] = draw.between(1, 2);
      }
    }
    std::vector<std::string> all = texts(run_labels(runs));
    std::sort(all.begin(), all.end());
    EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
    for (const AxisDifference& axis : axis_differences(runs)) {
      ASSERT_EQ(axis.values.size(), runs.size());
      EXPECT_GT(std::count_if(axis.values.begin(), axis.values.end(),
                              [&](const Message& value) { return !(value == axis.values.front()); }),
                0);
    }
  }
}

// Shifts.

TEST(Shifts, AlignRuns) {
  const Trace runs[] = {run(loop({10, 10, 100, 5}, "async", "each")).trace,
                        run(loop({10, 30, 700, 5}, "async", "none")).trace,
                        run(loop({10, 20, 100, 5}, "sync", "each")).trace};
  EXPECT_THAT(shared_regions(runs), ElementsAre("loop"));
  const auto place_ns = [&](std::size_t i, Alignment alignment) {
    if (alignment == Alignment::begin) return initialisation_end_ns(runs[i]);
    if (alignment == Alignment::end) return initialisation_end_ns(runs[i]) + summarize(runs[i]).total_ns;
    return runs[i].time_ns(region_of(runs[i], "loop").begin);
  };
  for (const Alignment alignment : {Alignment::begin, Alignment::end, Alignment::mark}) {
    const std::vector<std::int64_t> shifts = shifts_ns(runs, alignment, "loop");
    ASSERT_EQ(shifts.size(), 3U);
    EXPECT_EQ(shifts[0], 0);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(place_ns(i, alignment) + shifts[i], place_ns(0, alignment));
    }
  }
}

TEST(Shifts, OnlyMarksThatAllHaveAreShared) {
  const Trace runs[] = {run(simulated(small("matmul-race", "async"))).trace,
                        run(loop({10, 30, 700, 5}, "async", "none")).trace};
  EXPECT_THAT(shared_regions({runs, 1}), ElementsAre("finished", "loop"));
  EXPECT_THAT(shared_regions(runs), ElementsAre("loop"));
  EXPECT_THAT(shared_regions({}), ElementsAre());
}

TEST(Comparison, TakesAnythingAndNothing) {
  EXPECT_TRUE(compare({}).rows.empty());
  const Trace empty[] = {Trace(), Trace()};
  const Comparison comparison = compare(empty);
  EXPECT_THAT(texts(comparison.labels), ElementsAre("waits as in the program", "waits as in the program #2"));
  EXPECT_EQ(values_of(comparison, "total"), (Values{0, 0}));
  EXPECT_EQ(row_of(comparison, "total")->ratio(1), std::nullopt);
  EXPECT_THAT(shifts_ns(empty, Alignment::end), ElementsAre(0, 0));
}

}  // namespace
}  // namespace runahead
