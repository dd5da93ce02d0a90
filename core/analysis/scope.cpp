// SPDX-License-Identifier: GPL-3.0-or-later
// Where a scope begins and ends, and one pass over its events for what the frontend did.
// Not here: why tasks ran when they ran (critical_path.cpp).
#include "core/analysis/scope.h"

#include <algorithm>

#include "core/analysis/summary.h"

namespace runahead {
namespace {

/// Both from `first` on, and kNever without one.
Seq last_task_end(const Trace& trace, Seq first) {
  for (Seq seq = trace.size(); seq-- > first;) {
    if (trace.event(seq).kind == EventKind::end) return seq;
  }
  return kNever;
}
Seq last_statement_end(const Trace& trace, Seq first) {
  for (StatementId id = trace.statement_count(); id-- > 0;) {
    const Seq end = trace.statement(id).end;
    if (end != kNever) return end >= first ? end : kNever;
  }
  return kNever;
}

bool runs_in_call(const Trace& trace, const Task& task) {
  return task.start != kNever && trace.lane(task.lane).kind == LaneKind::caller;
}

}  // namespace

Scope scope_of(const Trace& trace, RegionId id) {
  Scope scope;
  scope.mark = id;
  if (id != kNone) {
    const Region mark = trace.region(id);
    scope.ended = mark.end != kNever;
    scope.first = mark.begin + 1;
    scope.last = scope.ended ? mark.end : trace.size();
    scope.frontend_end = mark.end;
    scope.from_ns = trace.time_ns(mark.begin);
    scope.to_ns = scope.ended ? trace.time_ns(mark.end) : trace.end_ns();
    return scope;
  }
  scope.ended = trace.finished();
  scope.first = initialisation_events(trace);
  scope.last = trace.size();
  scope.from_ns = scope.to_ns = initialisation_end_ns(trace);
  scope.frontend_end = last_statement_end(trace, scope.first);
  for (const Seq seq : {scope.frontend_end, last_task_end(trace, scope.first)}) {
    if (seq != kNever) scope.to_ns = std::max(scope.to_ns, trace.time_ns(seq));
  }
  return scope;
}

RegionId loop_region(const Trace& trace) {
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    const Region mark = trace.region(id);
    if (mark.kind == RegionKind::benchmark && trace.name(mark.name) == "loop") return id;
  }
  return kNone;
}

std::vector<FrontendStep> frontend_steps(const Trace& trace, const Scope& scope) {
  using Kind = FrontendStep::Kind;
  std::vector<FrontendStep> steps;
  std::int64_t last_ns = scope.from_ns;
  std::uint32_t depth = trace.counters_at(scope.first).depth();
  int tracings = 0;
  bool traced = false;
  bool away = false;  // in a wait, or in a task inside a call

  const auto add = [&](Kind kind, std::uint32_t id, std::int64_t now_ns) {
    steps.push_back({.kind = kind,
                     .traced = traced || tracings > 0,
                     .leaves_tasks = false,
                     .id = id,
                     .depth = depth,
                     .own_ns = now_ns - last_ns});
    last_ns = now_ns;
    traced = false;
  };
  const auto come_back = [&](std::int64_t now_ns) {
    last_ns = now_ns;
    away = false;
  };
  for (Seq seq = scope.first; seq < scope.last; ++seq) {
    const Event event = trace.event(seq);
    switch (event.kind) {
      case EventKind::defer:
        if (!away) add(Kind::defer, event.id, event.time_ns);
        break;
      case EventKind::enqueue:
        ++depth;
        if (!away && !runs_in_call(trace, trace.task(event.id))) add(Kind::enqueue, event.id, event.time_ns);
        break;
      case EventKind::start:
        if (away || !runs_in_call(trace, trace.task(event.id))) break;
        add(Kind::run, event.id, event.time_ns);
        away = true;
        break;
      case EventKind::end:
        --depth;
        if (away && steps.back().kind == Kind::run && steps.back().id == event.id) come_back(event.time_ns);
        break;
      case EventKind::wait_begin:
        if (away) break;
        add(Kind::wait, event.id, event.time_ns);
        away = true;
        break;
      case EventKind::wait_end:
        if (!away || steps.back().kind != Kind::wait || steps.back().id != event.id) break;
        steps.back().leaves_tasks = depth > 0;
        come_back(event.time_ns);
        break;
      case EventKind::region_begin:
      case EventKind::region_end:
        if (trace.region(event.id).kind != RegionKind::tracing) break;
        tracings = event.kind == EventKind::region_begin ? tracings + 1 : std::max(tracings - 1, 0);
        traced = true;
        break;
      default:
        break;
    }
    if (seq == scope.frontend_end && !away) add(Kind::done, kNone, event.time_ns);
  }
  if (scope.mark != kNone && scope.ended && !away) add(Kind::done, kNone, scope.to_ns);
  return steps;
}

}  // namespace runahead
