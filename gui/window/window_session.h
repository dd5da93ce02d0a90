// SPDX-License-Identifier: GPL-3.0-or-later
// WindowSession: the session that a window has: what is in it, how it is put back, its name, and the keeper
// that knows whether it needs saving.
// Not here: opening and saving files (session_files.h), when copies are kept (session/session_keeper.h).
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <functional>

#include "core/io/session_file.h"
#include "gui/axis/lane_index.h"
#include "gui/session/recovery_store.h"

namespace runahead::gui {

class Lecture;
class ListingPane;
class NoteStrip;
class NoticeStrip;
class RunSettings;
class SessionKeeper;
class Workbench;
struct HandedSession;

class WindowSession : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  WindowSession(Workbench* bench, RunSettings* settings, Lecture* lecture, ListingPane* listing,
                NoteStrip* note, NoticeStrip* notice, QObject* parent);

  SessionKeeper* keeper() const { return m_keeper; }
  /// While it has no file.
  const QString& name() const { return m_name; }
  void setName(const QString& name);
  /// Of a window, with a place for the asterisk.
  QString title() const;
  /// It has got this name, and belongs to that file, if any, as it was seen.
  void begin(const QString& name, const QString& file, const QByteArray& seen = {});
  /// True: a run is in progress, and the strip offers to stop it and continue with `then`.
  bool asksBeforeLeaving(const QString& button, std::function<void()> then);
  /// Ends what is in progress and leaves all runs, to be continued later.
  void leave();
  /// Into every pane; nothing is there.
  void putBack(const SessionFile& file, const LaneIndexes& indexes, const QString& name);
  /// Another window continues it.
  void handOver(HandedSession& handed);
  /// That window's side.
  void takeOver(const HandedSession& handed);

 signals:
  /// title(), or whether it needs saving.
  void titleChanged();
  /// What was put back is there; `name`: of its file.
  void restored(const QString& name);

 private:
  SessionToRecover now() const;

  Workbench* m_bench;
  Lecture* m_lecture;
  ListingPane* m_listing;
  NoteStrip* m_note;
  NoticeStrip* m_notice;
  SessionKeeper* m_keeper;
  QString m_name;
};

}  // namespace runahead::gui
