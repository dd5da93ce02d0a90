// SPDX-License-Identifier: GPL-3.0-or-later
// Rescaling: closes a window in order to open it at another size, and places the one that takes over.
// Not here: the sizes (window_scale.h), what a session is made of (window_session.h).
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <utility>

#include "gui/window/window_scale.h"

namespace runahead::gui {

class HandOut;
class LeftSessions;
class Lecture;
class NoteStrip;
class NoticeStrip;
class Presentation;
class SessionFiles;
class WindowSession;
class Workbench;

class Rescaling : public QObject {
  Q_OBJECT
 public:
  struct Parts {
    Workbench* bench;
    Lecture* lecture;
    Presentation* presentation;
    HandOut* handOut;
    WindowSession* session;
    SessionFiles* files;
    LeftSessions* left;
    NoteStrip* note;
    NoticeStrip* notice;
  };
  /// All of them outlive it.
  Rescaling(const Parts& parts, QWidget* window);

  /// Everything in the window: one step larger, or smaller, and 0 is the size that it came with.
  void scaleBy(int steps);
  /// Once the window was closed for that: what the next one takes over.
  std::optional<HandedSession> takeHanded() { return std::exchange(m_handed, std::nullopt); }
  /// Nothing was opened before.
  void takeOver(const HandedSession& handed);

 signals:
  void firstPageWanted();

 private:
  /// `agreed`: what cannot be brought back then has been said.
  void setScale(int percent, bool agreed = false);

  const Parts m_its;
  QWidget* m_window;
  std::optional<HandedSession> m_handed;
};

}  // namespace runahead::gui
