// SPDX-License-Identifier: GPL-3.0-or-later
// Which files a drop may bring.
#include "gui/window/file_drop.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

#include "gui/runs/run_list.h"
#include "gui/text/program_file.h"
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

FileDrop::FileDrop(const RunList* runs, SessionFiles* files, QWidget* window)
    : QObject(window), m_runs(runs), m_files(files) {
  window->setAcceptDrops(true);
  window->installEventFilter(this);
}

bool FileDrop::eventFilter(QObject*, QEvent* event) {
  if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop) return false;
  auto* const drop = static_cast<QDropEvent*>(event);  // of which that of entering is one
  const QString path = droppedFile(drop->mimeData());
  if (path.isEmpty()) return true;
  drop->acceptProposedAction();
  if (event->type() == QEvent::DragEnter) return true;
  m_runs->comparing() && !namesProgram(path.toStdString()) ? m_files->compareWith(path) : m_files->open(path);
  return true;
}

}  // namespace runahead::gui
