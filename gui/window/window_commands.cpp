// SPDX-License-Identifier: GPL-3.0-or-later
// What each command is to a window. Not here: the table (text/window_commands.h), keys (window_keys.h), what
// is done to the run on show (view_commands.h), which can be used now (command_states.h).
#include "gui/lecture/lecture.h"
#include "gui/lecture/presentation.h"
#include "gui/listing/code_view.h"
#include "gui/listing/comment.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/header_bar.h"
#include "gui/runs/scenario_panel.h"
#include "gui/window/bottom_bar.h"
#include "gui/window/class_questions.h"
#include "gui/window/command_states.h"
#include "gui/window/exporter.h"
#include "gui/window/finding.h"
#include "gui/window/handing_out.h"
#include "gui/window/help_dialogs.h"
#include "gui/window/keys_overlay.h"
#include "gui/window/main_menu.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"
#include "gui/window/rescaling.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "gui/window/view_commands.h"
#include "gui/window/window_keys.h"
#include "gui/window/window_theme.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

constexpr QSize kPopupPx(340, 560);  ///< of the scenarios, in a narrow window

}  // namespace

void MainWindow::connectCommands() {
  const auto on = [this](WindowCommand what, auto then) { m_commands->on(what, &m_context, then); };
  m_commands->on(WindowCommand::newProgram, m_programs, &ProgramFiles::create);
  on(WindowCommand::editCopy, [this] { m_programs->editCopy(m_listing->framework()); });
  m_commands->on(WindowCommand::newSession, m_sessionFiles.get(), &SessionFiles::beginNew);
  on(WindowCommand::open, [this] { m_sessionFiles->ask(false); });
  m_commands->on(WindowCommand::saveProgram, m_programs, &ProgramFiles::save);
  m_commands->on(WindowCommand::saveProgramAs, m_programs, &ProgramFiles::saveAs);
  m_commands->on(WindowCommand::closeProgram, m_runControl.get(), &RunControl::closeProgram);
  on(WindowCommand::save, [this] { m_sessionFiles->save(); });
  m_commands->on(WindowCommand::saveAs, m_sessionFiles.get(), &SessionFiles::saveAs);
  on(WindowCommand::exportRun, [this] {
    if (!m_bench->runsHere()) m_exporter->ask();
  });
  m_commands->on(WindowCommand::handOut, m_handingOut.get(), &HandingOut::ask);
  on(WindowCommand::quit, [this] { close(); });

  m_commands->on(WindowCommand::undoClose, m_runControl.get(), &RunControl::reopen);
  on(WindowCommand::comment, [this] { toggleComment(*m_listing->code()); });
  on(WindowCommand::copyPicture, [this] { m_exporter->copyPicture(m_theme->kind()); });

  m_commands->on(WindowCommand::present, m_presentation, &Presentation::present);
  m_commands->on(WindowCommand::presentFromStart, m_presentation, &Presentation::presentFromStart);
  m_commands->on(WindowCommand::speaker, m_presentation, &Presentation::showSpeaker);
  on(WindowCommand::addView, [this] {
    m_commands->action(WindowCommand::lecture)->setChecked(true);
    m_lecture->addView();
  });
  on(WindowCommand::ask, [this] { m_questions->ask(); });
  m_commands->on(WindowCommand::draw, m_questions.get(), &ClassQuestions::askToDraw);
  on(WindowCommand::larger, [this] { m_rescaling->scaleBy(1); });
  on(WindowCommand::smaller, [this] { m_rescaling->scaleBy(-1); });
  on(WindowCommand::normalSize, [this] { m_rescaling->scaleBy(0); });

  m_commands->on(WindowCommand::run, m_runControl.get(), &RunControl::run);
  m_commands->on(WindowCommand::stop, m_runControl.get(), &RunControl::stop);
  on(WindowCommand::nextRun, [this] { m_runControl->showNext(1); });
  on(WindowCommand::previousRun, [this] { m_runControl->showNext(-1); });
  m_commands->on(WindowCommand::renameRun, m_runControl.get(), &RunControl::renameCurrent);
  m_commands->on(WindowCommand::keepRun, m_runControl.get(), &RunControl::keepCurrent);
  on(WindowCommand::moveRunLeft, [this] { m_runControl->moveCurrent(-1); });
  on(WindowCommand::moveRunRight, [this] { m_runControl->moveCurrent(1); });
  on(WindowCommand::closeRun, [this] { m_runControl->close(m_runControl->current()); });
  m_commands->on(WindowCommand::compare, m_runControl.get(), &RunControl::setComparing);
  on(WindowCommand::compareFile, [this] { m_sessionFiles->ask(true); });
  on(WindowCommand::welcome, [this] { showWelcome(); });
  on(WindowCommand::keys, [this] { m_keys->toggle(); });

  m_menu = new MainMenu(menuBar(), m_commands, m_asking);
  connect(m_menu, &MainMenu::fileChosen, m_sessionFiles.get(), &SessionFiles::open);
  connect(m_menu, &MainMenu::lectureChosen, m_sessionFiles.get(), &SessionFiles::openLecture);
  connect(m_menu, &MainMenu::questionChosen, m_questions.get(), &ClassQuestions::ask);
  new WindowKeys(this, m_commands, m_asking);
  m_viewCommands = std::make_unique<ViewCommands>(m_commands, m_bench, m_workPage, m_bottom, m_results, this);
  new HelpDialogs(m_commands, m_notice, this);
  auto* finding = new Finding(m_commands, m_bench, m_listing, m_workPage, m_notice, m_keys, this);
  connect(finding, &Finding::typingLeft, &m_context, [this] { centralWidget()->setFocus(); });
  const auto openScenarios = [this] {
    const QWidget* const button = m_header->scenarioButton();
    const QPoint corner = button->mapToGlobal(QPoint(0, button->height() + 4));
    const int room = mapToGlobal(QPoint(0, height())).y() - corner.y() - 12;
    m_scenarioPopup->setGeometry(corner.x(), corner.y(), kPopupPx.width(), qMin(kPopupPx.height(), room));
    m_scenarioPopup->show();
  };
  connect(m_header, &HeaderBar::scenariosRequested, &m_context, openScenarios);
  connect(finding, &Finding::scenariosWanted, &m_context, [this, openScenarios] {
    if (m_narrow && m_bench->open()) openScenarios();
    m_scenarios->openSearch();
  });
  m_commandStates = std::make_unique<CommandStates>(m_commands, m_bench, m_settings, m_lecture, m_workPage,
                                                    m_header, m_menu, this);
}

}  // namespace runahead::gui
