// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow shows of programs that somebody writes, and of what they printed.
// Not here: their files (program_files.h), their texts (programs/), their workspaces (workbench/).
#include "gui/jobs/run_bridge.h"
#include "gui/listing/listing_pane.h"
#include "gui/scenarios/scenario_panel.h"
#include "gui/window/command_states.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"
#include "gui/window/window_session.h"

namespace runahead::gui {

void MainWindow::connectPrograms() {
  connect(m_programs, &ProgramFiles::opened, this, &MainWindow::showProgram);
  connect(m_programs, &ProgramFiles::failed, m_notice, &NoticeStrip::showError);
  connect(m_programs, &ProgramFiles::saved, this, [this] {
    if (m_bench->open() && m_bench->program()) m_session->setName(m_bench->program()->name());
  });
  connect(m_programs, &ProgramFiles::closed, this, [this] {
    const auto programs = m_bench->programs();
    programs.empty() ? showWelcome() : chooseScenario(programs.back()->name());
    m_commandStates->update();
  });
}

void MainWindow::showProgram() {
  m_scenarioPopup->hide();
  m_notice->hide();
  showWork();
  m_session->setName(m_bench->program()->name());
  m_listing->focusEditor();
}

void MainWindow::followPrograms() {
  std::vector<std::pair<QString, bool>> programs;
  for (const WrittenProgram* program : m_bench->programs()) {
    programs.emplace_back(program->name(), !program->modified() && !program->file().isEmpty());
  }
  m_scenarios->setPrograms(programs);
}

void MainWindow::showOutput() {
  const RunList::Run* run = m_runs->shown();
  m_listing->setOutput(run && m_bench->open() && m_bench->inView() == run->id ? run->output : Output());
}

}  // namespace runahead::gui
