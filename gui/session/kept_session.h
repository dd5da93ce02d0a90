// SPDX-License-Identifier: GPL-3.0-or-later
// KeptSession: a place on the disk where one window keeps its session unasked, so that nothing is lost when
// it is closed, or killed. Not here: when something is kept (session_keeper.h), and the user's own files.
//
// A place is a folder with a file and a lock. The system lets go of the lock when the process ends, however
// it ends; a place whose lock nobody holds is what somebody left. Several windows and programs may look at
// once: only one can claim a place.
#pragma once

#include <QDateTime>
#include <QString>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/error.h"
#include "core/io/session_file.h"

namespace runahead::gui {

class KeptSession {
 public:
  /// Of the places that nobody holds, the newest are kept, the others removed when a new place is made.
  static constexpr std::size_t kMostLeft = 5;

  struct Left {
    QString place;
    QString name;  ///< what it was made with
    QDateTime when;
  };
  /// What was left, newest first.
  static std::vector<Left> left();

  /// A new, empty place; Failure: why there can be none.
  static Result<std::shared_ptr<KeptSession>> create(const QString& name);
  /// Null when another window holds it, or when it is gone.
  static std::shared_ptr<KeptSession> claim(const QString& place);

  ~KeptSession();
  KeptSession(const KeptSession&) = delete;
  KeptSession& operator=(const KeptSession&) = delete;

  QString file() const;

  /// Jobs of background threads may overtake one another: only the one with the newest turn does something.
  std::uint64_t takeTurn() { return ++m_turn; }
  Status write(std::uint64_t turn, const SessionFile& session);
  /// With everything in it.
  void remove(std::uint64_t turn);
  /// From now on somebody else may claim it.
  void release(std::uint64_t turn);

 private:
  KeptSession(QString place, int lock) : m_place(std::move(place)), m_lock(lock) {}
  void unlock();

  const QString m_place;
  std::atomic<std::uint64_t> m_turn = 0;
  std::mutex m_mutex;
  int m_lock;  ///< a descriptor; -1 once released
};

}  // namespace runahead::gui
