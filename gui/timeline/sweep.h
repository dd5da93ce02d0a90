// SPDX-License-Identifier: GPL-3.0-or-later
// Sweep: a run that waits in every K-th iteration, for several K one after the other: time and peak memory
// against K. Not here: drawing (sweep_picture.h).
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/session/annotation.h"
#include "core/trace/trace.h"

namespace runahead::gui {

struct SweepPoint {
  QString name;     ///< of its mark: "every:8", "none"
  double position;  ///< log2 K; of "none" one step beyond the largest K
  std::int64_t time_ns;
  std::int64_t peakLiveBytes;
  TimeRange range;  ///< of the mark
};

struct Sweep {
  std::vector<SweepPoint> points;   ///< by position
  std::optional<std::size_t> knee;  ///< of the trade of memory for time
};

/// None for a run with fewer than three marks named every:K.
std::optional<Sweep> sweepOf(const Trace& trace);

}  // namespace runahead::gui
