// SPDX-License-Identifier: GPL-3.0-or-later
// Drawn schedules: what was recorded is right, on whichever worker; each rule that is broken is named. Lists
// of tasks that an idle worker takes first ready first are permitted however ties are broken.
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "core/analysis/labels.h"
#include "core/analysis/schedule.h"
#include "tests/analysis/model_runs.h"

namespace runahead {
namespace {

using namespace testing_support;

/// Of the first wait after the initialisation at which something can be drawn.
std::optional<Drawing> first_drawing(const Trace& trace) {
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    if (auto found = drawing(trace, trace.wait(id).begin + 1)) return found;
  }
  return std::nullopt;
}

DrawnBar& bar_of(std::vector<DrawnBar>& bars, TaskId task) {
  return *std::ranges::find(bars, task, &DrawnBar::task);
}

void move_to(DrawnBar& bar, std::int64_t start_ns) {
  bar.end_ns += start_ns - bar.start_ns;
  bar.start_ns = start_ns;
}

/// b runs (dot 1) when line 7 waits; c = dot 2 needs it, d = dot 3 was ready at once.
class ScheduleOfThree : public testing::Test {
 protected:
  const Trace trace_ = run(simulated(small("wait-on-intermediate", "async"))).trace;
  const Drawing drawing_ = first_drawing(trace_).value();
  std::vector<DrawnBar> drawn_ = drawing_.recorded;
};

TEST_F(ScheduleOfThree, WhatRanIsRight) {
  ASSERT_EQ(drawing_.given.size(), 1U);
  EXPECT_EQ(drawing_.given[0].task, 1U);
  ASSERT_EQ(drawn_.size(), 2U);
  EXPECT_EQ(to_text(fault(trace_, drawing_, drawn_)), "");
}

TEST_F(ScheduleOfThree, WhatIsMissingIsNamed) {
  EXPECT_EQ(to_text(fault(trace_, drawing_, {})), "dot 2 has no place yet.");
  drawn_.push_back(drawn_.front());
  EXPECT_EQ(to_text(fault(trace_, drawing_, drawn_)), "dot 2 stands there more than once.");
}

TEST_F(ScheduleOfThree, ATaskComesAfterWhatItNeeds) {
  DrawnBar early = bar_of(drawn_, 2);
  move_to(early, drawing_.from_ns);
  EXPECT_EQ(to_text(refusal(trace_, drawing_, {}, early)), "dot 2 needs dot 1, which ends at 388.3 µs.");
}

TEST_F(ScheduleOfThree, AWorkerDoesOneThingAtATime) {
  DrawnBar early = bar_of(drawn_, 3);
  move_to(early, drawing_.from_ns);
  EXPECT_EQ(to_text(refusal(trace_, drawing_, {}, early)), "Worker 1 is busy with dot 1.");
}

TEST_F(ScheduleOfThree, WhatWasReadyFirstStartsFirst) {
  DrawnBar &c = bar_of(drawn_, 2), &d = bar_of(drawn_, 3);
  const std::int64_t first_ns = d.start_ns;
  move_to(d, c.start_ns);
  move_to(c, first_ns);
  EXPECT_EQ(to_text(refusal(trace_, drawing_, std::vector{c}, d)),
            "dot 3 was ready before dot 2, and starts first.");
  EXPECT_EQ(to_text(fault(trace_, drawing_, drawn_)), "dot 3 was ready before dot 2, and starts first.");
}

TEST_F(ScheduleOfThree, NoWorkerIsIdleWhileATaskIsReady) {
  for (DrawnBar& bar : drawn_) move_to(bar, bar.start_ns + 3 * drawing_.tolerance_ns);
  EXPECT_EQ(to_text(fault(trace_, drawing_, drawn_)).substr(0, 26), "dot 2 is ready from 388.3 ");
  for (DrawnBar& bar : drawn_) move_to(bar, bar.start_ns - 5 * drawing_.tolerance_ns / 2);
  EXPECT_EQ(to_text(fault(trace_, drawing_, drawn_)), "");  // no student draws to the pixel
}

TEST_F(ScheduleOfThree, LengthsAreThoseOfTheTasks) {
  DrawnBar bar = bar_of(drawn_, 3);
  bar.end_ns += drawing_.tolerance_ns;
  EXPECT_EQ(to_text(refusal(trace_, drawing_, {}, bar)), "");
  bar.end_ns += 1;
  EXPECT_EQ(to_text(refusal(trace_, drawing_, {}, bar)), "dot 3 takes 341.5 µs.");
}

/// Of the last wait in which there is something to draw.
Drawing last_drawing(const Trace& trace) {
  for (WaitId wait = trace.wait_count(); wait-- > 0;) {
    if (const auto found = drawing(trace, trace.wait(wait).begin + 1)) return *found;
  }
  throw std::runtime_error("no wait can be drawn");
}

/// A copy engine takes home what two streams compute in turn.
class ScheduleOfStreams : public testing::Test {
 protected:
  const Trace trace_ = run(simulated(small("overlap-copy", "stream"))).trace;
  const Drawing drawing_ = last_drawing(trace_);
  std::vector<DrawnBar> drawn_ = drawing_.recorded;
};

TEST_F(ScheduleOfStreams, WhatRanIsRightAndAnotherStreamMayBeIdle) {
  EXPECT_EQ(to_text(undrawable(trace_)), "");
  EXPECT_EQ(drawing_.lanes.size(), 3U);
  ASSERT_GE(drawn_.size(), 2U);
  EXPECT_EQ(to_text(fault(trace_, drawing_, drawn_)), "");
}

TEST_F(ScheduleOfStreams, ATaskStaysOnItsStream) {
  DrawnBar& moved = drawn_.front();
  const std::string launched = " was launched on " + to_text(lane_label(trace_, moved.lane)) + ".";
  moved.lane = drawing_.lanes[moved.lane == drawing_.lanes[0] ? 1 : 0];
  EXPECT_EQ(to_text(fault(trace_, drawing_, drawn_)), to_text(task_label(trace_, moved.task)) + launched);
}

TEST_F(ScheduleOfStreams, EventsBetweenStreamsAreNotDrawn) {
  for (WaitId wait = 0; wait < trace_.wait_count(); ++wait) {
    const auto found = drawing(trace_, trace_.wait(wait).begin + 1);
    for (const DrawnBar& bar : found ? found->recorded : std::vector<DrawnBar>()) {
      EXPECT_THAT(to_text(task_label(trace_, bar.task)), Not(testing::HasSubstr("_event")));
    }
  }
}

TEST(Schedule, NothingPassesInAStream) {
  const Trace trace = run(simulated(small("matmul-race", "stream"))).trace;
  const Drawing drawn = first_drawing(trace).value();
  std::vector<DrawnBar> bars = drawn.recorded;
  // A product, and the random numbers of the next one, which need nothing.
  const auto numbers = std::ranges::find_if(
      bars, [&](const DrawnBar& bar) { return &bar != bars.data() && trace.edges_into(bar.task).empty(); });
  ASSERT_NE(numbers, bars.end());
  DrawnBar &product = *std::prev(numbers), &next = *numbers;
  const std::int64_t first_ns = product.start_ns;
  move_to(next, first_ns);
  move_to(product, next.end_ns);
  EXPECT_THAT(to_text(fault(trace, drawn, bars)),
              testing::HasSubstr(" on Stream 1 (emulated), ready or not."));
}

TEST_F(ScheduleOfStreams, AStreamIsNotIdleWhileItsNextTaskIsReady) {
  for (DrawnBar& bar : drawn_) move_to(bar, bar.start_ns + 2 * drawing_.tolerance_ns);
  EXPECT_THAT(to_text(fault(trace_, drawing_, drawn_)), testing::EndsWith(" is idle: it starts then."));
}

TEST_F(ScheduleOfStreams, WhatATaskNeedsIsDrawnBefore) {
  for (const DrawnBar& bar : drawn_) {
    for (const Edge& edge : trace_.edges_into(bar.task)) {
      if (std::ranges::find(drawn_, edge.from, &DrawnBar::task) == drawn_.end()) continue;
      EXPECT_EQ(to_text(refusal(trace_, drawing_, {}, bar)),
                to_text(task_label(trace_, bar.task)) + " needs " + to_text(task_label(trace_, edge.from)) +
                    ", which has no place yet.");
      return;
    }
  }
  FAIL() << "no task needs another";
}

TEST(Schedule, CallsThatComputeLeaveNothingToDraw) {
  EXPECT_NE(to_text(undrawable(run(simulated(small("four-statements", "sync"))).trace)), "");
  RunRequest request = small("four-statements", "stream");
  request.device = DeviceKind::cpu;
  EXPECT_NE(to_text(undrawable(run(simulated(request)).trace)), "");
}

/// An idle worker takes what has been ready longest; of those that have been ready equally long, any. A
/// stream takes its next task when that is ready.
std::vector<DrawnBar> scheduled(const Trace& trace, const Drawing& drawing, std::mt19937& random) {
  std::vector<DrawnBar> all = drawing.given, left = drawing.recorded, drawn;
  while (!left.empty()) {
    struct Choice {
      std::int64_t start_ns, ready_ns;
      std::size_t index;
      LaneId lane;
    };
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Task own = trace.task(left[i].task);
      std::int64_t ready_ns = trace.time_ns(own.ready < drawing.asked_at ? own.ready : own.enqueue);
      bool blocked = false;
      for (const Edge& edge : trace.edges_into(left[i].task)) {
        blocked |= std::ranges::find(left, edge.from, &DrawnBar::task) != left.end();
        for (const DrawnBar& bar : all) {
          if (bar.task == edge.from) ready_ns = std::max(ready_ns, bar.end_ns);
        }
      }
      if (drawing.by_stream) {
        blocked |= std::ranges::any_of(left, [&](const DrawnBar& other) {
          const Task row = trace.task(other.task);
          return row.lane == own.lane && row.enqueue < own.enqueue;
        });
      }
      if (blocked) continue;
      for (const LaneId lane : drawing.by_stream ? std::vector{own.lane} : drawing.lanes) {
        std::int64_t free_ns = drawing.from_ns;
        for (const DrawnBar& bar : all) {
          if (bar.lane == lane) free_ns = std::max(free_ns, bar.end_ns);
        }
        choices.push_back({std::max(free_ns, ready_ns), ready_ns, i, lane});
      }
    }
    std::ranges::shuffle(choices, random);
    const Choice first = *std::ranges::min_element(choices, {}, [&](const Choice& one) {
      const auto rank = static_cast<std::int64_t>(trace.task(left[one.index].task).enqueue);
      return std::pair(one.start_ns, drawing.by_rank ? rank : one.ready_ns);
    });
    DrawnBar bar = left[first.index];
    bar.lane = first.lane;
    move_to(bar, first.start_ns);
    all.push_back(bar);
    drawn.push_back(bar);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(first.index));
  }
  return drawn;
}

