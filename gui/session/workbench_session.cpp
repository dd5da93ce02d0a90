// SPDX-License-Identifier: GPL-3.0-or-later
// All workspaces into a session, and back.
// Not here: its file (core/io/session_file.h), and when copies are kept (session/session_keeper.h).
#include <algorithm>
#include <map>

#include "core/analysis/summary.h"
#include "gui/session/workbench.h"

namespace runahead::gui {
namespace {

/// The user has done nothing there but look.
bool untouched(const RunList::Workspace& workspace, const WrittenProgram* program) {
  if (program && program->modified()) return false;
  return workspace.runs.empty() && workspace.more.empty() && workspace.break_points.empty() &&
         workspace.next == workspace.given;
}

}  // namespace

SessionToRecover Workbench::session() const {
  SessionToRecover kept;
  Session state;
  for (const RunList::Workspace* workspace : m_runs->workspaces()) {
    const bool open = workspace == &m_runs->workspace();
    const WrittenProgram* const written = programOf(workspace->scenario);
    if (workspace->runs.empty() && !workspace->next && !written && workspace->more.empty()) continue;
    if (!open && untouched(*workspace, written)) continue;
    if (open) state.workspace = static_cast<std::uint32_t>(state.workspaces.size());
    Workspace& entry = state.workspaces.emplace_back(Workspace{*workspace});
    if (written) entry.program = written->text();
    const RunId shown = workspace->wanted != kNone ? workspace->wanted : workspace->shown;
    for (const RunList::Run& run : workspace->runs) {
      if (!run.here && !run.stored) continue;  // cannot be
      const auto index = static_cast<std::uint32_t>(kept.session.runs.size());
      entry.runs.push_back(index);
      if (run.id == shown) entry.shown = index;
      if (run.chosen && workspace->ticked) entry.compared.push_back(index);
      kept.keys.emplace_back(run.id, run.version);
      kept.session.runs.push_back(!run.here    ? SessionTrace(run.stored)
                                  : run.stored ? SessionTrace(run.trace, run.stored)
                                               : SessionTrace(run.trace));
      RunEntry& saved = state.runs.emplace_back(run);
      if (!run.finished) saved.status = RunResult::Status::stopped;
      if (run.id != shown) saved.view = {};
      if (run.id == shown && open && m_open) saved.view = look();
    }
    if (entry.shown == kNone && !entry.runs.empty()) entry.shown = entry.runs.front();
  }
  state.after_cursor = m_view->cursor()->futureVisibility();
  kept.session.state = std::move(state);
  return kept;
}

Revisions Workbench::revisions() const {
  Revisions all;
  for (const RunList::Workspace* workspace : m_runs->workspaces()) {
    // Looking around is no change; a scenario that was looked at only is not there.
    const WrittenProgram* const written = programOf(workspace->scenario);
    if (untouched(*workspace, written)) continue;
    all.push_back(workspace->lines.number());
    if (written) all.push_back(written->revision());
    for (const RunList::Run& run : workspace->runs) {
      all.insert(all.end(), {run.id, run.version, run.notes.number()});
    }
    // Settings that the user has not changed came with what was looked at, and a run says how it was made.
    const std::optional<RunRequest>& next = workspace->next;
    const auto made = [&](const RunList::Run& run) { return madeWith(run, *next); };
    if (next && next != workspace->given && std::ranges::none_of(workspace->runs, made))
      all.push_back(workspace->settings.number());
  }
  return all;
}

void Workbench::setSaved() {
  m_runs->setSaved();
  for (const auto& [workspace, program] : m_programs) program->setSaved();
}

RunId Workbench::add(const SessionTrace& one, const RunEntry& more, std::shared_ptr<const LaneIndex> index) {
  const RunHead head = one.head();
  RunList::Run run{more};
  run.here = one.trace.has_value();
  if (run.here) run.trace = *one.trace;
  run.info = head.info;
  run.events = head.events;
  run.stored = one.stored;
  run.index = std::move(index);
  run.finished = true;
  run.total_ns = run.here ? reported_total_ns(run.trace) : more.total_ns.value_or(0);
  return m_runs->add(std::move(run));
}

std::vector<RunId> Workbench::restore(const SessionFile& file, const LaneIndexes& indexes) {
  clear();
  std::vector<RunId> all(file.runs.size());
  Session state = file.state.value_or(Session{});
  if (!file.state) {
    state.runs.resize(file.runs.size());
    Workspace& workspace = state.workspaces.emplace_back();
    workspace.scenario = file.runs.front().head().info.source.scenario;
    for (std::uint32_t i = 0; i < file.runs.size(); ++i) workspace.runs.push_back(i);
    workspace.shown = 0;
  }
  m_opening = true;
  for (const Workspace& workspace : state.workspaces) {
    m_runs->openWorkspace(workspace.scenario);
    if (workspace.program) addProgram(workspace.scenario, *workspace.program, false);
    std::map<RunId, RunId> ids;
    for (const RunId run : workspace.runs) {
      ids[run] = all[run] =
          add(file.runs[run], state.runs[run], run < indexes.size() ? indexes[run] : nullptr);
    }
    if (!workspace.compared.empty()) {
      for (const auto& [run, id] : ids) {
        m_runs->setChosen(id, std::ranges::find(workspace.compared, run) != workspace.compared.end());
      }
      m_runs->setTicked(true);
    }
    m_runs->setSettings(workspace);
    if (const auto shown = ids.find(workspace.shown); shown != ids.end()) m_runs->show(shown->second);
    // With nothing else on it, a workspace is kept for its settings.
    if (workspace.next && !workspace.runs.empty()) m_runs->setGiven(workspace.scenario, *workspace.next);
  }
  if (!state.workspaces.empty())
    m_runs->openWorkspace(
        state.workspaces[std::min<std::size_t>(state.workspace, state.workspaces.size() - 1)].scenario);
  m_opening = false;
  // A recording says nothing of how it is to be looked at.
  if (file.state) m_view->cursor()->setFutureVisibility(state.after_cursor);
  showWorkspace();
  return all;
}

}  // namespace runahead::gui
