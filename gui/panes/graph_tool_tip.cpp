// SPDX-License-Identifier: GPL-3.0-or-later
// A task's facts are those of the timeline's tips; what only the graph knows follows them.
// Not here: formatting of numbers (text/format.h).
#include "gui/panes/graph_tool_tip.h"

#include "gui/text/format.h"
#include "gui/text/words.h"
#include "gui/timeline/tool_tip.h"

namespace runahead::gui {
namespace {

constexpr std::size_t kReasons = 6;

QString paragraph(const QString& text) {
  return QStringLiteral("<div>%1</div>").arg(text.toHtmlEscaped());
}

QString title(const QString& text) {
  return QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
}

QString reasons(const Trace& trace, const GraphNode& node) {
  QString html;
  for (std::size_t i = 0; i < node.waitsFor.size() && i < kReasons; ++i) {
    const GraphReason& reason = node.waitsFor[i];
    html += paragraph(tr("waits for %1: %2, %3")
                          .arg(taskLabel(trace, reason.task), edgeKindName(reason.kind),
                               variableLabel(trace, reason.variable)));
  }
  if (node.waitsFor.size() > kReasons) {
    html += paragraph(tr("and for %1 more").arg(node.waitsFor.size() - kReasons));
  }
  return html;
}

}  // namespace

QString graphStateName(TaskState state) {
  if (state == TaskState::deferred) return tr("recorded");
  if (state == TaskState::eliminated) return tr("eliminated");
  if (state == TaskState::blocked) return tr("blocked");
  if (state == TaskState::ready) return tr("ready");
  if (state == TaskState::running) return tr("running");
  if (state == TaskState::failed) return tr("failed");
  return state == TaskState::skipped ? tr("skipped") : tr("done");
}

QString graphToolTip(const Trace& trace, const QStringList& listing, const GraphNode& node,
                     std::int64_t nowNs) {
  if (!node.isTasks()) {
    const QString written =
        node.first == kNone               ? tr("was there before the first task")
        : node.state == TaskState::done   ? tr("written by %1").arg(taskLabel(trace, node.first))
        : node.state == TaskState::failed ? tr("not computed: %1 failed").arg(taskLabel(trace, node.first))
        : node.state == TaskState::skipped
            ? tr("not computed: %1 was skipped").arg(taskLabel(trace, node.first))
        : node.state == TaskState::eliminated
            ? tr("not computed: %1 was eliminated").arg(taskLabel(trace, node.first))
            : tr("to be written by %1, which is %2")
                  .arg(taskLabel(trace, node.first), graphStateName(node.state));
    return title(versionLabel(trace, node.variable, node.version)) + paragraph(written);
  }
  if (node.count() == 1) {
    return toolTipText(trace, listing, {TimelineHit::Kind::task, node.first}, nowNs) + reasons(trace, node);
  }
  return title(node.label) +
         paragraph(tr("%1 tasks, %2").arg(formatCount(node.count()), graphStateName(node.state))) +
         paragraph(tr("the same operation on the same inputs: %1").arg(usesLabel(trace, node.first))) +
         reasons(trace, node);
}

}  // namespace runahead::gui
