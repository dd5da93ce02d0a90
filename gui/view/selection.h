// SPDX-License-Identifier: GPL-3.0-or-later
// Selection: the task or wait that was chosen, and a range of time; going on to its neighbours takes the
// cursor along.
#pragma once

#include "gui/view/visible_range.h"

namespace runahead::gui {

class Selection : public QObject {
  Q_OBJECT
 public:
  Selection(const RecordedTrace* record, const ShownTrace* shown, Cursor* cursor, VisibleRange* visible,
            QObject* parent = nullptr);

  TaskId task() const { return m_task < m_shown->trace().task_count() ? m_task : kNone; }
  /// kNone clears. Does not move the cursor.
  void selectTask(TaskId id);
  /// Who ended this wait? Of task and wait at most one is selected.
  WaitId wait() const { return m_wait < m_shown->trace().wait_count() ? m_wait : kNone; }
  void selectWait(WaitId id);
  const std::optional<TimeRange>& range() const { return m_range; }
  void setRange(std::optional<TimeRange> range);
  /// The range goes first, then task or wait. False when there was nothing left to clear.
  bool clearOne();
  /// The range if there is one, else the task from enqueue to end, else all comes into view: the F key.
  void zoom();
  /// Selects it, puts the cursor on its start, brings it in sight.
  void goTo(TaskId id);
  /// To the next or previous task on the selection's lane, else the first one around the cursor. False at the
  /// end of the lane.
  bool nextTask() { return stepTask(1); }
  bool previousTask() { return stepTask(-1); }
  /// `[`: the cursor to where the selected task was enqueued; there already: on to the task that it waited
  /// for.
  bool followArrowBack();
  /// `]`: the cursor to where the selected task starts; there already: on to the first task that depends on
  /// it.
  bool followArrowForward();

 signals:
  void changed();

 private:
  friend class ViewState;
  void reset();
  void zoomToBar(Seq begin, Seq end);
  bool stepTask(int direction);

  const RecordedTrace* m_record;
  const ShownTrace* m_shown;
  Cursor* m_cursor;
  VisibleRange* m_visible;
  TaskId m_task = kNone;
  WaitId m_wait = kNone;
  std::optional<TimeRange> m_range;
};

}  // namespace runahead::gui
