// SPDX-License-Identifier: GPL-3.0-or-later
// ManualRun: a run that the user drives by hand, beside the window: decisions go in, in their order, and
// what came of them comes back. Not here: the simulation (core/scenario/manual_simulation.h), what can be
// decided in words (actors.h), where the runs are kept (gui/runs). All members run on the window's thread.
//
// What a key means ("the next statement", "a ready task") depends on where the run stands. So decisions are
// resolved one after another on a thread of their own, where each knows what the one before has led to: none
// is lost and none meets another state than the one that it was made for, however fast they come. The window
// gets to see the latest. The simulation that stands there waits for the next decision; one made elsewhere
// takes another simulation, led there by what is recorded.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <set>

#include "core/scenario/manual_simulation.h"
#include "gui/jobs/mailbox.h"
#include "gui/widgets/later.h"

namespace runahead::gui {

/// Where manual stands.
struct ManualRunState {
  /// Counts the runs that came about: 0 is the one that was started, each fork is the next.
  int branch = 0;
  Trace trace;         ///< of that run, all of it
  Output output = {};  ///< of that run, too
  /// What has happened of it: everything, unless a decision was taken again that is recorded there already.
  Seq cursor = 0;
  ManualState at;          ///< the run as it stands at the cursor, and what can be decided there
  Seq told = 0;            ///< what to tell, at the cursor's time: the events up to the one that was decided
  TaskId decided = kNone;  ///< the task that was started or ended

  bool atEnd() const { return cursor == trace.size(); }
};

class ManualRun : public QObject {
  Q_OBJECT
 public:
  explicit ManualRun(QObject* parent = nullptr);
  ~ManualRun() override;

  /// Parks a run of this kind before its first statement; moved() follows. `config` has the virtual clock.
  void start(const RunConfig& config);
  /// Takes over a run that was manual before. Whether it can be continued turns out where the user looks
  /// (goTo()). `config`: or why not, one line.
  void adopt(const CheckedRun& config, const Trace& trace, const Output& output);
  /// Forgets the run, and what was still to be done.
  void stop();
  bool manual() const { return m_work != nullptr; }

  // Decisions. One that cannot be taken where the run stands by then does nothing.
  /// The frontend's next move; the first ready task, on the first idle worker; the end that comes first.
  void decide(Choice::Kind kind);
  void apply(const Choice& choice);
  /// All act as the engine would, until then.
  void runTo(RunTo to, const std::set<int>& lines = {});
  /// Drops the decisions that have not come about yet.
  void cancel();
  bool busy() const { return m_busy; }

  /// The user looks at this place of a run: what is decided next is decided there.
  void goTo(int branch, const Trace& trace, const Output& output, Seq cursor);
  /// The run as it stands at the place on show, with what can be decided there; null until that is known.
  const ManualState* here() const { return m_here ? &*m_here : nullptr; }
  /// Why nothing can be decided at the place on show, one line; empty: something can, or it is not known yet.
  const QString& whyNot() const { return m_whyNot; }

 signals:
  void moved(const runahead::gui::ManualRunState& state);
  void hereChanged();
  void busyChanged(bool busy);
  void failed(const QString& reason);

 private:
  struct DecisionPoint {
    int branch;
    Trace trace;
    Output output;
    Seq cursor;
  };
  struct Command;
  struct Work;  ///< what the window's thread and the other one share

  void look();
  void send(Command command);
  void letGo();
  void collect();
  void forget();
  void setBusy(bool busy);
  static void work(const std::shared_ptr<Work>& work);

  Wake m_wake{this, &ManualRun::collect};
  std::shared_ptr<Work> m_work;
  ManualRunState m_state;
  int m_branches = 0;  ///< of which moved() has told
  std::optional<DecisionPoint>
      m_from;  ///< where the next decision is taken, if not where the last one has led
  std::optional<ManualState> m_here;
  /// A cursor that moves on meanwhile is not looked at.
  Later m_rest{60, this, &ManualRun::look};
  int m_looks = 0;
  bool m_busy = false;
  QString m_whyNot;
};

}  // namespace runahead::gui
