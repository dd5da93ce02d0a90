// SPDX-License-Identifier: GPL-3.0-or-later
// StatePane: everything about the cursor and the selection: queue, variables, dependency graph, selected
// task, question. One column in a wide window, tabs in a narrow one.
#pragma once

#include "gui/panes/graph_pane.h"
#include "gui/panes/path_panel.h"
#include "gui/panes/question_panel.h"
#include "gui/panes/queue_panel.h"
#include "gui/panes/task_panel.h"
#include "gui/panes/variables_panel.h"
#include "gui/widgets/later.h"
#include "gui/widgets/pane_head.h"

class QTabBar;

namespace runahead::gui {

class FitPane;
class PaneHead;

class StatePane : public Panel {
  Q_OBJECT
 public:
  /// `fit` stands in one of the tabs, and elsewhere in a wide window.
  StatePane(ViewState* view, FitResults* results, FitPane* fit, QWidget* parent = nullptr);

  void setNarrow(bool narrow);
  void setScenario(const Scenario* scenario) { m_question->setScenario(scenario); }
  /// The run on show has ended: its numbers can be read.
  void refreshNumbers() { m_question->refreshNumbers(); }

 private:
  enum class Tab { state, graph, task, question, model };
  void layOut();
  void refresh();
  /// A path stands in the place of the selected task.
  bool showsPath() const;

  ViewState* m_view;
  FitResults* m_results;
  QueuePanel* m_queue;
  VariablesPanel* m_variables;
  GraphPane* m_graph;
  TaskPanel* m_task;
  PathPanel* m_path;
  QuestionPanel* m_question;
  FitPane* m_fit;
  PaneHead* m_stateHead;
  PaneHead* m_variablesHead;
  PaneHead* m_graphHead;
  PaneHead* m_taskHead;
  PaneHead* m_pathHead;
  PaneHead* m_questionHead;
  QTabBar* m_tabs;
  Later m_refresh{0, this, &StatePane::refresh};
  bool m_narrow = false;
  Tab m_tab = Tab::state;
};

}  // namespace runahead::gui
