// SPDX-License-Identifier: GPL-3.0-or-later
// FileDrop: a file that is dropped on the window is opened, or compared with while runs are compared.
// Not here: opening it (session_files.h).
#pragma once

#include <QObject>

namespace runahead::gui {

class RunList;
class SessionFiles;

class FileDrop : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  FileDrop(const RunList* runs, SessionFiles* files, QWidget* window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  const RunList* m_runs;
  SessionFiles* m_files;
};

}  // namespace runahead::gui
