// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with the next run and how runs ended; files that are dropped.
// Not here: layout and keys (main_window.cpp).
#include <QAbstractSpinBox>
#include <QApplication>
#include <QDialog>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <algorithm>

#include "gui/compare/difference_pane.h"
#include "gui/compare/repeater.h"
#include "gui/header/header_bar.h"
#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/listing/code_view.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_tabs.h"
#include "gui/session/session_keeper.h"
#include "gui/text/format.h"
#include "gui/welcome/this_computer.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"
#include "gui/window/main_window.h"
#include "gui/window/manual_dialog.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

/// The one file that a drop brings, if it is one that can be opened.
QString droppedFile(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  if (urls.size() != 1 || !urls.front().isLocalFile()) return {};
  const QString path = urls.front().toLocalFile();
  const bool known = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ||
                     path.endsWith(QLatin1String(".runahead"), Qt::CaseInsensitive) ||
                     namesProgram(path.toStdString());
  return known ? path : QString();
}

}  // namespace

void MainWindow::updateWaits() {
  // A program's lines can be asked about as they were when it was looked at last.
  const Scenario* scenario = m_listing->showsNext() ? m_settings->scenario() : nullptr;
  const RunList::Run* run = m_runs->shown();
  if (run && scenario && scenario->written && run->info.program() != scenario->written->text) run = nullptr;
  CodeView* const code = m_listing->code();
  code->setWaits(scenario ? lineWaits(*scenario, m_settings->mode(), m_settings->waits(),
                                      run ? &run->trace.info() : nullptr, code->lines())
                          : std::vector<LineWait>());
}

void MainWindow::checkSettings() {
  if (bridge()->running() || !m_settings->scenario()) return;
  const Result<RunConfig> config = m_settings->checked();
  if (!config) {
    m_notice->showError(tr("The next run will not start: %1").arg(QString::fromStdString(config.error())),
                        {});
  } else if (m_refused) {
    m_notice->hide();
  }
  m_refused = !config;
}

void MainWindow::run() {
  if (WrittenProgram* program = m_bench->open() ? m_bench->program() : nullptr) {
    if (!program->isChecked()) return program->whenChecked([this] { run(); });
    if (!program->problem().isEmpty()) {
      m_listing->focusEditor();
      m_notice->showError(
          tr("The run was not started: %1").arg(program->problem().section(QLatin1Char('\n'), 0, 0)),
          tr("The line is marked in the program."));
      return;
    }
  }
  if (!m_settings->scenario()) return;
  if (m_bench->runsHere() || m_bench->drivesOn()) {
    m_notice->showNotice(
        NoticeStrip::Kind::hint,
        m_bench->runsHere() ? tr("A run is in progress.") : tr("This run is scheduled manually."),
        tr("%1 stops it; then run again.").arg(keyText(WindowCommand::stop)));
    return;
  }
  if (bridge()->running()) return sayRunsElsewhere();
  // A number that is still being typed counts.
  for (QAbstractSpinBox* field : m_header->findChildren<QAbstractSpinBox*>()) field->interpretText();
  m_notice->hide();
  const Result<RunConfig> config = m_settings->checked();
  m_differences->repeater()->stop();  // or they would disturb each other
  if (!config) {
    m_notice->showError(tr("The run was not started: %1").arg(QString::fromStdString(config.error())),
                        tr("Change the value in the header and run again."));
    return;
  }
  centralWidget()->setFocus();
  if (!config->source.program) return m_bench->start(*config);
  // A program may end the process.
  m_session->keeper()->keepBefore([this, config = *config] {
    if (!bridge()->running()) m_bench->start(config);
  });
}

void MainWindow::stop() {
  const bool elsewhere = bridge()->running() && !m_bench->runsHere() && !m_bench->drivesOn();
  elsewhere ? sayRunsElsewhere() : m_bench->stop();
}

void MainWindow::runEnded(int id) {
  if (m_bench->inView() == id) return tellOutcome();
  const RunList::Run* run = m_runs->find(id);
  if (!run || (m_bench->open() && &m_runs->workspaceOf(id) == &m_runs->workspace())) return;
  const QString scenario = QString::fromStdString(m_runs->workspaceOf(id).scenario);
  m_notice->showNotice(
      NoticeStrip::Kind::done,
      tr("The run of %1 is over: %2.")
          .arg(scenario, outcome(*run, false, m_view->futureVisibility() != FutureVisibility::hide)),
      {}, {tr("Show It"), [this, scenario] { chooseScenario(scenario); }});
}

