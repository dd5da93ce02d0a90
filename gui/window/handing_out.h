// SPDX-License-Identifier: GPL-3.0-or-later
// HandingOut: asks for the lecture to be saved before it is handed out, and says what came of it.
// Not here: the folder and who writes into it (lecture/hand_out.h).
#pragma once

#include <QObject>

namespace runahead::gui {

class Closing;
class HandOut;
class NoticeStrip;
class SessionFiles;
class SessionKeeper;

class HandingOut : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  HandingOut(HandOut* handOut, SessionFiles* files, SessionKeeper* keeper, Closing* closing,
             NoticeStrip* notice, QObject* parent);

  /// The lecture as it was saved, on paper and as a page, in a new folder of one that is asked for.
  void ask();

 private:
  HandOut* m_handOut;
  SessionFiles* m_files;
  SessionKeeper* m_keeper;
  Closing* m_closing;
  NoticeStrip* m_notice;
};

}  // namespace runahead::gui
