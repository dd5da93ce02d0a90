// SPDX-License-Identifier: GPL-3.0-or-later
// All workspaces into a session, and back.
// Not here: its file (core/io/session_file.h), and when copies are kept (session/session_keeper.h).
#include <QDataStream>
#include <QIODevice>
#include <algorithm>
#include <map>

#include "core/analysis/summary.h"
#include "gui/workbench/workbench.h"

namespace runahead::gui {
namespace {

std::vector<SessionBookmark> bookmarksToFile(const std::vector<Bookmark>& bookmarks) {
  std::vector<SessionBookmark> result;
  for (const Bookmark& bookmark : bookmarks) {
    result.push_back({{bookmark.cursor, bookmark.ns}, bookmark.task, bookmark.text.toStdString()});
  }
  return result;
}

std::vector<Bookmark> bookmarksFromFile(const std::vector<SessionBookmark>& bookmarks) {
  std::vector<Bookmark> result;
  for (const SessionBookmark& bookmark : bookmarks) {
    result.push_back(
        {bookmark.moment.time_ns, bookmark.moment.seq, bookmark.task, QString::fromStdString(bookmark.text)});
  }
  return result;
}

/// Nobody has done anything there but look.
bool untouched(const RunList::Workspace& workspace, const RunList::Look& look,
               const WrittenProgram* program) {
  if (program && program->modified()) return false;
  return workspace.runs.empty() && workspace.more.empty() && look.breakPoints.empty() &&
         look.next == workspace.given;
}

}  // namespace

SessionToRecover Workbench::session() const {
  SessionToRecover kept;
  SessionState state;
  for (const RunList::Workspace* workspace : m_runs->workspaces()) {
    const bool open = workspace == &m_runs->workspace();
    const RunList::Look look = open && m_open ? this->look() : workspace->look;
    const auto program = m_programs.find(workspace->scenario);
    const WrittenProgram* const written = program == m_programs.end() ? nullptr : program->second.get();
    if (workspace->runs.empty() && !look.next && !written && workspace->more.empty()) continue;
    if (!open && untouched(*workspace, look, written)) continue;
    if (open) state.workspace = static_cast<std::uint32_t>(state.workspaces.size());
    SessionWorkspace& entry = state.workspaces.emplace_back();
    entry.scenario = workspace->scenario;
    if (written) entry.program = written->text();
    entry.next = look.next;
    entry.more = workspace->more;
    entry.break_points.assign(look.breakPoints.begin(), look.breakPoints.end());
    entry.comparing = workspace->comparing;
    entry.aligned = workspace->alignment;
    if (entry.aligned == Alignment::mark) entry.mark = workspace->alignedRegion;
    const int shown = workspace->wanted != 0 ? workspace->wanted : workspace->shown;
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
      SessionRun& more = state.runs.emplace_back();
      more.status = run.finished ? run.result.status : RunResult::Status::stopped;
      more.errors = run.result.errors;
      more.output = run.output;
      more.bookmarks = bookmarksToFile(run.bookmarks);
      more.name = run.name.toStdString();
      more.manual = run.manual;
      more.total_ns = run.totalNs;
      if (run.id != shown) continue;
      more.visible_ns = look.visibleNs;
      more.cursor = look.cursor;
      more.selected = look.selected;
      more.selected_ns = look.selectedNs;
    }
    if (entry.shown == kNone && !entry.runs.empty()) entry.shown = entry.runs.front();
  }
  state.after_cursor = static_cast<SessionFutureVisibility>(m_view->futureVisibility());
  kept.session.state = std::move(state);
  return kept;
}

