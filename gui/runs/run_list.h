// SPDX-License-Identifier: GPL-3.0-or-later
// RunList: the runs of the scenario in the window, newest last, which of them is on show, and which one
// stands beside it. Not here: making runs (bridge/), showing them (window/). It lives on the window's thread.
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "core/scenario/session.h"
#include "core/trace/trace.h"

namespace runahead::gui {

class RunList : public QObject {
  Q_OBJECT
 public:
  static constexpr std::size_t kMost = 8;
  static constexpr std::size_t kMostBytes = 1'500'000'000;

  struct Run {
    int id;  ///< of this run alone, as long as the program runs
    Trace trace;
    QString label;          ///< what sets it apart from the others
    bool finished = false;  ///< the rest counts then
    RunResult result = {};  ///< without the value
    std::int64_t totalNs = 0;
  };

  /// Beyond `most_bytes` of records the oldest runs are forgotten, but two are always kept.
  explicit RunList(QObject* parent = nullptr, std::size_t most_bytes = kMostBytes);

  /// A new run, which is then the one on show.
  void begin(const Trace& trace);
  /// A later snapshot of the newest run.
  void update(const Trace& trace);
  /// The newest run is over.
  void finish(const RunResult& result);
  /// The same of any run; one that was forgotten changes nothing.
  void update(int id, const Trace& trace);
  void finish(int id, const RunResult& result = {RunResult::Status::stopped, {}, {}});
  /// Another finished record takes the place of the run's.
  void renew(int id, const Trace& trace);
  /// The newest run is forgotten for another one that takes its place.
  void replaceCurrent(const Trace& trace);
  void clear();

  const std::vector<Run>& runs() const { return m_runs; }
  /// Null while there is none.
  const Run* shown() const { return find(m_shown); }
  bool newestShown() const { return !m_runs.empty() && m_runs.back().id == m_shown; }
  void show(int id);
  /// What the run on show is compared with: the one that was on show before, or was chosen. Null for a single
  /// run.
  const Run* other() const { return find(m_other); }
  void setOther(int id);
  /// Whether other() stands under the run on show.
  bool beside() const { return m_beside && other(); }
  void setBeside(bool beside);

 signals:
  /// Runs, their labels or totals, or which of them are shown.
  void changed();
  /// Another run was chosen, or has taken the place of the one on show.
  void shownChanged();
  /// The newest run has grown.
  void grown();

 private:
  const Run* find(int id) const;
  /// Keeps what may be kept, names the runs, and sees that other() is another one.
  void settle();

  const std::size_t m_mostBytes;
  std::vector<Run> m_runs;
  int m_next = 1;
  int m_shown = 0;
  int m_other = 0;
  bool m_beside = false;
};

}  // namespace runahead::gui
