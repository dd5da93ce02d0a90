// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with files that are dropped or exported; what Help shows.
// Not here: layout and keys (main_window.cpp).
#include <QApplication>
#include <QDialog>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>

#include "gui/runs/run_list.h"
#include "gui/welcome/this_computer.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"
#include "gui/window/exporter.h"
#include "gui/window/main_window.h"
#include "gui/window/manual_dialog.h"
#include "gui/window/program_files.h"
#include "gui/window/session_files.h"

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
