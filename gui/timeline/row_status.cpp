// SPDX-License-Identifier: GPL-3.0-or-later
// What the heads of the rows say: what happens at the cursor, in a few words.

#include <array>
#include <utility>

#include "core/analysis/comparison.h"
#include "core/trace/ending.h"
#include "gui/axis/bars.h"
#include "gui/text/format.h"
#include "gui/text/words.h"
#include "gui/timeline/painter.h"

namespace runahead::gui {

QString frontendStatus(const Trace& trace, Seq cursor, std::int64_t cursorNs) {
  if (cursor > 0) {
    const Event event = trace.event(cursor - 1);
    if (event.kind == EventKind::defer) return tr("records %1").arg(taskLabel(trace, event.id));
    if (event.kind == EventKind::eliminate) return tr("eliminates %1").arg(taskLabel(trace, event.id));
  }
  const bool over = cursor > 0 && cursor == trace.size() && trace.finished();
  if (const RunEnd end = over ? ended(trace) : RunEnd::completed; end != RunEnd::completed) {
    return end == RunEnd::failed ? tr("failed") : tr("stopped");
  }
  const State state = trace.state_at(cursor);
  if (state.wait != kNone) {
    return tr("waits %1").arg(formatTime(cursorNs - trace.time_ns(trace.wait(state.wait).begin)));
  }
  if (state.statement != kNone) return tr("in line %1").arg(trace.statement(state.statement).line);
  if (state.statements == 0) return tr("not started");
  const bool last = state.statements == trace.statement_count() && trace.finished();
  return last && ended(trace) == RunEnd::completed ? tr("done") : tr("idle");
}

QStringList queueStatus(const Trace& trace, Seq cursor) {
  const Counters counters = trace.counters_at(cursor);
  const QString ready = tr("%1 ready").arg(formatCount(counters.ready));
  const QString blocked = tr("%1 blocked").arg(formatCount(counters.blocked));
  if (counters.blocked == 0 && counters.ready == 0) {
    return {counters.deferred == 0 ? tr("empty") : tr("%1 recorded").arg(formatCount(counters.deferred))};
  }
  if (counters.blocked == 0) return {ready};
  if (counters.ready == 0) return {blocked};
  const QString all = formatCount(counters.ready + counters.blocked);
  return {tr("%1, %2").arg(ready, blocked), tr("%1 of %2 ready").arg(formatCount(counters.ready), all)};
}

QString laneStatus(const Trace& trace, LaneId lane, Seq cursor) {
  const std::uint32_t index = lastStartedBefore(trace, lane, cursor);
  if (index == kNone) return tr("idle");
  const Task task = trace.task(trace.lane_task(lane, index));
  const QString label = taskLabel(trace, task.id);
  if (task.start + 1 == cursor) return tr("starts %1").arg(label);
  if (task.end != kNever && task.end + 1 == cursor) {
    return (task.outcome == Outcome::failed ? tr("%1 fails") : tr("ends %1")).arg(label);
  }
  if (task.end < cursor) return tr("idle");
  const bool over = cursor == trace.size() && trace.finished();  // and it never ended
  return (over ? tr("stopped in %1") : tr("runs %1")).arg(label);
}

QString queuedWords(const Trace& trace, const Task& task) {
  const auto between = [&](Seq from, Seq to) { return formatTime(trace.time_ns(to) - trace.time_ns(from)); };
  if (task.ready == kNever) return tr("%1 after its enqueue").arg(between(task.enqueue, task.start));
  const QString ready = tr("ready %1").arg(between(task.ready, task.start));
  if (task.ready == task.enqueue) return ready;
  return tr("blocked %1, %2").arg(between(task.enqueue, task.ready), ready);
}

LaneHead laneHead(const Trace& trace, LaneId lane) {
  const Lane row = trace.lane(lane);
  const QString name = QString::fromStdString(row.name);
  const QString remark = name.section(QLatin1Char('('), 1).section(QLatin1Char(')'), 0, 0);
  LaneHead head{{name.section(QLatin1Char('('), 0, 0).trimmed()}, {}};
  if (const QString what = head.names.first().section(QLatin1String(", "), 1); !what.isEmpty()) {
    if (const int device = row.device(); device > 0) {
      constexpr std::array kShorter = {"", "2nd, ", "3rd, ", "4th, "};
      head.names << QLatin1String(kShorter.at(static_cast<std::size_t>(device))) +
                        (what.startsWith(QLatin1String("copy ")) ? what.mid(5) : what);
    }
  }
  if (remark.isEmpty()) return head;
  const QString shorter = remark == QLatin1String("emulated") ? tr("emul.") : QString();
  // Products are computed on streams; only those of a CUDA device can be TF32, so that word is enough.
  const bool tf32 = row.kind == LaneKind::stream && trace.info().tf32;
  if (tf32) head.remarks << tr("%1 TF32").arg(remark);
  if (tf32 && !shorter.isEmpty()) head.remarks << tr("%1 TF32").arg(shorter);
  head.remarks << (tf32 ? tr("TF32") : remark);
  if (!tf32 && !shorter.isEmpty()) head.remarks << shorter;
  return head;
}

}  // namespace runahead::gui
