// SPDX-License-Identifier: GPL-3.0-or-later
// Folders, locks and their races.
// Not here: the format (core/io/session_file.h).
#include "gui/session/kept_session.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <algorithm>

namespace runahead::gui {
namespace {

QDir folder() {
  return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
              QStringLiteral("/runahead/sessions"));
}

QString fileIn(const QString& place) {
  return place + QStringLiteral("/session.runahead");
}

/// A locked descriptor, or -1: it is held, or the place is gone.
int lockPlace(const QString& place, int how) {
  const std::string path = place.toStdString() + "/lock";
  const int lock = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return -1;
  struct stat locked, named;
  // Who removed the place while this was opening it holds a lock that has no name any more.
  const bool held = ::flock(lock, how | LOCK_NB) == 0 && ::fstat(lock, &locked) == 0 &&
                    ::stat(path.c_str(), &named) == 0 && locked.st_ino == named.st_ino;
  if (held) return lock;
  ::close(lock);
  return -1;
}

/// All that is left, newest first; what was begun and has no file yet has no time.
std::vector<KeptSession::Left> places() {
  std::vector<KeptSession::Left> found;
  for (const QFileInfo& info : folder().entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    const QString place = info.absoluteFilePath();
    const int lock = lockPlace(place, LOCK_SH);
    if (lock < 0) continue;
    ::close(lock);
    const QFileInfo file(fileIn(place));
    found.push_back({place, info.fileName().section(QLatin1Char('.'), 0, -2),
                     file.exists() ? file.lastModified() : QDateTime()});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.when > b.when; });
  return found;
}

}  // namespace

std::vector<KeptSession::Left> KeptSession::left() {
  std::vector<Left> found = places();
  std::erase_if(found, [](const Left& one) { return !one.when.isValid(); });
  return found;
}

Result<std::shared_ptr<KeptSession>> KeptSession::create(const QString& name) {
  std::size_t number = 0;
  for (const Left& one : places()) {
    if (one.when.isValid() && ++number <= kMostLeft) continue;
    if (const auto old = claim(one.place)) old->remove(old->takeTurn());
  }
  if (!folder().mkpath(QStringLiteral("."))) {
    return Failure{"cannot create the folder " + folder().path().toStdString()};
  }
  static const QRegularExpression kUnfit(QStringLiteral("[^A-Za-z0-9-]"));
  const QString plain = name.contains(kUnfit) || name.isEmpty() ? QStringLiteral("recording") : name.left(80);
  for (int attempt = 0; attempt < 8; ++attempt) {
    QTemporaryDir place(folder().filePath(plain + QStringLiteral(".XXXXXX")));
    if (!place.isValid()) return Failure{place.errorString().toStdString()};
    place.setAutoRemove(false);
    // Somebody who tidies up may have taken the empty folder away again.
    if (const int lock = lockPlace(place.path(), LOCK_EX); lock >= 0) {
      return std::shared_ptr<KeptSession>(new KeptSession(place.path(), lock));
    }
  }
  return Failure{"cannot keep a lock in " + folder().path().toStdString()};
}

std::shared_ptr<KeptSession> KeptSession::claim(const QString& place) {
  if (!QFileInfo(place).isDir()) return nullptr;
  const int lock = lockPlace(place, LOCK_EX);
  if (lock >= 0) {
    // Who was killed while writing left a part of a file.
    const QDir::Filters parts = QDir::Files | QDir::Hidden;
    for (const QString& part : QDir(place).entryList({QStringLiteral("*.tmp")}, parts)) {
      QFile::remove(QDir(place).filePath(part));
    }
  }
  return lock < 0 ? nullptr : std::shared_ptr<KeptSession>(new KeptSession(place, lock));
}

KeptSession::~KeptSession() {
  unlock();
}

QString KeptSession::file() const {
  return fileIn(m_place);
}

Status KeptSession::write(std::uint64_t turn, const SessionFile& session) {
  const std::lock_guard guard(m_mutex);
  if (turn != m_turn || m_lock < 0) return success();
  return write_session(session, file().toStdString());
}

void KeptSession::remove(std::uint64_t turn) {
  const std::lock_guard guard(m_mutex);
  if (turn != m_turn || m_lock < 0) return;
  QDir(m_place).removeRecursively();
  unlock();
}

void KeptSession::release(std::uint64_t turn) {
  const std::lock_guard guard(m_mutex);
  if (turn == m_turn) unlock();
}

void KeptSession::unlock() {
  if (m_lock >= 0) ::close(m_lock);
  m_lock = -1;
}

}  // namespace runahead::gui
