// SPDX-License-Identifier: GPL-3.0-or-later
// When fits and paths are asked for, and when they go.
// Not here: threads (jobs/latest_job.h).
#include "gui/panes/fit_results.h"

#include <utility>

namespace runahead::gui {

FitResults::FitResults(const RecordedTrace* record, ViewState* view, QObject* parent)
    : QObject(parent),
      m_record(record),
      m_view(view),
      m_fitJob([this](std::shared_ptr<const Fitted> fitted) {
        m_fitted = std::move(fitted);
        emit fitChanged();
        emit shownChanged();
      }),
      m_pathJob([this](std::shared_ptr<const CriticalPath> path) {
        m_path = std::move(path);
        emit pathChanged();
        emit shownChanged();
      }) {
  connect(record, &RecordedTrace::changed, this, &FitResults::recordChanged);
  connect(view->selection(), &Selection::changed, this, [this] {
    if (m_view->selection()->wait() != m_pathTo) askForPath();
  });
  // What may be told depends on both.
  connect(view->cursor(), &Cursor::futureVisibilityChanged, this, &FitResults::shownChanged);
  connect(view->cursor(), &Cursor::changed, this, [this] {
    if (m_view->cursor()->futureVisibility() == FutureVisibility::hide) emit shownChanged();
  });
  recordChanged();
}

bool FitResults::tellsFit() const {
  return m_view->shown()->tellsEnd();
}

bool FitResults::tellsPath() const {
  return m_view->cursor()->futureVisibility() != FutureVisibility::hide || !m_path ||
         m_path->to_ns <= m_view->shown()->endNs();
}

void FitResults::setPredictionShown(bool shown) {
  if (std::exchange(m_predictionShown, shown) != shown) emit shownChanged();
}

void FitResults::setRunPathShown(bool shown) {
  if (std::exchange(m_runPathShown, shown) == shown) return;
  askForPath();
}

std::shared_ptr<const PredictedLanes> FitResults::shownPrediction() const {
  if (!m_predictionShown || !m_fitted || !tellsFit()) return nullptr;
  return {m_fitted, &m_fitted->lanes};
}

void FitResults::recordChanged() {
  if (m_record->trace().finished()) {
    m_fitJob.start([trace = m_record->trace()](const std::atomic<bool>&) {
      Fitted fitted{.fit = runahead::fit(trace), .lanes = {}};
      fitted.lanes = byLane(fitted.fit.bars);
      fitted.fit.bars = {};
      return fitted;
    });
  } else {
    m_fitJob.forget();
  }
  if (std::exchange(m_fitted, nullptr)) {
    emit fitChanged();
    emit shownChanged();
  }
  if (m_runPathShown || m_pathTo != kNone || m_view->selection()->wait() != kNone) askForPath();
}

void FitResults::askForPath() {
  const Trace& trace = m_record->trace();
  m_pathTo = m_view->selection()->wait();
  if (m_pathTo != kNone) {
    m_pathJob.start([trace, wait = m_pathTo](const std::atomic<bool>&) { return path_to_wait(trace, wait); });
  } else if (m_runPathShown && trace.finished()) {
    m_pathJob.start([trace](const std::atomic<bool>&) { return critical_path(trace); });
  } else {
    m_pathJob.forget();
  }
  m_path = nullptr;
  emit pathChanged();
  emit shownChanged();
}

}  // namespace runahead::gui
