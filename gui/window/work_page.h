// SPDX-License-Identifier: GPL-3.0-or-later
// WorkPage: the middle of the window while a scenario is on show: the runs' tabs, search, narration, manual,
// timeline or several under one another, statistics, depth and memory over time, or a sweep against K in
// their place, or the loop's model in memory's. Timeline and charts are made when there is something to show
// in them.
#pragma once

#include <array>
#include <optional>

#include "gui/view/view_state.h"
#include "gui/widgets/pane_head.h"

class QSplitter;
class QStackedWidget;

namespace runahead::gui {

class Button;
class ComparePane;
class ChartPane;
class ManualStrip;
class FindStrip;
class FitPane;
class FitResults;
class ManualRun;
class LoopModelPane;
class LoopRuns;
class NarrationBar;
class NoteStrip;
class RunList;
class RunTabs;
class SegmentedControl;
class SweepPane;
class TextLabel;
class TimelineView;

class WorkPage : public Panel {
  Q_OBJECT
 public:
  /// `fit` lies under the charts unless the window is narrow.
  WorkPage(ViewState* view, RunList* runs, ManualRun* driver, LoopRuns* loop, FitResults* results,
           FitPane* fit, QWidget* parent = nullptr);

  /// A sentence and one action in the place of the timeline, until there is a run.
  void showEmpty(const QString& sentence, bool offersRun);
  /// What that action is called.
  void setRunText(const QString& text);
  void showRun();
  bool showsRun() const;
  /// Whether it may be said how the run on show, or all compared runs, end.
  bool tellsEnds() const;
  /// The window has little height: the narration gets by with one line.
  void setLow(bool low);
  /// The state's tabs have the model.
  void setNarrow(bool narrow);
  /// The run on show is scheduled manually.
  void setManual(bool manual);
  bool drives() const { return m_drives; }
  enum class Pane { depth, memory, model };
  void setWanted(Pane pane, bool wanted);
  bool wanted(Pane pane) const;
  /// Why a pane that is wanted cannot be seen, in a few words; empty: it can.
  QString absence(Pane pane) const { return m_absence[static_cast<std::size_t>(pane)]; }
  /// Whether asking for it again would bring it, in the place of the other chart.
  bool canTakeRoom(Pane pane) const { return pane != Pane::model && m_charts && m_roomForOne; }
  /// A class is asked for a level in that chart: it alone stands below the lanes. Nothing: as before.
  void setAsked(std::optional<Pane> chart);
  FindStrip* find() const { return m_find; }
  NoteStrip* note() const { return m_note; }
  RunTabs* tabs() const { return m_tabs; }
  /// Null before the first run.
  TimelineView* timeline() const { return m_timeline; }
  ChartPane* depthChart() const { return m_depth; }
  ChartPane* memoryChart() const { return m_memory; }

 signals:
  void runRequested();
  /// A pane had to go, or is there again.
  void absenceChanged();
  /// As ComparePane has it.
  void rulerMoved(qint64 ns);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void create();
  QWidget* createCharts();
  void share();
  /// Charts draw what is compared.
  void followCompared();
  /// Where the run on show is drawn: alone, or among those that it is compared with.
  TimelineView* lanes() const;
  void showOverlay();
  /// Of the charts, where there is room for one.
  Pane first() const;
  void placeFit();
  /// A finished run may be a sweep: its picture is then the one that is shown first.
  void lookForSweep();

  ViewState* m_view;
  RunList* m_runs;
  ManualRun* m_driver;
  LoopRuns* m_loop;
  FitResults* m_results;
  FitPane* m_fit;
  RunTabs* m_tabs;
  FindStrip* m_find;
  NoteStrip* m_note;
  QStackedWidget* m_stack;
  QWidget* m_empty;
  TextLabel* m_sentence;
  Button* m_emptyRun;
  NarrationBar* m_narration = nullptr;
  ManualStrip* m_manual = nullptr;
  QSplitter* m_splitter = nullptr;
  QWidget* m_charts = nullptr;
  QWidget* m_chartsHead = nullptr;
  SegmentedControl* m_chartsKind = nullptr;
  QStackedWidget* m_chartsStack = nullptr;
  QSplitter* m_overTime = nullptr;
  SweepPane* m_sweepPane = nullptr;
  TimelineView* m_timeline = nullptr;
  ComparePane* m_compare = nullptr;
  ChartPane* m_depth = nullptr;
  ChartPane* m_memory = nullptr;
  LoopModelPane* m_loopPane = nullptr;  ///< in the place of memory while the scenario is the loop's model
  bool m_low = false;
  bool m_narrow = false;
  bool m_drives = false;
  std::array<bool, 3> m_wanted{true, true, true};
  std::array<QString, 3> m_absence;
  std::optional<Pane> m_first;  ///< of the charts, where there is room for one: as the user wants it
  Pane m_drawnFirst = Pane::depth;
  bool m_roomForOne = false;
  std::optional<bool> m_fitOpen;     ///< as the user wants it; else where the charts leave room
  bool m_arranged = false;           ///< the user moved a divider: sizes are theirs
  std::optional<Pane> m_asked;       ///< the one in which a class is asked for a level
  QList<int> m_sizes, m_chartSizes;  ///< before that, as the user had them
  bool m_sweep = false;              ///< the run on show is one
};

}  // namespace runahead::gui
