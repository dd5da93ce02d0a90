// SPDX-License-Identifier: GPL-3.0-or-later
// ViewState: what all panes share: the trace, the one time axis, the one cursor, the one selection.
// Not a model of the run: everything about the run is asked from the Trace. Lives on the window's thread.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QVariantAnimation>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "core/session/annotation.h"
#include "core/trace/trace.h"
#include "gui/axis/counter_columns.h"
#include "gui/axis/lane_index.h"
#include "gui/axis/steps.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

class ViewState : public QObject {
  Q_OBJECT
 public:
  explicit ViewState(QObject* parent = nullptr);

  /// Connects several of its signals to one slot, or function, of the receiver.
  template <class Receiver, class Slot, class... Signals>
  void tell(Receiver* receiver, Slot slot, Signals... told) const {
    (connect(this, told, receiver, slot), ...);
  }

  // The trace
  // ---------------------------------------------------------------------------------------------------
  /// What may be told of the run: all of it, or, while what comes after the cursor is hidden, the trace as it
  /// stood there. Panes draw, count and speak from this alone, so nothing tells what comes.
  const Trace& trace() const { return m_shown ? *m_shown : m_trace; }
  /// All of it: for moving the cursor, and for what leaves the window. Never for what is to be seen.
  const Trace& recorded() const { return m_trace; }
  bool hasRun() const { return m_trace.size() > 0; }
  /// Whether what is known when the run has ended may be told: totals, the model, the book's numbers.
  bool tellsEnd() const {
    return m_afterCursor != FutureVisibility::hide ||
           (hasRun() && m_trace.finished() && m_cursor >= m_trace.size());
  }
  /// keepView: a later snapshot of the same run; view, cursor and selection stay (or follow the end).
  /// Otherwise a new run: everything is reset, the view fits the run and follows it. `index`: of this very
  /// trace; null: it is made here, which takes some ms for a hundred thousand tasks.
  void setTrace(const Trace& trace, bool keepView, std::shared_ptr<const LaneIndex> index = nullptr);

  /// Where bars end whose end is not in trace().
  std::int64_t shownToNs() const { return m_shown ? m_cursorNs : m_trace.end_ns(); }
  /// Of the counters over all of trace(): what the charts' scales are made for.
  const CounterRange& wholeRange() const;
  /// The counters over an axis, kept until trace or axis change: both charts ask for the same.
  const CounterColumns& counterColumns(const TimeAxis& axis, double column_px) const;
  const LaneIndex& laneIndex() const { return m_givenIndex ? *m_givenIndex : m_laneIndex; }
  /// The lines of the program that runs, for the labels of statements; line 1 first. Empty: numbers only.
  void setListing(const QStringList& lines);
  const QStringList& listing() const { return m_listing; }

  // The time axis
  // -----------------------------------------------------------------------------------------------
  double visibleFromNs() const { return m_fromNs; }
  double visibleToNs() const { return m_toNs; }
  /// At once, clamped to the run (with a margin) and to at least a few ns. Ends the fitting.
  void setVisible(double fromNs, double toNs);
  /// Like setVisible, over 160 ms; a further call starts from where the first one stands.
  void zoomTo(double fromNs, double toNs);
  /// factor > 1 shows more detail; the time at `ns` stays where it is.
  void zoomAt(double ns, double factor);
  void panBy(double ns);
  /// The whole run, and its growth while it goes on.
  void fitAll();
  /// The range if there is one, else the selected task from enqueue to end, else all: the F key.
  void zoomToSelection();
  /// Or on the way into sight, and not at the very border unless the run ends there.
  bool inSight(double ns) const;
  /// Pans, without zooming, until `ns` is in sight, over 120 ms.
  void reveal(double ns);
  /// Whether the visible range keeps fitting the run while that grows.
  bool fitting() const { return m_fitting; }
  /// The axis covers this, besides the run, and the cursor's time may be anywhere in it: a run beside this
  /// one begins before or ends after it. (0, 0): the run alone. While fitting, the view fits this.
  void setExtent(double fromNs, double toNs);
  /// Where the axis of this run alone ends. While what comes is hidden: at a round time, farther than the
  /// cursor has come since, and nothing of the run decides how far.
  double ownLimitNs() const;
  /// How far the run is known: the farthest that the cursor has come since what comes is hidden.
  std::int64_t knownNs() const { return m_knownNs; }
  /// For the axis from the next setExtent() on; the run is known as far as the cursor is in any case.
  void setKnown(std::int64_t ns);
  /// Of an axis to the length of its run: free room, so that its last moment is not cut by the border.
  static constexpr double kMargin = 1.035;
  /// Of a zoom: 160 by default; 0 under reduced motion: every change is then immediate.
  void setAnimationMs(int ms) { m_animationMs = ms; }

