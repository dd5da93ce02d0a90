// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of a program recorded runs waited in, and which failed: what a printed listing shows.
// Not here: the listing of the window, which follows the cursor (listing/).
#pragma once

#include <QString>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace runahead::gui {

/// Lines where a frontend waited, and which runs did: "A C"; empty where all of them did.
using WaitedLines = std::map<int, QString>;
WaitedLines waitedLines(std::span<const Trace> traces);
/// By run and line, from 0: waits of the program that the run was told to leave out.
std::vector<std::vector<bool>> leftOutLines(std::span<const Trace> traces, std::size_t lines);
/// Lines whose waits all runs leave out: they are struck through.
std::set<int> struckLines(std::span<const Trace> traces, std::size_t lines);
/// Lines of which a task failed, or in which the frontend met the error.
std::set<int> failedLines(std::span<const Trace> traces);

}  // namespace runahead::gui
