// SPDX-License-Identifier: GPL-3.0-or-later
// NextRun: what panes say of the run that would be made now: whether the picture is already that, its waits
// in the listing's margin, and why it will not start. Not here: its settings (runs/run_settings.h), making
// it (run_control.h).
#pragma once

#include <QObject>

namespace runahead::gui {

class HeaderBar;
class ListingPane;
class NoticeStrip;
class RunSettings;
class WorkPage;
class Workbench;

class NextRun : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  NextRun(Workbench* bench, RunSettings* settings, HeaderBar* header, ListingPane* listing, WorkPage* page,
          NoticeStrip* notice, QObject* parent);

 private:
  void follow();
  /// Whether the picture is that of the present settings.
  void compare();
  /// The listing's margin: waits of the next run beside those of the run on show.
  void updateWaits();
  /// What is wrong with the next run is said before it is started.
  void check();

  Workbench* m_bench;
  RunSettings* m_settings;
  HeaderBar* m_header;
  ListingPane* m_listing;
  WorkPage* m_page;
  NoticeStrip* m_notice;
  bool m_refused = false;  ///< the notice says why it will not start
};

}  // namespace runahead::gui
