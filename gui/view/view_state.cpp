// SPDX-License-Identifier: GPL-3.0-or-later
// The shared view: clamping and animating the range, moving cursor and selection. Search is in
// view_search.cpp. Not here: mouse and keys (timeline/, window/).
#include "gui/view/view_state.h"

#include <algorithm>
#include <utility>

#include "gui/axis/bars.h"

namespace runahead::gui {

namespace {

/// Deeper zoom shows nothing: times are whole nanoseconds.
constexpr double kShortestNs = 20;
/// An empty run still has an axis.
constexpr double kEmptyNs = 1000;
/// While what comes is hidden: the shortest axis, and its least room beyond what is known.
constexpr double kHiddenNs = 50'000;
constexpr double kHiddenRoom = 1.1;

}  // namespace

ViewState::ViewState(QObject* parent) : QObject(parent) {
  m_animation.setStartValue(0.0);
  m_animation.setEndValue(1.0);
  m_animation.setEasingCurve(QEasingCurve::OutCubic);
  connect(&m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    const double part = value.toDouble();
    applyVisible(m_startFromNs + (m_askedFromNs - m_startFromNs) * part,
                 m_startToNs + (m_askedToNs - m_startToNs) * part);
  });
  // What is to be seen may have become longer meanwhile.
  connect(&m_animation, &QVariantAnimation::finished, this, &ViewState::settle);
}

void ViewState::setTrace(const Trace& trace, bool keepView, std::shared_ptr<const LaneIndex> index) {
  m_trace = trace;
  m_told.reset();
  const bool had_marks = !keepView && !m_bookmarks.empty();
  if (!keepView) {
    m_animation.stop();
    m_fitting = true;
    // What comes is hidden for a prediction, so a new run begins with nothing in sight.
    m_followEnd = m_afterCursor != FutureVisibility::hide;
    m_selected = m_selectedWait = kNone;
    m_range.reset();
    m_bookmarks.clear();
    m_matches.clear();
    m_nameMatches.clear();
    m_searched = 0;
    m_wholeRange = CounterRange{};
    m_rangedTo = 0;
  }
  if (m_trace.memory() != m_rangedMemory) {
    m_rangedMemory = m_trace.memory();
    m_wholeRange = CounterRange{};
    m_rangedTo = 0;
  }
  m_wholeRange.include(m_trace.counter_range(m_rangedTo, m_trace.size()));
  m_rangedTo = m_trace.size();
  m_givenIndex = std::move(index);
  if (!keepView || m_givenIndex) m_laneIndex.clear();
  if (!m_givenIndex) m_laneIndex.extend(m_trace);
  m_columnPx = 0;
  if (!m_search.isEmpty()) extendMatches();
  const bool moves = m_followEnd || !keepView || m_cursor > m_trace.size();
  if (moves) {
    const bool toStart = !keepView && !m_followEnd;
    m_cursor = toStart ? 0 : m_trace.size();
    m_cursorNs = toStart ? 0 : m_trace.end_ns();
    if (!keepView) m_knownNs = 0;
  }
  updateShown();
  // Only now does the cursor fit the record, which whoever is told of anything looks at.
  if (!keepView) emit selectionChanged();
  if (had_marks) emit bookmarksChanged();
  emit recordChanged();
  emit traceChanged();
  if (m_fitting && !moving()) fitNow();
  if (moves) emit cursorChanged();
}

void ViewState::updateShown() {
  m_shown.reset();
  m_shownRange.reset();
  if (m_afterCursor != FutureVisibility::hide) return;
  m_columnPx = 0;
  m_knownNs = std::max(m_knownNs, m_cursorNs);
  if (m_cursor >= m_trace.size()) return;
  m_shown = m_trace.until(m_cursor);
  m_shownMatches.assign(m_matches.begin(), std::ranges::lower_bound(m_matches, m_shown->task_count()));
}

const CounterRange& ViewState::wholeRange() const {
  if (!m_shown) return m_wholeRange;
  if (!m_shownRange) m_shownRange = m_shown->counter_range(0, m_shown->size());
  return *m_shownRange;
}

const CounterColumns& ViewState::counterColumns(const TimeAxis& axis, double column_px) const {
  if (m_columnPx != column_px || !(m_columnsAxis == axis)) {
    m_columns = reduceCounters(trace(), axis, column_px, shownToNs());
    m_columnsAxis = axis;
    m_columnPx = column_px;
  }
  return m_columns;
}

void ViewState::setListing(const QStringList& lines) {
  if (lines == m_listing) return;
  m_listing = lines;
  emit traceChanged();
}

