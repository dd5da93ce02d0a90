// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that the user writes, on workspaces of their names, and the settings that follow their texts.
// Not here: the text itself (listing/written_program.h).
#include <algorithm>
#include <utility>

#include "gui/runs/manual_run.h"
#include "gui/runs/run_settings.h"
#include "gui/session/workbench.h"

namespace runahead::gui {
namespace {

/// "mine.py" -> "mine-2.py"
std::string numbered(const std::string& name, int number) {
  const std::size_t dot = name.rfind('.');
  const std::string stem = name.substr(0, dot), ending = dot == std::string::npos ? "" : name.substr(dot);
  return stem + "-" + std::to_string(number) + ending;
}

int moved(int one, int line, int by) {
  return one < line ? one : std::max(line, one + by);
}

}  // namespace

Waits Workbench::movedWaits(const Waits& waits, const Scenario* before, const Scenario& now) {
  const auto moves = std::exchange(m_movedLines, {});
  if (!before || waits.listed().empty()) return refused(waits, now) ? Waits() : waits;
  std::vector<int> lines;
  for (int one : lines_of(waits, *before)) {
    for (const auto& [line, by] : moves) one = moved(one, line, by);
    const bool can = std::ranges::any_of(now.wait_lines, [one](const WaitLine& wait) {
      return wait.line == one && wait.place != WaitPlace::final;
    });
    if (can && std::ranges::find(lines, one) == lines.end()) lines.push_back(one);
  }
  return waits_of_lines(now, std::move(lines));
}

WrittenProgram* Workbench::programOf(const std::string& workspace) const {
  const auto found = m_programs.find(workspace);
  return found == m_programs.end() ? nullptr : found->second.get();
}

WrittenProgram* Workbench::program() const {
  return programOf(m_runs->workspace().scenario);
}

std::vector<const WrittenProgram*> Workbench::programs() const {
  std::vector<const WrittenProgram*> programs;
  for (const RunList::Workspace* workspace : m_runs->workspaces()) {
    if (const WrittenProgram* const one = programOf(workspace->scenario)) programs.push_back(one);
  }
  return programs;
}

void Workbench::openProgram(ProgramText text, bool fresh) {
  const auto taken = [&](const std::string& name) {
    return m_programs.contains(name) || m_runs->findWorkspace(name);
  };
  const auto known = m_programs.find(text.name);
  if (!fresh && known != m_programs.end() && known->second->text().folder == text.folder) {
    if (!known->second->modified()) {
      known->second->setCode(QString::fromStdString(text.text));
      known->second->saved(text);
    }
    return openWorkspace(text.name);
  }
  const std::string name = text.name;
  for (int number = 2; known != m_programs.end() || (fresh && taken(text.name)); ++number) {
    text.name = numbered(name, number);
    if (!taken(text.name)) break;
  }
  const std::string workspace = text.name;
  addProgram(workspace, std::move(text), true);
  openWorkspace(workspace);
}

void Workbench::addProgram(const std::string& workspace, ProgramText text, bool elsewhere) {
  auto& program = m_programs[workspace];
  program = std::make_unique<WrittenProgram>(std::move(text), elsewhere);
  const WrittenProgram* const added = program.get();
  connect(added, &WrittenProgram::changed, this, &Workbench::programsChanged);
  connect(added, &WrittenProgram::checked, this, [this, added] {
    if (m_open && this->program() == added) followProgram();
  });
  // Its workspace may not be there yet.
  QMetaObject::invokeMethod(this, &Workbench::programsChanged, Qt::QueuedConnection);
}

void Workbench::programSaved(const std::string& workspace, const ProgramText& written) {
  // A workspace that came while the file was written keeps its name.
  if (written.name != workspace && m_runs->findWorkspace(written.name)) return;
  auto found = m_programs.extract(workspace);
  if (found.empty()) return;
  if (written.name != workspace) {
    m_runs->renameWorkspace(workspace, written.name);
    if (m_running.workspace == workspace) m_running.workspace = written.name;
    if (m_manualWorkspace == workspace) m_manualWorkspace = written.name;
  }
  found.key() = written.name;
  m_programs.insert(std::move(found)).position->second->saved(written);
}

void Workbench::closeProgram(const std::string& workspace) {
  if (m_open && m_runs->workspace().scenario == workspace) closeWorkspace();
  if (m_driver->manual() && m_manualWorkspace == workspace) stopManualRun();
  auto program = m_programs.extract(workspace);
  if (program.empty()) return;
  m_closedPrograms.push_back(
      {std::move(program.mapped()), m_runs->takeWorkspace(workspace), m_runs->closedCount()});
  emit programsChanged();
}

QString Workbench::closedProgram() const {
  if (m_closedPrograms.empty() || m_closedPrograms.back().runs < m_runs->closedCount()) return {};
  return m_closedPrograms.back().program->name();
}

bool Workbench::reopenProgram() {
  const std::string workspace = m_closedPrograms.back().workspace->scenario;
  if (m_programs.contains(workspace) || m_runs->findWorkspace(workspace)) return false;
  ClosedProgram closed = std::move(m_closedPrograms.back());
  m_closedPrograms.pop_back();
  m_programs[workspace] = std::move(closed.program);
  m_runs->putWorkspace(std::move(closed.workspace));
  emit programsChanged();
  openWorkspace(workspace);
  return true;
}

void Workbench::followProgram() {
  const Scenario* const now = program() ? program()->scenario() : nullptr;
  if (!now) return;
  const Scenario* const before = m_settings->scenario();
  RunRequest next = before ? m_settings->request() : default_request(*now);
  if (before != now) {
    next.source = {now->id, *now->written};
    const bool offered = std::ranges::find(now->modes, next.mode) != now->modes.end();
    // Another library brings its own way, unless the user chose one.
    const bool chosen = before && !before->modes.empty() && next.mode != before->modes.front();
    if (!offered || !chosen) next.mode = now->modes.front();
    next.waits = movedWaits(next.waits, before, *now);
    m_settings->setRequest(next);
  }
  // What it was opened with is what the user has not changed yet.
  const RunList::Workspace& workspace = m_runs->workspace();
  if (!workspace.given && !program()->modified()) m_runs->setGiven(workspace.scenario, m_settings->request());
  if (m_open && (!before || before->id != now->id)) emit scenarioChanged();
  if (m_open) emit changed();
}

void Workbench::moveLines(int line, int by) {
  const std::set<int> breakPoints = m_view->annotations()->breakPoints();
  std::set<int> after;
  for (const int one : breakPoints) after.insert(moved(one, line, by));
  if (after != breakPoints) {
    m_view->annotations()->clearBreakPoints();
    for (const int one : after) m_view->annotations()->toggleBreakPoint(one);
  }
  m_movedLines.push_back({line, by});
}

}  // namespace runahead::gui