QByteArray Workbench::mark() const {
  QByteArray mark;
  QDataStream out(&mark, QIODevice::WriteOnly);
  for (const RunList::Workspace* workspace : m_runs->workspaces()) {
    const RunList::Look look = m_open && workspace == &m_runs->workspace() ? this->look() : workspace->look;
    // Looking around is no change; a scenario that was looked at only is not there.
    const auto program = m_programs.find(workspace->scenario);
    const WrittenProgram* const written = program == m_programs.end() ? nullptr : program->second.get();
    if (untouched(*workspace, look, written)) continue;
    out << workspace->scenario.c_str();
    if (written) out << written->code();
    for (const RunList::Run& run : workspace->runs) {
      out << run.id << run.finished << run.events << quint64{run.version} << run.name;
      for (const Bookmark& bookmark : run.bookmarks)
        out << qint64{bookmark.ns} << bookmark.cursor << bookmark.task << bookmark.text;
    }
    for (const int line : look.breakPoints) out << line;
    // Settings that nobody has changed came with what was looked at, and a run says how it was made.
    if (!look.next || look.next == workspace->given) continue;
    const RunRequest& next = *look.next;
    if (std::ranges::any_of(workspace->runs, [&](const RunList::Run& run) { return madeWith(run, next); }))
      continue;
    out << static_cast<int>(next.mode) << next.waits.text().c_str() << static_cast<int>(next.clock);
    out << (next.device ? static_cast<int>(*next.device) : -1) << next.tf32;
    out << qint64{next.workers} << quint64{next.seed};
    for (const auto& [name, value] : std::map(next.set.begin(), next.set.end()))
      out << name.c_str() << qint64{value};
  }
  return mark;
}

int Workbench::add(const SessionTrace& one, const SessionRun& more, std::shared_ptr<const LaneIndex> index) {
  const RunHead head = one.head();
  RunList::Run run;
  run.here = one.trace.has_value();
  if (run.here) run.trace = *one.trace;
  run.info = head.info;
  run.events = head.events;
  run.stored = one.stored;
  run.index = std::move(index);
  run.name = QString::fromStdString(more.name);
  run.manual = more.manual;
  run.finished = true;
  run.result = {.status = more.status, .value = {}, .errors = more.errors};
  run.output = more.output;
  run.totalNs = run.here ? reported_total_ns(run.trace) : more.total_ns.value_or(0);
  run.bookmarks = bookmarksFromFile(more.bookmarks);
  return m_runs->add(std::move(run));
}

std::vector<int> Workbench::restore(const SessionFile& file, const LaneIndexes& indexes) {
  clear();
  std::vector<int> all(file.runs.size());
  SessionState state = file.state.value_or(SessionState{});
  if (!file.state) {
    state.runs.resize(file.runs.size());
    SessionWorkspace& workspace = state.workspaces.emplace_back();
    workspace.scenario = file.runs.front().head().info.source.scenario;
    for (std::uint32_t i = 0; i < file.runs.size(); ++i) workspace.runs.push_back(i);
    workspace.shown = 0;
  }
  m_opening = true;
  for (const SessionWorkspace& workspace : state.workspaces) {
    m_runs->openWorkspace(workspace.scenario);
    if (workspace.program) addProgram(workspace.scenario, *workspace.program, false);
    std::map<std::uint32_t, int> ids;
    for (const std::uint32_t run : workspace.runs) {
      ids[run] = all[run] =
          add(file.runs[run], state.runs[run], run < indexes.size() ? indexes[run] : nullptr);
    }
    if (!workspace.compared.empty()) {
      for (const auto& [run, id] : ids) {
        m_runs->setChosen(id, std::ranges::find(workspace.compared, run) != workspace.compared.end());
      }
      m_runs->setTicked(true);
    }
    m_runs->setAlignment(workspace.aligned, workspace.mark);
    m_runs->setComparing(workspace.comparing);
    RunList::Look look;
    look.next = workspace.next;
    look.breakPoints = {workspace.break_points.begin(), workspace.break_points.end()};
    if (const auto shown = ids.find(workspace.shown); shown != ids.end()) {
      const SessionRun& run = state.runs[workspace.shown];
      look.visibleNs = run.visible_ns;
      look.cursor = run.cursor;
      look.selected = run.selected;
      look.selectedNs = run.selected_ns;
      m_runs->show(shown->second);
    }
    m_runs->setLook(workspace.scenario, std::move(look));
    // With nothing else on it, a workspace is kept for its settings.
    if (workspace.next && !workspace.runs.empty()) m_runs->setGiven(workspace.scenario, *workspace.next);
    m_runs->setMore(workspace.scenario, workspace.more);
  }
  if (!state.workspaces.empty())
    m_runs->openWorkspace(
        state.workspaces[std::min<std::size_t>(state.workspace, state.workspaces.size() - 1)].scenario);
  m_opening = false;
  // A recording says nothing of how it is to be looked at.
  if (file.state) m_view->setFutureVisibility(static_cast<FutureVisibility>(state.after_cursor));
  showWorkspace();
  return all;
}

}  // namespace runahead::gui
