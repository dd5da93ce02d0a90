// SPDX-License-Identifier: GPL-3.0-or-later
// What must be there for each command.
#include "gui/window/command_states.h"

#include "gui/lecture/lecture.h"
#include "gui/runs/header_bar.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/workbench.h"
#include "gui/widgets/commands.h"
#include "gui/window/main_menu.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

CommandStates::CommandStates(Commands* commands, Workbench* bench, RunSettings* settings, Lecture* lecture,
                             WorkPage* page, HeaderBar* header, MainMenu* menu, QObject* parent)
    : QObject(parent),
      m_commands(commands),
      m_bench(bench),
      m_settings(settings),
      m_lecture(lecture),
      m_page(page),
      m_header(header),
      m_menu(menu) {
  connect(bench->view()->shown(), &ShownTrace::changed, this, [this] {
    if (m_bench->view()->shown()->hasRun() != m_commands->action(WindowCommand::play)->isEnabled()) update();
  });
  connect(lecture, &Lecture::changed, this, &CommandStates::update);
}

void CommandStates::update() {
  const bool hasTrace = m_bench->view()->shown()->hasRun();
  const bool canRun = m_settings->scenario() || m_bench->program();
  const bool running = m_bench->runsHere() || m_bench->drivesOn();
  const bool writes = m_bench->open() && m_bench->program();
  const bool lecture = !m_lecture->slides().empty();
  m_commands->setAvailable(Needs::trace, hasTrace);
  m_commands->setAvailable(Needs::program, writes);
  m_commands->setAvailable(Needs::lecture, lecture);
  m_commands->setAvailable(Needs::stepping, m_page->drives());
  m_commands->setEnabled(WindowCommand::run, canRun);  // during a run it says why not
  m_commands->setEnabled(WindowCommand::stop, running);
  m_commands->setEnabled(WindowCommand::save, canRun || hasTrace);
  m_commands->setEnabled(WindowCommand::saveAs, canRun || hasTrace);
  m_commands->setEnabled(WindowCommand::present, hasTrace || lecture);
  m_commands->setEnabled(WindowCommand::editCopy, !writes && m_bench->open() && m_settings->scenario());
  m_menu->setAsks(hasTrace);
  // With a lecture, the key that begins it on a clicker does.
  QList<QKeySequence> keys = shortcutsOf(WindowCommand::run);
  if (lecture) keys.removeAll(shortcutsOf(WindowCommand::presentFromStart).constFirst());
  m_commands->action(WindowCommand::run)->setShortcuts(keys);
  // It saves what one works on.
  const QList<QKeySequence> saves = shortcutsOf(WindowCommand::save), none;
  m_commands->action(WindowCommand::saveProgram)->setShortcuts(writes ? saves : none);
  m_commands->action(WindowCommand::save)->setShortcuts(writes ? none : saves);
  m_header->setManual(m_bench->drivesOn());
  m_header->setExportEnabled(hasTrace && !m_bench->runsHere());
  updateRuns();
}

void CommandStates::updateRuns() {
  const RunList& runs = *m_bench->runs();
  const RunList::Run* run = m_bench->open() ? runs.current() : nullptr;
  m_commands->setAvailable(Needs::run, run != nullptr);
  m_commands->setAvailable(Needs::runs, runs.runs().size() > 1);
  m_commands->setAvailable(Needs::preview, run && run->preview);
  m_commands->action(WindowCommand::compare)->setChecked(runs.comparing());
  // Without a run, Ctrl+W has nothing else to close.
  m_commands->action(WindowCommand::closeProgram)
      ->setShortcuts(shortcutsOf(WindowCommand::closeProgram) +
                     (run ? QList<QKeySequence>() : shortcutsOf(WindowCommand::closeRun)));
  const QString closed = !m_bench->closedProgram().isEmpty() ? m_bench->closedProgram()
                         : runs.closedFrom()                 ? runs.closedLabel()
                                                             : QString();
  QAction* undo = m_commands->action(WindowCommand::undoClose);
  undo->setEnabled(!closed.isEmpty());
  undo->setText(closed.isEmpty()
                    ? tr("&Undo Close")
                    : tr("&Undo Close of “%1”").arg(QString(closed).replace(u'&', QLatin1String("&&"))));
}

}  // namespace runahead::gui
