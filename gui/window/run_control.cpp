// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps a run from starting or from being closed, and what is said then.
#include "gui/window/run_control.h"

#include <algorithm>
#include <iterator>

#include "gui/jobs/run_bridge.h"
#include "gui/lecture/asking.h"
#include "gui/lecture/lecture.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/header_bar.h"
#include "gui/runs/repeater.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/runs/run_tabs.h"
#include "gui/session/session_keeper.h"
#include "gui/session/workbench.h"
#include "gui/widgets/commands.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"

namespace runahead::gui {

RunControl::RunControl(const Parts& parts, QObject* parent)
    : QObject(parent), m_its(parts), m_runs(parts.bench->runs()) {}

void RunControl::run() {
  if (WrittenProgram* program = m_its.bench->open() ? m_its.bench->program() : nullptr) {
    if (!program->isChecked()) return program->whenChecked([this] { run(); });
    if (!program->problem().isEmpty()) {
      m_its.listing->focusEditor();
      m_its.notice->showError(
          tr("The run was not started: %1").arg(program->problem().section(QLatin1Char('\n'), 0, 0)),
          program->problemLines().size() > 1 ? tr("The lines are marked in the program.")
                                             : tr("The line is marked in the program."));
      return;
    }
  }
  if (!m_its.settings->scenario()) return;
  if (m_its.bench->runsHere() || m_its.bench->drivesOn()) {
    m_its.notice->showNotice(
        NoticeStrip::Kind::hint,
        m_its.bench->runsHere() ? tr("A run is in progress.") : tr("This run is scheduled manually."),
        tr("%1 stops it; then run again.").arg(keyText(WindowCommand::stop)));
    return;
  }
  if (m_its.bench->bridge()->running()) return sayRunsElsewhere();
  m_its.header->takeTyped();
  m_its.notice->hide();
  const Result<RunConfig> config = m_its.settings->checked();
  m_its.repeater->stop();  // or they would disturb each other
  if (!config) {
    m_its.notice->showError(tr("The run was not started: %1").arg(QString::fromStdString(config.error())),
                            tr("Change the value in the header and run again."));
    return;
  }
  emit starting();
  if (!config->source.program) return m_its.bench->start(*config);
  // A program may end the process.
  m_its.keeper->keepBefore([this, config = *config] {
    if (!m_its.bench->bridge()->running()) m_its.bench->start(config);
  });
}

void RunControl::stop() {
  const bool elsewhere =
      m_its.bench->bridge()->running() && !m_its.bench->runsHere() && !m_its.bench->drivesOn();
  elsewhere ? sayRunsElsewhere() : m_its.bench->stop();
}

void RunControl::sayRunsElsewhere() {
  m_its.notice->showNotice(
      NoticeStrip::Kind::remark,
      tr("%1 is still running.").arg(QString::fromStdString(m_its.bench->runningWorkspace())),
      tr("Two at a time would disturb each other."),
      {tr("Stop It"), [this] { m_its.bench->bridge()->stop(); }});
}

void RunControl::setComparing(bool comparing) {
  // A question is about one run, and holds its axis.
  if (comparing) m_its.asking->close();
  m_runs->setComparing(comparing && m_runs->runs().size() > 1);
  emit comparingSet();
}

RunId RunControl::current() const {
  const RunList::Run* run = m_its.bench->open() ? m_runs->current() : nullptr;
  return run ? run->id : kNone;
}

void RunControl::renameCurrent() {
  if (current() != kNone) m_its.tabs->rename(current());
}

void RunControl::keepCurrent() {
  m_runs->setPreview(current(), false);
}

void RunControl::moveCurrent(int by) {
  const auto& runs = m_runs->runs();
  const auto run = std::ranges::find(runs, current(), &RunList::Run::id);
  if (run == runs.end()) return;
  const std::ptrdiff_t place = run - runs.begin() + by;
  if (place >= 0 && place < std::ssize(runs)) m_runs->move(run->id, static_cast<std::size_t>(place));
}

void RunControl::showNext(int by) {
  const auto& runs = m_runs->runs();
  const auto run = std::ranges::find(runs, current(), &RunList::Run::id);
  if (run == runs.end()) return;
  const std::ptrdiff_t count = std::ssize(runs);
  m_runs->show(runs[static_cast<std::size_t>((run - runs.begin() + by + count) % count)].id);
}

void RunControl::close(RunId id) {
  const RunList::Run* run = m_runs->find(id);
  if (!run) return;
  if (m_its.bench->makes(id)) {
    m_its.notice->showNotice(NoticeStrip::Kind::remark, tr("This run has not ended."),
                             tr("Stop it before you close it."),
                             {tr("Stop It"), [this] { m_its.bench->bridge()->stop(); }});
    return;
  }
  const QString label = run->label;
  if (staysForLecture(label, {id})) return;
  m_its.bench->close(id);
  m_its.notice->showNotice(NoticeStrip::Kind::done, tr("“%1” was closed.").arg(label), {},
                           {tr("Undo"), [this] { reopen(); }});
}

void RunControl::closeProgram() {
  const WrittenProgram* const program = m_its.bench->open() ? m_its.bench->program() : nullptr;
  if (!program) return;
  std::vector<RunId> runs;
  for (const RunList::Run& run : m_runs->runs()) runs.push_back(run.id);
  if (!staysForLecture(program->name(), runs)) m_its.programs->close();
}

bool RunControl::staysForLecture(const QString& what, const std::vector<RunId>& runs) {
  const auto slides = std::ranges::count_if(m_its.lecture->slides(), [&](const Slide& slide) {
    return std::ranges::any_of(runs, [&](RunId run) { return slide.shows(run); });
  });
  if (slides == 0) return false;
  m_its.notice->showNotice(
      NoticeStrip::Kind::remark,
      slides == 1 ? tr("“%1” was not closed: a slide of the lecture shows it.").arg(what)
                  : tr("“%1” was not closed: %2 slides of the lecture show it.").arg(what).arg(slides),
      slides == 1 ? tr("Remove that slide first, or give it another run (Replace).")
                  : tr("Remove these slides first, or give them another run (Replace)."));
  return true;
}

void RunControl::reopen() {
  if (!m_its.bench->closedProgram().isEmpty()) return m_its.programs->reopen();
  const auto workspace = m_runs->closedFrom();
  if (!workspace) return;
  m_its.notice->hide();
  if (!m_its.bench->open() || *workspace != m_runs->workspace().scenario)
    emit workspaceWanted(QString::fromStdString(*workspace));
  m_runs->reopen();
}

}  // namespace runahead::gui
