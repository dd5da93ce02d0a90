// SPDX-License-Identifier: GPL-3.0-or-later
// The words for each way in which a run ends.
#include "gui/window/run_outcomes.h"

#include <string>

#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/workbench.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/window/notice_strip.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

/// The line in which the program met its last error; 0: in none.
int lineOfError(const Trace& trace) {
  for (std::uint32_t i = trace.error_count(); i > 0; --i) {
    const ErrorRecord error = trace.error(i - 1);
    if (error.kind == ErrorKind::surfaced && error.statement != kNone)
      return trace.statement(error.statement).line;
  }
  return 0;
}

}  // namespace

RunOutcomes::RunOutcomes(Workbench* bench, RunSettings* settings, WorkPage* page, NoticeStrip* notice,
                         QObject* parent)
    : QObject(parent), m_bench(bench), m_settings(settings), m_page(page), m_notice(notice) {
  connect(bench, &Workbench::movedOn, notice, &NoticeStrip::hide);
  connect(bench, &Workbench::leaving, this, [this] { m_told = m_held = false; });
  connect(bench, &Workbench::ended, this, &RunOutcomes::tellEnd);
  connect(bench->runs(), &RunList::changed, this, &RunOutcomes::follow, Qt::QueuedConnection);
  // After the compared runs have followed.
  connect(bench->view()->shown(), &ShownTrace::changed, this, &RunOutcomes::follow, Qt::QueuedConnection);
  connect(bench->view()->cursor(), &Cursor::changed, notice, &NoticeStrip::moved);
}

void RunOutcomes::tellEnd(RunId id) {
  if (m_bench->inView() == id) return tell();
  const RunList& runs = *m_bench->runs();
  const RunList::Run* run = runs.find(id);
  if (!run || (m_bench->open() && &runs.workspaceOf(id) == &runs.workspace())) return;
  const QString scenario = QString::fromStdString(runs.workspaceOf(id).scenario);
  const bool told = m_bench->view()->cursor()->futureVisibility() != FutureVisibility::hide;
  m_notice->showNotice(NoticeStrip::Kind::done,
                       tr("The run of %1 is over: %2.").arg(scenario, outcome(*run, false, told)), {},
                       {tr("Show It"), [this, scenario] { emit workspaceWanted(scenario); }});
}

void RunOutcomes::follow() {
  const bool tells = m_page->tellsEnds();
  m_bench->runs()->setTellsEnds(tells);
  if (!tells && m_told) {
    m_notice->hide();
    m_told = false;
    m_held = true;
  } else if (tells && m_held) {
    tell();
  }
}

void RunOutcomes::tell() {
  m_held = !m_page->tellsEnds();
  if (m_held) return;
  const RunEntry& run = *m_bench->runs()->shown();
  const Scenario* scenario = m_settings->scenario();
  QStringList errors;
  for (const std::string& error : run.errors) errors << QString::fromStdString(error);
  m_told = run.status == RunResult::Status::failed || !errors.isEmpty() ||
           m_bench->view()->shown()->trace().left_out_tasks() > 0;
  if (errors.size() > 3) errors = errors.mid(0, 3) << tr("and %1 more").arg(errors.size() - 3);
  if (run.status == RunResult::Status::failed) {
    const Trace& trace = m_bench->runs()->shown()->trace;
    m_notice->showError(
        errors.isEmpty() ? tr("The run failed.") : errors.join(QLatin1Char('\n')),
        trace.size() > 0 && !trace.info().program().empty() && lineOfError(trace) > 0
            ? tr("The program failed in line %1. The recording up to the error is shown. Change it and run "
                 "again.")
                  .arg(lineOfError(trace))
        : trace.size() > 0 && !trace.info().program().empty()
            ? tr("The recording up to the error is shown. Change the program and run again.")
        : trace.size() > 0 ? tr("The recording up to the error is shown. Change the parameters and run "
                                "again.")
        : trace.info().runs_on() == DeviceKind::cuda
            ? tr("Nothing was recorded. Choose another device among the parameters and run again.")
            : tr("Nothing was recorded. Change the parameters and run again."));
  } else if (!errors.isEmpty() && scenario && scenario->demonstrates_error) {
    m_notice->showNotice(
        NoticeStrip::Kind::error, errors.join(QLatin1Char('\n')),
        tr("This scenario is about this error: see where it was raised and where it surfaced."));
  } else if (!errors.isEmpty()) {
    m_notice->showError(errors.join(QLatin1Char('\n')), {});
  } else if (const std::uint64_t missing = m_bench->view()->shown()->trace().left_out_tasks(); missing > 0) {
    m_notice->showNotice(
        NoticeStrip::Kind::remark,
        tr("%1 tasks were executed but not recorded: the recording is full.").arg(formatCount(missing)),
        tr("A smaller run is recorded completely."));
  } else {
    return;
  }
  m_notice->setUntilMoved();
}

}  // namespace runahead::gui
