// SPDX-License-Identifier: GPL-3.0-or-later
// One job at a time, which leaves what it has read under a mutex.
// Not here: the form of a run on the disk (core/io/run_file.h).
#include "gui/runs/run_reader.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "core/io/run_file.h"
#include "gui/jobs/background.h"

namespace runahead::gui {

struct RunReader::Job {
  int id = 0;
  std::atomic<bool> stop{false};
  std::mutex mutex;
  RunReader* receiver = nullptr;  ///< null once nobody wants it any more
  int percent = 0;
  std::optional<Result<Trace>> trace;
  std::shared_ptr<const LaneIndex> index;

  bool goesOn(std::uint64_t done, std::uint64_t total) {
    const int now = total == 0 ? 0 : static_cast<int>(done * 100 / total);
    const std::lock_guard lock(mutex);
    if (now > percent && receiver) {
      percent = now;
      emit receiver->woken();
    }
    return !stop;
  }
};

RunReader::RunReader(RunList* runs, QObject* parent) : QObject(parent), m_runs(runs) {
  connect(runs, &RunList::toReadChanged, this, &RunReader::follow, Qt::QueuedConnection);
  connect(this, &RunReader::woken, this, &RunReader::collect, Qt::QueuedConnection);
}

RunReader::~RunReader() {
  m_runs = nullptr;
  giveUp();
}

void RunReader::giveUp() {
  if (!m_job) return;
  m_job->stop = true;
  {
    const std::lock_guard lock(m_job->mutex);
    m_job->receiver = nullptr;
  }
  const int id = std::exchange(m_job, nullptr)->id;
  if (m_runs) m_runs->setReading(id, {});
}

void RunReader::follow() {
  const std::vector<int> wanted = m_runs->toRead();
  if (m_job) {
    // Of those that are wanted, one that is being read is read to its end, unless another has to come on
    // show.
    const bool still =
        !wanted.empty() &&
        (wanted.front() == m_job->id ||
         (!m_runs->wanted() && std::find(wanted.begin(), wanted.end(), m_job->id) != wanted.end()));
    if (still) return;
    giveUp();
  }
  if (wanted.empty()) return;
  m_job = std::make_shared<Job>();
  m_job->id = wanted.front();
  m_job->receiver = this;
  m_runs->setReading(m_job->id, 0);
  runInBackground([job = m_job, stored = m_runs->find(m_job->id)->stored] {
    Result<Trace> trace =
        stored->read([&job](std::uint64_t done, std::uint64_t total) { return job->goesOn(done, total); });
    std::shared_ptr<const LaneIndex> index;
    if (trace) index = std::make_shared<const LaneIndex>(*trace);
    const std::lock_guard lock(job->mutex);
    job->trace.emplace(std::move(trace));
    job->index = std::move(index);
    if (job->receiver) emit job->receiver->woken();
  });
}

void RunReader::collect() {
  if (!m_job) return;
  std::optional<Result<Trace>> trace;
  std::shared_ptr<const LaneIndex> index;
  int percent = 0;
  {
    const std::lock_guard lock(m_job->mutex);
    trace.swap(m_job->trace);
    index.swap(m_job->index);
    percent = m_job->percent;
  }
  const int id = m_job->id;
  if (!trace) return m_runs->setReading(id, percent);
  m_job = nullptr;
  if (*trace) {
    m_runs->take(id, **trace, std::move(index));
  } else {
    const QString reason = QString::fromStdString(trace->error());
    m_runs->setLost(id, reason);
    emit failed(id, reason);
  }
  follow();
}

}  // namespace runahead::gui
