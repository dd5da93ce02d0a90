// SPDX-License-Identifier: GPL-3.0-or-later
// RunBridge: turns one session at a time into Qt signals on the window's thread.
// Not here: what is shown of it (window/), reading and writing files (file_jobs.h).
//
// The session's threads never touch Qt objects: everything that is shown comes from snapshot() and
// finished(), polled 60 times a second and only while a run goes on. A session is destroyed on a thread of
// its own, because that waits for the longest running task.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "core/scenario/run_execution.h"

namespace runahead::gui {

class RunBridge : public QObject {
  Q_OBJECT
 public:
  explicit RunBridge(QObject* parent = nullptr);
  /// Hands a run that still goes on to its own thread and returns at once.
  ~RunBridge() override;

  /// While no run goes on.
  void start(const RunConfig& config);
  /// Asks the run to stop; finished() follows. Any number of times.
  void stop();
  /// Stops and forgets the run without a finished(): something else takes its place.
  void abandon();
  bool running() const { return m_running; }
  /// Since the run began, for the display; 0 before the first.
  qint64 elapsedMs() const;

 signals:
  void snapshot(const runahead::Trace& trace, const runahead::Output& output);
  /// Now and then while the run goes on, whether it records something or not.
  void goesOn(qint64 elapsedMs);
  /// After the last snapshot of the run.
  void finished(const runahead::RunResult& result);

  /// Once, where a program in Python goes on for a second after it was asked to stop, and no task computes:
  /// it is inside one long call, which only ends by itself.
  void lingers();

 private:
  void poll();
  bool linger() const;

  std::shared_ptr<RunExecution> m_session;
  QTimer m_timer;
  Seq m_shown = 0;
  qint64 m_startedMs = 0;
  qint64 m_stoppedMs = 0;  ///< 0: it was not asked to, or lingers() was told
  bool m_running = false;
};

}  // namespace runahead::gui
