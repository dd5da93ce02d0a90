// SPDX-License-Identifier: GPL-3.0-or-later
// FileJobs: reads and writes trace files and sessions beside the window, says how far it is, and reports back
// on the window's thread. Not here: the formats (core/io) and what a file is shown as (window/).
//
// Cancelling a job that reads forgets it. One that writes is asked to stop, and what became of the file is
// said when it is known: cancelled(), with the file as it was, or written(), when it was in place already.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/io/session_file.h"
#include "gui/axis/lane_index.h"
#include "gui/jobs/mailbox.h"

namespace runahead::gui {

class FileJobs : public QObject {
  Q_OBJECT
 public:
  using Write = std::function<Status(const Progress&)>;
  explicit FileJobs(QObject* parent = nullptr);
  /// What is being written goes on.
  ~FileJobs() override;

  /// One of opened() or failed() follows, unless another read() or cancel() comes first.
  void read(const QString& path);
  /// One of written(), failed() or cancelled() follows. `cancellable`: `write` asks the progress that it
  /// gets, for the last time right before the file is put in place.
  void write(const QString& path, Write write, bool cancellable = false);
  void cancel();
  bool busy() const { return !m_jobs.empty(); }
  bool writes() const;
  /// Whether cancel() may still do something.
  bool cancellable() const;

 signals:
  /// With an index of each trace that was read.
  void opened(const QString& path, const runahead::SessionFile& session,
              const runahead::gui::LaneIndexes& indexes);
  void written(const QString& path);
  void cancelled(const QString& path);
  void failed(const QString& path, const QString& reason);
  void busyChanged(bool busy);
  /// Bytes; `total` may be 0: not known.
  void progressed(const QString& path, bool writes, qulonglong done, qulonglong total);

 private:
  struct Job;  ///< what a job leaves behind; shared with the job's thread
  void run(const QString& path, bool writes, bool cancellable, std::function<void(Job&)> work);
  void forget(const std::shared_ptr<Job>& job);
  void collect();
  void finish(const std::shared_ptr<Job>& job);

  Wake m_wake{this, &FileJobs::collect};
  std::vector<std::shared_ptr<Job>> m_jobs;  ///< those that go on, oldest first
};

}  // namespace runahead::gui