void MainWindow::followTelling() {
  const bool tells = m_workPage->tellsEnds();
  m_runs->setTellsEnds(tells);
  if (!tells && m_outcomeTold) {
    m_notice->hide();
    m_outcomeTold = false;
    m_outcomeHeld = true;
  } else if (tells && m_outcomeHeld) {
    tellOutcome();
  }
}

/// The line in which the program met its last error; 0: in none.
static int lineOfError(const Trace& trace) {
  for (std::uint32_t i = trace.error_count(); i > 0; --i) {
    const ErrorRecord error = trace.error(i - 1);
    if (error.kind == ErrorKind::surfaced && error.statement != kNone)
      return trace.statement(error.statement).line;
  }
  return 0;
}

void MainWindow::tellOutcome() {
  m_outcomeHeld = !m_workPage->tellsEnds();
  if (m_outcomeHeld) return;
  const RunResult& result = m_runs->shown()->result;
  const Scenario* scenario = m_settings->scenario();
  QStringList errors;
  for (const std::string& error : result.errors) errors << QString::fromStdString(error);
  m_outcomeTold = result.status == RunResult::Status::failed || !errors.isEmpty() ||
                  m_view->recorded().left_out_tasks() > 0;
  if (errors.size() > 3) errors = errors.mid(0, 3) << tr("and %1 more").arg(errors.size() - 3);
  if (result.status == RunResult::Status::failed) {
    const Trace& trace = m_runs->shown()->trace;
    m_notice->showError(
        errors.isEmpty() ? tr("The run failed.") : errors.join(QLatin1Char('\n')),
        trace.size() > 0 && !trace.info().program().empty() && lineOfError(trace) > 0
            ? tr("It failed in line %1. The recording up to the error is shown. Change it and run again.")
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
  } else if (const std::uint64_t missing = m_view->trace().left_out_tasks(); missing > 0) {
    m_notice->showNotice(
        NoticeStrip::Kind::remark,
        tr("%1 tasks were executed but not recorded: the recording is full.").arg(formatCount(missing)),
        tr("A smaller run is recorded completely."));
  } else {
    return;
  }
  m_notice->setUntilMoved();
}

void MainWindow::compareSettings() {
  using Shown = HeaderBar::Shown;
  const std::optional<bool> same = m_bench->madeAsSet();
  m_header->setShown(!same ? Shown::none : *same ? Shown::same : Shown::other);
}

void MainWindow::exportTo(const QString& path) {
  // A session needs no run.
  const bool session = QFileInfo(path).suffix().toLower() == QLatin1String("runahead");
  m_bench->open() && session ? m_sessionFiles->saveTo(path, true) : m_exporter->exportTo(path);
}

void MainWindow::showManual() {
  auto* dialog = new ManualDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show();
}

void MainWindow::showAbout() {
  auto* dialog = new QDialog(this);
  dialog->setObjectName(QStringLiteral("about"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("About Runahead"));
  auto* column = columnIn(dialog, {32, 28, 32, 28}, 6);
  const auto line = [&](const QFont& font, TextLabel::Colour colour, const QString& text) {
    column->addWidget(TextLabel::whole(font, colour, text));
  };
  line(uiFont(22, QFont::Bold), &Theme::text, tr("Runahead %1").arg(QApplication::applicationVersion()));
  line(uiFont(14), &Theme::text2, tr("What is really done when a line returns?"));
  line(monoFont(13), &Theme::text2, tr("Qt %1").arg(QString::fromLatin1(qVersion())));
  for (const QString& text : describeComputer() + describeGpu()) line(monoFont(13), &Theme::text2, text);
  line(uiFont(13), &Theme::text2,
       tr("GNU General Public License, version 3 or later; without any warranty."));
  dialog->show();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = droppedFile(event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  m_runs->comparing() && !namesProgram(path.toStdString()) ? m_sessionFiles->compareWith(path)
                                                           : m_sessionFiles->open(path);
}

}  // namespace runahead::gui