  // The cursor
  // --------------------------------------------------------------------------------------------------
  /// The number of events that have happened at the cursor.
  Seq cursor() const { return m_cursor; }
  std::int64_t cursorNs() const { return m_cursorNs; }
  /// After the first `cursor` events; the cursor's time is that of the last of them. Ends the following.
  void setCursor(Seq cursor);
  /// Likewise, and brings it in sight.
  void stepTo(Seq cursor);
  /// After which event the narration tells of it: the cursor, or, until the cursor or the trace changes, what
  /// was set here. What somebody decided is worth telling, and not always the last that happened.
  Seq told() const { return m_told.value_or(m_cursor); }
  void setTold(Seq told);
  /// After everything that happened at or before `ns`.
  void setCursorTime(std::int64_t ns);
  /// As it was at some moment: after the first `cursor` events, the last of them at or before `ns`.
  void restoreCursor(Seq cursor, std::int64_t ns);
  /// Whether the cursor rides the live end. True after a new run, unless what comes is
  /// hidden: then the cursor waits at the start. setFollowEnd(true) resumes.
  bool followEnd() const { return m_followEnd; }
  /// To the next or previous stop (axis/steps.h), and brings it in sight. Only the view moves gradually: a
  /// step is there at once, however fast one follows another.
  void step(StepKind kind, int direction);
  /// To the next or previous begin of one of the lines. False, and nothing moves, when there is none.
  bool stepToLine(const std::set<int>& lines, int direction);
  void goToStart();
  /// Of a run that goes on: the cursor rides its live end again.
  void goToEnd();
  void setFollowEnd(bool follow);
  FutureVisibility futureVisibility() const { return m_afterCursor; }
  void setFutureVisibility(FutureVisibility after);

  // The selection
  // -----------------------------------------------------------------------------------------------
  TaskId selectedTask() const { return m_selected < trace().task_count() ? m_selected : kNone; }
  /// kNone clears. Does not move the cursor.
  void selectTask(TaskId id);
  /// Who ended this wait? Of task and wait at most one is selected.
  WaitId selectedWait() const { return m_selectedWait < trace().wait_count() ? m_selectedWait : kNone; }
  void selectWait(WaitId id);
  const std::optional<TimeRange>& range() const { return m_range; }
  void setRange(std::optional<TimeRange> range);
  /// Esc: the range goes first, then the task, then the search. False when there was nothing left to clear.
  bool clearOne();
  /// The next or previous task on the selection's lane, else the first one around the cursor. Selects it,
  /// puts the cursor on its start, brings it in sight. False at the end of the lane.
  bool nextTask() { return stepTask(1); }
  bool previousTask() { return stepTask(-1); }
  /// `[`: the cursor to where the selected task was enqueued; there already: on to the task that it waited
  /// for.
  bool followArrowBack();
  /// `]`: the cursor to where the selected task starts; there already: on to the first task that depends on
  /// it.
  bool followArrowForward();

  // Breakpoints
  // ------------------------------------------------------------------------------------------------
  /// Lines of the listing at which playing and "run to the next breakpoint" stop.
  const std::set<int>& breakPoints() const { return m_breakPoints; }
  void toggleBreakPoint(int line);
  void clearBreakPoints();

  // Flags
  // -------------------------------------------------------------------------------------------------------
  /// In the order of their times.
  const std::vector<Bookmark>& marks() const { return m_bookmarks; }
  void setBookmarks(std::vector<Bookmark> marks);
  /// Drops a bookmark at the cursor, or takes up the one that is there, unless it is a note: the M key.
  void toggleBookmark();
  /// The bookmark at the cursor; where there is none, what it would be.
  Bookmark bookmarkHere() const;
  /// In the place of the one that is there; without a text that one is taken up.
  void setNote(const Bookmark& note);
  /// False when there is none.
  bool removeBookmark(const Bookmark& bookmark);

