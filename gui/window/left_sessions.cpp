// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds the place of a session that was left, and until when.
#include "gui/window/left_sessions.h"

#include "gui/jobs/background.h"
#include "gui/session/recovery_card.h"
#include "gui/session/workbench.h"
#include "gui/window/notice_strip.h"
#include "gui/window/report_card.h"
#include "gui/window/welcome_page.h"

namespace runahead::gui {

LeftSessions::LeftSessions(Workbench* bench, WelcomePage* welcome, NoticeStrip* notice, QObject* parent)
    : QObject(parent),
      m_bench(bench),
      m_notice(notice),
      m_offering([bench, welcome](const std::shared_ptr<const Offer>& offer) {
        if (bench->open()) return;
        welcome->left()->setSessions(offer->left);
        welcome->reports()->setReports(offer->reports);
      }),
      m_readingRunsAlone([this](const std::shared_ptr<const RunsAlone>& alone) {
        emit runsRead(alone->reason, alone->session);
      }) {
  connect(welcome->left(), &RecoveryCard::continued, this, &LeftSessions::continueRequested);
  connect(welcome->left(), &RecoveryCard::forgotten, this, &LeftSessions::forget);
}

void LeftSessions::offer() {
  if (m_bench->open()) return;
  m_offering.start([](const std::atomic<bool>&) { return Offer{RecoveryStore::left(), crashReports()}; });
}

bool LeftSessions::claim(const QString& place) {
  letGo();  // it may be this one, asked for twice
  m_continued = RecoveryStore::claim(place);
  if (!m_continued) offer();
  return m_continued != nullptr;
}

void LeftSessions::letGo() {
  m_readingRunsAlone.forget();
  if (take()) offer();
}

void LeftSessions::readRunsAlone(const QString& reason) {
  m_readingRunsAlone.start([reason, file = file()](const std::atomic<bool>&) {
    return RunsAlone{reason, RecoveryStore::runsAlone(file)};
  });
}

void LeftSessions::forget(const QString& place) {
  reallyForget();
  m_forgotten = RecoveryStore::claim(place);  // as long as it is held, no window is offered it
  offer();
  if (!m_forgotten) return;
  m_notice->showNotice(NoticeStrip::Kind::remark, tr("The session was forgotten."), {}, {tr("Undo"), [this] {
                                                                                           undoForget();
                                                                                           offer();
                                                                                         }});
}

void LeftSessions::undoForget() {
  if (m_forgotten) m_forgotten->release(m_forgotten->takeTurn());
  m_forgotten = nullptr;
}

void LeftSessions::reallyForget() {
  if (!m_forgotten) return;
  runInBackground([place = std::exchange(m_forgotten, nullptr)] { place->remove(place->takeTurn()); });
}

}  // namespace runahead::gui
