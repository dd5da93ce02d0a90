// SPDX-License-Identifier: GPL-3.0-or-later
// Closing: a window that is to close waits for what is being written, unless it is closed again.
// Not here: what is kept then (session/session_keeper.h).
#pragma once

#include <QObject>

class QWidget;

namespace runahead::gui {

class FileJobs;
class HandOut;
class NoticeStrip;

class Closing : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  Closing(FileJobs* files, HandOut* handOut, NoticeStrip* notice, QWidget* window);

  /// True, and said: the window stays until then.
  bool mustWait();
  /// It waits, and closes as soon as all is written.
  bool waits() const { return m_waits; }
  /// What is not saved is kept; a file that is being written stays as it was.
  void closeUnasked();
  /// All that was begun has ended.
  void closeWhenWritten();
  /// It was not written: the window stays.
  void stay() { m_waits = false; }

 private:
  FileJobs* m_files;
  HandOut* m_handOut;
  NoticeStrip* m_notice;
  QWidget* m_window;
  bool m_waits = false;
};

}  // namespace runahead::gui
