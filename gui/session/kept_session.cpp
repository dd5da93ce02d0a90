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
#include <QStringList>
#include <QTemporaryDir>
#include <algorithm>
#include <set>

#include "gui/text/log.h"

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

QString aboutIn(const QString& place) {
  return place + QStringLiteral("/about");
}

QStringList partsIn(const QString& place) {
  return QDir(place).entryList({QStringLiteral("*.tmp")}, QDir::Files | QDir::Hidden);
}

qint64 bytesIn(const QString& place) {
  qint64 bytes = 0;
  for (const QFileInfo& file : QDir(place).entryInfoList(QDir::Files | QDir::Hidden)) bytes += file.size();
  return bytes;
}

/// All that is left, newest first; what holds no manifest has no time.
std::vector<KeptSession::Left> places() {
  std::vector<KeptSession::Left> found;
  for (const QFileInfo& info : folder().entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    const QString place = info.absoluteFilePath();
    const int lock = lockPlace(place, LOCK_SH);
    if (lock < 0) continue;
    ::close(lock);
    const QFileInfo file(fileIn(place));
    KeptSession::Left& one = found.emplace_back();
    one.place = place;
    one.name = info.fileName().section(QLatin1Char('.'), 0, -2);
    if (file.exists()) one.when = file.lastModified();
    one.bytes = bytesIn(place);
    if (QFile about(aboutIn(place)); about.open(QIODevice::ReadOnly)) {
      one.runs = about.readLine().trimmed().toInt();
      one.scenarios = about.readLine().trimmed().toInt();
      if (const QString given = QString::fromUtf8(about.readAll()); !given.isEmpty()) one.name = given;
    }
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) { return a.when > b.when; });
  return found;
}

}  // namespace

std::vector<KeptSession::Left> KeptSession::left() {
  std::vector<Left> found = places();
  std::erase_if(found, [](const Left& one) { return !one.when.isValid(); });
  return found;
}

Result<std::shared_ptr<KeptSession>> KeptSession::create(const QString& name) {
  for (const Left& one : places()) {
    if (one.when.isValid() && partsIn(one.place).isEmpty()) continue;
    // Claiming removes the parts; without a manifest there is nothing to continue with.
    if (const auto old = claim(one.place); old && !one.when.isValid()) old->remove(old->takeTurn());
  }
  if (!folder().mkpath(QStringLiteral("."))) {
    return Failure{"cannot create the folder " + folder().path().toStdString()};
  }
  static const QRegularExpression kUnfit(QStringLiteral("[^A-Za-z0-9._-]|^[.]"));
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
  if (lock < 0) return nullptr;
  // Who was killed while writing left a part of a file.
  for (const QString& part : partsIn(place)) QFile::remove(QDir(place).filePath(part));
  return std::shared_ptr<KeptSession>(new KeptSession(place, lock));
}

KeptSession::KeptSession(QString place, int lock) : m_place(std::move(place)), m_lock(lock) {
  for (const QString& name : QDir(m_place).entryList({QStringLiteral("run-*.run")}, QDir::Files)) {
    m_number = qMax(m_number, name.section(QLatin1Char('-'), 1).section(QLatin1Char('.'), 0, 0).toInt());
  }
}

KeptSession::~KeptSession() {
  unlock();
}

QString KeptSession::file() const {
  return fileIn(m_place);
}

bool KeptSession::isHere(const StoredRun& run) const {
  const QFileInfo file(QString::fromStdString(run.place().file->path()));
  return file.absolutePath() == QFileInfo(m_place).absoluteFilePath() && file.exists() &&
         run.place().offset == 0 && run.bytes() == run.place().file->size();
}

Result<std::shared_ptr<const StoredRun>> KeptSession::store(const SessionTrace& run,
                                                            const Progress& progress) {
  if (run.stored && isHere(*run.stored)) return run.stored;
  const std::string path = (m_place + QStringLiteral("/run-%1.run").arg(++m_number)).toStdString();
  const Status written =
      run.stored ? copy_run(path, *run.stored, progress) : write_run(path, *run.trace, progress);
  if (!written) return written.failure();
  return open_run(path);
}

Status KeptSession::write(std::uint64_t turn, const SessionToKeep& kept) {
  const std::lock_guard guard(m_mutex);
  if (turn != m_turn || m_lock < 0) return success();
  const Progress progress = [this](std::uint64_t, std::uint64_t) { return !m_over; };
  SessionFile manifest;
  manifest.state = kept.session.state;
  for (std::size_t i = 0; i < kept.session.runs.size(); ++i) {
    std::shared_ptr<const StoredRun>& stored = m_runs[kept.keys[i]];
    if (!stored) {
      Result<std::shared_ptr<const StoredRun>> made = store(kept.session.runs[i], progress);
      if (!made) {
        m_runs.erase(kept.keys[i]);
        return made.failure();
      }
      stored = *made;
      const std::lock_guard lock(m_newMutex);
      m_new.emplace_back(kept.keys[i], stored);
    }
    manifest.runs.emplace_back(stored);
  }
  const Status written = write_session_manifest(manifest, file().toStdString());
  if (!written) return written;
  if (QFile about(aboutIn(m_place)); about.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
    std::size_t scenarios = 0;
    for (const SessionDesk& desk : manifest.state->desks) scenarios += desk.runs.empty() ? 0 : 1;
    const QString name = QFileInfo(QString::fromStdString(manifest.state->file)).fileName();
    about.write((QStringLiteral("%1\n%2\n").arg(manifest.runs.size()).arg(scenarios) + name).toUtf8());
  }
  tidy(manifest);
  qCInfo(logSession).noquote() << "kept:" << file() << "with" << manifest.runs.size() << "runs";
  return success();
}

void KeptSession::tidy(const SessionFile& session) {
  std::set<QString> needed;
  for (const SessionTrace& run : session.runs) {
    needed.insert(QFileInfo(QString::fromStdString(run.stored->place().file->path())).fileName());
  }
  for (const QString& name : QDir(m_place).entryList({QStringLiteral("run-*.run")}, QDir::Files)) {
    if (!needed.contains(name)) QFile::remove(QDir(m_place).filePath(name));
  }
  std::erase_if(m_runs, [&](const auto& run) {
    const QString path = QString::fromStdString(run.second->place().file->path());
    return !needed.contains(QFileInfo(path).fileName());
  });
}

std::vector<std::pair<RunKey, std::shared_ptr<const StoredRun>>> KeptSession::takeStored() {
  const std::lock_guard lock(m_newMutex);
  return std::exchange(m_new, {});
}

void KeptSession::forgetKeys() {
  const std::lock_guard guard(m_mutex);
  m_runs.clear();
  const std::lock_guard lock(m_newMutex);
  m_new.clear();
}

void KeptSession::empty(std::uint64_t turn) {
  const std::lock_guard guard(m_mutex);
  if (turn != m_turn || m_lock < 0) return;
  QFile::remove(file());
  QFile::remove(aboutIn(m_place));
}

void KeptSession::remove(std::uint64_t turn) {
  m_over = true;
  const std::lock_guard guard(m_mutex);
  if (turn != m_turn || m_lock < 0) return;
  QDir(m_place).removeRecursively();
  qCInfo(logSession).noquote() << "no longer kept:" << m_place;
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
