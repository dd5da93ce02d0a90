// SPDX-License-Identifier: GPL-3.0-or-later
// LoopRuns: simulates the scenario loop-model whenever its settings change: the run of the chosen waits, to
// be shown, and those with and without waits, for their times. Small runs at once, on the window's thread;
// others beside it, where the latest settings win. Not here: what is shown of it (loop_model_pane.h,
// window/).
#pragma once

#include <QObject>
#include <atomic>
#include <optional>
#include <vector>

#include "core/analysis/loop_model.h"
#include "core/scenario/run_execution.h"
#include "core/trace/trace.h"
#include "gui/jobs/latest_job.h"

namespace runahead::gui {

class RunSettings;

/// What the loop took in the simulated runs, in ns; none while it is not known.
struct LoopTimes {
  std::optional<std::int64_t> each, none;
};

class LoopRuns : public QObject {
  Q_OBJECT
 public:
  /// Larger runs never hold up the window, nor those that are expected to take longer.
  static constexpr std::int64_t kAtOnceMost = 2000;
  static constexpr std::int64_t kAtOnceMost_ns = 8'000'000;

  explicit LoopRuns(RunSettings* settings, QObject* parent = nullptr);

  RunSettings* settings() const { return m_settings; }
  /// Whether the scenario is the one that this is for.
  bool active() const;
  LoopModel model() const;
  const LoopTimes& times() const { return m_times; }

 signals:
  /// Model or times, or whether it is active.
  void changed();
  /// The run of the chosen waits has been simulated to its end.
  void simulated(const runahead::Trace& trace);

 private:
  struct Simulated {
    Trace trace;
    std::optional<std::int64_t> loop_ns;
    double nsPerPass;
  };
  static Simulated simulatedRun(const RunConfig& config, const std::atomic<bool>& stop);
  void follow();
  void start();
  void startNext();
  /// The numbers of the next of the wanted runs.
  void keep(const Simulated& run);

  RunSettings* m_settings;
  LoopTimes m_times;
  std::vector<RunConfig> m_wanted;  ///< the chosen run, then others for their times
  std::size_t m_made = 0;           ///< so many of them
  bool m_wasActive = false;
  bool m_startPosted = false;
  double m_nsPerPass = 0;  ///< as it took last
  LatestJob<Simulated> m_job;
};

}  // namespace runahead::gui
