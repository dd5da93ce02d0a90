// SPDX-License-Identifier: GPL-3.0-or-later
// Folders, locks and their races.
// Not here: the format (core/io/session_file.h).
#include "gui/session/recovery_store.h"

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
#include <cerrno>
#include <cstring>
#include <iterator>
#include <set>

#include "core/base/atomic_file.h"
#include "gui/text/log.h"

namespace runahead::gui {
namespace {

/// A run that goes on and takes more is not written each time that something else has changed.
constexpr std::size_t kMostInPassingBytes = 1'000'000;

QDir folder() {
  return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
              QStringLiteral("/runahead/sessions"));
}

QString fileIn(const QString& place) {
  return place + QStringLiteral("/session.runahead");
}

/// A locked descriptor, or -1 with the reason in errno: it is held (EWOULDBLOCK), or the place is gone.
int lockPlace(const QString& place, int how) {
  const std::string path = place.toStdString() + "/lock";
  int lock = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  // Where nothing can be written, what was left can be read all the same.
  if (lock < 0 && errno == EROFS) lock = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (lock < 0) return -1;
  struct stat locked, named;
  // Who removed the place while this was opening it holds a lock that has no name any more.
  const bool held = ::flock(lock, how | LOCK_NB) == 0 && ::fstat(lock, &locked) == 0 &&
                    ::stat(path.c_str(), &named) == 0 && locked.st_ino == named.st_ino;
  if (held) return lock;
  const int reason = errno;
  ::close(lock);
  errno = reason;
  return -1;
}

/// No other user may enter its place; wherever it is copied to, it stays its user's alone.
void keepPrivate(const std::string& path) {
  (void)::chmod(path.c_str(), 0600);
}

/// With all above it; whatever is new is on the disk then.
bool makeFolder(const QString& path) {
  if (QFileInfo(path).isDir()) return true;
  const QString above = QFileInfo(path).path();
  if (!makeFolder(above)) return false;
  if (::mkdir(QFile::encodeName(path).constData(), 0777) != 0 && errno != EEXIST) return false;
  sync_folder(above.toStdString());
  return true;
}

Failure noPlace(const std::string& what, int reason) {
  return {"cannot " + what + ' ' + folder().path().toStdString() + ": " + std::strerror(reason)};
}

QString aboutIn(const QString& place) {
  return place + QStringLiteral("/about");
}

QString seenIn(const QString& place) {
  return place + QStringLiteral("/seen");
}

/// What is not worth failing for.
void writeBeside(const QString& path, const QByteArray& words) {
  if (QFile there(path); there.open(QIODevice::ReadOnly) && there.readAll() == words) return;
  AtomicFile file(path.toStdString());
  file.write(words.toStdString());
  if (file.commit()) keepPrivate(path.toStdString());
}

QStringList partsIn(const QString& place) {
  return QDir(place).entryList({QStringLiteral("*.tmp")}, QDir::Files | QDir::Hidden);
}

QStringList runsIn(const QString& place) {
  return QDir(place).entryList({QStringLiteral("run-*.run")}, QDir::Files);
}

qint64 bytesIn(const QString& place) {
  qint64 bytes = 0;
  for (const QFileInfo& file : QDir(place).entryInfoList(QDir::Files | QDir::Hidden)) bytes += file.size();
  return bytes;
}

/// So that who only looks is not taken for who holds a place.
std::mutex looking;

/// All that is left, newest first; what holds no manifest has no time.
std::vector<RecoveryStore::Left> places() {
  std::vector<RecoveryStore::Left> found;
  for (const QFileInfo& info : folder().entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    const QString place = info.absoluteFilePath();
    {
      const std::lock_guard guard(looking);
      const int lock = lockPlace(place, LOCK_SH);
      if (lock < 0) continue;
      ::close(lock);
    }
    const QFileInfo file(fileIn(place));
    RecoveryStore::Left& one = found.emplace_back();
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

std::vector<RecoveryStore::Left> RecoveryStore::left() {
  std::vector<Left> found = places();
  std::erase_if(found, [](const Left& one) { return !one.when.isValid(); });
  return found;
}

std::shared_ptr<RecoveryStore> RecoveryStore::create(const QString& name) {
  return std::shared_ptr<RecoveryStore>(new RecoveryStore(name));
}

void RecoveryStore::clearAway() {
  for (const Left& one : places()) {
    const bool whole = one.when.isValid() && partsIn(one.place).isEmpty();
    if (whole && runsIn(one.place).size() == one.runs) continue;
    const auto old = claim(one.place);  // which removes the parts
    if (!old) continue;
    // There is nothing to continue with; unless its window came to it just now, and went.
    if (!QFileInfo::exists(old->file())) {
      old->remove(old->takeTurn());
      continue;
    }
    // Who was killed before the manifest named a run left it; and of a damaged session everything stays.
    if (const auto session = open_session(old->file().toStdString()); session && session->missing.empty())
      old->tidy(*session);
  }
}

Status RecoveryStore::make() {
  clearAway();
  if (!makeFolder(folder().path())) return noPlace("create the folder", errno);
  (void)::chmod(folder().path().toStdString().c_str(), 0700);
  static const QRegularExpression kUnfit(QStringLiteral("[^A-Za-z0-9._-]|^[.]"));
  const bool fits = !m_name.contains(kUnfit) && !m_name.isEmpty();
  const QString plain = fits ? m_name.left(80) : QStringLiteral("recording");
  for (int attempt = 0; attempt < 8; ++attempt) {
    QTemporaryDir place(folder().filePath(plain + QStringLiteral(".XXXXXX")));
    if (!place.isValid()) return Failure{place.errorString().toStdString()};
    const int lock = lockPlace(place.path(), LOCK_EX);
    // A process that tidies up may hold the empty folder, or have taken it away again.
    if (lock < 0 && errno != EWOULDBLOCK && QFileInfo::exists(place.path()))
      return noPlace("keep a lock in", errno);
    if (lock < 0) continue;
    place.setAutoRemove(false);
    sync_folder(folder().path().toStdString());
    const std::lock_guard guard(m_newMutex);
    m_place = place.path();
    m_lock = lock;
    return success();
  }
  return noPlace("keep a lock in", EWOULDBLOCK);
}

std::shared_ptr<RecoveryStore> RecoveryStore::claim(const QString& place) {
  if (!QFileInfo(place).isDir()) return nullptr;
  const int lock = [&place] {
    const std::lock_guard guard(looking);
    return lockPlace(place, LOCK_EX);
  }();
  if (lock < 0) return nullptr;
  // Who was killed while writing left a part of a file.
  for (const QString& part : partsIn(place)) QFile::remove(QDir(place).filePath(part));
  return std::shared_ptr<RecoveryStore>(new RecoveryStore(place, lock));
}

RecoveryStore::RecoveryStore(QString name) : m_name(std::move(name)) {}

RecoveryStore::RecoveryStore(QString place, int lock) : m_place(std::move(place)), m_lock(lock) {
  for (const QString& name : runsIn(m_place)) {
    m_number = qMax(m_number, name.section(QLatin1Char('-'), 1).section(QLatin1Char('.'), 0, 0).toInt());
  }
}

RecoveryStore::~RecoveryStore() {
  unlock();
}

QString RecoveryStore::file() const {
  const std::lock_guard guard(m_newMutex);
  return m_place.isEmpty() ? QString() : fileIn(m_place);
}

QByteArray RecoveryStore::seen() const {
  QFile there(seenIn(m_place));
  return there.open(QIODevice::ReadOnly) ? there.readAll() : QByteArray();
}

SessionFile RecoveryStore::runsAlone(const QString& manifest) {
  SessionFile rest;
  const QDir place = QFileInfo(manifest).dir();
  for (const QString& name : runsIn(place.path())) {
    if (auto run = open_run(place.filePath(name).toStdString())) rest.runs.emplace_back(std::move(*run));
  }
  return rest;
}

bool RecoveryStore::isHere(const StoredRun& run) const {
  const QFileInfo file(QString::fromStdString(run.place().file->path()));
  return file.absolutePath() == QFileInfo(m_place).absoluteFilePath() && file.exists() &&
         run.place().offset == 0 && run.bytes() == run.place().file->size();
}

Result<std::shared_ptr<const StoredRun>> RecoveryStore::store(const SessionTrace& run,
                                                              const Progress& progress) {
  if (run.stored && isHere(*run.stored)) return run.stored;
  const std::string path = (m_place + QStringLiteral("/run-%1.run").arg(++m_number)).toStdString();
  const Status written =
      run.stored ? copy_run(path, *run.stored, progress) : write_run(path, *run.trace, progress);
  if (!written) return written.failure();
  keepPrivate(path);
  return open_run(path);
}

Result<std::shared_ptr<const StoredRun>> RecoveryStore::place(const SessionTrace& run, RunKey key,
                                                              bool inPassing) {
  if (const auto there = m_runs.find(key); there != m_runs.end()) return there->second;
  if (inPassing && run.trace && !run.trace->finished() && run.trace->memory_bytes() > kMostInPassingBytes) {
    const auto after = m_runs.upper_bound(key);
    if (after != m_runs.begin() && std::prev(after)->first.first == key.first)
      return std::prev(after)->second;
  }
  Result<std::shared_ptr<const StoredRun>> made =
      store(run, [this](std::uint64_t, std::uint64_t) { return !m_over; });
  if (!made) return made;
  m_runs[key] = *made;
  const std::lock_guard lock(m_newMutex);
  if (m_writing >= m_keysSince) m_new.emplace_back(key, *made);
  return made;
}

Status RecoveryStore::write(std::uint64_t turn, const SessionToRecover& kept) {
  const std::lock_guard guard(m_mutex);
  if (turn != m_turn) return success();
  if (m_place.isEmpty()) {
    if (const Status made = make(); !made) return made;
  }
  if (m_lock < 0) return success();
  {
    const std::lock_guard lock(m_newMutex);
    if (m_writing < m_keysSince) m_runs.clear();
    m_writing = turn;
  }
  SessionFile manifest;
  manifest.state = kept.session.state;
  for (std::size_t i = 0; i < kept.session.runs.size(); ++i) {
    Result<std::shared_ptr<const StoredRun>> run = place(kept.session.runs[i], kept.keys[i], kept.inPassing);
    if (!run) return run.failure();
    manifest.runs.emplace_back(*run);
  }
  if (!kept.seen.isEmpty()) writeBeside(seenIn(m_place), kept.seen);
  const Status written = write_session_manifest(manifest, fileIn(m_place).toStdString());
  if (!written) return written;
  keepPrivate(fileIn(m_place).toStdString());
  tellAbout(manifest);
  tidy(manifest);
  qCInfo(logSession).noquote() << "kept:" << fileIn(m_place) << "with" << manifest.runs.size() << "runs";
  return success();
}

/// What the first page says of it.
void RecoveryStore::tellAbout(const SessionFile& manifest) {
  std::size_t scenarios = 0;
  for (const Workspace& workspace : manifest.state->workspaces) scenarios += workspace.runs.empty() ? 0 : 1;
  const QString name = QFileInfo(QString::fromStdString(manifest.state->file)).fileName();
  const QByteArray words =
      (QStringLiteral("%1\n%2\n").arg(manifest.runs.size()).arg(scenarios) + name).toUtf8();
  writeBeside(aboutIn(m_place), words);
}

void RecoveryStore::tidy(const SessionFile& session) {
  std::set<QString> needed;
  for (const SessionTrace& run : session.runs) {
    needed.insert(QFileInfo(QString::fromStdString(run.stored->place().file->path())).fileName());
  }
  for (const QString& name : runsIn(m_place)) {
    if (!needed.contains(name)) QFile::remove(QDir(m_place).filePath(name));
  }
  std::erase_if(m_runs, [&](const auto& run) {
    const QString path = QString::fromStdString(run.second->place().file->path());
    return !needed.contains(QFileInfo(path).fileName());
  });
}

std::vector<std::pair<RunKey, std::shared_ptr<const StoredRun>>> RecoveryStore::takeStored() {
  const std::lock_guard lock(m_newMutex);
  return std::exchange(m_new, {});
}

void RecoveryStore::forgetKeys() {
  const std::lock_guard lock(m_newMutex);
  m_keysSince = takeTurn();
  m_new.clear();
}

void RecoveryStore::empty(std::uint64_t turn) {
  const std::lock_guard guard(m_mutex);
  if (turn != m_turn || m_lock < 0) return;
  QFile::remove(fileIn(m_place));
  sync_folder(m_place.toStdString());
  QFile::remove(aboutIn(m_place));
}

void RecoveryStore::remove(std::uint64_t turn) {
  m_over = true;
  const std::lock_guard guard(m_mutex);
  if (turn != m_turn || m_lock < 0) return;
  // First of all, so that it is never offered with runs missing.
  QFile::remove(fileIn(m_place));
  sync_folder(m_place.toStdString());
  QDir(m_place).removeRecursively();
  qCInfo(logSession).noquote() << "no longer kept:" << m_place;
  unlock();
}

void RecoveryStore::release(std::uint64_t turn) {
  const std::lock_guard guard(m_mutex);
  if (turn == m_turn) unlock();
}

void RecoveryStore::unlock() {
  if (m_lock >= 0) ::close(m_lock);
  m_lock = -1;
}

}  // namespace runahead::gui
