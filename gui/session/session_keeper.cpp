// SPDX-License-Identifier: GPL-3.0-or-later
// When a copy is written, when it goes, and who may have it then.
// Not here: threads (jobs/file_jobs.h) and locks (recovery_store.h).
#include "gui/session/session_keeper.h"

#include <sys/resource.h>

#include <QElapsedTimer>
#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "gui/session/file_seen.h"
#include "gui/text/log.h"

namespace runahead::gui {

struct SessionKeeper::Stored {
  std::vector<RunKey> keys;
  std::vector<std::shared_ptr<const StoredRun>> runs;
  QByteArray seen;
};

SessionKeeper::SessionKeeper(Source source, QObject* parent) : QObject(parent), m_source(std::move(source)) {
  connect(&m_jobs, &FileJobs::written, this, [this] {
    tellStored();
    emit leftBehind();
    if (const auto then = std::exchange(m_then, nullptr)) then();
    if (std::exchange(m_again, false)) keep();
    if (m_modified && m_source.grows()) keepLater();
  });
  connect(&m_jobs, &FileJobs::failed, this, [this](const QString& file, const QString& reason) {
    qCInfo(logSession).noquote() << "not kept:" << file << reason;
    tellStored();
    m_again = false;
    m_kept.clear();
    m_keptInPassing.clear();
    keepLater();
    if (!std::exchange(m_complained, true)) emit failed(reason);
    if (const auto then = std::exchange(m_then, nullptr)) then();
  });
}

void SessionKeeper::begin(const QString& file, const QByteArray& seen) {
  m_file = file;
  m_seen = seen;
  m_source.setSaved();
  m_saved = m_source.revisions();
  m_kept.clear();
  m_keptInPassing.clear();
  m_savingFile.clear();
  m_modified = m_complained = m_away = false;
  emit changed();
}

void SessionKeeper::resume(const QString& file, const QByteArray& seen,
                           std::shared_ptr<RecoveryStore> place) {
  begin(file, seen.isEmpty() ? seenOf(file) : seen);  // it was not written down
  if (place) qCInfo(logSession).noquote() << "taken up again:" << place->file();
  m_place = std::move(place);
  m_kept = m_saved;
  m_saved.clear();
  lookNow();
}

std::shared_ptr<RecoveryStore> SessionKeeper::handOver() {
  lookNow();
  if (m_modified) write(How::whole);
  m_away = true;
  m_modified = false;
  return std::exchange(m_place, nullptr);
}

void SessionKeeper::takeOver(const QString& file, const QByteArray& seen, bool modified,
                             std::shared_ptr<RecoveryStore> place) {
  begin(file, seen);
  m_place = std::move(place);
  if (m_place) m_place->forgetKeys();
  if (modified) m_saved.clear();
  keep();
}

void SessionKeeper::look() {
  if (!m_look.isActive()) m_look.start();
}

void SessionKeeper::lookNow() {
  if (m_away) return;
  const Revisions now = m_source.revisions();
  const bool modified = !now.empty() && now != m_saved;
  if (modified && now != m_kept) {
    keepLater();
    if (now != m_keptInPassing && !m_soon.isActive()) m_soon.start();
  }
  if (modified == m_modified) return;
  m_modified = modified;
  if (!modified && m_place) {  // the runs stay: what is written next is the same ones
    m_kept.clear();
    m_keptInPassing.clear();
    m_jobs.write(m_place->file(), [place = m_place, turn = m_place->takeTurn()](const Progress&) {
      place->empty(turn);
      return success();
    });
  }
  emit changed();
}

int SessionKeeper::pauseMs(qint64 tookMs) {
  return static_cast<int>(std::clamp<qint64>(20 * tookMs, kEveryMs, std::numeric_limits<int>::max()));
}

void SessionKeeper::keepLater() {
  if (!m_timer.isActive()) m_timer.start(pauseMs(*m_tookMs));
}

void SessionKeeper::keep() {
  lookNow();
  if (!m_modified) return;
  if (m_source.revisions() == m_kept) {
    if (m_source.grows()) keepLater();
    return;
  }
  if (m_jobs.busy()) {  // what is being written may take long
    m_again = true;
    return;
  }
  write(How::whole);
}

void SessionKeeper::keepBefore(std::function<void()> then) {
  lookNow();
  const Revisions now = m_source.revisions();
  if (!m_modified || now == m_kept || now == m_keptInPassing) return then();
  if (m_jobs.busy()) {
    m_then = [this, then = std::move(then)] { keepBefore(then); };
    return;
  }
  write(How::inPassing);
  m_then = std::move(then);
}

void SessionKeeper::keepInPassing() {
  lookNow();
  const Revisions now = m_source.revisions();
  if (!m_modified || now == m_kept || now == m_keptInPassing) return;
  m_jobs.busy() ? m_soon.start() : write(How::inPassing);
}

void SessionKeeper::leave() {
  lookNow();
  const bool elsewhere = !m_place && m_source.revisions() == m_kept;  // as it is
  if (m_modified && !elsewhere) {
    write(How::last);
  } else {
    drop();
  }
  m_soon.stop();
  m_timer.stop();
  m_away = true;
  m_place = nullptr;
  m_modified = false;
  m_file.clear();
  m_seen.clear();
  m_saved.clear();
}

void SessionKeeper::write(How how) {
  const bool last = how == How::last;
  m_soon.stop();
  if (how != How::inPassing) m_timer.stop();
  SessionToRecover kept = m_source.session();
  kept.session.state->file = m_file.toStdString();
  kept.seen = m_seen;
  kept.inPassing = how == How::inPassing;
  if (!m_place) {
    const auto& workspaces = kept.session.state->workspaces;
    m_place = RecoveryStore::create(
        QString::fromStdString(workspaces.empty() ? std::string() : workspaces.front().scenario));
  }
  m_keptInPassing = m_source.revisions();
  if (how != How::inPassing) m_kept = m_keptInPassing;
  const std::uint64_t turn = m_place->takeTurn();
  m_jobs.write(m_place->file(), [place = m_place, turn, kept = std::move(kept), last, took = m_tookMs,
                                 window = std::this_thread::get_id()](const Progress&) {
    // A run may be going on, whose times matter more. Of this thread alone, if the system has given one.
    if (std::this_thread::get_id() != window) (void)::setpriority(PRIO_PROCESS, 0, 19);
    QElapsedTimer clock;
    clock.start();
    const Status written = place->write(turn, kept);
    if (!kept.inPassing) *took = clock.elapsed();
    if (last) place->release(turn);
    return written;
  });
}

void SessionKeeper::tellStored() {
  if (!m_place) return;
  for (const auto& [key, run] : m_place->takeStored()) emit stored(key.first, key.second, run);
}

void SessionKeeper::drop() {
  if (!m_place) return;
  m_kept.clear();
  m_keptInPassing.clear();
  const std::shared_ptr<RecoveryStore> place = std::exchange(m_place, nullptr);
  m_jobs.write(place->file(), [place](const Progress&) {
    place->remove(place->takeTurn());
    return success();
  });
}

FileJobs::Write SessionKeeper::saving(const QString& file, bool replaces) {
  m_savingFile = file;
  m_source.setSaved();
  m_saving = m_source.revisions();
  SessionToRecover kept = m_source.session();
  // What is saved may be given to others: where a program lies here is none of theirs.
  for (Workspace& workspace : kept.session.state->workspaces) {
    if (workspace.program) workspace.program->folder.clear();
  }
  m_savingBytes = session_bytes(kept.session);
  m_stored = std::make_shared<Stored>();
  m_stored->keys = kept.keys;
  return [session = std::move(kept.session), file, path = file.toStdString(), saved = m_stored, seen = m_seen,
          keeps = file == m_file && !replaces](const Progress& progress) -> Status {
    // What another window has saved there meanwhile is not lost unasked.
    const QByteArray now = keeps ? seenOf(file) : QByteArray();
    if (!now.isEmpty() && now != seen) {
      return Failure{
          tr("%1: another window or program has written it since it was read or written here; File, "
             "Save Session As replaces it, or keeps both")
              .arg(file)
              .toStdString()};
    }
    const Status written = write_session(session, path, progress);
    if (!written) return written;
    saved->seen = seenOf(file);
    // From now on the runs are there, too.
    if (const Result<SessionFile> there = open_session(path)) {
      for (const SessionTrace& run : there->runs) saved->runs.push_back(run.stored);
    }
    return written;
  };
}

bool SessionKeeper::saved(const QString& file) {
  if (m_savingFile.isEmpty() || file != m_savingFile) return false;
  m_savingFile.clear();
  m_file = file;
  const std::shared_ptr<Stored> there = std::exchange(m_stored, nullptr);
  m_seen = there->seen;
  for (std::size_t i = 0; i < there->runs.size() && i < there->keys.size(); ++i) {
    if (there->runs[i]) emit stored(there->keys[i].first, there->keys[i].second, there->runs[i]);
  }
  m_saved = m_saving;
  lookNow();
  emit changed();
  return true;
}

}  // namespace runahead::gui