double ViewState::ownLimitNs() const {
  // An axis that grows in steps does not slide along under every event.
  if (m_shown)
    return roundAbove(std::max(kHiddenNs, static_cast<double>(m_knownNs) * kHiddenRoom), kRoundSteps);
  return std::max(static_cast<double>(m_trace.end_ns()) * kMargin, kEmptyNs);
}

void ViewState::setKnown(std::int64_t ns) {
  m_knownNs = std::max(ns, m_cursorNs);
}

double ViewState::limitNs() const {
  return std::max(ownLimitNs(), m_extentToNs);
}

void ViewState::setExtent(double fromNs, double toNs) {
  m_extentFromNs = fromNs;
  m_extentToNs = toNs;
  if (!moving()) settle();
  const std::int64_t ns = fitted(m_cursorNs);
  if (ns != m_cursorNs) placeCursor(m_trace.first_after(ns), ns);
}

std::int64_t ViewState::fitted(std::int64_t ns) const {
  return std::clamp(ns, static_cast<std::int64_t>(m_extentFromNs),
                    std::max(m_trace.end_ns(), static_cast<std::int64_t>(m_extentToNs)));
}

void ViewState::settle() {
  m_fitting ? fitNow() : applyVisible(m_askedFromNs, m_askedToNs);
}

void ViewState::applyVisible(double fromNs, double toNs) {
  const double limit = limitNs();
  const double length = std::clamp(toNs - fromNs, kShortestNs, limit - m_extentFromNs);
  if (toNs - fromNs < kShortestNs) fromNs = (fromNs + toNs - length) / 2;
  fromNs = std::clamp(fromNs, m_extentFromNs, limit - length);
  toNs = fromNs + length;
  if (fromNs == m_fromNs && toNs == m_toNs) return;
  m_fromNs = fromNs;
  m_toNs = toNs;
  emit visibleChanged();
}

void ViewState::fitNow() {
  applyVisible(m_extentFromNs, limitNs());
}

void ViewState::setVisible(double fromNs, double toNs) {
  m_animation.stop();
  m_fitting = false;
  m_askedFromNs = fromNs;
  m_askedToNs = toNs;
  applyVisible(fromNs, toNs);
}

void ViewState::zoomTo(double fromNs, double toNs) {
  animateTo(fromNs, toNs, m_animationMs);
}

void ViewState::animateTo(double fromNs, double toNs, int ms) {
  if (ms == 0) return setVisible(fromNs, toNs);
  m_animation.stop();
  m_fitting = false;
  m_askedFromNs = fromNs;
  m_askedToNs = toNs;
  m_startFromNs = m_fromNs;
  m_startToNs = m_toNs;
  m_animation.setDuration(ms);
  m_animation.start();
}

void ViewState::zoomAt(double ns, double factor) {
  const double from = aimedFromNs(), to = aimedToNs();
  const double limit = limitNs();
  const double length = std::clamp((to - from) / factor, kShortestNs, limit - m_extentFromNs);
  // The fraction of the range left of `ns` stays the same, and it does so all along the animation.
  const double part = (ns - from) / (to - from);
  const double target_from = std::clamp(ns - part * length, m_extentFromNs, limit - length);
  zoomTo(target_from, target_from + length);
  // All of it, also of what it is compared with afterwards.
  m_fitting = length >= limit - m_extentFromNs;
}

void ViewState::panBy(double ns) {
  ns = std::clamp(ns, m_extentFromNs - m_fromNs, std::max(limitNs() - m_toNs, m_extentFromNs - m_fromNs));
  setVisible(m_fromNs + ns, m_toNs + ns);
}

void ViewState::fitAll() {
  zoomTo(m_extentFromNs, limitNs());
  m_fitting = true;
}

void ViewState::zoomToSelection() {
  if (m_range) {
    zoomTo(static_cast<double>(m_range->from_ns), static_cast<double>(m_range->to_ns));
  } else if (selectedTask() != kNone) {
    const Task task = trace().task(selectedTask());
    zoomToBar(task.issue(), task.end);
  } else if (selectedWait() != kNone) {
    const Wait wait = trace().wait(selectedWait());
    zoomToBar(wait.begin, wait.end);
  } else {
    fitAll();
  }
}

void ViewState::zoomToBar(Seq begin, Seq end) {
  const auto from = static_cast<double>(m_trace.time_ns(begin));
  const auto to = static_cast<double>(endTime(m_trace, end, shownToNs()));
  const double margin = (to - from) * 0.08;
  zoomTo(from - margin, to + margin);
}

