// SPDX-License-Identifier: GPL-3.0-or-later
// What a window waits for, and what is said meanwhile.
#include "gui/window/closing.h"

#include <utility>

#include "gui/jobs/file_jobs.h"
#include "gui/lecture/hand_out.h"
#include "gui/window/notice_strip.h"

namespace runahead::gui {

Closing::Closing(FileJobs* files, HandOut* handOut, NoticeStrip* notice, QWidget* window)
    : QObject(window), m_files(files), m_handOut(handOut), m_notice(notice), m_window(window) {}

bool Closing::mustWait() {
  const bool handsOut = m_handOut->goesOn();
  if ((m_files->writes() || handsOut) && !std::exchange(m_waits, true)) {
    const QString then = handsOut ? tr("The lecture is being handed out; then the window closes.")
                                  : tr("A file is being written; then the window closes.");
    const QString now =
        handsOut ? tr("Close it again to close at once: the files already written stay in the folder.")
                 : tr("Close it again to close at once: unsaved work is kept and offered at the next start.");
    m_notice->showNotice(NoticeStrip::Kind::remark, then, now);
    return true;
  }
  m_waits = false;
  return false;
}

void Closing::closeUnasked() {
  m_waits = true;
  m_window->close();
}

void Closing::closeWhenWritten() {
  if (m_waits && !m_files->writes() && !m_handOut->goesOn()) m_window->close();
}

}  // namespace runahead::gui
