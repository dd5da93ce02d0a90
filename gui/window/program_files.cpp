// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked before a program is written over, closed or lost.
#include "gui/window/program_files.h"

#include <QFileDialog>
#include <QFileInfo>

#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/runs/run_settings.h"
#include "gui/session/workbench.h"
#include "gui/text/listing_program.h"
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

ProgramFiles::ProgramFiles(Workbench* bench, RunSettings* settings, FileJobs* files, NoticeStrip* notice,
                           QWidget* window)
    : QObject(window),
      m_bench(bench),
      m_settings(settings),
      m_files(files),
      m_notice(notice),
      m_window(window),
      m_opening(
          [this](const std::shared_ptr<const Opened>& opened) {
            opened->read ? take(opened->path, *opened->read)
                         : failed(QString::fromStdString(opened->read.error()), tr("Nothing was changed."));
          },
          Ends::perhaps) {}

void ProgramFiles::create() {
  m_bench->openProgram({"untitled.py", {}, kFirstLines}, true);
  emit opened();
}

void ProgramFiles::open(const QString& path) {
  m_notice->hide();
  m_opening.start([path = QFileInfo(path).absoluteFilePath()](const std::atomic<bool>&) {
    return Opened{path, readProgram(path.toStdString())};
  });
}

void ProgramFiles::take(const QString& path, const ReadProgram& read) {
  m_bench->openProgram(read.program);
  emit opened();
  emit touched(path);
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

void ProgramFiles::editCopy(const QString& framework) {
  const Scenario* scenario = m_settings->scenario();
  if (!m_bench->open() || m_bench->program() || !scenario) return;
  m_bench->openProgram(editableCopy(*scenario, framework, m_settings->request()), true);
  emit opened();
}

void ProgramFiles::save() {
  const WrittenProgram* program = m_bench->program();
  if (!program) return;
  program->file().isEmpty() ? saveAs() : write(program->file(), false);
}

void ProgramFiles::saveAs() {
  const WrittenProgram* program = m_bench->program();
  if (!program) return;
  // A notebook that the command line ran has its own name, and its text is no notebook.
  const QString name = QFileInfo(program->name()).completeBaseName() + QStringLiteral(".py");
  auto* dialog =
      new QFileDialog(m_window, tr("Save the program"), program->file().isEmpty() ? name : program->file(),
                      tr("Programs in Python (*.py)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("py"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { write(path, true); });
  connect(dialog, &QFileDialog::rejected, this, [this] { m_closing.clear(); });
  dialog->open();
}

void ProgramFiles::write(const QString& path, bool replaces) {
  const WrittenProgram* program = m_bench->program();
  if (!program) return;
  const QFileInfo info(path);
  const ProgramText text{info.fileName().toStdString(), info.absolutePath().toStdString(),
                         program->text().text};
  if (text.name != program->text().name && m_bench->runs()->findWorkspace(text.name)) {
    emit failed(tr("There is a program “%1” in this window already.").arg(info.fileName()),
                tr("Nothing was written. Choose another name."));
    return;
  }
  if (m_saving) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("Another program is still being written."),
                         tr("Save again when it is there."));
    return;
  }
  m_saving = {program->name(), text};
  m_files->write(info.absoluteFilePath(), program->saving(text, replaces));
}

void ProgramFiles::written(const QString& path) {
  if (!m_saving) return;
  const ProgramText& written = m_saving->second;
  if (path != QString::fromStdString(written.folder + "/" + written.name)) return;
  const auto [workspace, text] = *std::exchange(m_saving, std::nullopt);
  m_bench->programSaved(workspace.toStdString(), text);
  emit touched(path);
  const WrittenProgram* const program = m_bench->program();
  if (std::exchange(m_closing, {}) == workspace && program && program->file() == path) return close();
  emit saved();
}

void ProgramFiles::close() {
  const WrittenProgram* const program = m_bench->open() ? m_bench->program() : nullptr;
  if (!program) return;
  if (m_bench->runsHere()) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("%1 is still running.").arg(program->name()),
                         tr("Stop it before you close the program."),
                         {tr("Stop It"), [this] { m_bench->bridge()->stop(); }});
    return;
  }
  if (!program->modified()) return reallyClose();
  const auto still = [this, program](auto then) {
    return [this, program, then] {
      if (m_bench->open() && m_bench->program() == program) then();
    };
  };
  m_notice->showNotice(NoticeStrip::Kind::remark, tr("%1 is not saved.").arg(program->name()),
                       tr("Esc leaves it open."), {tr("Save and Close"), still([this, program] {
                                                     m_closing = program->name();
                                                     save();
                                                   })},
                       {tr("Close without Saving"), still([this] { reallyClose(); })});
}

void ProgramFiles::reallyClose() {
  const QString name = m_bench->program()->name();
  m_bench->closeProgram(name.toStdString());
  emit closed(name);
  m_notice->showNotice(NoticeStrip::Kind::done, tr("“%1” was closed.").arg(name), {},
                       {tr("Undo"), [this] { reopen(); }});
}

void ProgramFiles::reopen() {
  const QString name = m_bench->closedProgram();
  if (m_bench->reopenProgram()) return emit opened();
  emit failed(tr("There is a program “%1” in this window already.").arg(name),
              tr("Close it, or save it under another name."));
}

void ProgramFiles::notWritten() {
  m_saving.reset();
  m_closing.clear();
}

}  // namespace runahead::gui
