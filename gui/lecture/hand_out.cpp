// SPDX-License-Identifier: GPL-3.0-or-later
// The folder's dialog, and the process that writes. Its pictures are those of a presentation, which only the
// thread of a window can make: of another process's.
#include "gui/lecture/hand_out.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QProcess>
#include <utility>

#include "gui/widgets/layout.h"

namespace runahead::gui {

HandOut::HandOut(QWidget* window) : QObject(window), m_window(window) {}

void HandOut::askForFolder(const QString& lecture) {
  const QFileInfo file(lecture);
  auto* dialog = named(
      new QFileDialog(m_window, tr("A folder for slides, hand-out, notes, answers and page"), file.path()),
      "handOutFolder");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  // A name that is not there yet: the folder is made.
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setFileMode(QFileDialog::AnyFile);
  dialog->setFilter(QDir::AllDirs | QDir::NoDotAndDotDot);
  dialog->setLabelText(QFileDialog::FileName, tr("Folder:"));
  dialog->setLabelText(QFileDialog::Accept, tr("Hand Out"));
  const QDir beside(file.path());
  QString name = file.completeBaseName();
  for (int i = 2; beside.exists(name); ++i) name = file.completeBaseName() + QStringLiteral("-%1").arg(i);
  dialog->selectFile(name);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, lecture](const QString& folder) { write(lecture, folder); });
  dialog->open();
}

void HandOut::write(const QString& file, const QString& folder) {
  m_making = new QProcess(this);
  m_making->setObjectName(QStringLiteral("handOut"));
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
  m_making->setProcessEnvironment(environment);
  connect(m_making, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    auto* making = std::exchange(m_making, nullptr);
    making->deleteLater();
    emit failed(tr("The lecture was not handed out: %1").arg(making->errorString()));
  });
  connect(m_making, &QProcess::finished, this, [this, folder] { tellEnd(folder); });
  m_making->start(QCoreApplication::applicationDirPath() + QStringLiteral("/runahead"),
                  {QStringLiteral("lecture"), file, QStringLiteral("--export"), folder});
  if (m_making) emit began(folder);
}

void HandOut::tellEnd(const QString& folder) {
  auto* making = std::exchange(m_making, nullptr);
  making->deleteLater();
  if (making->exitStatus() != QProcess::NormalExit) return emit cancelled(folder);
  if (making->exitCode() == 0) return emit made(folder);
  const QString why = QString::fromUtf8(making->readAllStandardError()).section(QLatin1Char('\n'), 0, 0);
  emit failed(tr("The lecture was not handed out: %1").arg(why.mid(why.indexOf(QLatin1String(": ")) + 2)));
}

void HandOut::cancel() {
  if (m_making) m_making->kill();
}

void HandOut::stop() {
  if (!m_making) return;
  m_making->disconnect(this);
  m_making->kill();
  m_making->waitForFinished();
}

}  // namespace runahead::gui
