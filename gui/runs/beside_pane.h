// SPDX-License-Identifier: GPL-3.0-or-later
// BesidePane: the timeline of another run under that of the run on show, on the same time scale. Zooming and
// pointing in either moves both. Not here: which run that is (run_list.h), its numbers in tables.
#pragma once

#include <QWidget>

#include "gui/runs/run_list.h"
#include "gui/view/view_state.h"

class QComboBox;

namespace runahead::gui {

class PaneHead;
class SegmentedControl;
class TimelineView;

class BesidePane : public QWidget {
  Q_OBJECT
 public:
  BesidePane(ViewState* first, RunList* runs, QWidget* parent = nullptr);

  /// Of the other run.
  ViewState* viewState() const { return m_view; }
  /// A time of the other run less the time of the first one that stands above it.
  double shiftNs() const { return m_shiftNs; }

 signals:
  /// It has come or gone, or wants another height.
  void heightHintChanged();

 private:
  void follow();
  void nameRuns();
  void align();
  /// Runs `change` unless it comes from the other side.
  template <class Change>
  void once(Change change);

  ViewState* m_first;
  RunList* m_runs;
  ViewState* m_view;
  PaneHead* m_head;
  QComboBox* m_choice;  ///< of the other run, where there are several
  SegmentedControl* m_align;
  TimelineView* m_timeline;
  int m_shown = 0;  ///< id of the run in m_view
  double m_shiftNs = 0;
  bool m_linking = false;
};

}  // namespace runahead::gui
