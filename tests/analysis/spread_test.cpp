// SPDX-License-Identifier: GPL-3.0-or-later
// What made-up rounds say, and which rounds are made of runs that take made-up times.
#include "core/analysis/spread.h"

#include <gmock/gmock.h>

#include <random>

#include "core/analysis/comparison.h"
#include "core/analysis/repeats.h"
#include "core/trace/rounds.h"
#include "core/trace/trace_builder.h"

namespace runahead {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::int64_t kMs = 1'000'000, kS = 1'000'000'000;

TEST(Spread, IsTheMedianAndTheRange) {
  const std::int64_t odd[] = {30, 10, 20};
  EXPECT_EQ(spread_of(odd).median, 20);
  EXPECT_EQ(spread_of(odd).least, 10);
  EXPECT_EQ(spread_of(odd).most, 30);
  const std::int64_t even[] = {40, 30, 10, 20};
  EXPECT_EQ(spread_of(even).median, 20);  // one of them
  const std::int64_t one[] = {7};
  EXPECT_EQ(spread_of(one).median, 7);
}

TEST(Spread, OfThreeRoundsTheIntervalIsTheRange) {
  const std::int64_t first[] = {10, 10, 20}, other[] = {12, 15, 40};
  const auto found = ratio_interval(first, other);
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->ratio, 1.5);
  EXPECT_DOUBLE_EQ(found->lower, 1.2);
  EXPECT_DOUBLE_EQ(found->upper, 2);
  EXPECT_DOUBLE_EQ(found->confidence, 0.75);
  EXPECT_EQ(found->rounds, 3U);
  EXPECT_FALSE(found->holds_one());
}

TEST(Spread, OfEightAndNineOneRoundMayBeAnything) {
  // What lies outside of the second from either end does not count.
  for (const std::size_t n : {8, 9}) {
    std::vector<std::int64_t> first(n, 1000), other(n, 1100);
    other[3] = 900'000;
    other[5] = 1;
    const auto found = ratio_interval(first, other);
    ASSERT_TRUE(found);
    EXPECT_DOUBLE_EQ(found->lower, 1.1);
    EXPECT_DOUBLE_EQ(found->upper, 1.1);
    EXPECT_GE(found->confidence, 0.9);
  }
  EXPECT_NEAR(ratio_interval(std::vector<std::int64_t>(9, 1), std::vector<std::int64_t>(9, 1))->confidence,
              0.961, 0.001);
  // Of seven, only all of them hold it with 90 %.
  std::vector<std::int64_t> first(7, 1000), other(7, 1100);
  other[3] = 900;
  EXPECT_DOUBLE_EQ(ratio_interval(first, other)->lower, 0.9);
}

TEST(Spread, FewOrUnequalRoundsSayNothing) {
  const std::int64_t two[] = {1, 2}, three[] = {1, 2, 3}, zero[] = {1, 0, 3};
  EXPECT_FALSE(ratio_interval(two, two));
  EXPECT_FALSE(ratio_interval(two, three));
  EXPECT_FALSE(ratio_interval(three, zero));
  EXPECT_FALSE(ratio_interval(zero, three));
}

/// Times as a machine has them: sometimes much longer, and longer for everything for a while.
std::vector<std::int64_t> noisy(std::mt19937& random, std::size_t n, std::int64_t ns) {
  std::lognormal_distribution<double> spread(0, 0.2);
  std::vector<std::int64_t> times;
  for (std::size_t i = 0; i < n; ++i) {
    const double slow = random() % 8 == 0 ? 3 : 1;
    times.push_back(static_cast<std::int64_t>(static_cast<double>(ns) * spread(random) * slow) + 1);
  }
  return times;
}

TEST(Spread, OneRunAgainstItselfIsHardlyEverADifference) {
  std::mt19937 random(3);
  int differences = 0;
  int seen = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto first = noisy(random, 9, 10 * kMs);
    differences += !ratio_interval(first, noisy(random, 9, 10 * kMs))->holds_one();
    seen += !ratio_interval(first, noisy(random, 9, 25 * kMs))->holds_one();
  }
  EXPECT_LT(differences, 70);  // 4 of 100
  EXPECT_GT(seen, 750);
}

/// A finished run that took so long, with as many tasks.
Trace made(std::int64_t total_ns, int tasks = 1, Clock clock = Clock::live) {
  TraceBuilder builder{TraceInfo{{.source = {"increment-loop", {}}, .waits = Waits::none(), .clock = clock}}};
  builder.add_lane(LaneKind::frontend, "Frontend");
  builder.add_lane(LaneKind::worker, "Worker 1");
  for (int i = 0; i < tasks; ++i) {
    const TaskId task = builder.enqueue(0, builder.intern("add"), kNone, {}, true);
    builder.start(0, task, 1);
    builder.end(total_ns, task, Outcome::ok);
  }
  builder.publish(true);
  return builder.snapshot();
}