bool ViewState::inSight(double ns) const {
  const double from = aimedFromNs(), to = aimedToNs();
  const double margin = (to - from) * 0.04;
  return ns >= from + (from > m_extentFromNs ? margin : 0) && ns <= to - (to < limitNs() ? margin : 0);
}

void ViewState::reveal(double ns) {
  if (inSight(ns)) return;
  const double length = aimedToNs() - aimedFromNs();
  // A little to the left of the middle: what follows matters more than what was.
  const double from = std::clamp(ns - length * 0.4, m_extentFromNs, limitNs() - length);
  animateTo(from, from + length, m_animationMs * 3 / 4);
}

void ViewState::setCursor(Seq cursor) {
  m_followEnd = false;
  cursor = std::min(cursor, m_trace.size());
  placeCursor(cursor, cursor == 0 ? 0 : m_trace.time_ns(cursor - 1));
}

void ViewState::placeCursor(Seq cursor, std::int64_t ns) {
  if (cursor == m_cursor && ns == m_cursorNs) return;
  m_told.reset();
  m_cursor = cursor;
  m_cursorNs = ns;
  updateShown();
  followShown();
  emit cursorChanged();
}

void ViewState::followShown() {
  if (m_afterCursor != FutureVisibility::hide) return;
  emit traceChanged();
  if (m_fitting && !moving()) fitNow();
}

void ViewState::setTold(Seq told) {
  m_told = std::min(told, m_trace.size());
  emit toldChanged();
}

void ViewState::setCursorTime(std::int64_t ns) {
  m_followEnd = false;
  ns = fitted(ns);
  placeCursor(m_trace.first_after(ns), ns);
}

void ViewState::restoreCursor(Seq cursor, std::int64_t ns) {
  m_followEnd = false;
  m_knownNs = ns;
  placeCursor(std::min(cursor, m_trace.size()), ns);
}

void ViewState::setFollowEnd(bool follow) {
  m_followEnd = follow;
  if (follow) placeCursor(m_trace.size(), m_trace.end_ns());
}

Seq ViewState::stepOrigin(int direction) const {
  const std::int64_t ns = m_cursor == 0 ? 0 : m_trace.time_ns(m_cursor - 1);
  return direction < 0 && m_cursor < m_trace.size() && m_cursorNs > ns ? m_cursor + 1 : m_cursor;
}

void ViewState::stepTo(Seq cursor) {
  setCursor(cursor);
  reveal(static_cast<double>(m_cursorNs));
}

void ViewState::step(StepKind kind, int direction) {
  stepTo(stepFrom(m_trace, stepOrigin(direction), kind, direction));
}

bool ViewState::stepToLine(const std::set<int>& lines, int direction) {
  const auto found = gui::stepToLine(m_trace, stepOrigin(direction), lines, direction);
  if (found) stepTo(*found);
  return found.has_value();
}

void ViewState::goToStart() {
  m_knownNs = 0;  // whoever hides what comes begins anew
  stepTo(0);
}

void ViewState::goToEnd() {
  setFollowEnd(true);
  reveal(static_cast<double>(m_cursorNs));
}

void ViewState::setFutureVisibility(FutureVisibility after) {
  if (after == m_afterCursor) return;
  const bool hid = m_afterCursor == FutureVisibility::hide;
  m_afterCursor = after;
  m_knownNs = 0;
  m_columnPx = 0;
  updateShown();
  if (hid || after == FutureVisibility::hide) {
    emit traceChanged();
    if (!moving()) settle();
  }
  emit futureVisibilityChanged();
}

void ViewState::selectTask(TaskId id) {
  if (id != kNone && id >= m_trace.task_count()) id = kNone;
  if (id == m_selected && m_selectedWait == kNone) return;
  m_selected = id;
  m_selectedWait = kNone;
  emit selectionChanged();
}

void ViewState::selectWait(WaitId id) {
  if (id != kNone && id >= m_trace.wait_count()) id = kNone;
  if (id == m_selectedWait && m_selected == kNone) return;
  m_selectedWait = id;
  m_selected = kNone;
  emit selectionChanged();
}

void ViewState::setRange(std::optional<TimeRange> range) {
  if (range && range->length_ns() <= 0) range.reset();
  if (range == m_range) return;
  m_range = range;
  emit selectionChanged();
}

bool ViewState::clearOne() {
  if (m_range) {
    setRange(std::nullopt);
  } else if (m_selected != kNone || m_selectedWait != kNone) {
    selectTask(kNone);
  } else if (!m_search.isEmpty()) {
    setSearch(QString());
  } else {
    return false;
  }
  return true;
}

