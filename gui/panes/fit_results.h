// SPDX-License-Identifier: GPL-3.0-or-later
// FitResults: the model of the run on show and the path that is looked at, computed in the background, and
// what of them is to be drawn. Not here: the computations (core/analysis), words (fit_facts.h).
#pragma once

#include <QObject>
#include <memory>

#include "core/analysis/critical_path.h"
#include "core/analysis/fit.h"
#include "gui/jobs/latest_job.h"
#include "gui/timeline/overlay.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

class FitResults : public QObject {
  Q_OBJECT
 public:
  FitResults(const RecordedTrace* record, ViewState* view, QObject* parent = nullptr);

  /// Null until the run has ended and its fit is there; its bars are in lanes().
  const Fit* fit() const { return m_fitted ? &m_fitted->fit : nullptr; }
  /// Of the selected wait, or else of the run if that is shown. Null until it is there.
  const CriticalPath* path() const { return m_path.get(); }
  /// The run has not ended: neither of these is known yet.
  bool waitsForEnd() const { return !m_record->trace().finished(); }
  /// Whether nothing in them comes after a cursor that hides what comes.
  bool tellsFit() const;
  bool tellsPath() const;

  bool predictionShown() const { return m_predictionShown; }
  void setPredictionShown(bool shown);
  bool runPathShown() const { return m_runPathShown; }
  void setRunPathShown(bool shown);

  /// For the timeline; null where nothing is to be drawn.
  std::shared_ptr<const PredictedLanes> shownPrediction() const;
  std::shared_ptr<const CriticalPath> shownPath() const { return tellsPath() ? m_path : nullptr; }

 signals:
  void fitChanged();
  void pathChanged();
  /// What is shown of either.
  void shownChanged();

 private:
  struct Fitted {
    Fit fit;
    PredictedLanes lanes;
  };
  void recordChanged();
  void askForPath();

  const RecordedTrace* m_record;
  ViewState* m_view;
  std::shared_ptr<const Fitted> m_fitted;
  std::shared_ptr<const CriticalPath> m_path;
  WaitId m_pathTo = kNone;
  bool m_predictionShown = false;
  bool m_runPathShown = false;
  LatestJob<Fitted> m_fitJob;
  LatestJob<CriticalPath> m_pathJob;
};

}  // namespace runahead::gui
