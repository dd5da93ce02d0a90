// SPDX-License-Identifier: GPL-3.0-or-later
// One job at a time, which leaves what it has read in a mailbox.
// Not here: the form of a run on the disk (core/io/run_file.h).
#include "gui/runs/run_reader.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "core/io/run_file.h"
#include "gui/jobs/background.h"

namespace runahead::gui {

struct RunReader::Job {
  RunId id = kNone;
  std::atomic<bool> stop{false};
  struct News {
    std::optional<int> percent;
    std::optional<Result<Trace>> trace;
    std::shared_ptr<const LaneIndex> index;
  };
  Mailbox<News> box;
  int percent = 0;

  bool goesOn(std::uint64_t done, std::uint64_t total) {
    const int now = total == 0 ? 0 : static_cast<int>(done * 100 / total);
    if (now > percent) box.leave([&](News& news) { news.percent = percent = now; });
    return !stop;
  }
};

RunReader::RunReader(RunList* runs, QObject* parent) : QObject(parent), m_runs(runs) {
  connect(runs, &RunList::toReadChanged, this, &RunReader::follow, Qt::QueuedConnection);
}

RunReader::~RunReader() {
  m_runs = nullptr;
  giveUp();
}

void RunReader::giveUp() {
  if (!m_job) return;
  m_job->stop = true;
  m_job->box.close();
  const RunId id = std::exchange(m_job, nullptr)->id;
  if (m_runs) m_runs->setReading(id, {});
}

void RunReader::follow() {
  const std::vector<RunId> wanted = m_runs->toRead();
  if (m_job) {
    // Of those that are wanted, one that is being read is read to its end, unless another has to come on
    // show.
    const bool still =
        !wanted.empty() && (wanted.front() == m_job->id ||
                            (!m_runs->wanted() && std::ranges::find(wanted, m_job->id) != wanted.end()));
    if (still) return;
    giveUp();
  }
  if (wanted.empty()) return;
  m_job = std::shared_ptr<Job>(new Job{.id = wanted.front(), .box = Mailbox<Job::News>(m_wake)});
  m_runs->setReading(m_job->id, 0);
  runInBackground([job = m_job, stored = m_runs->find(m_job->id)->stored] {
    Result<Trace> trace =
        stored->read([&job](std::uint64_t done, std::uint64_t total) { return job->goesOn(done, total); });
    std::shared_ptr<const LaneIndex> index;
    if (trace) index = std::make_shared<const LaneIndex>(*trace);
    job->box.leave([&](Job::News& news) {
      news.trace.emplace(std::move(trace));
      news.index = std::move(index);
    });
  });
}

void RunReader::collect() {
  if (!m_job) return;
  const auto& [percent, trace, index] = m_job->box.take();
  const RunId id = m_job->id;
  if (!trace) {
    if (percent) m_runs->setReading(id, percent);
    return;
  }
  m_job = nullptr;
  if (*trace) {
    m_runs->take(id, **trace, index);
  } else {
    const QString reason = QString::fromStdString(trace->error());
    m_runs->setLost(id, reason);
    emit failed(id, reason);
  }
  follow();
}

}  // namespace runahead::gui
