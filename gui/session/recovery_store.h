// SPDX-License-Identifier: GPL-3.0-or-later
// RecoveryStore: a place on the disk where one window keeps its session unasked, so that nothing is lost when
// it is closed, or killed; and where runs are that do not fit into memory. Not here: when something is kept
// (session_keeper.h), and the user's own files.
//
// A place is a folder with a lock, a file for each run, which never changes once it is there, and a manifest,
// which is written anew whenever something has changed. The system lets go of the lock when the process ends,
// however it ends; a place with a manifest whose lock no process holds was left. Several windows and
// programs may look at once: only one can claim a place.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/io/session_file.h"

namespace runahead::gui {

/// Which record of which run: RunList::Run::id and version.
using RunKey = std::pair<RunId, std::uint64_t>;

/// What is to be kept: a session, and of each of its runs which it is.
struct SessionToRecover {
  SessionFile session;
  std::vector<RunKey> keys;
  QByteArray seen = {};    ///< of the user's own file (file_seen.h)
  bool inPassing = false;  ///< a large run that goes on may stand as it was written before
};

class RecoveryStore {
 public:
  struct Left {
    QString place;
    QString name;  ///< of the file that the user gave it, else what it was made with
    QDateTime when;
    int runs = 0;
    int scenarios = 0;
    qint64 bytes = 0;
    bool operator==(const Left&) const = default;
  };
  /// What was left, newest first. On any thread: it asks the disk about each.
  static std::vector<Left> left();

  /// A new place. The first write() makes it on the disk, beside the window, and clears away what processes
  /// that are gone have begun.
  static std::shared_ptr<RecoveryStore> create(const QString& name);
  /// Null when another window holds it, or when it is gone.
  static std::shared_ptr<RecoveryStore> claim(const QString& place);

  ~RecoveryStore();
  RecoveryStore(const RecoveryStore&) = delete;
  RecoveryStore& operator=(const RecoveryStore&) = delete;

  /// The manifest; empty as long as the place is not made.
  QString file() const;

  /// What the user's own file was when it was read or written; empty: it was not written down.
  QByteArray seen() const;

  /// What is there of a session whose manifest cannot be read: runs, as far as they can. On any thread.
  static SessionFile runsAlone(const QString& manifest);

  /// Jobs of background threads may overtake one another: only the one with the newest turn does something.
  std::uint64_t takeTurn() { return ++m_turn; }
  /// Writes the runs that are not there yet, then the manifest, and removes the runs that are in it no more.
  /// Each is on the disk before the next depends on it. Failure: also why there can be no place.
  Status write(std::uint64_t turn, const SessionToRecover& session);
  /// Runs that write() has stored since this was asked last.
  std::vector<std::pair<RunKey, std::shared_ptr<const StoredRun>>> takeStored();
  /// The runs have other keys from the next write() on, which has to come; what is being written goes on.
  void forgetKeys();
  /// Nothing is to be continued with here: the manifest goes, the runs stay for as long as the window does.
  void empty(std::uint64_t turn);
  /// With everything in it.
  void remove(std::uint64_t turn);
  /// From now on another window may claim it.
  void release(std::uint64_t turn);

 private:
  explicit RecoveryStore(QString name);
  RecoveryStore(QString place, int lock);
  static void clearAway();
  Status make();
  Result<std::shared_ptr<const StoredRun>> place(const SessionTrace& run, RunKey key, bool inPassing);
  void unlock();
  Result<std::shared_ptr<const StoredRun>> store(const SessionTrace& run, const Progress& progress);
  bool isHere(const StoredRun& run) const;
  void tellAbout(const SessionFile& manifest);
  void tidy(const SessionFile& session);

  const QString m_name;  ///< of a new place
  QString m_place;       ///< empty: not made; changes once, under both mutexes
  std::atomic<std::uint64_t> m_turn = 0;
  std::atomic<bool> m_over = false;  ///< it is to be removed: what is being written need not be
  std::mutex m_mutex;                ///< of one job at a time
  int m_lock = -1;                   ///< a descriptor; -1 also once released
  int m_number = 0;                  ///< of the last run's file
  std::map<RunKey, std::shared_ptr<const StoredRun>> m_runs;
  std::uint64_t m_writing = 0;  ///< the turn of who writes, or wrote last

  mutable std::mutex m_newMutex;  ///< of what the window asks for while something is written
  std::vector<std::pair<RunKey, std::shared_ptr<const StoredRun>>> m_new;
  std::uint64_t m_keysSince = 0;  ///< turns before have other keys
};

}  // namespace runahead::gui
