// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with programs that somebody writes: new ones, copies, their files, and what they
// printed. Not here: their texts (programs/), their workspaces (workbench/).
#include <QFileDialog>
#include <QFileInfo>

#include "gui/header/run_settings.h"
#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/listing/listing_pane.h"
#include "gui/scenarios/scenario_panel.h"
#include "gui/text/listing_program.h"
#include "gui/window/main_menu.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"

namespace runahead::gui {
namespace {

/// What a new program begins with: it runs as it is.
constexpr const char* kFirstLines = R"(import torch
from d2l import torch as d2l

device = d2l.try_gpu()
x = torch.ones(1000, 1000, device=device)
y = torch.mm(x, x)
print(y.sum())
)";

}  // namespace

void MainWindow::newProgram() {
  m_bench->openProgram({"untitled.py", {}, kFirstLines}, true);
  showProgram();
}

void MainWindow::openProgram(const QString& path) {
  m_notice->hide();
  m_openingProgram.start([path = QFileInfo(path).absoluteFilePath()](const std::atomic<bool>&) {
    return OpenedProgram{path, readProgram(path.toStdString())};
  });
}

void MainWindow::takeProgram(const QString& path, const ReadProgram& read) {
  m_bench->openProgram(read.program);
  showProgram();
  addRecent(path);
  const WrittenProgram* program = m_bench->program();
  if (program->modified()) {
    m_notice->showNotice(NoticeStrip::Kind::remark,
                         tr("%1 is open already, with changes.").arg(program->name()),
                         tr("The changes are shown; the file is unchanged."));
  } else if (read.left_out > 0) {
    m_notice->showNotice(
        NoticeStrip::Kind::remark,
        read.left_out == 1
            ? tr("One line that only a notebook understands is left out: now a comment.")
            : tr("%1 lines that only a notebook understands are left out: now comments.").arg(read.left_out),
        {});
  }
}

void MainWindow::showProgram() {
  m_scenarioPopup->hide();
  m_notice->hide();
  m_sessionName = m_bench->program()->name();
  showWork();
  updateTitle();
  m_listing->focusEditor();
}

void MainWindow::showCalls() {
  m_readingCalls.start([](const std::atomic<bool>&) { return python_calls(); });
}

void MainWindow::editCopy() {
  const Scenario* scenario = m_settings->scenario();
  if (!m_bench->open() || m_bench->program() || !scenario) return;
  m_bench->openProgram(editableCopy(*scenario, m_listing->framework(), m_settings->request()), true);
  showProgram();
}

void MainWindow::saveProgram() {
  const WrittenProgram* program = m_bench->program();
  if (!program) return;
  program->file().isEmpty() ? askForProgram() : writeProgram(program->file(), false);
}

void MainWindow::askForProgram() {
  const WrittenProgram* program = m_bench->program();
  if (!program) return;
  // A notebook that the command line ran has its own name, and its text is no notebook.
  const QString name = QFileInfo(program->name()).completeBaseName() + QStringLiteral(".py");
  auto* dialog =
      new QFileDialog(this, tr("Save the program"), program->file().isEmpty() ? name : program->file(),
                      tr("Programs in Python (*.py)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("py"));
  connect(dialog, &QFileDialog::fileSelected, this,
          [this](const QString& path) { writeProgram(path, true); });
  connect(dialog, &QFileDialog::rejected, this, [this] { m_closingProgram.clear(); });
  dialog->open();
}

void MainWindow::writeProgram(const QString& path, bool replaces) {
  const WrittenProgram* program = m_bench->program();
  if (!program) return;
  const QFileInfo info(path);
  const ProgramText text{info.fileName().toStdString(), info.absolutePath().toStdString(),
                         program->text().text};
  if (text.name != program->text().name && m_runs->findWorkspace(text.name)) {
    showError(tr("There is a program “%1” in this window already.").arg(info.fileName()),
              tr("Nothing was written. Choose another name."));
    return;
  }
  if (m_savingProgram) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("Another program is still being written."),
                         tr("Save again when it is there."));
    return;
  }
  m_savingProgram = {program->name(), text};
  m_files->write(info.absoluteFilePath(), program->saving(text, replaces));
}

void MainWindow::programWritten(const QString& path) {
  if (!m_savingProgram) return;
  const ProgramText& written = m_savingProgram->second;
  if (path != QString::fromStdString(written.folder + "/" + written.name)) return;
  const auto [workspace, text] = *std::exchange(m_savingProgram, std::nullopt);
  m_bench->programSaved(workspace.toStdString(), text);
  addRecent(path);
  const WrittenProgram* const program = m_bench->program();
  if (std::exchange(m_closingProgram, {}) == workspace && program && program->file() == path)
    return closeProgram();
  if (m_bench->open() && m_bench->program()) m_sessionName = m_bench->program()->name();
  updateTitle();
}

void MainWindow::closeProgram() {
  const WrittenProgram* const program = m_bench->open() ? m_bench->program() : nullptr;
  if (!program) return;
  if (m_bench->runsHere()) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("A run of %1 still goes on.").arg(program->name()),
                         tr("Stop it before you close the program."),
                         {tr("Stop It"), [this] { bridge()->stop(); }});
    return;
  }
  std::vector<int> runs;
  for (const RunList::Run& run : m_runs->runs()) runs.push_back(run.id);
  if (staysForLecture(program->name(), runs)) return;
  if (!program->modified()) return reallyCloseProgram();
  const auto still = [this, program](auto then) {
    return [this, program, then] {
      if (m_bench->open() && m_bench->program() == program) then();
    };
  };
  m_notice->showNotice(NoticeStrip::Kind::remark, tr("%1 is not saved.").arg(program->name()),
                       tr("Esc leaves it open."), {tr("Save and Close"), still([this, program] {
                                                     m_closingProgram = program->name();
                                                     saveProgram();
                                                   })},
                       {tr("Close without Saving"), still([this] { reallyCloseProgram(); })});
}

void MainWindow::reallyCloseProgram() {
  const QString name = m_bench->program()->name();
  m_bench->closeProgram(name.toStdString());
  const auto programs = m_bench->programs();
  programs.empty() ? showWelcome() : chooseScenario(programs.back()->name());
  m_notice->showNotice(NoticeStrip::Kind::done, tr("“%1” was closed.").arg(name), {},
                       {tr("Undo"), [this] { reopenProgram(); }});
  updateActions();
}

void MainWindow::reopenProgram() {
  const QString name = m_bench->closedProgram();
  if (m_bench->reopenProgram()) return showProgram();
  showError(tr("There is a program “%1” in this window already.").arg(name),
            tr("Close it, or save it under another name."));
}

void MainWindow::followPrograms() {
  std::vector<std::pair<QString, bool>> programs;
  for (const WrittenProgram* program : m_bench->programs()) {
    programs.emplace_back(program->name(), !program->modified() && !program->file().isEmpty());
  }
  m_scenarios->setPrograms(programs);
  compareSettings();
}

void MainWindow::showOutput() {
  const RunList::Run* run = m_runs->shown();
  m_listing->setOutput(run && m_bench->open() && m_bench->inView() == run->id ? run->output : Output());
}

}  // namespace runahead::gui
