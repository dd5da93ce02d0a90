// SPDX-License-Identifier: GPL-3.0-or-later
// RunList: the runs in the window, newest last, which of them is on show, and which are compared with it. Not
// here: making runs (bridge/), showing them (window/). It lives on the window's thread.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/comparison.h"
#include "core/scenario/session.h"
#include "core/trace/trace.h"
#include "gui/bridge/latest_job.h"
#include "gui/view/lane_index.h"

namespace runahead::gui {

class RunList : public QObject {
  Q_OBJECT
 public:
  static constexpr std::size_t kMost = 8;
  /// So many take part in a comparison without being chosen.
  static constexpr std::size_t kCompared = 4;
  static constexpr std::size_t kMostBytes = 1'500'000'000;

  struct Run {
    int id;  ///< of this run alone, as long as the program runs
    Trace trace;
    QString label;          ///< what sets it apart from the others
    bool chosen = false;    ///< to take part in a comparison
    bool byHand = false;    ///< goes on only while it is on show, and somebody decides
    bool finished = false;  ///< the rest counts then
    RunResult result = {};  ///< without the value
    std::int64_t totalNs = 0;
    std::shared_ptr<const LaneIndex> index = {};  ///< of a finished record, soon after it has come; else null
  };

  /// Beyond `most_bytes` of records the oldest runs are forgotten, but two are always kept.
  explicit RunList(QObject* parent = nullptr, std::size_t most_bytes = kMostBytes);

  /// A new run, which is then the one on show.
  void begin(const Trace& trace, bool byHand = false);
  /// A finished run of a file; its id. What is on show stays. `index`: of this very trace, if there is one.
  int add(const Trace& trace, const RunResult& result = {}, std::shared_ptr<const LaneIndex> index = {});
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
  /// Null when it was forgotten.
  const Run* find(int id) const;
  /// Null while there is none.
  const Run* shown() const { return find(m_shown); }
  bool newestShown() const { return !m_runs.empty() && m_runs.back().id == m_shown; }
  void show(int id);
  /// What the run on show is compared with: the one that was on show before. Null for a single run.
  const Run* other() const { return find(m_other); }
  /// Whether runs are compared; a single one never is.
  bool comparing() const { return m_comparing && m_runs.size() > 1; }
  void setComparing(bool comparing);
  /// The runs that take part, in the order of the list: those that are chosen, and the one on show.
  std::vector<const Run*> compared() const;
  void setChosen(int id, bool chosen);
  /// Where they stand under one another, as somebody chose it; a mark that not all of them have is no place.
  Alignment alignment() const { return m_alignment; }
  const std::string& alignedMark() const { return m_alignedMark; }
  void setAlignment(Alignment alignment, const std::string& mark);

 signals:
  /// Runs, their labels or totals, or which of them are shown.
  void changed();
  /// Another run was chosen, or has taken the place of the one on show.
  void shownChanged();
  /// The newest run has grown.
  void grown();

 private:
  void append(const Trace& trace);
  /// Keeps what may be kept, names the runs, and sees that other() is another one.
  void settle();
  /// Makes what finished records lack of indexes, beside the window.
  void makeIndexes();

  using Indexes = std::vector<std::pair<int, std::shared_ptr<const LaneIndex>>>;
  LatestJob<Indexes> m_indexing;
  const std::size_t m_mostBytes;
  std::vector<Run> m_runs;
  int m_next = 1;
  int m_shown = 0;
  int m_other = 0;
  bool m_comparing = false;
  Alignment m_alignment = Alignment::begin;
  std::string m_alignedMark;
};

}  // namespace runahead::gui
