// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in words: their letters, how they were made, what several have in common and what sets each of them
// apart. Not here: numbers of compared runs (compared_text.h).
#pragma once

#include <QString>
#include <QStringList>
#include <span>
#include <vector>

#include "core/analysis/comparison.h"
#include "core/trace/trace.h"

namespace runahead::gui {

/// "A" for 0, "A2" for 26: runs that stand together.
QString runLetter(int index);

/// "on NVIDIA H200: driver for CUDA 12.4, runtime 12.4, cuBLAS 12.4.5"; empty without a real device.
QString deviceLine(const TraceInfo& info);
/// "increment-loop, async, no synchronization · real time · 1 worker · n = 1000".
QString runLine(const TraceInfo& info);
/// With how sure the times of a device are.
QString runLine(const Trace& trace);

/// "4.0 MB"; where arrays have several memories, with which: "4.0 MB on the device".
QString bytesOn(const Trace& trace, MemoryId memory, std::int64_t bytes);

/// What stands above a run of several.
struct RunHeading {
  QString label;   ///< "waits each"
  QString remark;  ///< what else sets it apart: "n 64"
  QString total;   ///< "48.0 ms"; empty: it has not finished
};
/// `names`: given ones, of each run; where empty or missing, a run is called by what sets it apart.
std::vector<RunHeading> runHeadings(std::span<const Trace> traces, const QStringList& names = {});

/// The last line of a figure. `aligned`: runs were moved to stand under the first one.
QString figureFooter(std::span<const Trace> traces, Alignment alignment, bool aligned);

}  // namespace runahead::gui
