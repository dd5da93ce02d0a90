// SPDX-License-Identifier: GPL-3.0-or-later
// PageStates: what a page shows after each of its steps, as texts under keys. From core's folds and the
// functions that the window's panes use alone. Not here: how it is written down (page_script.h), the picture
// (page_picture.h).
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/trace/trace.h"
#include "gui/listing/line_fold.h"
#include "gui/text/figure_options.h"

namespace runahead::gui {

/// A text that a step changes; empty: there is nothing to say any more. Keys, those of a run beginning with
/// its number and a dot:
///   said, error     the sentence; "1" where it tells of an error
///   where           "event 12 of 500, 13.0 µs"
///   named           the part of the picture that the event is about
///   R.queue         its head; R.counts "5 ready, 0 blocked, 1 running"; R.tasks "12.1 13.0 +4": task, state
///   R.line.N        glyph, iterations, words, whether the frontend is in it; between tabs
///   R.variable.I    name, last writer, its state, readers, memory; between tabs
///   R.live, R.pool, R.resident
struct PageChange {
  int key;  ///< of PageStates::keys()
  QString text;
};

class PageStates {
 public:
  /// Keys that all pages have.
  enum Key { kSaid, kError, kWhere, kNamed };
  /// A page goes through so many events, and then to the end.
  static constexpr std::size_t kMostSteps = 20'000;
  static constexpr std::size_t kTasks = 8, kVariables = 12;

  PageStates(std::span<const Trace> traces, const FigureOptions& options);

  /// The first one is before all events.
  const std::vector<FigureStep>& steps() const { return m_steps; }
  /// Whether there are more events than steps.
  bool leavesOut() const { return m_leavesOut; }
  const QStringList& keys() const { return m_keys; }
  /// The sentence.
  QString said(std::size_t step) const;
  /// What the next step changes, from the first one on.
  std::vector<PageChange> next();
  /// Those that stood in the run's queue at a step until now.
  const std::set<TaskId>& queued(std::size_t run) const { return m_runs[run].queued; }
  /// The first step at which the run's cursor has come there; steps().size(): none.
  std::size_t stepOf(std::uint32_t run, Seq cursor) const;
  /// One of the steps stands exactly there: not where a page leaves events out.
  bool reaches(std::uint32_t run, Seq cursor) const;
  /// Where a statement begins, and the ends.
  bool isStop(std::size_t step) const;

 private:
  struct Run {
    int keys = 0;  ///< the first of its
    LineFold fold;
    std::optional<Seq> cursor;
    std::vector<LineStatus> lines;
    std::set<TaskId> queued;
  };
  QString ends() const;
  int key(std::size_t run, int place) const { return m_runs[run].keys + place; }
  void put(int key, const QString& text);
  void find(std::size_t run, Seq cursor);
  void findQueue(std::size_t run, Seq cursor, const Counters& counters);
  void findVariables(std::size_t run, Seq cursor);

  std::span<const Trace> m_traces;
  std::vector<std::int64_t> m_shifts_ns;
  std::vector<FigureStep> m_steps;
  std::vector<Run> m_runs;
  int m_lines = 0;
  QStringList m_keys;
  std::vector<QString> m_texts;  ///< by key, at the step before
  std::size_t m_next = 0;
  std::vector<PageChange> m_changes;
  bool m_leavesOut = false;
};

/// "t12"; of several runs "B.t12".
QString partName(char kind, std::uint32_t id, std::size_t run);

}  // namespace runahead::gui
