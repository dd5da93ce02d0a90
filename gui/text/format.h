// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as every pane of the window writes them, and the names of things in a trace.
// Not here: machine-readable numbers (core/io).
#pragma once

#include <QString>

#include "core/base/format.h"
#include "core/base/message.h"
#include "core/trace/trace.h"

namespace runahead::gui {

/// "0 ns", "812 ns", "8.05 µs", "369.3 µs", "144.3 ms", "7.91 s".
inline QString formatTime(std::int64_t time_ns) {
  return QString::fromStdString(format_time(time_ns));
}
/// Decimal units: "512 B", "4.2 kB", "786 kB", "88.2 MB", "1.25 GB".
inline QString formatBytes(std::int64_t bytes) {
  return QString::fromStdString(format_bytes(bytes));
}
/// Of a prediction, which is not known to the tenth: "214 MB", "21 GB".
QString formatRoughBytes(std::int64_t bytes);
/// With a sign, also when it is zero: "+748 kB", "−220.6 MB".
QString formatGrowth(std::int64_t bytes);
/// "12,901".
inline QString formatCount(std::uint64_t count) {
  return QString::fromStdString(format_count(count));
}
/// "1.31", "1/25"; the only way to write how many times as much something is.
inline QString formatRatio(double ratio) {
  return QString::fromStdString(format_ratio(ratio));
}
/// "1.31 ×", "1/25".
inline QString formatTimes(double ratio) {
  return QString::fromStdString(format_times(ratio));
}

/// What core says, in the window's language.
inline QString toText(const Message& message) {
  return QString::fromStdString(to_text(message));
}

/// "add 11": the operation and the task's number, which is its place in program order.
QString taskLabel(const Trace& trace, TaskId id);
/// "x" or "array 3" for one without a name, and its version after a dot: "y·11".
QString variableLabel(const Trace& trace, VariableId id);
QString versionLabel(const Trace& trace, VariableId id, std::uint32_t version);
/// "x → y·11": what the task reads and what it writes, at most `limit` of each.
QString usesLabel(const Trace& trace, TaskId id, std::uint32_t limit = 4);

}  // namespace runahead::gui
