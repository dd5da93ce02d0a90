// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing, and going on from what is chosen: along its lane, and along what it waited for.
#include "gui/view/selection.h"

#include <algorithm>

#include "gui/axis/bars.h"

namespace runahead::gui {

Selection::Selection(const RecordedTrace* record, const ShownTrace* shown, Cursor* cursor,
                     VisibleRange* visible, QObject* parent)
    : QObject(parent), m_record(record), m_shown(shown), m_cursor(cursor), m_visible(visible) {}

void Selection::reset() {
  m_task = m_wait = kNone;
  m_range.reset();
}

void Selection::selectTask(TaskId id) {
  if (id != kNone && id >= m_record->trace().task_count()) id = kNone;
  if (id == m_task && m_wait == kNone) return;
  m_task = id;
  m_wait = kNone;
  emit changed();
}

void Selection::selectWait(WaitId id) {
  if (id != kNone && id >= m_record->trace().wait_count()) id = kNone;
  if (id == m_wait && m_task == kNone) return;
  m_wait = id;
  m_task = kNone;
  emit changed();
}

void Selection::setRange(std::optional<TimeRange> range) {
  if (range && range->length_ns() <= 0) range.reset();
  if (range == m_range) return;
  m_range = range;
  emit changed();
}

bool Selection::clearOne() {
  if (m_range) {
    setRange(std::nullopt);
  } else if (m_task != kNone || m_wait != kNone) {
    selectTask(kNone);
  } else {
    return false;
  }
  return true;
}

void Selection::zoom() {
  const Trace& trace = m_shown->trace();
  if (m_range) {
    m_visible->zoomTo(static_cast<double>(m_range->from_ns), static_cast<double>(m_range->to_ns));
  } else if (task() != kNone) {
    zoomToBar(trace.task(task()).issue(), trace.task(task()).end);
  } else if (wait() != kNone) {
    zoomToBar(trace.wait(wait()).begin, trace.wait(wait()).end);
  } else {
    m_visible->fitAll();
  }
}

void Selection::zoomToBar(Seq begin, Seq end) {
  const auto from = static_cast<double>(m_shown->trace().time_ns(begin));
  const auto to = static_cast<double>(endTime(m_shown->trace(), end, m_shown->endNs()));
  const double margin = (to - from) * 0.08;
  m_visible->zoomTo(from - margin, to + margin);
}

void Selection::goTo(TaskId id) {
  selectTask(id);
  const Task task = m_record->trace().task(id);
  m_cursor->stepTo((task.start != kNever ? task.start : task.issue()) + 1);
}

bool Selection::stepTask(int direction) {
  const Trace& trace = m_record->trace();
  if (trace.task_count() == 0) return false;
  if (m_task == kNone) {
    // The task around the cursor that started last before it, or the first one after it.
    TaskId best = kNone;
    Seq best_start = 0;
    for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
      const std::uint32_t index = lastStartedBefore(trace, lane, m_cursor->seq()) + (direction > 0 ? 1 : 0);
      if (index >= trace.lane_task_count(lane)) continue;
      const TaskId id = trace.lane_task(lane, index);
      const Seq start = trace.task(id).start;
      const bool nearer = direction > 0 ? start < best_start : start > best_start;
      if (best == kNone || nearer) {
        best = id;
        best_start = start;
      }
    }
    // A task that never starts stands where it was issued.
    const TaskId issued = trace.state_at(m_cursor->seq()).issued;
    const TaskId beside = direction > 0 ? issued : issued - 1;
    if (beside < trace.task_count() && trace.task(beside).start == kNever) {
      const Seq issue = trace.task(beside).issue();
      if (best == kNone || (direction > 0 ? issue < best_start : issue > best_start)) best = beside;
    }
    if (best == kNone) return false;
    goTo(best);
    return true;
  }
  const Task task = trace.task(m_task);
  if (task.start == kNever) {  // eliminated, skipped, or still to start: its neighbours in program order
    const TaskId id = m_task + static_cast<TaskId>(direction);
    if (id >= m_record->trace().task_count()) return false;
    goTo(id);
    return true;
  }
  const std::uint32_t index =
      lastStartedBefore(trace, task.lane, task.start + 1) + static_cast<std::uint32_t>(direction);
  if (index >= trace.lane_task_count(task.lane)) return false;
  goTo(trace.lane_task(task.lane, index));
  return true;
}

bool Selection::followArrowBack() {
  const Trace& trace = m_record->trace();
  if (m_task == kNone) return false;
  const Task task = trace.task(m_task);
  const Seq back = task.enqueue != kNever ? task.enqueue : task.issue();
  if (m_cursor->seq() != back + 1) {
    m_cursor->stepTo(back + 1);
    return true;
  }
  // The task that it waited for longest.
  TaskId last = kNone;
  Seq last_end = 0;
  for (const Edge& edge : trace.edges_into(m_task)) {
    const Task from = trace.task(edge.from);
    if (from.outcome == Outcome::eliminated) continue;
    if (last == kNone || from.end > last_end) {
      last = edge.from;
      last_end = from.end;
    }
  }
  if (last == kNone) return false;
  goTo(last);
  return true;
}

bool Selection::followArrowForward() {
  const Trace& trace = m_record->trace();
  if (m_task == kNone) return false;
  const Task task = trace.task(m_task);
  if (task.start != kNever && m_cursor->seq() != task.start + 1) {
    m_cursor->stepTo(task.start + 1);
    return true;
  }
  // Dependents are found by asking the tasks that follow; far away ones are no answer to "what comes next".
  constexpr TaskId kReach = 4096;
  const TaskId end =
      static_cast<TaskId>(std::min<std::uint64_t>(std::uint64_t{m_task} + kReach, trace.task_count()));
  for (TaskId id = m_task + 1; id < end; ++id) {
    if (trace.task(id).outcome == Outcome::eliminated) continue;
    for (const Edge& edge : trace.edges_into(id, 16)) {
      if (edge.from != m_task) continue;
      goTo(id);
      return true;
    }
  }
  return false;
}

}  // namespace runahead::gui
