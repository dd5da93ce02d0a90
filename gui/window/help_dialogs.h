// SPDX-License-Identifier: GPL-3.0-or-later
// HelpDialogs: the manual, what programs in Python can call, and what this program is.
// Not here: the keys (keys_overlay.h).
#pragma once

#include <QObject>
#include <vector>

#include "core/scenario/python.h"
#include "gui/jobs/latest_job.h"

namespace runahead::gui {

class Commands;
class NoticeStrip;

class HelpDialogs : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  HelpDialogs(Commands* commands, NoticeStrip* notice, QWidget* window);

 private:
  void showManual();
  void showAbout();

  QWidget* m_window;
  LatestJob<Result<std::vector<PackageCalls>>> m_readingCalls;
};

}  // namespace runahead::gui