/// Makes rounds whose totals are `totals[run][round]`, each taking as long as its total.
Repeats repeated(const std::vector<std::vector<std::int64_t>>& totals, Repeats::Limits limits = {}) {
  std::vector<Repeats::Made> first;
  for (const auto& run : totals) first.push_back({made(run.front()), run.front()});
  Repeats repeats(std::move(first), limits);
  std::vector<std::size_t> next(totals.size(), 1);
  while (const auto run = repeats.next()) {
    const std::int64_t total = totals[*run].at(next[*run]++);
    repeats.add({made(total), total});
  }
  return repeats;
}

TEST(Repeats, AreMadeInTurnAndKeepTheMedian) {
  std::vector<std::vector<std::int64_t>> totals(2);
  for (const int ms : {19, 12, 17, 14, 15, 16, 13, 18, 11}) {
    totals[0].push_back(ms * kMs);
    totals[1].push_back(10 * ms * kMs);
  }
  const Repeats repeats = repeated(totals);
  EXPECT_EQ(repeats.rounds(), 9U);
  EXPECT_TRUE(repeats.why().empty());
  const Trace records[] = {repeats.record(0), repeats.record(1)};
  for (std::size_t run = 0; run < 2; ++run) {
    ASSERT_TRUE(records[run].info().rounds);
    EXPECT_EQ(*records[run].info().rounds->find("total"), totals[run]);
    EXPECT_EQ(records[run].info().rounds->kept, 4U);
    EXPECT_EQ(records[run].end_ns(), totals[run][4]);
  }
  EXPECT_EQ(records[0].info().rounds->set, records[1].info().rounds->set);
  const Comparison comparison = compare(records);
  const ComparedRow& row = *comparison.row("total");
  EXPECT_EQ(row.evidence(1), Evidence::rounds);
  EXPECT_EQ(*row.values[0], 15 * kMs);
  EXPECT_DOUBLE_EQ(*row.ratio(1), 10);
  EXPECT_FALSE(row.undecided(1));
  EXPECT_EQ(to_text(row.ratio_text(1)), "10.0 times as long");
}

TEST(Repeats, HoldFewRecordsAtATime) {
  // Of nine the median is the fifth: with seven made, only three can still be it.
  std::vector<Repeats::Made> first{{made(5 * kMs), 5 * kMs}};
  Repeats repeats(std::move(first));
  for (const int ms : {1, 9, 2, 8, 3, 7, 4, 6}) repeats.add({made(ms * kMs), ms * kMs});
  EXPECT_EQ(repeats.next(), std::nullopt);
  EXPECT_EQ(repeats.record(0).end_ns(), 5 * kMs);
}

TEST(Repeats, WhereverTheyEndTheMedianIsThere) {
  std::mt19937 random(4);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::int64_t> totals;
    std::vector<Repeats::Made> first{{made(kMs), kMs}};
    totals.push_back(kMs);
    Repeats repeats(std::move(first));
    const std::size_t rounds = 3 + random() % 7;
    while (repeats.rounds() < rounds && repeats.next()) {
      totals.push_back(1 + static_cast<std::int64_t>(random() % 5) * kMs / 2);
      repeats.add({made(totals.back()), totals.back()});
    }
    repeats.end(verbatim("stopped"));
    EXPECT_EQ(repeats.record(0).end_ns(), spread_of(totals).median);
  }
}

TEST(Repeats, TakeNoLongerThanTheyMay) {
  // Four seconds a round: five further ones.
  EXPECT_EQ(repeated({std::vector<std::int64_t>(9, kS), std::vector<std::int64_t>(9, 3 * kS)}).rounds(), 6U);
  const Repeats slow = repeated({{6 * kS}, {6 * kS}});
  EXPECT_EQ(slow.rounds(), 1U);
  EXPECT_FALSE(slow.enough());
  EXPECT_THAT(to_text(slow.why()), HasSubstr("12.0 s"));
  EXPECT_EQ(slow.record(0).info().rounds, nullptr);
  // A later round is slower.
  const Repeats slower = repeated({{kS, kS, 10 * kS, kS, kS, kS, kS, kS, kS}});
  EXPECT_EQ(slower.rounds(), 3U);
  EXPECT_TRUE(slower.why().empty());
}

TEST(Repeats, HoldNoMoreRecordsThanFit) {
  const std::size_t bytes = made(kMs, 100).memory_bytes();
  const auto planned = [&](std::size_t limit) {
    std::vector<Repeats::Made> first{{made(kMs, 100), kMs}};
    return Repeats(std::move(first), {.bytes = limit});
  };
  EXPECT_EQ(planned(100 * bytes).planned(), 9U);
  EXPECT_EQ(planned(4 * bytes).planned(), 5U);
  EXPECT_EQ(planned(2 * bytes).next(), std::nullopt);
  EXPECT_THAT(to_text(planned(2 * bytes).why()), HasSubstr("too much"));
}

