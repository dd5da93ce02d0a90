// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs leave their result in a mutex-guarded place; a signal is only the wake-up to look into it.
// Not here: threads; background.h joins them before the program ends.
#include "gui/jobs/file_jobs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

#include "gui/jobs/background.h"
#include "gui/text/log.h"

namespace runahead::gui {
namespace {

constexpr std::chrono::milliseconds kTellEvery{60};

}  // namespace

struct FileJobs::Job {
  enum class Stage { going, cancelled, placing };

  QString path;
  bool writes = false;
  bool cancellable = false;
  std::atomic<Stage> stage{Stage::going};

  std::mutex mutex;
  FileJobs* receiver = nullptr;  ///< null once the job was forgotten
  struct News {
    std::optional<Result<SessionFile>> session = {};
    LaneIndexes indexes = {};
    std::optional<Status> status = {};
    std::uint64_t done = 0, total = 0;
    bool any = false;
  };
  News news;
  std::chrono::steady_clock::time_point told{};

  /// Who cancels and who puts the file in place cannot both have their way.
  bool goesOn(std::uint64_t now, std::uint64_t all) {
    if (writes && all > 0 && now >= all) {
      Stage going = Stage::going;
      if (!stage.compare_exchange_strong(going, Stage::placing) && going == Stage::cancelled) return false;
    } else if (stage == Stage::cancelled) {
      return false;
    }
    const auto time = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex);
    news.done = now;
    news.total = all;
    if (stage != Stage::placing && time - told < kTellEvery) return true;
    told = time;
    if (!std::exchange(news.any, true) && receiver) emit receiver->woken();
    return true;
  }
};

FileJobs::FileJobs(QObject* parent) : QObject(parent) {
  connect(this, &FileJobs::woken, this, &FileJobs::collect, Qt::QueuedConnection);
}

FileJobs::~FileJobs() {
  for (const auto& job : m_jobs) {
    if (!job->writes) job->stage = Job::Stage::cancelled;
    const std::lock_guard lock(job->mutex);
    job->receiver = nullptr;
  }
}

void FileJobs::read(const QString& path) {
  for (const auto& job : std::vector(m_jobs)) {
    if (!job->writes) forget(job);
  }
  auto job = std::make_shared<Job>();
  job->path = path;
  job->cancellable = true;
  run(job, [file = path.toStdString()](Job& own) {
    const auto progress = [&own](std::uint64_t done, std::uint64_t total) { return own.goesOn(done, total); };
    Result<SessionFile> session = open_session(file, progress);
    LaneIndexes indexes;
    if (session) {
      for (const SessionTrace& one : session->runs) {
        indexes.push_back(one.trace ? std::make_shared<const LaneIndex>(*one.trace) : nullptr);
        // A program is looked at here, so that the window need not.
        scenario_of(source_of(one.head().info));
      }
    }
    const std::lock_guard lock(own.mutex);
    own.news.session.emplace(std::move(session));
    own.news.indexes = std::move(indexes);
  });
}

void FileJobs::write(const QString& path, Write write, bool cancellable) {
  auto job = std::make_shared<Job>();
  job->path = path;
  job->writes = true;
  job->cancellable = cancellable;
  run(job, [write = std::move(write)](Job& own) {
    Status status =
        write([&own](std::uint64_t done, std::uint64_t total) { return own.goesOn(done, total); });
    const std::lock_guard lock(own.mutex);
    own.news.status.emplace(std::move(status));
  });
}

void FileJobs::run(const std::shared_ptr<Job>& job, std::function<void(Job&)> work) {
  job->receiver = this;
  m_jobs.push_back(job);
  if (m_jobs.size() == 1) emit busyChanged(true);
  runInBackground([job, work = std::move(work)] {
    work(*job);
    const std::lock_guard lock(job->mutex);
    if (job->receiver) emit job->receiver->woken();
  });
}

bool FileJobs::writes() const {
  return std::any_of(m_jobs.begin(), m_jobs.end(), [](const auto& job) { return job->writes; });
}

bool FileJobs::cancellable() const {
  return std::any_of(m_jobs.begin(), m_jobs.end(),
                     [](const auto& job) { return job->cancellable && job->stage == Job::Stage::going; });
}

void FileJobs::cancel() {
  for (const auto& job : std::vector(m_jobs)) {
    if (!job->writes) {
      forget(job);
    } else if (job->cancellable) {
      auto going = Job::Stage::going;
      job->stage.compare_exchange_strong(going, Job::Stage::cancelled);
    }
  }
}

void FileJobs::forget(const std::shared_ptr<Job>& job) {
  job->stage = Job::Stage::cancelled;
  {
    const std::lock_guard lock(job->mutex);
    job->receiver = nullptr;
  }
  finish(job);
}

void FileJobs::finish(const std::shared_ptr<Job>& job) {
  std::erase(m_jobs, job);
  if (m_jobs.empty()) emit busyChanged(false);
}

void FileJobs::collect() {
  for (const auto& job : std::vector(m_jobs)) {
    Job::News news;
    {
      const std::lock_guard lock(job->mutex);
      news = std::exchange(job->news, {});
    }
    const auto& [session, indexes, status, done, total, any] = news;
    if (!session && !status) {
      if (any) emit progressed(job->path, job->writes, done, total);
      continue;
    }
    finish(job);
    const bool ok = session ? session->ok() : status->ok();
    qCInfo(logFiles).noquote() << (job->writes ? "writing" : "reading") << job->path + ":"
                               << (ok        ? QStringLiteral("done")
                                   : session ? QString::fromStdString(session->error())
                                             : QString::fromStdString(status->error()));
    if (session && session->ok()) emit opened(job->path, **session, indexes);
    if (session && !session->ok()) emit failed(job->path, QString::fromStdString(session->error()));
    if (status && status->ok()) emit written(job->path);
    if (status && status->cancelled()) emit cancelled(job->path);
    if (status && !status->ok() && !status->cancelled()) {
      emit failed(job->path, QString::fromStdString(status->error()));
    }
  }
}

}  // namespace runahead::gui
