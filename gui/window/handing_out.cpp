// SPDX-License-Identifier: GPL-3.0-or-later
// The notices of a lecture that is handed out.
#include "gui/window/handing_out.h"

#include <QDesktopServices>
#include <QUrl>

#include "gui/lecture/hand_out.h"
#include "gui/session/session_keeper.h"
#include "gui/window/closing.h"
#include "gui/window/notice_strip.h"
#include "gui/window/session_files.h"

namespace runahead::gui {

HandingOut::HandingOut(HandOut* handOut, SessionFiles* files, SessionKeeper* keeper, Closing* closing,
                       NoticeStrip* notice, QObject* parent)
    : QObject(parent),
      m_handOut(handOut),
      m_files(files),
      m_keeper(keeper),
      m_closing(closing),
      m_notice(notice) {
  connect(m_handOut, &HandOut::began, this, [this](const QString& folder) {
    m_notice->showNotice(NoticeStrip::Kind::hint, tr("The lecture is being written to %1.").arg(folder), {},
                         {tr("Cancel"), [this] { m_handOut->cancel(); }});
  });
  connect(m_handOut, &HandOut::made, this, [this](const QString& folder) {
    m_notice->showNotice(NoticeStrip::Kind::done,
                         tr("Slides, hand-out, notes, answers and page are in %1.").arg(folder), {},
                         {tr("Open"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); }});
    m_closing->closeWhenWritten();
  });
  connect(m_handOut, &HandOut::cancelled, this, [this](const QString& folder) {
    m_closing->stay();
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("The lecture was not handed out."),
                         tr("The files written until then are in %1.").arg(folder));
  });
  connect(m_handOut, &HandOut::failed, this, [this](const QString& reason) {
    m_closing->stay();
    m_notice->showError(reason, {});
  });
}

void HandingOut::ask() {
  if (m_handOut->goesOn()) return;  // the notice says so
  if (!m_keeper->file().isEmpty() && !m_keeper->modified()) return m_handOut->askForFolder(m_keeper->file());
  m_notice->showNotice(NoticeStrip::Kind::remark, tr("The hand-out is made from the saved lecture."),
                       tr("Save it, then hand it out."),
                       {tr("Save"), [this] { m_files->save([this] { ask(); }); }});
}

}  // namespace runahead::gui