TEST(Repeats, AFailureEndsThemAndWhatIsCompleteCounts) {
  for (const int rounds : {2, 4}) {
    std::vector<Repeats::Made> first{{made(kMs), kMs}, {made(2 * kMs), 2 * kMs}};
    Repeats repeats(std::move(first));
    for (int i = 1; i < rounds; ++i) {
      repeats.add({made(kMs), kMs});
      repeats.add({made(2 * kMs), 2 * kMs});
    }
    repeats.add({made(kMs), kMs});  // half a round
    repeats.end(verbatim("run 2 failed"));
    EXPECT_EQ(repeats.next(), std::nullopt);
    EXPECT_EQ(to_text(repeats.why()), "run 2 failed");
    EXPECT_EQ(repeats.enough(), rounds >= 3);
    ASSERT_EQ(repeats.record(0).info().rounds != nullptr, rounds >= 3);
    if (rounds >= 3) {
      EXPECT_EQ(repeats.record(0).info().rounds->count(), 4U);
    }
  }
}

TEST(Repeats, MetricsAreThoseOfAComparison) {
  const Trace trace = made(kMs, 3);
  const auto metrics = metrics_of(trace);
  EXPECT_EQ(metrics.front(), std::pair(std::string("total"), kMs));
  const Comparison comparison = compare({&trace, 1});
  EXPECT_EQ(metrics.size(), comparison.rows.size());
}

// What a comparison says of them.

std::shared_ptr<const Rounds> rounds(std::uint64_t set, std::vector<std::int64_t> totals) {
  return std::make_shared<const Rounds>(
      Rounds{.set = set, .kept = 0, .metrics = {{"total", std::move(totals)}}});
}

ComparedRow totals(const Trace& one, const Trace& other) {
  const Trace runs[] = {one, other};
  return *compare(runs).row("total");
}

TEST(Comparison, OneLiveRunAgainstAnotherIsNoResult) {
  const ComparedRow row = totals(made(10 * kMs), made(20 * kMs));
  EXPECT_EQ(row.evidence(1), Evidence::once);
  EXPECT_TRUE(row.undecided(1));
  EXPECT_EQ(to_text(row.ratio_text(1)), "");
  EXPECT_FALSE(row.interval(1));
  EXPECT_FALSE(row.undecided(0));
}

TEST(Comparison, OneVirtualRunIsExact) {
  const ComparedRow row =
      totals(made(10 * kMs, 1, Clock::virtual_time), made(20 * kMs, 1, Clock::virtual_time));
  EXPECT_EQ(row.evidence(1), Evidence::exact);
  EXPECT_EQ(to_text(row.ratio_text(1)), "2.00 times as long");
  // What is no time does not depend on the machine.
  const Trace runs[] = {made(kMs, 1), made(kMs, 3)};
  EXPECT_EQ(to_text(compare(runs).row("tasks")->ratio_text(1)), "3.00 times as many");
}

TEST(Comparison, ALiveRunInRoundsIsComparedWithAVirtualOne) {
  const Trace live = made(20 * kMs).with_rounds(rounds(1, {19 * kMs, 20 * kMs, 22 * kMs}));
  const Trace exact = made(10 * kMs, 1, Clock::virtual_time);
  EXPECT_EQ(totals(exact, live).evidence(1), Evidence::rounds);
  EXPECT_DOUBLE_EQ(totals(exact, live).interval(1)->lower, 1.9);
  EXPECT_DOUBLE_EQ(*totals(live, exact).ratio(1), 0.5);
  EXPECT_EQ(totals(exact, made(20 * kMs)).evidence(1), Evidence::once);
}

TEST(Comparison, RunsThatWereNotMadeInTurnAreNoResult) {
  const Trace one = made(10 * kMs).with_rounds(rounds(1, {10 * kMs, 10 * kMs, 10 * kMs}));
  const Trace two = made(20 * kMs).with_rounds(rounds(2, {20 * kMs, 20 * kMs, 20 * kMs}));
  EXPECT_EQ(totals(one, two).evidence(1), Evidence::once);
  EXPECT_EQ(totals(one, made(20 * kMs)).evidence(1), Evidence::once);
}

TEST(Comparison, AnIntervalThatHoldsOneIsNoDifference) {
  const Trace one = made(10 * kMs).with_rounds(rounds(1, {10 * kMs, 11 * kMs, 10 * kMs}));
  const Trace two = made(10 * kMs).with_rounds(rounds(1, {12 * kMs, 10 * kMs, 13 * kMs}));
  const ComparedRow row = totals(one, two);
  EXPECT_EQ(row.evidence(1), Evidence::rounds);
  EXPECT_TRUE(row.undecided(1));
  EXPECT_EQ(to_text(row.ratio_text(1)), "");
  EXPECT_EQ(*row.values[1], 12 * kMs);  // the median, whatever the record says
  EXPECT_DOUBLE_EQ(*row.ratio(1), 1.2);
  // The totals alone say the same.
  const RunTotal runs[] = {{&one.info(), 10 * kMs}, {&two.info(), 10 * kMs}};
  EXPECT_DOUBLE_EQ(*compare_totals(runs).ratio(1), 1.2);
  EXPECT_TRUE(compare_totals(runs).undecided(1));
}

}  // namespace
}  // namespace runahead
