// SPDX-License-Identifier: GPL-3.0-or-later
// A job leaves how far it is and what came of it in a mailbox of its own.
// Not here: threads; background.h joins them before the program ends.
#include "gui/jobs/file_jobs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
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

  struct News {
    std::optional<Result<SessionFile>> session = {};
    LaneIndexes indexes = {};
    std::optional<Status> status = {};
    std::optional<std::pair<std::uint64_t, std::uint64_t>> progress = {};
  };
  Mailbox<News> box;
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
    if (stage != Stage::placing && time - told < kTellEvery) return true;
    told = time;
    box.leave([&](News& news) { news.progress = {now, all}; });
    return true;
  }
};

FileJobs::FileJobs(QObject* parent) : QObject(parent) {}

FileJobs::~FileJobs() {
  for (const auto& job : m_jobs) {
    if (!job->writes) job->stage = Job::Stage::cancelled;
    job->box.close();
  }
}

void FileJobs::read(const QString& path) {
  for (const auto& job : std::vector(m_jobs)) {
    if (!job->writes) forget(job);
  }
  run(path, false, true, [file = path.toStdString()](Job& own) {
    const auto progress = [&own](std::uint64_t done, std::uint64_t total) { return own.goesOn(done, total); };
    Result<SessionFile> session = open_session(file, progress);
    LaneIndexes indexes;
    if (session) {
      for (const SessionTrace& one : session->runs) {
        indexes.push_back(one.trace ? std::make_shared<const LaneIndex>(*one.trace) : nullptr);
        // A program is looked at here, so that the window need not.
        scenario_of(one.head().info.source);
      }
    }
    own.box.leave([&](Job::News& news) {
      news.session.emplace(std::move(session));
      news.indexes = std::move(indexes);
    });
  });
}

void FileJobs::write(const QString& path, Write write, bool cancellable) {
  run(path, true, cancellable, [write = std::move(write)](Job& own) {
    Status status =
        write([&own](std::uint64_t done, std::uint64_t total) { return own.goesOn(done, total); });
    own.box.leave([&](Job::News& news) { news.status.emplace(std::move(status)); });
  });
}

void FileJobs::run(const QString& path, bool writes, bool cancellable, std::function<void(Job&)> work) {
  m_jobs.push_back(std::shared_ptr<Job>(new Job{
      .path = path, .writes = writes, .cancellable = cancellable, .box = Mailbox<Job::News>(m_wake)}));
  if (m_jobs.size() == 1) emit busyChanged(true);
  runInBackground([job = m_jobs.back(), work = std::move(work)] { work(*job); });
}

bool FileJobs::writes() const {
  return std::ranges::any_of(m_jobs, [](const auto& job) { return job->writes; });
}

bool FileJobs::cancellable() const {
  return std::ranges::any_of(
      m_jobs, [](const auto& job) { return job->cancellable && job->stage == Job::Stage::going; });
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
  job->box.close();
  finish(job);
}

void FileJobs::finish(const std::shared_ptr<Job>& job) {
  std::erase(m_jobs, job);
  if (m_jobs.empty()) emit busyChanged(false);
}

void FileJobs::collect() {
  for (const auto& job : std::vector(m_jobs)) {
    const auto& [session, indexes, status, progress] = job->box.take();
    if (!session && !status) {
      if (progress) emit progressed(job->path, job->writes, progress->first, progress->second);
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
