// SPDX-License-Identifier: GPL-3.0-or-later
// LeftSessions: what sessions and crashes have left, on the first page; the one that is to be continued, as
// long as it is read, and the one that was forgotten, as long as that can be undone.
// Not here: their places on the disk (session/recovery_store.h), opening them (session_files.h).
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <utility>
#include <vector>

#include "core/io/session_file.h"
#include "gui/crash/reports.h"
#include "gui/jobs/latest_job.h"
#include "gui/session/recovery_store.h"

namespace runahead::gui {

class NoticeStrip;
class WelcomePage;
class Workbench;

class LeftSessions : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  LeftSessions(Workbench* bench, WelcomePage* welcome, NoticeStrip* notice, QObject* parent);

  /// Looks for it beside the window, unless something is open.
  void offer();
  /// This one is to be continued. False: another window holds it, or it is gone.
  bool claim(const QString& place);
  /// Of the one that is to be continued; empty: none is.
  QString file() const { return m_continued ? m_continued->file() : QString(); }
  bool continues(const QString& file) const { return m_continued && m_continued->file() == file; }
  /// It was read: its place is the caller's.
  std::shared_ptr<RecoveryStore> take() { return std::exchange(m_continued, nullptr); }
  /// Nothing is to be continued any more.
  void letGo();
  /// Its manifest cannot be read; reads its runs beside the window, runsRead() follows.
  void readRunsAlone(const QString& reason);
  bool reading() const { return m_readingRunsAlone.busy(); }
  /// Can be undone until the next one, or until the window closes.
  void forget(const QString& place);
  void undoForget();
  void reallyForget();

 signals:
  void continueRequested(const QString& place);
  void runsRead(const QString& reason, const runahead::SessionFile& session);

 private:
  struct Offer {
    std::vector<RecoveryStore::Left> left;
    std::vector<CrashReport> reports;
  };
  struct RunsAlone {
    QString reason;
    SessionFile session;
  };

  Workbench* m_bench;
  NoticeStrip* m_notice;
  LatestJob<Offer> m_offering;
  LatestJob<RunsAlone> m_readingRunsAlone;
  std::shared_ptr<RecoveryStore> m_continued, m_forgotten;
};

}  // namespace runahead::gui
