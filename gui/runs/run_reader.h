// SPDX-License-Identifier: GPL-3.0-or-later
// RunReader: reads the runs that a RunList wants and that are on the disk, one after another beside the
// window, the most urgent first. What is not wanted any more is given up. Not here: which runs those are
// (run_list.h).
#pragma once

#include <QObject>
#include <memory>

#include "gui/jobs/mailbox.h"
#include "gui/runs/run_list.h"

namespace runahead::gui {

class RunReader : public QObject {
  Q_OBJECT
 public:
  explicit RunReader(RunList* runs, QObject* parent = nullptr);
  ~RunReader() override;

 signals:
  void failed(RunId id, const QString& reason);

 private:
  struct Job;
  void follow();
  void collect();
  void giveUp();

  RunList* m_runs;
  Wake m_wake{this, &RunReader::collect};
  std::shared_ptr<Job> m_job;  ///< null: nothing is read
};

}  // namespace runahead::gui