void ViewState::goTo(TaskId id) {
  selectTask(id);
  const Task task = m_trace.task(id);
  stepTo((task.start != kNever ? task.start : task.issue()) + 1);
}

bool ViewState::stepTask(int direction) {
  if (m_trace.task_count() == 0) return false;
  if (m_selected == kNone) {
    // The task around the cursor that started last before it, or the first one after it.
    TaskId best = kNone;
    Seq best_start = 0;
    for (LaneId lane = 0; lane < m_trace.lane_count(); ++lane) {
      const std::uint32_t index = lastStartedBefore(m_trace, lane, m_cursor) + (direction > 0 ? 1 : 0);
      if (index >= m_trace.lane_task_count(lane)) continue;
      const TaskId id = m_trace.lane_task(lane, index);
      const Seq start = m_trace.task(id).start;
      const bool nearer = direction > 0 ? start < best_start : start > best_start;
      if (best == kNone || nearer) {
        best = id;
        best_start = start;
      }
    }
    // A task that never starts stands where it was issued.
    const TaskId issued = m_trace.state_at(m_cursor).issued;
    const TaskId beside = direction > 0 ? issued : issued - 1;
    if (beside < m_trace.task_count() && m_trace.task(beside).start == kNever) {
      const Seq issue = m_trace.task(beside).issue();
      if (best == kNone || (direction > 0 ? issue < best_start : issue > best_start)) best = beside;
    }
    if (best == kNone) return false;
    goTo(best);
    return true;
  }
  const Task task = m_trace.task(m_selected);
  if (task.start == kNever) {  // eliminated, skipped, or still to start: its neighbours in program order
    const TaskId id = m_selected + static_cast<TaskId>(direction);
    if (id >= m_trace.task_count()) return false;
    goTo(id);
    return true;
  }
  const std::uint32_t index =
      lastStartedBefore(m_trace, task.lane, task.start + 1) + static_cast<std::uint32_t>(direction);
  if (index >= m_trace.lane_task_count(task.lane)) return false;
  goTo(m_trace.lane_task(task.lane, index));
  return true;
}

bool ViewState::followArrowBack() {
  if (m_selected == kNone) return false;
  const Task task = m_trace.task(m_selected);
  const Seq back = task.enqueue != kNever ? task.enqueue : task.issue();
  if (m_cursor != back + 1) {
    stepTo(back + 1);
    return true;
  }
  // The task that it waited for longest.
  TaskId last = kNone;
  Seq last_end = 0;
  for (const Edge& edge : m_trace.edges_into(m_selected)) {
    const Task from = m_trace.task(edge.from);
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

bool ViewState::followArrowForward() {
  if (m_selected == kNone) return false;
  const Task task = m_trace.task(m_selected);
  if (task.start != kNever && m_cursor != task.start + 1) {
    stepTo(task.start + 1);
    return true;
  }
  // Dependents are found by asking the tasks that follow; far away ones are no answer to "what comes next".
  constexpr TaskId kReach = 4096;
  const TaskId end =
      static_cast<TaskId>(std::min<std::uint64_t>(std::uint64_t{m_selected} + kReach, m_trace.task_count()));
  for (TaskId id = m_selected + 1; id < end; ++id) {
    if (m_trace.task(id).outcome == Outcome::eliminated) continue;
    for (const Edge& edge : m_trace.edges_into(id, 16)) {
      if (edge.from != m_selected) continue;
      goTo(id);
      return true;
    }
  }
  return false;
}

void ViewState::toggleBreakPoint(int line) {
  if (m_breakPoints.erase(line) == 0) m_breakPoints.insert(line);
  emit breakPointsChanged();
}

void ViewState::clearBreakPoints() {
  if (m_breakPoints.empty()) return;
  m_breakPoints.clear();
  emit breakPointsChanged();
}

std::optional<TaskState> ViewState::stateOf(const Task& task, Seq cursor) {
  if (task.issue() >= cursor) return std::nullopt;
  if (task.end < cursor) {
    if (task.outcome == Outcome::failed) return TaskState::failed;
    if (task.outcome == Outcome::skipped) return TaskState::skipped;
    return task.outcome == Outcome::eliminated ? TaskState::eliminated : TaskState::done;
  }
  if (task.enqueue >= cursor) return TaskState::deferred;
  if (task.start < cursor) return TaskState::running;
  return task.ready < cursor ? TaskState::ready : TaskState::blocked;
}

}  // namespace runahead::gui
