// SPDX-License-Identifier: GPL-3.0-or-later
// When a copy is written, when it goes, and who may have it then.
// Not here: threads (bridge/file_jobs.h) and locks (kept_session.h).
#include "gui/session/session_keeper.h"

#include <sys/resource.h>

#include <utility>

namespace runahead::gui {

SessionKeeper::SessionKeeper(Source source, QObject* parent) : QObject(parent), m_source(std::move(source)) {
  m_timer.setInterval(kEveryMs);
  connect(&m_timer, &QTimer::timeout, this, &SessionKeeper::keep);
  m_timer.start();
  m_look.setSingleShot(true);
  m_look.setInterval(0);
  connect(&m_look, &QTimer::timeout, this, &SessionKeeper::lookNow);
  connect(&m_jobs, &FileJobs::written, this, &SessionKeeper::leftBehind);
  connect(&m_jobs, &FileJobs::failed, this, [this](const QString&, const QString& reason) {
    m_keptMark.clear();
    if (!std::exchange(m_complained, true)) emit failed(reason);
  });
}

void SessionKeeper::begin(const QString& file) {
  m_file = file;
  m_savedMark = m_source.mark();
  m_keptMark.clear();
  m_savingFile.clear();
  m_modified = m_complained = m_away = false;
  emit changed();
}

void SessionKeeper::resume(const QString& file, std::shared_ptr<KeptSession> place) {
  begin(file);
  m_place = std::move(place);
  m_keptMark = m_savedMark;
  m_savedMark.clear();
  lookNow();
}

void SessionKeeper::look() {
  if (!m_look.isActive()) m_look.start();
}

void SessionKeeper::lookNow() {
  if (m_away) return;
  const QByteArray mark = m_source.mark();
  const bool modified = !mark.isEmpty() && mark != m_savedMark;
  if (modified == m_modified) return;
  m_modified = modified;
  if (!modified) drop();
  emit changed();
}

void SessionKeeper::keep() {
  lookNow();
  if (!m_modified || m_source.mark() == m_keptMark) return;
  write(false);
}

void SessionKeeper::leave() {
  lookNow();
  if (m_modified) write(true);
  m_away = true;
  m_place = nullptr;
  m_modified = false;
  m_file.clear();
  m_savedMark.clear();
}

void SessionKeeper::write(bool last) {
  SessionFile session = m_source.session();
  session.state->file = m_file.toStdString();
  if (!m_place) {
    const auto& info = session.traces.empty() ? TraceInfo{} : session.traces.front().info();
    const std::string& scenario = session.state->next ? session.state->next->scenario : info.scenario;
    Result<std::shared_ptr<KeptSession>> place = KeptSession::create(QString::fromStdString(scenario));
    if (!place) {
      if (!std::exchange(m_complained, true)) emit failed(QString::fromStdString(place.error()));
      return;
    }
    m_place = *place;
  }
  m_keptMark = m_source.mark();
  const std::uint64_t turn = m_place->takeTurn();
  m_jobs.write(m_place->file(), [place = m_place, turn, session = std::move(session), last] {
    // A run may be going on, whose times matter more.
    (void)::setpriority(PRIO_PROCESS, 0, 19);  // of this thread alone
    const Status written = place->write(turn, session);
    if (last) place->release(turn);
    return written;
  });
}

void SessionKeeper::drop() {
  if (!m_place) return;
  m_keptMark.clear();
  const std::shared_ptr<KeptSession> place = std::exchange(m_place, nullptr);
  m_jobs.write(place->file(), [place] {
    place->remove(place->takeTurn());
    return success();
  });
}

std::function<Status()> SessionKeeper::saving(const QString& file) {
  m_savingFile = file;
  m_savingMark = m_source.mark();
  return [session = m_source.session(), path = file.toStdString()] { return write_session(session, path); };
}

bool SessionKeeper::saved(const QString& file) {
  if (m_savingFile.isEmpty() || file != m_savingFile) return false;
  m_savingFile.clear();
  m_file = file;
  m_savedMark = m_savingMark;
  lookNow();
  emit changed();
  return true;
}

}  // namespace runahead::gui
