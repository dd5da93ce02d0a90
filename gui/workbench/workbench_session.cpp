// SPDX-License-Identifier: GPL-3.0-or-later
// All desks into a session, and back.
// Not here: its file (core/io/session_file.h), and when copies are kept (session/session_keeper.h).
#include <QDataStream>
#include <QIODevice>
#include <algorithm>
#include <map>

#include "core/analysis/summary.h"
#include "gui/workbench/workbench.h"

namespace runahead::gui {
namespace {

std::vector<SessionFlag> flagsToFile(const std::vector<Flag>& flags) {
  std::vector<SessionFlag> result;
  for (const Flag& flag : flags) {
    result.push_back({{flag.cursor, flag.ns}, flag.task, flag.text.toStdString()});
  }
  return result;
}

std::vector<Flag> flagsFromFile(const std::vector<SessionFlag>& flags) {
  std::vector<Flag> result;
  for (const SessionFlag& flag : flags) {
    result.push_back({flag.moment.time_ns, flag.moment.seq, flag.task, QString::fromStdString(flag.text)});
  }
  return result;
}

/// Nobody has done anything there but look.
bool untouched(const RunList::Desk& desk, const RunList::Look& look, const WrittenProgram* program) {
  if (program && program->modified()) return false;
  return desk.runs.empty() && desk.more.empty() && look.breakPoints.empty() && look.next == desk.given;
}

}  // namespace

SessionToKeep Workbench::session() const {
  SessionToKeep kept;
  SessionState state;
  for (const RunList::Desk* desk : m_runs->desks()) {
    const bool open = desk == &m_runs->desk();
    const RunList::Look look = open && m_open ? this->look() : desk->look;
    const auto program = m_programs.find(desk->scenario);
    const WrittenProgram* const written = program == m_programs.end() ? nullptr : program->second.get();
    if (desk->runs.empty() && !look.next && !written && desk->more.empty()) continue;
    if (!open && untouched(*desk, look, written)) continue;
    if (open) state.desk = static_cast<std::uint32_t>(state.desks.size());
    SessionDesk& entry = state.desks.emplace_back();
    entry.scenario = desk->scenario;
    if (written) entry.program = written->text();
    entry.next = look.next;
    entry.more = desk->more;
    entry.break_points.assign(look.breakPoints.begin(), look.breakPoints.end());
    entry.comparing = desk->comparing;
    entry.aligned = desk->alignment;
    if (entry.aligned == Alignment::mark) entry.mark = desk->alignedMark;
    const int shown = desk->wanted != 0 ? desk->wanted : desk->shown;
    for (const RunList::Run& run : desk->runs) {
      if (!run.here && !run.stored) continue;  // cannot be
      const auto index = static_cast<std::uint32_t>(kept.session.runs.size());
      entry.runs.push_back(index);
      if (run.id == shown) entry.shown = index;
      if (run.chosen && desk->ticked) entry.compared.push_back(index);
      kept.keys.emplace_back(run.id, run.version);
      kept.session.runs.push_back(!run.here    ? SessionTrace(run.stored)
                                  : run.stored ? SessionTrace(run.trace, run.stored)
                                               : SessionTrace(run.trace));
      SessionRun& more = state.runs.emplace_back();
      more.status = run.finished ? run.result.status : RunResult::Status::stopped;
      more.errors = run.result.errors;
      more.output = run.output;
      more.flags = flagsToFile(run.flags);
      more.name = run.name.toStdString();
      more.by_hand = run.byHand;
      more.total_ns = run.totalNs;
      if (run.id != shown) continue;
      more.visible_ns = look.visibleNs;
      more.cursor = look.cursor;
      more.selected = look.selected;
      more.selected_ns = look.selectedNs;
    }
    if (entry.shown == kNone && !entry.runs.empty()) entry.shown = entry.runs.front();
  }
  state.after_cursor = static_cast<SessionAfterCursor>(m_view->afterCursor());
  kept.session.state = std::move(state);
  return kept;
}

QByteArray Workbench::mark() const {
  QByteArray mark;
  QDataStream out(&mark, QIODevice::WriteOnly);
  for (const RunList::Desk* desk : m_runs->desks()) {
    const RunList::Look look = m_open && desk == &m_runs->desk() ? this->look() : desk->look;
    // Looking around is no change; a scenario that was looked at only is not there.
    const auto program = m_programs.find(desk->scenario);
    const WrittenProgram* const written = program == m_programs.end() ? nullptr : program->second.get();
    if (untouched(*desk, look, written)) continue;
    out << desk->scenario.c_str();
    if (written) out << written->code();
    for (const RunList::Run& run : desk->runs) {
      out << run.id << run.finished << run.events << quint64{run.version} << run.name;
      for (const Flag& flag : run.flags) out << qint64{flag.ns} << flag.cursor << flag.task << flag.text;
    }
    for (const int line : look.breakPoints) out << line;
    // Settings that nobody has changed came with what was looked at, and a run says how it was made.
    if (!look.next || look.next == desk->given) continue;
    const RunRequest& next = *look.next;
    if (std::ranges::any_of(desk->runs, [&](const RunList::Run& run) { return madeWith(run, next); }))
      continue;
    out << static_cast<int>(next.mode) << next.waits.text().c_str() << static_cast<int>(next.clock);
    out << (next.device ? static_cast<int>(*next.device) : -1) << next.tf32;
    out << qint64{next.workers} << quint64{next.seed};
    for (const auto& [name, value] : next.set) out << name.c_str() << qint64{value};
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
  run.byHand = more.by_hand;
  run.finished = true;
  run.result = {.status = more.status, .value = {}, .errors = more.errors};
  run.output = more.output;
  run.totalNs = run.here ? reported_total_ns(run.trace) : more.total_ns.value_or(0);
  run.flags = flagsFromFile(more.flags);
  return m_runs->add(std::move(run));
}

std::vector<int> Workbench::restore(const SessionFile& file, const LaneIndexes& indexes) {
  clear();
  std::vector<int> all(file.runs.size());
  SessionState state = file.state.value_or(SessionState{});
  if (!file.state) {
    state.runs.resize(file.runs.size());
    SessionDesk& desk = state.desks.emplace_back();
    desk.scenario = file.runs.front().head().info.scenario;
    for (std::uint32_t i = 0; i < file.runs.size(); ++i) desk.runs.push_back(i);
    desk.shown = 0;
  }
  m_opening = true;
  for (const SessionDesk& desk : state.desks) {
    m_runs->openDesk(desk.scenario);
    if (desk.program) addProgram(desk.scenario, *desk.program, false);
    std::map<std::uint32_t, int> ids;
    for (const std::uint32_t run : desk.runs) {
      ids[run] = all[run] =
          add(file.runs[run], state.runs[run], run < indexes.size() ? indexes[run] : nullptr);
    }
    if (!desk.compared.empty()) {
      for (const auto& [run, id] : ids) {
        m_runs->setChosen(id, std::ranges::find(desk.compared, run) != desk.compared.end());
      }
      m_runs->setTicked(true);
    }
    m_runs->setAlignment(desk.aligned, desk.mark);
    m_runs->setComparing(desk.comparing);
    RunList::Look look;
    look.next = desk.next;
    look.breakPoints = {desk.break_points.begin(), desk.break_points.end()};
    if (const auto shown = ids.find(desk.shown); shown != ids.end()) {
      const SessionRun& run = state.runs[desk.shown];
      look.visibleNs = run.visible_ns;
      look.cursor = run.cursor;
      look.selected = run.selected;
      look.selectedNs = run.selected_ns;
      m_runs->show(shown->second);
    }
    m_runs->setLook(desk.scenario, std::move(look));
    // With nothing else on it, a desk is kept for its settings.
    if (desk.next && !desk.runs.empty()) m_runs->setGiven(desk.scenario, *desk.next);
    m_runs->setMore(desk.scenario, desk.more);
  }
  if (!state.desks.empty())
    m_runs->openDesk(state.desks[std::min<std::size_t>(state.desk, state.desks.size() - 1)].scenario);
  m_opening = false;
  // A recording says nothing of how it is to be looked at.
  if (file.state) m_view->setAfterCursor(static_cast<AfterCursor>(state.after_cursor));
  showDesk();
  return all;
}

}  // namespace runahead::gui