TEST(Schedule, ShortTasksDoNotStandInOnePlace) {
  RunRequest request = small("increment-loop", "async", "none");
  for (const auto& [name, value] : {std::pair{"n", 20}, {"t1_ns", 10}, {"t2_ns", 1000}, {"t3_ns", 0}})
    request.set[name] = value;
  const Trace trace = run(simulated(request)).trace;
  const Drawing drawing = first_drawing(trace).value();
  EXPECT_EQ(to_text(fault(trace, drawing, drawing.recorded)), "");
  std::vector<DrawnBar> stacked = drawing.recorded;
  for (DrawnBar& bar : stacked) move_to(bar, drawing.from_ns);
  EXPECT_NE(to_text(fault(trace, drawing, stacked)), "");
}

TEST(Schedule, WhatLiesALittleInOneAnotherAddsUp) {
  RunRequest request = small("increment-loop", "async", "none");
  for (const auto& [name, value] : {std::pair{"n", 8}, {"t1_ns", 10}, {"t2_ns", 1000}, {"t3_ns", 0}})
    request.set[name] = value;
  const Trace trace = run(simulated(request)).trace;
  const Drawing drawing = first_drawing(trace).value();
  std::vector<DrawnBar> crowded = drawing.recorded;
  for (std::size_t i = 0; i < crowded.size(); ++i)
    move_to(crowded[i], crowded[i].start_ns - drawing.tolerance_ns * static_cast<std::int64_t>(i) / 2);
  EXPECT_THAT(to_text(fault(trace, drawing, crowded)), testing::HasSubstr(" is too early: "));
  for (std::size_t i = 0; i < crowded.size(); ++i) {
    crowded[i] = drawing.recorded[i];
    move_to(crowded[i], crowded[i].start_ns - drawing.tolerance_ns / 2);
  }
  EXPECT_EQ(to_text(fault(trace, drawing, crowded)), "");  // all of them a little early
}

