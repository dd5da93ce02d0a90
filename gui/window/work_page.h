// SPDX-License-Identifier: GPL-3.0-or-later
// WorkPage: the middle of the window while a scenario is on show: search, timeline, statistics, depth and
// memory. Not here: state and listing beside it. Timeline and charts are made when there is something to show
// in them.
#pragma once

#include <QWidget>

#include "gui/view/view_state.h"

class QSplitter;
class QStackedWidget;

namespace runahead::gui {

class DepthChart;
class FindStrip;
class MemoryChart;
class StatisticsStrip;
class TextLabel;
class TimelineView;

class WorkPage : public QWidget {
  Q_OBJECT
 public:
  explicit WorkPage(ViewState* view, QWidget* parent = nullptr);

  /// A sentence and one action in the place of the timeline, until there is a run.
  void showEmpty(const QString& sentence, bool offersRun);
  void showRun();
  bool showsRun() const;
  void setChartWanted(bool depth, bool wanted);
  FindStrip* find() const { return m_find; }
  /// Null before the first run.
  TimelineView* timeline() const { return m_timeline; }

 signals:
  void runRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void create();
  void share();

  ViewState* m_view;
  FindStrip* m_find;
  QStackedWidget* m_stack;
  QWidget* m_empty;
  TextLabel* m_sentence;
  QWidget* m_emptyRun;
  QSplitter* m_splitter = nullptr;
  TimelineView* m_timeline = nullptr;
  DepthChart* m_depth = nullptr;
  MemoryChart* m_memory = nullptr;
  bool m_depthWanted = true;
  bool m_memoryWanted = true;
  bool m_arranged = false;  ///< the user moved a divider: sizes are theirs
};

}  // namespace runahead::gui
