// SPDX-License-Identifier: GPL-3.0-or-later
// Walking back through a trace, event by event that mattered.
// Not here: the part of the run that is looked at (scope.cpp).
//
// Every step goes to an event with a smaller Seq, so a walk ends, whatever a recorder wrote.
#include "core/analysis/critical_path.h"

#include <algorithm>

#include "core/base/say.h"

namespace runahead {
namespace {

constexpr std::uint32_t kUseSteps = 256;  ///< along a variable's chain of uses
constexpr int kEliminatedDepth = 8;
constexpr Seq kLooks = 512;  ///< events, for a task that ended while a wait lasted

struct Dependency {
  TaskId task = kNone;
  VariableId variable = kNone;
  Seq end = 0;
};

/// The last of `count` things, by a rule that is true for the first ones and false for the rest; looked for
/// from `near` backwards. `count` where it holds for none.
template <class Before>
std::uint32_t last_that(std::uint32_t near, Before before) {
  std::uint32_t high = near;  // all from here on are false
  std::uint32_t step = 1;
  while (high > 0 && !before(high - 1)) {
    high -= std::min(step, high);
    step *= 2;
  }
  // Now before(high - 1), or there is none; what was jumped over may be true as well.
  std::uint32_t low = high;
  high = std::min(near, high + step);
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (before(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? kNone : low - 1;
}

class Walk {
 public:
  Walk(const Trace& trace, const Scope& scope)
      : trace_(trace), first_(scope.first), reserved_(scope.last - scope.first + 64) {
    path_.from_ns = scope.from_ns;
    path_.to_ns = now_ns_ = std::max(scope.from_ns, scope.to_ns);
    near_wait_ = trace.wait_count();
    for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
      near_.push_back(trace.lane_task_count(lane));
      if (trace.lane(lane).kind == LaneKind::caller) callers_.push_back(lane);
    }
  }

  /// From a moment of the frontend.
  CriticalPath from_frontend(Seq seq, StatementId statement) {
    at_ = seq;
    statement_ = statement;
    task_ = kNone;
    return walk();
  }
  /// From the end of a task.
  CriticalPath from_task(TaskId task) {
    at_ = trace_.task(task).end;
    task_ = task;
    return walk();
  }

 private:
  CriticalPath walk() {
    path_.pieces.reserve(
        std::min<std::size_t>({2 * std::size_t{trace_.task_count()} + 64, reserved_, kMostReserved}));
    while (now_ns_ > path_.from_ns && at_ >= first_) {
      if (task_ == kNone) {
        back_on_frontend();
      } else {
        back_over_task();
      }
    }
    std::reverse(path_.pieces.begin(), path_.pieces.end());
    return std::move(path_);
  }

  /// A piece that ends now and began then.
  void add(PathPiece piece, std::int64_t from_ns) {
    piece.from_ns = std::max(from_ns, path_.from_ns);
    piece.to_ns = now_ns_;
    if (piece.from_ns >= piece.to_ns) return;
    now_ns_ = piece.from_ns;
    path_.ns[static_cast<std::size_t>(piece.kind)] += piece.to_ns - piece.from_ns;
    if (piece.kind == PathKind::issuing && !path_.pieces.empty()) {
      PathPiece& later = path_.pieces.back();
      if (later.kind == piece.kind && later.statement == piece.statement) {
        later.from_ns = piece.from_ns;
        return;
      }
    }
    path_.pieces.push_back(piece);
  }

  // The frontend.

  void back_on_frontend() {
    const WaitId wait = wait_before();
    const TaskId call = call_before();
    const bool waited = wait != kNone && (call == kNone || trace_.wait(wait).begin > trace_.task(call).start);
    if (waited) {
      back_over_wait(wait);
    } else if (call != kNone) {
      const Task task = trace_.task(call);
      add({.statement = statement_, .kind = PathKind::issuing}, trace_.time_ns(task.end));
      at_ = task.end;
      task_ = call;
    } else {
      add({.statement = statement_, .kind = PathKind::issuing}, path_.from_ns);
      at_ = 0;
      now_ns_ = path_.from_ns;
    }
  }

  /// The last wait that had begun; kNone without one.
  WaitId wait_before() {
    const WaitId wait = last_that(near_wait_, [&](WaitId id) { return trace_.wait(id).begin < at_; });
    near_wait_ = wait == kNone ? 0 : wait + 1;
    return wait;
  }

  /// The last task inside a call that had ended; kNone without one.
  TaskId call_before() {
    TaskId last = kNone;
    for (const LaneId lane : callers_) {
      const TaskId id = before_on(lane, at_);
      if (id == kNone || trace_.task(id).end >= at_) continue;
      if (last == kNone || trace_.task(last).start < trace_.task(id).start) last = id;
    }
    return last;
  }

  void back_over_wait(WaitId id) {
    const Wait wait = trace_.wait(id);
    const bool ended = wait.end < at_;
    if (ended) add({.statement = statement_, .kind = PathKind::issuing}, trace_.time_ns(wait.end));
    const TaskId cause = ended ? cause_of(wait) : kNone;
    const Seq end = cause == kNone ? kNever : trace_.task(cause).end;
    if (end > wait.begin && end < wait.end) {
      add({.wait = id, .kind = PathKind::hand_back}, trace_.time_ns(end));
      at_ = end;
      task_ = cause;
      return;
    }
    const std::int64_t begin_ns = trace_.time_ns(wait.begin);
    const bool nothing = ended && begin_ns < now_ns_ && found_nothing(wait);
    add({.wait = id, .kind = nothing ? PathKind::hand_back : PathKind::idle}, begin_ns);
    at_ = wait.begin;
    statement_ = wait.statement;
  }

  /// The task that ended a wait, as far as the record says.
  TaskId cause_of(const Wait& wait) const {
    if (wait.ended_by != kNone || wait.variable != kNone) return wait.ended_by;
    const Seq stop = wait.end - std::min(wait.end - wait.begin, kLooks);
    for (Seq seq = wait.end; seq-- > stop;) {
      if (const Event event = trace_.event(seq); event.kind == EventKind::end) return event.id;
    }
    return kNone;
  }

  bool found_nothing(const Wait& wait) const {
    return wait.ended_by != kNone || wait.variable != kNone || trace_.counters_at(wait.begin).depth() == 0;
  }

  // Tasks.

  /// The task on a lane that started last before an event; kNone without one.
  TaskId before_on(LaneId lane, Seq seq) {
    std::uint32_t& near = near_[lane];
    const std::uint32_t index =
        last_that(near, [&](std::uint32_t i) { return trace_.task(trace_.lane_task(lane, i)).start < seq; });
    near = index == kNone ? 0 : index + 1;
    return index == kNone ? kNone : trace_.lane_task(lane, index);
  }

  void back_over_task() {
    const Task task = trace_.task(task_);
    const bool ran = task.start != kNever && task.start < at_;
    const Seq start = ran ? task.start : at_;
    const std::int64_t start_ns = trace_.time_ns(start);
    PathPiece execution{.task = task.id, .kind = PathKind::execution, .cause = PathCause::frontend};
    Seq next = task.enqueue < start ? task.enqueue : start;

    if (ran && trace_.lane(task.lane).kind == LaneKind::caller) {
      add(execution, start_ns);
      to_frontend(start, task.statement);
      return;
    }
    TaskId after = kNone;
    if (task.ready != task.enqueue && task.ready < start) {
      const Dependency last = last_dependency(task.id, task.ready);
      if (last.task != kNone && last.end > next) {
        execution.cause = PathCause::dependency;
        execution.variable = last.variable;
        after = last.task;
        next = last.end;
      }
    }
    // A task that is ready once its worker has ended another waited for that one's result, if at all.
    const Seq could_run = task.ready < start ? std::max(next, task.ready) : next;
    if (ran && could_run + 1 < start) {
      const TaskId before = before_on(task.lane, start);
      const Seq end = before == kNone ? kNever : trace_.task(before).end;
      if (end < start && end > could_run) {
        execution.cause = PathCause::worker;
        execution.variable = kNone;
        after = before;
        next = end;
      }
    }
    execution.after = after;
    if (ran) add(execution, start_ns);
    const bool blocked = after == kNone && task.ready > next && task.ready < start;
    add({.task = task.id, .kind = PathKind::worker}, trace_.time_ns(blocked ? task.ready : next));
    add({.task = task.id, .kind = PathKind::idle}, trace_.time_ns(next));
    if (after == kNone) {
      to_frontend(next, task.statement);
    } else {
      at_ = next;
      task_ = after;
    }
  }

  void to_frontend(Seq seq, StatementId statement) {
    at_ = seq;
    task_ = kNone;
    statement_ = statement;
  }

  /// Of those that ended before `ready`, the last. What was eliminated is looked through.
  Dependency last_dependency(TaskId id, Seq ready) const {
    Dependency last;
    look_at_uses(id, kNone, ready, 0, last);
    if (const TaskId after = trace_.task(id).after; after != kNone) look_at(after, kNone, ready, 0, last);
    return last;
  }

  void look_at_uses(TaskId id, VariableId only, Seq ready, int depth, Dependency& last) const {
    const std::uint32_t count = trace_.use_count(id);
    for (std::uint32_t i = 0; i < count; ++i) {
      // Nothing can have ended between the two.
      if (last.task != kNone && last.end + 1 == ready) return;
      const Use use = trace_.use(id, i);
      if (only != kNone && use.variable != only) continue;
      if (!use.write) {
        if (use.writer != kNone) look_at(trace_.use_at(use.writer).task, use.variable, ready, depth, last);
        continue;
      }
      std::uint32_t at = use.previous;
      for (std::uint32_t step = 0; at != kNone && step < kUseSteps; ++step) {
        const Use other = trace_.use_at(at);
        if (other.task != id) look_at(other.task, use.variable, ready, depth, last);
        if (other.write) break;
        at = other.previous;
      }
    }
  }

  void look_at(TaskId other, VariableId variable, Seq ready, int depth, Dependency& last) const {
    const Task task = trace_.task(other);
    if (task.end >= ready) return;
    if (task.outcome == Outcome::eliminated) {
      if (depth < kEliminatedDepth) look_at_uses(other, variable, ready, depth + 1, last);
      return;
    }
    if (last.task == kNone || task.end > last.end) last = {other, variable, task.end};
  }

  static constexpr std::size_t kMostReserved = 4'000'000;

  const Trace& trace_;
  const Seq first_;
  const std::size_t reserved_;
  CriticalPath path_;
  std::int64_t now_ns_ = 0;  ///< everything after is explained
  Seq at_ = 0;               ///< the event that now_ns_ is the time of
  TaskId task_ = kNone;      ///< that ends there; kNone: it is the frontend's
  StatementId statement_ = kNone;
  std::vector<LaneId> callers_;
  // Where to look from: the walk only goes back.
  std::uint32_t near_wait_ = 0;
  std::vector<std::uint32_t> near_;
};

CriticalPath whole_path(const Trace& trace, const Scope& scope) {
  if (scope.mark != kNone || scope.frontend_end != kNever) {
    const bool frontend = scope.mark != kNone || trace.time_ns(scope.frontend_end) == scope.to_ns;
    if (frontend) {
      const Seq end = scope.frontend_end != kNever ? scope.frontend_end : scope.last;
      return Walk(trace, scope).from_frontend(end, kNone);
    }
  }
  for (Seq seq = trace.size(); seq-- > scope.first;) {
    if (const Event event = trace.event(seq); event.kind == EventKind::end) {
      return Walk(trace, scope).from_task(event.id);
    }
  }
  return Walk(trace, scope).from_frontend(scope.first, kNone);
}

}  // namespace

const char* to_string(PathKind kind) {
  switch (kind) {
    case PathKind::issuing:
      return "frontend issuing";
    case PathKind::execution:
      return "execution";
    case PathKind::worker:
      return "waiting for a worker";
    case PathKind::hand_back:
      return "hand back";
    case PathKind::idle:
      return "idle";
  }
  return "";
}

Message path_label(PathKind kind) {
  switch (kind) {
    case PathKind::issuing:
      return say<"path.issuing">();
    case PathKind::execution:
      return say<"path.execution">();
    case PathKind::worker:
      return say<"path.worker">();
    case PathKind::hand_back:
      return say<"path.hand_back">();
    case PathKind::idle:
      return say<"path.idle">();
  }
  return {};
}

CriticalPath critical_path(const Trace& trace, RegionId mark) {
  return whole_path(trace, scope_of(trace, mark));
}

CriticalPath path_to_wait(const Trace& trace, WaitId id) {
  const Wait wait = trace.wait(id);
  if (wait.end == kNever) return {};
  Scope scope = scope_of(trace, kNone);
  if (wait.begin < scope.first) {
    scope.first = 0;
    scope.from_ns = trace.time_ns(0);
  }
  for (RegionId mark = 0; mark < trace.region_count(); ++mark) {
    const Region row = trace.region(mark);
    if (row.kind != RegionKind::benchmark || row.begin > wait.begin) continue;
    if (row.end == kNever || row.end > wait.begin) {
      scope.first = std::max(scope.first, row.begin + 1);
      scope.from_ns = std::max(scope.from_ns, trace.time_ns(row.begin));
    }
  }
  scope.to_ns = trace.time_ns(wait.end);
  return Walk(trace, scope).from_frontend(wait.end + 1, wait.statement);
}

CriticalPath path_in_wait(const Trace& trace, WaitId id) {
  const Wait wait = trace.wait(id);
  if (wait.end == kNever) return {};
  const Scope scope{.first = wait.begin,
                    .last = wait.end,
                    .from_ns = trace.time_ns(wait.begin),
                    .to_ns = trace.time_ns(wait.end)};
  return Walk(trace, scope).from_frontend(wait.end + 1, wait.statement);
}

}  // namespace runahead
