// SPDX-License-Identifier: GPL-3.0-or-later
// A job simulates two or three runs, the chosen one first, and leaves them in its outbox.
// Not here: the simulation (core/scenario/virtual_run.h).
#include "gui/model/loop_runs.h"

#include <QElapsedTimer>
#include <mutex>
#include <utility>

#include "core/scenario/virtual_run.h"
#include "gui/bridge/background.h"
#include "gui/header/run_settings.h"

namespace runahead::gui {
namespace {

std::optional<std::int64_t> loopOf(const Trace& trace) {
  for (MarkId id = 0; id < trace.mark_count(); ++id) {
    const Mark mark = trace.mark(id);
    if (trace.name(mark.name) == "loop" && mark.end != kNever)
      return trace.time_ns(mark.end) - trace.time_ns(mark.begin);
  }
  return std::nullopt;
}

}  // namespace

struct LoopRuns::Job {
  std::vector<RunConfig> configs;  ///< the chosen run, then others for their times
  std::atomic<bool> stop = false;

  std::mutex mutex;
  LoopRuns* receiver = nullptr;  ///< null: nobody waits for it any more
  std::optional<Trace> chosen;
  LoopTimes times;
  double nsPerPass = 0;

  /// `found`: after each run, when its results are in the outbox.
  template <class Found>
  void run(Found found) {
    QElapsedTimer timer;
    timer.start();
    try {
      for (std::size_t i = 0; i < configs.size(); ++i) {
        const Trace trace = simulate(configs[i], stop);
        {
          const std::lock_guard lock(mutex);
          const std::string& waits = configs[i].waits.text();
          if (waits == "each") times.each = loopOf(trace);
          if (waits == "none") times.none = loopOf(trace);
          if (i == 0) chosen = trace;
          nsPerPass =
              static_cast<double>(timer.nsecsElapsed()) / static_cast<double>(configs[i].parameters.at("n"));
        }
        found();
      }
    } catch (const Stopped&) {
    }
  }
};

LoopRuns::LoopRuns(RunSettings* settings, QObject* parent) : QObject(parent), m_settings(settings) {
  connect(settings, &RunSettings::changed, this, &LoopRuns::follow);
}

LoopRuns::~LoopRuns() {
  cancel();
}

bool LoopRuns::active() const {
  return m_settings->scenario() && m_settings->scenario()->id == "loop-model";
}

LoopModel LoopRuns::model() const {
  return {.n = m_settings->value("n"),
          .t1 = m_settings->value("t1_ns"),
          .t2 = m_settings->value("t2_ns"),
          .t3 = m_settings->value("t3_ns"),
          .workers = static_cast<int>(m_settings->value("workers"))};
}

void LoopRuns::follow() {
  cancel();
  m_times = {};
  if (!std::exchange(m_wasActive, active()) && !active()) return;
  // Many changes may come in one turn of the event loop, and who makes them may not be done yet.
  if (!std::exchange(m_startPosted, true))
    QMetaObject::invokeMethod(this, &LoopRuns::start, Qt::QueuedConnection);
  emit changed();
}

void LoopRuns::start() {
  m_startPosted = false;
  cancel();
  if (!active()) return;
  auto job = std::make_shared<Job>();
  RunRequest request = m_settings->request();
  for (const std::string& waits : {request.waits, std::string("each"), std::string("none")}) {
    if (!job->configs.empty() && waits == job->configs.front().waits.text()) continue;
    request.waits = waits;
    Result<RunConfig> config = check(request);
    if (!config) return;  // the window says what is wrong
    job->configs.push_back(std::move(*config));
  }
  m_job = job;
  const std::int64_t n = m_settings->value("n");
  if (n <= kAtOnceMost && static_cast<double>(n) * m_nsPerPass < kAtOnceMost_ns) {
    job->run([] {});
    collect();
    return;
  }
  job->receiver = this;
  runInBackground([job = std::move(job)] {
    job->run([&] {
      const std::lock_guard lock(job->mutex);
      if (job->receiver) QMetaObject::invokeMethod(job->receiver, &LoopRuns::collect, Qt::QueuedConnection);
    });
  });
}

void LoopRuns::collect() {
  if (!m_job) return;  // cancelled after the wake-up was posted
  std::optional<Trace> chosen;
  {
    const std::lock_guard lock(m_job->mutex);
    chosen.swap(m_job->chosen);
    m_times = m_job->times;
    m_nsPerPass = m_job->nsPerPass;
  }
  emit changed();
  if (chosen) emit simulated(*chosen);
}

void LoopRuns::cancel() {
  const std::shared_ptr<Job> job = std::move(m_job);
  if (!job) return;
  job->stop = true;
  const std::lock_guard lock(job->mutex);
  job->receiver = nullptr;
}

}  // namespace runahead::gui
