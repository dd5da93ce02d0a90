// SPDX-License-Identifier: GPL-3.0-or-later
// FileJobs: reads and writes trace files and sessions beside the window and reports back on its thread.
// Not here: the formats (core/io) and what a file is shown as (window/).
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>

#include "core/base/error.h"
#include "core/io/session_file.h"
#include "gui/view/lane_index.h"

namespace runahead::gui {

class FileJobs : public QObject {
  Q_OBJECT
 public:
  explicit FileJobs(QObject* parent = nullptr);
  ~FileJobs() override;

  /// One of opened() or failed() follows, unless another read() or cancel() comes first.
  void read(const QString& path);
  /// Writes `trace` with `write`; one of written() or failed() follows, unless cancelled. A cancelled write
  /// still completes its file: writers replace the target only as a whole.
  void write(const QString& path, std::function<Status()> write);
  /// Forgets the job: its result is dropped.
  void cancel();
  bool busy() const { return m_busy; }

 signals:
  /// With an index of each trace.
  void opened(const QString& path, const runahead::SessionFile& session,
              const runahead::gui::LaneIndexes& indexes);
  void written(const QString& path);
  void failed(const QString& path, const QString& reason);
  void busyChanged(bool busy);
  /// To itself, from the job's thread: there is something to collect.
  void woken();

 private:
  struct Outbox;  ///< what a job leaves behind; shared with the job's thread
  void run(const QString& path, std::function<void(Outbox&)> job);
  void collect();

  std::shared_ptr<Outbox> m_outbox;
  QString m_path;
  bool m_busy = false;
};

}  // namespace runahead::gui
