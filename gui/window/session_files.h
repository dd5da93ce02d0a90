// SPDX-License-Identifier: GPL-3.0-or-later
// SessionFiles: sessions, recordings and lectures as files: opened in the place of what is there or beside
// it, continued, saved; and which files were used last.
// Not here: what is in a session (window_session.h), programs (program_files.h), pictures (exporter.h).
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>

#include "core/io/session_file.h"
#include "gui/axis/lane_index.h"
#include "gui/jobs/latest_job.h"

namespace runahead::gui {

class Closing;
class FileJobs;
class LeftSessions;
class Lecture;
class NoteStrip;
class NoticeStrip;
class ProgramFiles;
class WindowSession;
class Workbench;

class SessionFiles : public QObject {
  Q_OBJECT
 public:
  struct Parts {
    Workbench* bench;
    Lecture* lecture;
    WindowSession* session;
    LeftSessions* left;
    ProgramFiles* programs;
    FileJobs* jobs;
    Closing* closing;
    NoteStrip* note;
    NoticeStrip* notice;
  };
  /// All of them outlive it.
  SessionFiles(const Parts& parts, QWidget* window);

  /// Something is read or written.
  bool busy() const;
  /// What is there is left, to be continued later.
  void beginNew();
  /// Reads the file beside the window; what is wrong with it is said in the strip under the header.
  void open(const QString& path);
  /// A file that was read already: the first as open(), the others as compareWith().
  void take(const QString& path, const SessionFile& file);
  /// Reads the file beside the window and compares its runs with those that are there.
  void compareWith(const QString& path);
  /// One that comes with the program.
  void openLecture(const QString& name);
  /// What is wrong with a session that was kept here is said in the strip under the header.
  void continueLeft(const QString& place);
  /// Asks for one to open, or to compare with.
  void ask(bool compares);
  /// Into the session's file, or asks for one; `then`: once it was.
  void save(std::function<void()> then = {});
  void saveAs();
  /// `replaces`: whatever has been written there meanwhile.
  void saveTo(const QString& path, bool replaces);
  /// Newest first.
  const QStringList& recent() const { return m_recent; }
  void addRecent(const QString& path);

 signals:
  void recentChanged(const QStringList& files);
  /// A new session begins: nothing is there.
  void emptied();
  /// Runs of a file are among those that are there.
  void joined();

 private:
  /// In the place of what is being read.
  void read(const QString& path, bool adds);
  void takeRead(const QString& path, const SessionFile& file, const LaneIndexes& indexes);
  /// Its runs join those that are there.
  void join(const QString& path, const SessionFile& file, const LaneIndexes& indexes);
  /// The file takes the place of what is there.
  void replace(const QString& path, SessionFile file, const LaneIndexes& indexes);
  void continueAlone(const QString& reason, const SessionFile& session);
  void askForFile();
  void tellWritten(const QString& path);
  void tellFailed(const QString& path, const QString& reason);

  const Parts m_its;
  QWidget* m_window;
  LatestJob<Result<SessionFile>> m_makingLecture;
  QStringList m_recent;
  QByteArray m_seen;              ///< of the file that is being read
  bool m_adds = false;            ///< it joins the runs that are there
  std::uint64_t m_saidBytes = 0;  ///< of the file that one has agreed to
  std::function<void()> m_then;   ///< as soon as the session is saved
};

}  // namespace runahead::gui
