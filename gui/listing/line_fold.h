// SPDX-License-Identifier: GPL-3.0-or-later
// LineFold: what became of every line of the listing after the first n events of a trace.
// Not here: the listing's text or how a state is drawn (listing_pane.h).
//
// The fold moves in steps of bounded work, so that a jump across a million statements never blocks the
// window. Checkpoints on the way make going back cheap. It holds for every snapshot of one run: a run only
// grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/trace/trace.h"

namespace runahead::gui {

enum class LineState : std::uint8_t {
  untouched,   ///< the frontend has not been here
  issued,      ///< begun, and something that it enqueued has not ended
  deferred,    ///< returned, and something that it deferred into a graph is neither enqueued nor eliminated
  waiting,     ///< the frontend waits in it now
  done,        ///< returned, and every task issued from it has ended
  eliminated,  ///< likewise, but some of it was needed by nothing
  failed,      ///< a task issued from it has failed, in whatever iteration
  surfaced,    ///< the frontend met an error in it, of a task that had failed elsewhere or here
  skipped,     ///< everything has ended, and a task did not run: what it would have read was not computed
};

struct LineStatus {
  LineState state = LineState::untouched;
  std::uint32_t iterations = 0;  ///< how often the line was begun
  bool current = false;          ///< the frontend is in it
  /// The first task that failed or was skipped; surfaced: the one whose error it is. kNone in other states,
  /// and where the line raised an error itself.
  TaskId about = kNone;
  bool operator==(const LineStatus&) const = default;
};

class LineFold {
 public:
  static constexpr Seq kCheckpointEvents = 1U << 16;
  static constexpr std::size_t kBudgetEvents = 300000;  ///< about 10 ms

  /// Forget everything: the next trace is another run.
  void reset();
  /// Moves towards the state after the first `cursor` events, reading at most `budget` of them. True when
  /// there.
  bool moveTo(const Trace& trace, Seq cursor, std::size_t budget = kBudgetEvents);
  /// The number of events that at() answers for.
  Seq position() const { return m_position; }
  LineStatus at(const Trace& trace, int line) const;

 private:
  struct Counts {
    std::uint32_t iterations = 0;
    std::uint32_t open = 0;        ///< statements begun and not ended
    std::uint32_t pending = 0;     ///< tasks enqueued and not ended
    std::uint32_t deferred = 0;    ///< tasks neither enqueued nor eliminated
    std::uint32_t eliminated = 0;  ///< tasks
    TaskId failed = kNone;         ///< the first
    TaskId skipped = kNone;        ///< the first
    TaskId surfaced = kNone;       ///< whose error the frontend met here first
    bool met = false;              ///< an error, also one that is of no task
  };
  Counts& counts(int line);
  void apply(const Trace& trace, const Event& event);

  Seq m_position = 0;
  std::unordered_map<int, std::size_t> m_index;  ///< line -> place in m_counts
  std::vector<Counts> m_counts;
  std::vector<std::vector<Counts>> m_checkpoints;  ///< i: after (i + 1) * kCheckpointEvents events
};

}  // namespace runahead::gui
