// SPDX-License-Identifier: GPL-3.0-or-later
// StatePane: everything about the cursor and the selection: queue, variables, selected task, question. One
// column in a wide window, tabs in a narrow one. Not here: what each part shows.
#pragma once

#include <QTimer>
#include <QWidget>

#include "gui/state/question_panel.h"
#include "gui/state/queue_panel.h"
#include "gui/state/task_panel.h"
#include "gui/state/variables_panel.h"

class QStackedWidget;
class QTabBar;

namespace runahead::gui {

class PaneHead;

class StatePane : public QWidget {
  Q_OBJECT
 public:
  explicit StatePane(ViewState* view, QWidget* parent = nullptr);

  void setNarrow(bool narrow);
  void setScenario(const Scenario* scenario) { m_question->setScenario(scenario); }
  /// The run on show has ended: its numbers can be read.
  void refreshNumbers() { m_question->refreshNumbers(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void layOut();
  void refresh();

  ViewState* m_view;
  QueuePanel* m_queue;
  VariablesPanel* m_variables;
  TaskPanel* m_task;
  QuestionPanel* m_question;
  PaneHead* m_stateHead;
  PaneHead* m_variablesHead;
  PaneHead* m_taskHead;
  PaneHead* m_questionHead;
  QTabBar* m_tabs;
  QTimer m_refresh;
  bool m_narrow = false;
  int m_tab = 0;
};

}  // namespace runahead::gui
