// SPDX-License-Identifier: GPL-3.0-or-later
// Events of one run in another.
#include "gui/lecture/slide_steps.h"

#include <algorithm>
#include <optional>

namespace runahead::gui {
namespace {

/// The same time through the same line: waits may be left out in one of the runs.
std::optional<StatementId> sameStatement(const Trace& from, StatementId id, const Trace& to) {
  const int line = from.statement(id).line;
  std::uint32_t times = 0;
  for (StatementId before = 0; before < id; ++before) times += from.statement(before).line == line ? 1 : 0;
  for (StatementId other = 0; other < to.statement_count(); ++other) {
    if (to.statement(other).line == line && times-- == 0) return other;
  }
  return std::nullopt;
}

/// The same event in another run of the same program; nothing where that has none.
std::optional<Seq> sameEvent(const Trace& from, Seq event, const Trace& to) {
  const auto [time_ns, kind, id] = from.event(event);
  const auto there = [](Seq seq) { return seq == kNever ? std::nullopt : std::optional(seq); };
  switch (kind) {
    case EventKind::statement_begin:
    case EventKind::statement_end: {
      const auto same = sameStatement(from, id, to);
      if (!same) return std::nullopt;
      return there(kind == EventKind::statement_begin ? to.statement(*same).begin : to.statement(*same).end);
    }
    case EventKind::wait_begin:
    case EventKind::wait_end: {
      const Wait wait = from.wait(id);
      const auto same = wait.statement == kNone ? std::nullopt : sameStatement(from, wait.statement, to);
      for (WaitId other = 0; same && other < to.wait_count(); ++other) {
        const Wait there_too = to.wait(other);
        if (there_too.statement == *same && there_too.reason == wait.reason)
          return there(kind == EventKind::wait_begin ? there_too.begin : there_too.end);
      }
      return std::nullopt;
    }
    case EventKind::enqueue:
    case EventKind::defer:
    case EventKind::ready:
    case EventKind::start:
    case EventKind::end:
    case EventKind::eliminate: {
      if (id >= to.task_count() || to.name(to.task(id).name) != from.name(from.task(id).name))
        return std::nullopt;
      const Task task = to.task(id);
      return there(kind == EventKind::enqueue ? task.enqueue
                   : kind == EventKind::defer ? task.defer
                   : kind == EventKind::ready ? task.ready
                   : kind == EventKind::start ? task.start
                                              : task.end);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::vector<TraceMoment> stepsIn(const Slide& slide, const Trace& trace) {
  std::vector<TraceMoment> steps = slide.steps;
  fit(steps, trace);
  return steps;
}

std::vector<TraceMoment> sameSteps(const Slide& slide, const Trace& from, const Trace& to) {
  std::vector<TraceMoment> steps;
  for (const TraceMoment& step : stepsIn(slide, from)) {
    const auto event = step.seq == 0 ? std::nullopt : sameEvent(from, step.seq - 1, to);
    if (step.seq == 0) steps.emplace_back();
    if (event) steps.push_back({*event + 1, to.time_ns(*event)});
  }
  std::ranges::sort(steps, {}, &TraceMoment::seq);
  const auto same = [](const TraceMoment& one, const TraceMoment& other) { return one.seq == other.seq; };
  steps.erase(std::unique(steps.begin(), steps.end(), same), steps.end());
  return steps;
}

}  // namespace runahead::gui
