// SPDX-License-Identifier: GPL-3.0-or-later
// RunOutcomes: says how runs ended, in the strip under the header: the run on show when that may be told, one
// elsewhere at once. Not here: starting and closing them (run_control.h).
#pragma once

#include <QObject>
#include <QString>

#include "core/session/session.h"

namespace runahead::gui {

class NoticeStrip;
class RunSettings;
class WorkPage;
class Workbench;

class RunOutcomes : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  RunOutcomes(Workbench* bench, RunSettings* settings, WorkPage* page, NoticeStrip* notice, QObject* parent);

 signals:
  void workspaceWanted(const QString& name);

 private:
  void tellEnd(RunId id);
  void tell();
  /// What the end of a run says comes and goes with what is hidden.
  void follow();

  Workbench* m_bench;
  RunSettings* m_settings;
  WorkPage* m_page;
  NoticeStrip* m_notice;
  bool m_told = false;  ///< the notice says how the run on show ended
  bool m_held = false;  ///< it would, but what comes is hidden
};

}  // namespace runahead::gui