  // Search
  // ------------------------------------------------------------------------------------------------------
  /// Tasks whose label ("add 11") contains the text, whatever the case; none for an empty text. Follows the
  /// run.
  void setSearch(const QString& text);
  const QString& search() const { return m_search; }
  const std::vector<TaskId>& searchMatches() const { return m_shown ? m_shownMatches : m_matches; }
  /// Selects and reveals the next match after the selected task, around the end. False without matches.
  bool nextMatch() { return stepMatch(1); }
  bool previousMatch() { return stepMatch(-1); }

  /// What the task is doing after the first `cursor` events; nothing before it was issued.
  static std::optional<TaskState> stateOf(const Task& task, Seq cursor);

 signals:
  /// trace(): with the record, and, while what comes after the cursor is hidden, with the cursor.
  void traceChanged();
  /// recorded() alone.
  void recordChanged();
  void visibleChanged();
  void cursorChanged();
  void toldChanged();
  /// The selected task, the selected wait or the range.
  void selectionChanged();
  void bookmarksChanged();
  void breakPointsChanged();
  void searchChanged();
  void futureVisibilityChanged();

 private:
  /// Where a step starts: a cursor that was put between two events has the one before it to go back to.
  Seq stepOrigin(int direction) const;
  void animateTo(double fromNs, double toNs, int ms);
  /// The one way in which the cursor moves.
  void placeCursor(Seq cursor, std::int64_t ns);
  void updateShown();
  /// Tells of it where the cursor decides what is shown.
  void followShown();
  void applyVisible(double fromNs, double toNs);
  void fitNow();
  /// As somebody asked for it, as far as the extent allows.
  void settle();
  /// A moment at which the cursor can be.
  std::int64_t fitted(std::int64_t ns) const;
  bool moving() const { return m_animation.state() == QAbstractAnimation::Running; }
  /// What is visible, or will be when nothing moves any more.
  double aimedFromNs() const { return moving() ? m_askedFromNs : m_fromNs; }
  double aimedToNs() const { return moving() ? m_askedToNs : m_toNs; }
  void zoomToBar(Seq begin, Seq end);
  std::vector<Bookmark>::iterator findBookmark(const Bookmark& bookmark);
  double limitNs() const;
  void goTo(TaskId id);
  bool stepTask(int direction);
  bool stepMatch(int direction);
  void extendMatches();

  Trace m_trace;
  std::optional<Trace> m_shown;  ///< trace(), where it is not all
  std::int64_t m_knownNs = 0;
  CounterRange m_wholeRange;
  MemoryId m_rangedMemory = kHostMemory;  ///< that it is about
  Seq m_rangedTo = 0;
  mutable std::optional<CounterRange> m_shownRange;
  LaneIndex m_laneIndex;  ///< unless one was given
  std::shared_ptr<const LaneIndex> m_givenIndex;
  mutable CounterColumns m_columns;
  mutable TimeAxis m_columnsAxis;
  mutable double m_columnPx = 0;  // 0: m_columns are out of date
  QStringList m_listing;
  double m_fromNs = 0;
  double m_toNs = 1000;
  /// What somebody asked to see, or is on the way to: the extent may allow a part only, until it grows.
  double m_askedFromNs = 0, m_askedToNs = 0;
  double m_extentFromNs = 0, m_extentToNs = 0;
  bool m_fitting = true;
  Seq m_cursor = 0;
  std::int64_t m_cursorNs = 0;
  std::optional<Seq> m_told;
  bool m_followEnd = true;
  FutureVisibility m_afterCursor = FutureVisibility::show;
  TaskId m_selected = kNone;
  WaitId m_selectedWait = kNone;
  std::optional<TimeRange> m_range;
  std::vector<Bookmark> m_bookmarks;
  std::set<int> m_breakPoints;
  QString m_search;
  std::vector<TaskId> m_matches;
  std::vector<TaskId> m_shownMatches;  ///< of these, those in m_shown
  TaskId m_searched = 0;
  std::vector<std::int8_t> m_nameMatches;  // per NameId: unknown, no, yes
  int m_animationMs = 160;
  QVariantAnimation m_animation;
  double m_startFromNs = 0, m_startToNs = 0;
};

}  // namespace runahead::gui
