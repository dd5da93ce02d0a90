// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs leave their result in a mutex-guarded outbox; a signal is only the wake-up to look into it.
// Not here: threads; background.h joins them before the program ends.
#include "gui/bridge/file_jobs.h"

#include <mutex>
#include <optional>
#include <utility>

#include "gui/bridge/background.h"

namespace runahead::gui {

struct FileJobs::Outbox {
  std::mutex mutex;
  FileJobs* receiver = nullptr;  ///< null once the job was forgotten
  std::optional<Result<SessionFile>> session;
  LaneIndexes indexes;
  std::optional<Status> status;
};

FileJobs::FileJobs(QObject* parent) : QObject(parent) {
  connect(this, &FileJobs::woken, this, &FileJobs::collect, Qt::QueuedConnection);
}

FileJobs::~FileJobs() {
  m_busy = false;  // whoever listens may be half gone
  cancel();
}

void FileJobs::read(const QString& path) {
  run(path, [file = path.toStdString()](Outbox& outbox) {
    Result<SessionFile> session = read_session(file);
    LaneIndexes indexes;
    if (session) {
      for (const Trace& trace : session->traces) indexes.push_back(std::make_shared<const LaneIndex>(trace));
    }
    const std::lock_guard lock(outbox.mutex);
    outbox.session.emplace(std::move(session));
    outbox.indexes = std::move(indexes);
  });
}

void FileJobs::write(const QString& path, std::function<Status()> write) {
  run(path, [write = std::move(write)](Outbox& outbox) {
    Status status = write();
    const std::lock_guard lock(outbox.mutex);
    outbox.status.emplace(std::move(status));
  });
}

void FileJobs::run(const QString& path, std::function<void(Outbox&)> job) {
  cancel();
  m_path = path;
  m_outbox = std::make_shared<Outbox>();
  m_outbox->receiver = this;
  m_busy = true;
  emit busyChanged(true);
  runInBackground([outbox = m_outbox, job = std::move(job)] {
    job(*outbox);
    const std::lock_guard lock(outbox->mutex);
    if (outbox->receiver) emit outbox->receiver->woken();
  });
}

void FileJobs::cancel() {
  if (m_outbox) {
    const std::lock_guard lock(m_outbox->mutex);
    m_outbox->receiver = nullptr;
  }
  m_outbox = nullptr;
  if (std::exchange(m_busy, false)) emit busyChanged(false);
}

void FileJobs::collect() {
  if (!m_outbox) return;  // cancelled after the wake-up was posted
  std::optional<Result<SessionFile>> session;
  LaneIndexes indexes;
  std::optional<Status> status;
  {
    const std::lock_guard lock(m_outbox->mutex);
    session.swap(m_outbox->session);
    indexes.swap(m_outbox->indexes);
    status.swap(m_outbox->status);
  }
  if (!session && !status) return;  // the wake-up of a job that was replaced
  const QString path = m_path;
  cancel();
  if (session && session->ok()) emit opened(path, **session, indexes);
  if (session && !session->ok()) emit failed(path, QString::fromStdString(session->error()));
  if (status && status->ok()) emit written(path);
  if (status && !status->ok()) emit failed(path, QString::fromStdString(status->error()));
}

}  // namespace runahead::gui
