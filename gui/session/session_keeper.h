// SPDX-License-Identifier: GPL-3.0-or-later
// SessionKeeper: knows which file the window's session belongs to and whether it has changed since, and keeps
// a copy of what has not been saved: a second after it has changed, when it is told to, and when the session
// is left. Runs are written once; one that goes on, every 20 s, or less often, where writing takes long. Not
// here: what is in a session and how it is put back (window/), where copies are kept (recovery_store.h).
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <atomic>
#include <functional>
#include <memory>

#include "core/io/session_file.h"
#include "core/session/revision.h"
#include "gui/jobs/file_jobs.h"
#include "gui/session/recovery_store.h"
#include "gui/widgets/later.h"

namespace runahead::gui {

class SessionKeeper : public QObject {
  Q_OBJECT
 public:
  static constexpr int kEveryMs = 20'000;
  /// From a change, not from the last one of many. What was on show for two seconds is kept.
  static constexpr int kSoonMs = 1000;
  /// From a copy of all that took so long to the next one: disks are not worn, nor is a run disturbed, for
  /// more than a twentieth of the time.
  static int pauseMs(qint64 tookMs);

  struct Source {
    std::function<SessionToRecover()> session;
    /// Of what a user would want to save; empty: nothing there.
    std::function<Revisions()> revisions;
    /// What is there now is what is saved.
    std::function<void()> setSaved;
    /// A run grows, without a word to look().
    std::function<bool()> grows;
  };
  SessionKeeper(Source source, QObject* parent = nullptr);

  /// The session that the window has now: nothing about it needs saving. `file` may be empty: no name yet;
  /// `seen`: what it was when it was read (file_seen.h).
  void begin(const QString& file, const QByteArray& seen = {});
  /// One that was kept: it needs saving, and goes on to be kept at its place; null: it stays where it is, and
  /// from the first change on is kept in another.
  void resume(const QString& file, const QByteArray& seen, std::shared_ptr<RecoveryStore> place);
  /// Another window goes on with the session, and gets its copy, which is written once more; null: there is
  /// none, or nothing to keep.
  std::shared_ptr<RecoveryStore> handOver();
  /// That window's side.
  void takeOver(const QString& file, const QByteArray& seen, bool modified,
                std::shared_ptr<RecoveryStore> place);
  /// Something may have changed. Looked at once, after all that is going on now.
  void look();
  /// Keeps a copy now, in the background, if it would be a newer one.
  void keep();
  /// Keeps what has changed, and does what comes `then` when it is on the disk, or could not be brought
  /// there; at once where nothing has changed.
  void keepBefore(std::function<void()> then);
  /// The window is about to show something else: keeps what was not saved, for the user to continue with.
  void leave();

  /// Nothing is being written.
  bool resting() const { return !m_jobs.busy(); }

  const QString& file() const { return m_file; }
  /// What it was when it was read or written here.
  const QByteArray& seen() const { return m_seen; }
  bool modified() const { return m_modified; }

  /// What writes the session as it is now to `file`. Call saved() when it was. Fails where the session's own
  /// file is not what was read or written here any more, unless it `replaces` whatever is there.
  FileJobs::Write saving(const QString& file, bool replaces);
  /// What that will be, about.
  std::uint64_t savingBytes() const { return m_savingBytes; }
  /// False when `file` is not what saving() was asked for.
  bool saved(const QString& file);

 signals:
  /// File or modified().
  void changed();
  /// What was left can be found among RecoveryStore::left().
  void leftBehind();
  /// A copy could not be kept; once for each session.
  void failed(const QString& reason);
  /// The record of a run is on the disk.
  void stored(RunId id, qulonglong version, const std::shared_ptr<const runahead::StoredRun>& run);

 private:
  struct Stored;  ///< the runs of a file that was saved
  enum class How { inPassing, whole, last };
  void lookNow();
  void keepLater();
  void keepInPassing();
  void drop();
  void tellStored();
  void write(How how);

  const Source m_source;
  Later m_timer{kEveryMs, this, &SessionKeeper::keep};  ///< while something is not kept whole, or grows
  Later m_look{0, this, &SessionKeeper::lookNow};
  Later m_soon{kSoonMs, this, &SessionKeeper::keepInPassing};
  FileJobs m_jobs;
  QString m_file;
  QByteArray m_seen;
  Revisions m_saved, m_kept, m_saving;
  Revisions m_keptInPassing;  ///< of what was kept last, in passing or whole
  QString m_savingFile;
  std::shared_ptr<Stored> m_stored;
  std::shared_ptr<std::atomic<qint64>> m_tookMs = std::make_shared<std::atomic<qint64>>(0);
  std::uint64_t m_savingBytes = 0;
  std::shared_ptr<RecoveryStore> m_place;
  bool m_modified = false;
  bool m_away = true;  ///< between leave() and begin() nothing is looked at
  bool m_complained = false;
  std::function<void()> m_then;  ///< once nothing is being written
  bool m_again = false;          ///< keep() was asked for while something was being written
};

}  // namespace runahead::gui
