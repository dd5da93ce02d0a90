// SPDX-License-Identifier: GPL-3.0-or-later
// What the model pane and the path's list say, as data: numbers and sentences from a fit or a path alone.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/analysis/critical_path.h"
#include "core/analysis/fit.h"

namespace runahead::gui {

struct FitTime {
  QString symbol;  ///< "t1"; "p" for the wake-up latency, which comes before t2 where there is one
  QString name;    ///< "enqueue"
  QString value;   ///< the mean, which predictions take; a dash where nothing was measured
  QString spread;  ///< the middle half, "10.5 – 12.0 µs"; empty where all are alike
  QString note;    ///< how many, and how many were left out by which rule
  Estimate estimate;
};

struct FitPrediction {
  QString name;     ///< "model", "book", "replay"
  QString formula;  ///< or what is done instead
  QString predicted;
  QString measured;
  QString off;
};

struct FitFacts {
  QString about;  ///< what it was fitted from: "fitted from the loop, 16 tasks"
  std::vector<FitTime> times;
  std::vector<FitPrediction> predictions;
  QString headline;     ///< which side is the bottleneck
  QString comparison;   ///< by how much, and what another way of waiting would take
  QStringList leftOut;  ///< what is not in the numbers, and why
};
FitFacts fitFacts(const Trace& trace, const Fit& fit);

/// "+3.0 %" of the measurement against the prediction; "0 %" where both are the same to the ns.
QString offBy(std::int64_t predicted_ns, std::int64_t measured_ns);

struct PathRow {
  QString kind;
  QString what;  ///< "add 11", "line 5", "waitall"
  QString time;
  QString share;
  QString note;  ///< what the piece waited for before
  TaskId task = kNone;
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
};
/// The pieces of a path, the last one first; at most `limit`.
std::vector<PathRow> pathRows(const Trace& trace, const CriticalPath& path, std::size_t limit);
/// "execution 56 %, hand back 3 %": what makes up the path, longest first.
QString pathKinds(const CriticalPath& path);
/// Who ended a wait: "add 16 ended, and 3.1 µs later waitall in line 5 went on."
QString whoEnded(const Trace& trace, WaitId wait);

}  // namespace runahead::gui