TEST(Schedule, WhatAnyScenarioRecordedAndWhatItMightHaveIsRight) {
  std::mt19937 random(1);
  int seen = 0, seen_lazy = 0, seen_stream = 0;
  for (const std::string& id : scenario_ids()) {
    const std::vector<Mode>& modes = find_scenario(id)->modes;
    for (const auto& [mode, workers] : {std::pair(Mode::async, 1),
                                        {Mode::async, 2},
                                        {Mode::async, 3},
                                        {Mode::lazy, 1},
                                        {Mode::lazy, 2},
                                        {Mode::function, 2},
                                        {Mode::stream, 1}}) {
      if (std::ranges::find(modes, mode) == modes.end()) continue;
      const Trace trace = run(simulated(small(id, to_string(mode), "", workers))).trace;
      const auto found = first_drawing(trace);
      if (!found) continue;
      ++seen;
      seen_lazy += mode == Mode::lazy;
      seen_stream += mode == Mode::stream;
      SCOPED_TRACE(id + ", " + to_string(mode) + ", workers " + std::to_string(workers));
      EXPECT_EQ(to_text(fault(trace, *found, found->recorded)), "");
      for (int draw = 0; draw < 5; ++draw)
        EXPECT_EQ(to_text(fault(trace, *found, scheduled(trace, *found, random))), "");
      // Workers are interchangeable where they are all free.
      if (!found->given.empty() || mode == Mode::stream) continue;
      std::vector<DrawnBar> turned = found->recorded;
      for (DrawnBar& bar : turned) {
        const auto at = std::ranges::find(found->lanes, bar.lane) - found->lanes.begin();
        bar.lane = found->lanes[(static_cast<std::size_t>(at) + 1) % found->lanes.size()];
      }
      EXPECT_EQ(to_text(fault(trace, *found, turned)), "");
    }
  }
  EXPECT_GE(seen, 10);
  EXPECT_GE(seen_lazy, 3);
  EXPECT_GE(seen_stream, 3);
}

}  // namespace
}  // namespace runahead
