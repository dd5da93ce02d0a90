// SPDX-License-Identifier: GPL-3.0-or-later
// Two or three runs are simulated one after another, the chosen one first.
// Not here: the simulation (core/scenario/virtual_run.h), threads (jobs/latest_job.h).
#include "gui/panes/loop_runs.h"

#include <QElapsedTimer>
#include <algorithm>
#include <utility>

#include "core/scenario/virtual_run.h"
#include "gui/runs/run_settings.h"

namespace runahead::gui {
namespace {

std::optional<std::int64_t> loopOf(const Trace& trace) {
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    const Region mark = trace.region(id);
    if (trace.name(mark.name) == "loop" && mark.end != kNever)
      return trace.time_ns(mark.end) - trace.time_ns(mark.begin);
  }
  return std::nullopt;
}

}  // namespace

LoopRuns::Simulated LoopRuns::simulatedRun(const RunConfig& config, const std::atomic<bool>& stop) {
  QElapsedTimer timer;
  timer.start();
  Simulated run{.trace = simulate(config, stop), .loop_ns = {}, .nsPerPass = 0};
  run.loop_ns = loopOf(run.trace);
  run.nsPerPass = static_cast<double>(timer.nsecsElapsed()) / static_cast<double>(config.parameters.at("n"));
  return run;
}

LoopRuns::LoopRuns(RunSettings* settings, QObject* parent)
    : QObject(parent), m_settings(settings), m_job([this](std::shared_ptr<const Simulated> run) {
        keep(*run);
        const bool chosen = m_made == 1;
        if (m_made < m_wanted.size()) startNext();
        emit changed();
        if (chosen) emit simulated(run->trace);
      }) {
  connect(settings, &RunSettings::changed, this, &LoopRuns::follow);
}

bool LoopRuns::active() const {
  return m_settings->scenario() && m_settings->scenario()->id == "loop-model";
}

LoopModel LoopRuns::model() const {
  // A number beyond its limits is not simulated, and its formulas would overflow.
  const auto within = [this](const char* name) {
    for (const Parameter& one : m_settings->parameters()) {
      if (one.name == name) return std::clamp(m_settings->value(name), one.min, one.max);
    }
    return m_settings->value(name);
  };
  return {.n = within("n"),
          .t1 = within("t1_ns"),
          .t2 = within("t2_ns"),
          .t3 = within("t3_ns"),
          .workers = m_settings->mode() == Mode::stream ? 1 : static_cast<int>(within("workers"))};
}

void LoopRuns::follow() {
  m_job.forget();
  m_times = {};
  if (!std::exchange(m_wasActive, active()) && !active()) return;
  // Many changes may come in one turn of the event loop, and who makes them may not be done yet.
  if (!std::exchange(m_startPosted, true))
    QMetaObject::invokeMethod(this, &LoopRuns::start, Qt::QueuedConnection);
  emit changed();
}

void LoopRuns::start() {
  m_startPosted = false;
  m_job.forget();
  m_wanted.clear();
  m_made = 0;
  if (!active()) return;
  std::vector<RunConfig> wanted;
  RunRequest request = m_settings->request();
  request.clock = Clock::virtual_time;
  for (const Waits& waits : {request.waits, Waits::each(), Waits::none()}) {
    if (!wanted.empty() && waits == wanted.front().waits) continue;
    request.waits = waits;
    CheckedRun config = check(request);
    if (!config) return;  // the window says what is wrong
    wanted.push_back(std::move(*config));
  }
  m_wanted = std::move(wanted);
  const std::int64_t n = m_settings->value("n");
  if (n > kAtOnceMost || static_cast<double>(n) * m_nsPerPass >= kAtOnceMost_ns) return startNext();
  Trace chosen;
  while (m_made < m_wanted.size()) {
    const Simulated run = simulatedRun(m_wanted[m_made], false);
    if (m_made == 0) chosen = run.trace;
    keep(run);
  }
  emit changed();
  emit simulated(chosen);
}

void LoopRuns::startNext() {
  m_job.start(
      [config = m_wanted[m_made]](const std::atomic<bool>& stop) { return simulatedRun(config, stop); });
}

void LoopRuns::keep(const Simulated& run) {
  const Waits& waits = m_wanted[m_made].waits;
  if (waits == Waits::each()) m_times.each = run.loop_ns;
  if (waits == Waits::none()) m_times.none = run.loop_ns;
  m_nsPerPass = run.nsPerPass;
  ++m_made;
}

}  // namespace runahead::gui
