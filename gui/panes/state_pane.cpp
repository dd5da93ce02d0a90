// SPDX-License-Identifier: GPL-3.0-or-later
// The two arrangements of the state pane, and one refresh per turn of the event loop however often the cursor
// moved.
#include "gui/panes/state_pane.h"

#include <QTabBar>

#include "gui/panes/fit_pane.h"
#include "gui/text/format.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {

StatePane::StatePane(ViewState* view, FitResults* results, FitPane* fit, QWidget* parent)
    : Panel(&Theme::paper, parent), m_view(view), m_results(results), m_fit(fit) {
  setObjectName(QStringLiteral("statePane"));
  m_queue = new QueuePanel(view);
  m_variables = new VariablesPanel(view);
  m_graph = new GraphPane(view);
  m_task = new TaskPanel(view);
  m_path = new PathPanel(view, results);
  m_question = new QuestionPanel(view->shown());
  m_stateHead = new PaneHead(tr("State at the cursor"));
  m_stateHead->setFirst(true);
  m_stateHead->value()->setTextFont(monoFont(13));
  m_stateHead->value()->setObjectName(QStringLiteral("stateTime"));
  m_variablesHead = new PaneHead(tr("Variables"));
  m_graphHead = new PaneHead(tr("Dependency graph"));
  m_graphHead->remark()->setObjectName(QStringLiteral("graphRemark"));
  m_taskHead = new PaneHead(tr("Selected task"));
  m_taskHead->remark()->setTextFont(monoFont(13));
  m_taskHead->remark()->setObjectName(QStringLiteral("selectedTask"));
  auto* back = new Button(Button::Kind::keyCap, {}, QStringLiteral("["));
  named(back, "followBack", tr("To where it was enqueued"));
  back->setToolTip(tr("To where it was enqueued; again: to the task that it waited for"));
  auto* forward = new Button(Button::Kind::keyCap, {}, QStringLiteral("]"));
  named(forward, "followForward", tr("To where it starts"));
  forward->setToolTip(tr("To where it starts; again: to the first task that depends on it"));
  m_taskHead->addTool(back);
  m_taskHead->addTool(forward);
  connect(back, &QAbstractButton::clicked, view->selection(), &Selection::followArrowBack);
  connect(forward, &QAbstractButton::clicked, view->selection(), &Selection::followArrowForward);
  m_pathHead = new PaneHead(tr("Critical path"));
  m_pathHead->remark()->setObjectName(QStringLiteral("pathTitle"));
  m_questionHead = new PaneHead(tr("Question and numbers"));
  m_tabs = named(new QTabBar, "stateTabs");
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->setFixedHeight(34);
  for (const QString& tab : {tr("State"), tr("Graph"), tr("Task"), tr("Question"), tr("Model")})
    m_tabs->addTab(tab);
  m_tabs->hide();

  auto* column = columnIn(this, {}, 0);
  column->addWidget(m_tabs);
  column->addWidget(m_stateHead);
  column->addWidget(m_queue, 26);
  column->addWidget(m_variablesHead);
  column->addWidget(m_variables, 13);
  column->addWidget(m_graphHead);
  column->addWidget(m_graph, 33);
  column->addWidget(m_taskHead);
  column->addWidget(m_task, 0);
  column->addWidget(m_pathHead);
  column->addWidget(m_path, 0);
  column->addWidget(m_questionHead);
  column->addWidget(m_question, 18);

  connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
    m_tab = static_cast<Tab>(tab);
    layOut();
    refresh();
  });
  connect(m_graph, &GraphPane::remarkChanged, m_graphHead->remark(), &TextLabel::setText);
  connect(m_task, &TaskPanel::titleChanged, m_taskHead->remark(), &TextLabel::setText);
  const auto later = [this] {
    if (!m_refresh.isActive()) m_refresh.start();
  };
  connect(view->shown(), &ShownTrace::changed, this, later);
  connect(view->cursor(), &Cursor::changed, this, later);
  connect(view->selection(), &Selection::changed, this, later);
  connect(results, &FitResults::shownChanged, this, later);
  layOut();
  refresh();
}

void StatePane::setNarrow(bool narrow) {
  if (narrow == m_narrow) return;
  m_narrow = narrow;
  m_queue->setDense(narrow);
  m_variables->setDense(narrow);
  m_graph->setDense(narrow);
  m_task->setDense(narrow);
  m_path->setDense(narrow);
  if (narrow) {
    m_fit->setInTab(true);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_fit, 1);
  }
  layOut();
  refresh();
}

void StatePane::layOut() {
  const bool state = !m_narrow || m_tab == Tab::state;
  const bool graph = !m_narrow || m_tab == Tab::graph;
  const bool task = !m_narrow || m_tab == Tab::task;
  m_tabs->setVisible(m_narrow);
  m_stateHead->setVisible(!m_narrow);
  m_queue->setVisible(state);
  m_variablesHead->setVisible(state);
  m_variables->setVisible(state);
  m_graphHead->setVisible(graph);
  m_graphHead->setFirst(m_narrow);
  m_graph->setVisible(graph);
  const bool path = showsPath();
  for (PaneHead* head : {m_taskHead, m_pathHead}) {
    head->setVisible(task && (head == m_pathHead) == path);
    head->setFirst(m_narrow);
  }
  for (QWidget* panel : {static_cast<QWidget*>(m_task), static_cast<QWidget*>(m_path)}) {
    panel->setVisible(task && (panel == m_path) == path);
    panel->setFixedHeight(m_narrow ? QWIDGETSIZE_MAX : 164);
    if (m_narrow) panel->setMinimumHeight(120);
  }
  m_questionHead->setVisible(!m_narrow);
  m_question->setVisible(!m_narrow || m_tab == Tab::question);
  if (m_narrow) m_fit->setVisible(m_tab == Tab::model);
}

bool StatePane::showsPath() const {
  return m_view->selection()->wait() != kNone ||
         (m_results->runPathShown() && m_view->selection()->task() == kNone);
}

void StatePane::refresh() {
  if (showsPath() != m_path->isVisibleTo(this) && (m_path->isVisibleTo(this) || m_task->isVisibleTo(this)))
    layOut();
  m_pathHead->remark()->setText(m_view->selection()->wait() != kNone ? tr("to the end of the selected wait")
                                                                     : tr("of the run"));
  m_stateHead->value()->setText(formatTime(m_view->cursor()->ns()));
  if (m_queue->isVisibleTo(this)) m_queue->refresh();
  if (m_variables->isVisibleTo(this)) m_variables->refresh();
  if (m_task->isVisibleTo(this)) m_task->refresh();
  if (m_path->isVisibleTo(this)) m_path->refresh();
}

}  // namespace runahead::gui
