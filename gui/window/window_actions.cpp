// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with files that are dropped or exported.
// Not here: layout and keys (main_window.cpp).
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>

#include "gui/runs/run_list.h"
#include "gui/window/exporter.h"
#include "gui/window/main_window.h"
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
