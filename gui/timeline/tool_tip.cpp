// SPDX-License-Identifier: GPL-3.0-or-later
// A small table per task, wait and statement.
// Not here: formatting of numbers (text/format.h).
#include "gui/timeline/tool_tip.h"

#include <QStringList>

#include "core/analysis/comparison.h"
#include "core/analysis/labels.h"
#include "gui/axis/bars.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {

namespace {

class Table {
 public:
  explicit Table(const QString& title) {
    m_html = QStringLiteral("<b>%1</b><table cellspacing='0' cellpadding='1'>").arg(title.toHtmlEscaped());
  }
  void row(const QString& name, const QString& value, const QString& note = {}) {
    m_html += QStringLiteral(
                  "<tr><td>%1&nbsp;&nbsp;</td><td align='right'><span style=\"font-family:'JetBrains "
                  "Mono','DejaVu Sans Mono'\">%2</span></td><td>&nbsp;&nbsp;%3</td></tr>")
                  .arg(name.toHtmlEscaped(), value.toHtmlEscaped(), note.toHtmlEscaped());
  }
  QString html() const { return m_html + QStringLiteral("</table>"); }

 private:
  QString m_html;
};

QString taskTip(const Trace& trace, TaskId id) {
  const Task task = trace.task(id);
  const auto at = [&](Seq seq) { return formatTime(trace.time_ns(seq)); };
  const auto between = [&](Seq from, Seq to) { return formatTime(trace.time_ns(to) - trace.time_ns(from)); };
  Table table(taskLabel(trace, id));
  const QString uses = usesLabel(trace, id);
  const QString line =
      task.statement == kNone ? QString() : tr("by line %1").arg(trace.statement(task.statement).line);
  if (task.defer != kNever) table.row(tr("recorded"), at(task.defer), line);
  if (task.enqueue != kNever) {
    table.row(tr("enqueued"), at(task.enqueue),
              task.defer == kNever ? line : tr("after %1").arg(between(task.defer, task.enqueue)));
  }
  if (task.ready != kNever) {
    table.row(tr("ready"), at(task.ready),
              task.ready == task.enqueue ? tr("at once")
                                         : tr("blocked for %1").arg(between(task.enqueue, task.ready)));
  }
  if (task.start != kNever) {
    table.row(tr("started"), at(task.start),
              (task.ready == kNever ? tr("%1 after its enqueue, %2") : tr("ready for %1, %2"))
                  .arg(between(task.ready == kNever ? task.enqueue : task.ready, task.start),
                       QString::fromStdString(trace.lane(task.lane).name)));
  }
  if (task.end != kNever) {
    if (task.outcome == Outcome::skipped) {
      table.row(tr("skipped"), at(task.end), tr("because of an error before it"));
    } else if (task.outcome == Outcome::eliminated) {
      table.row(tr("eliminated"), at(task.end), tr("nothing needed it"));
    } else {
      table.row(task.outcome == Outcome::failed ? tr("failed") : tr("ended"), at(task.end),
                tr("ran %1").arg(between(task.start, task.end)));
    }
  }
  if (!uses.isEmpty()) table.row(tr("uses"), uses);
  return table.html();
}

QString waitTip(const Trace& trace, WaitId id, std::int64_t nowNs) {
  const Wait wait = trace.wait(id);
  const std::int64_t end_ns = endTime(trace, wait.end, nowNs);
  Table table(toText(reason_label(trace, wait.reason)));
  table.row(tr("waits"), formatTime(end_ns - trace.time_ns(wait.begin)),
            wait.statement == kNone ? QString() : tr("in line %1").arg(trace.statement(wait.statement).line));
  table.row(tr("begins"), formatTime(trace.time_ns(wait.begin)));
  if (wait.end != kNever) {
    table.row(tr("ends"), formatTime(end_ns),
              wait.ended_by == kNone ? tr("nothing to wait for")
                                     : tr("with %1").arg(taskLabel(trace, wait.ended_by)));
  }
  if (wait.variable != kNone) table.row(tr("for"), variableLabel(trace, wait.variable));
  return table.html();
}

QString statementTip(const Trace& trace, const QStringList& listing, StatementId id, std::int64_t nowNs) {
  const Statement statement = trace.statement(id);
  const std::int64_t end_ns = endTime(trace, statement.end, nowNs);
  QString title = tr("line %1").arg(statement.line);
  if (statement.line >= 1 && statement.line <= listing.size()) {
    title += QStringLiteral("  ") + listing[statement.line - 1].trimmed();
  }
  Table table(title);
  table.row(tr("begins"), formatTime(trace.time_ns(statement.begin)));
  table.row(statement.end == kNever ? tr("takes so far") : tr("returns after"),
            formatTime(end_ns - trace.time_ns(statement.begin)));
  return table.html();
}

QString laneTip(const Trace& trace, LaneId id) {
  const Lane lane = trace.lane(id);
  const TraceInfo& info = trace.info();
  Table table(QString::fromStdString(lane.name));
  table.row(tr("tasks"), formatCount(trace.lane_task_count(id)));
  if (lane.kind != LaneKind::stream && lane.kind != LaneKind::copy) return table.html();
  if (info.runs_on() == DeviceKind::emulated) table.row(tr("device"), tr("threads of the processor"));
  if (!info.device_name.empty()) table.row(tr("device"), QString::fromStdString(info.device_name));
  if (!info.device_libraries.empty()) table.row(tr("with"), QString::fromStdString(info.device_libraries));
  if (info.tf32) table.row(tr("precision"), tr("TF32 products"));
  if (const std::int64_t ns = trace.device_time_error_ns(); ns > 0) {
    table.row(tr("device times"), tr("± %1").arg(formatTime(ns)));
  }
  if (const std::uint64_t lost = trace.tasks_without_record(); lost > 0) {
    table.row(tr("without a record"), tr("%1 tasks, which may have begun later").arg(formatCount(lost)));
  }
  return table.html();
}

}  // namespace

QString bookmarkTip(const Trace& trace, const Bookmark& bookmark) {
  Table table(bookmark.text.empty() ? tr("bookmark") : QString::fromStdString(bookmark.text));
  table.row(tr("at"), formatTime(bookmark.moment.time_ns),
            bookmark.task == kNone || bookmark.task >= trace.task_count() ? QString()
                                                                          : taskLabel(trace, bookmark.task));
  return table.html();
}

QString toolTipText(const Trace& trace, const QStringList& listing, const TimelineHit& hit,
                    std::int64_t nowNs) {
  using Kind = TimelineHit::Kind;
  if (hit.kind == Kind::wait) return waitTip(trace, hit.id, nowNs);
  if (hit.kind == Kind::statement) return statementTip(trace, listing, hit.id, nowNs);
  if (hit.kind == Kind::lane) return laneTip(trace, hit.id);
  const bool task = hit.kind == Kind::task || hit.kind == Kind::defer || hit.kind == Kind::enqueue;
  return task ? taskTip(trace, hit.id) : QString();
}

}  // namespace runahead::gui
