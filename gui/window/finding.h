// SPDX-License-Identifier: GPL-3.0-or-later
// Finding: where one searches, in the text that has the focus or among tasks and scenarios; and what Esc
// closes or clears. Not here: the strips for it (find_strip.h, listing/text_find.h).
#pragma once

#include <QObject>

namespace runahead::gui {

class Commands;
class KeysOverlay;
class ListingPane;
class NoticeStrip;
class WorkPage;
class Workbench;

class Finding : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  Finding(Commands* commands, Workbench* bench, ListingPane* listing, WorkPage* page, NoticeStrip* notice,
          KeysOverlay* keys, QObject* parent);

 signals:
  /// There are no tasks: among scenarios.
  void scenariosWanted();
  /// The user does not type any more.
  void typingLeft();

 private:
  void find();
  void findTasks();
  void findAgain(bool back);
  /// Closes what lies on top, or clears one thing that is chosen.
  void clearOne();

  Workbench* m_bench;
  ListingPane* m_listing;
  WorkPage* m_page;
  NoticeStrip* m_notice;
  KeysOverlay* m_keys;
};

}  // namespace runahead::gui
