// SPDX-License-Identifier: GPL-3.0-or-later
// LaneIndex: per lane, when its tasks started and how long they ran up to each of them, in arrays: a frame
// looks up tens of thousands of these, and in the trace's rows each would miss the cache; and what the
// frontend did. Not a copy of the trace: 12 bytes per task, extended with each snapshot by what is new.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/trace/trace.h"
#include "gui/axis/frontend_index.h"

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
  void clear() { *this = LaneIndex(); }
  const Row& row(LaneId lane) const { return m_rows[lane]; }
  const FrontendIndex& frontend() const { return m_frontend; }

 private:
  std::vector<Row> m_rows;
  FrontendIndex m_frontend;
};

/// Of the runs of a file, in their order.
using LaneIndexes = std::vector<std::shared_ptr<const LaneIndex>>;

}  // namespace runahead::gui
