// SPDX-License-Identifier: GPL-3.0-or-later
// Cursor: the number of events that have happened, and whether future events are hidden. It steps through all
// recorded events; what panes may show there is ShownTrace's.
#pragma once

#include <set>

#include "core/session/annotation.h"
#include "gui/axis/steps.h"
#include "gui/view/recorded_trace.h"

namespace runahead::gui {

class Cursor : public QObject {
  Q_OBJECT
 public:
  explicit Cursor(const RecordedTrace* record, QObject* parent = nullptr);

  /// The number of events that have happened.
  Seq seq() const { return m_seq; }
  std::int64_t ns() const { return m_ns; }
  /// After the first `seq` events; its time is that of the last of them. Ends the following.
  void set(Seq seq);
  /// After everything that happened at or before `ns`.
  void setTime(std::int64_t ns);
  /// As it was at some moment: after the first `seq` events, the last of them at or before `ns`.
  void restore(Seq seq, std::int64_t ns);
  /// Like set(), and brings it in sight.
  void stepTo(Seq seq);
  /// To the next or previous stop (axis/steps.h), and brings it in sight. Only the view moves gradually: a
  /// step is there at once, however fast one follows another.
  void step(StepKind kind, int direction);
  /// To the next or previous begin of one of the lines. False, and nothing moves, when there is none.
  bool stepToLine(const std::set<int>& lines, int direction);
  void goToStart();
  /// While a run is recorded, the cursor follows its live end again.
  void goToEnd();
  /// Whether the cursor follows the live end. True after a new run, unless future events are
  /// hidden: then the cursor waits at the start. setFollowEnd(true) resumes.
  bool followEnd() const { return m_followEnd; }
  void setFollowEnd(bool follow);
  /// After which event the narration tells of it: the cursor, or, until the cursor or the trace changes, what
  /// was set here. A manual decision is told, and is not always the last event.
  Seq told() const { return m_told.value_or(m_seq); }
  void setTold(Seq told);

  FutureVisibility futureVisibility() const { return m_futureVisibility; }
  void setFutureVisibility(FutureVisibility visibility);
  bool hidesFuture() const { return m_futureVisibility == FutureVisibility::hide; }
  /// How far the run is known: the farthest that the cursor has come since future events are hidden.
  std::int64_t knownNs() const { return m_knownNs; }
  /// For the axis from the next setExtent() on; the run is known as far as the cursor is in any case.
  void setKnown(std::int64_t ns);
  /// Its time may be anywhere in this, besides the run.
  void setExtent(std::int64_t fromNs, std::int64_t toNs);

 signals:
  /// Before changed(), while it decides what may be told; `anew`: it begins or ceases to decide that.
  void limitChanged(bool anew);
  void changed();
  /// It has been moved by a step, and is to be in sight.
  void stepped();
  void toldChanged();
  void futureVisibilityChanged();

 private:
  friend class ViewState;
  /// True: it stands elsewhere.
  bool take(bool newRun);
  /// Where a step starts: a cursor that was put between two events has the one before it to go back to.
  Seq stepOrigin(int direction) const;
  /// All moves of it by the user end here.
  void place(Seq seq, std::int64_t ns);
  void extendKnown();
  /// A moment at which it can be.
  std::int64_t fitted(std::int64_t ns) const;

  const RecordedTrace* m_record;
  Seq m_seq = 0;
  std::int64_t m_ns = 0;
  std::optional<Seq> m_told;
  bool m_followEnd = true;
  FutureVisibility m_futureVisibility = FutureVisibility::show;
  std::int64_t m_knownNs = 0;
  std::int64_t m_extentFromNs = 0, m_extentToNs = 0;
};

}  // namespace runahead::gui
