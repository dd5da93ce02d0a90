// SPDX-License-Identifier: GPL-3.0-or-later
// How the window closes: what is being written is waited for, unless it is closed again.
#include <QCloseEvent>
#include <QSettings>
#include <utility>

#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/manual_run/manual_run.h"
#include "gui/presenting/hand_out.h"
#include "gui/session/note_strip.h"
#include "gui/session/session_keeper.h"
#include "gui/widgets/settings.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

void MainWindow::closeEvent(QCloseEvent* event) {
  const bool handsOut = m_handOut->goesOn();
  if ((m_files->writes() || handsOut) && !std::exchange(m_closing, true)) {
    event->ignore();
    const QString then = handsOut ? tr("The lecture is being handed out; then the window closes.")
                                  : tr("A file is being written; then the window closes.");
    const QString now =
        handsOut ? tr("Close it again to close at once: the files already written stay in the folder.")
                 : tr("Close it again to close at once: unsaved work is kept and offered at the next start.");
    m_notice->showNotice(NoticeStrip::Kind::remark, then, now);
    return;
  }
  m_closing = false;
  m_handOut->stop();
  settings().setValue(QStringLiteral("geometry"), saveGeometry());
  reallyForget();
  m_workPage->note()->finish();
  m_keeper->leave();
  m_files->cancel();
  driver()->stop();
  bridge()->abandon();
  QMainWindow::closeEvent(event);
}

void MainWindow::closeUnasked() {
  m_closing = true;
  close();
}

void MainWindow::closeWhenWritten() {
  if (m_closing && !m_files->writes() && !m_handOut->goesOn()) close();
}

}  // namespace runahead::gui
