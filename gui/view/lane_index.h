// SPDX-License-Identifier: GPL-3.0-or-later
// LaneIndex: per lane, when its tasks started and how long they ran up to each of them, in arrays: a frame
// looks up tens of thousands of these, and in the trace's rows each would miss the cache. Not a copy of the
// trace: 12 bytes per task, extended with each snapshot by what is new.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace runahead::gui {

class LaneIndex {
 public:
  /// The leading tasks of a lane that have ended.
  struct Row {
    std::vector<Seq> starts;
    std::vector<std::int64_t> busy_ns{0};  ///< of all tasks before the i-th; one longer than `starts`
  };

  LaneIndex() = default;
  explicit LaneIndex(const Trace& trace) { extend(trace); }
  /// A later snapshot of the same run.
  void extend(const Trace& trace);
  void clear() { m_rows.clear(); }
  const Row& row(LaneId lane) const { return m_rows[lane]; }

 private:
  std::vector<Row> m_rows;
};

}  // namespace runahead::gui
