// SPDX-License-Identifier: GPL-3.0-or-later
// Choices sorted by actor, and sentences from the trace for those that have none.
// Not here: the sentences about waits (core/analysis/waiting.h).
#include "gui/runs/actors.h"

#include "core/analysis/waiting.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr std::size_t kLooks = 64;

QString frontendReason(const ManualState& run) {
  const Trace& trace = run.trace;
  const State state = trace.state_at(trace.size());
  if (state.wait != kNone) return toText(waiting_for(trace, trace.size()));
  if (state.statement == kNone) return tr("The program is over");
  return tr("Line %1 computes once the queue is empty").arg(trace.statement(state.statement).line);
}

/// Of all that execute tasks. Which of several devices a blocked task is for, a trace does not say.
QString workerReason(const Trace& trace, bool alike) {
  const std::vector<TaskId> pending = trace.pending_at(trace.size(), kLooks);
  for (const TaskId id : pending) {
    const Task task = trace.task(id);
    if (!alike || task.ready != kNever) continue;
    const QString text = toText(blocked_by(trace, id, trace.size()));
    if (!text.isEmpty()) return text;
  }
  return pending.empty() ? tr("the queue is empty") : tr("nothing is ready");
}

}  // namespace

std::vector<Actor> actorsOf(const ManualState& run) {
  const Trace& trace = run.trace;
  std::vector<Actor> actors;
  bool alike = true;
  for (std::uint32_t i = 0; i < trace.lane_count(); ++i) {
    const Lane& lane = trace.lane(static_cast<LaneId>(i));
    if (lane.kind == LaneKind::caller) continue;
    actors.push_back({QString::fromStdString(lane.name), {}, {}});
    if (lane.kind != LaneKind::frontend && lane.kind != LaneKind::worker) alike = false;
  }
  if (actors.empty()) return actors;
  for (const Choice& choice : run.choices) {
    const bool frontend = choice.kind == Choice::Kind::issue || choice.kind == Choice::Kind::go_on;
    const std::size_t actor = frontend ? 0 : choice.worker + 1;
    if (actor < actors.size()) actors[actor].choices.push_back(choice);
  }
  QString idle;
  for (std::size_t i = 0; i < actors.size(); ++i) {
    if (!actors[i].choices.empty()) continue;
    if (i > 0 && idle.isEmpty()) idle = workerReason(trace, alike);
    actors[i].reason = i == 0 ? frontendReason(run) : idle;
  }
  return actors;
}

QString choiceText(const Trace& trace, const Choice& choice, const QStringList& listing) {
  switch (choice.kind) {
    case Choice::Kind::issue: {
      const QString text = tr("Issue line %1").arg(choice.line);
      const QString code = listing.value(choice.line - 1).trimmed();
      return code.isEmpty() ? text : QStringLiteral("%1 · %2").arg(text, code);
    }
    case Choice::Kind::go_on:
      return choice.line == 0 ? tr("Go on") : tr("Go on in line %1").arg(choice.line);
    case Choice::Kind::start:
      return tr("Start %1").arg(taskLabel(trace, choice.task));
    case Choice::Kind::end:
      return tr("End %1").arg(taskLabel(trace, choice.task));
  }
  return {};
}

}  // namespace runahead::gui
