// SPDX-License-Identifier: GPL-3.0-or-later
// Which call each of these commands is.
#include "gui/window/view_commands.h"

#include <functional>
#include <utility>

#include "gui/panes/fit_results.h"
#include "gui/runs/manual_run.h"
#include "gui/session/note_strip.h"
#include "gui/session/workbench.h"
#include "gui/text/run_text.h"
#include "gui/timeline/player.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/commands.h"
#include "gui/window/bottom_bar.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

ViewCommands::ViewCommands(Commands* commands, Workbench* bench, WorkPage* page, BottomBar* bottom,
                           FitResults* results, QObject* parent)
    : QObject(parent),
      m_commands(commands),
      m_bench(bench),
      m_view(bench->view()),
      m_page(page),
      m_bottom(bottom) {
  connectDecisions(bench->driver());
  connectView();
  connectPanes(results);
}

void ViewCommands::connectDecisions(ManualRun* driver) {
  const auto on = [&](WindowCommand what, auto then) { m_commands->on(what, driver, then); };
  on(WindowCommand::driveIssue, [driver] { driver->decide(Choice::Kind::issue); });
  on(WindowCommand::driveStart, [driver] { driver->decide(Choice::Kind::start); });
  on(WindowCommand::driveEnd, [driver] { driver->decide(Choice::Kind::end); });
  on(WindowCommand::driveToWait, [driver] { driver->runTo(RunTo::wait); });
  on(WindowCommand::driveToEnd, [driver] { driver->runTo(RunTo::end); });
  on(WindowCommand::driveToBreakPoint, [driver, view = m_view] {
    if (!view->annotations()->breakPoints().empty())
      driver->runTo(RunTo::line, view->annotations()->breakPoints());
  });
}

void ViewCommands::connectView() {
  const auto shown = [this](WindowCommand what, auto then) {
    m_commands->on(what, this, [this, then] {
      if (m_bench->open() && m_page->showsRun()) then();
    });
  };
  const auto timeline = [&](WindowCommand what, auto then) {
    shown(what, [this, then] { (m_page->timeline()->*then)(); });
  };
  const auto on = [&](WindowCommand what, auto* part, auto then) {
    shown(what, [part, then] { std::invoke(then, part); });
  };
  Cursor* const cursor = m_view->cursor();
  Selection* const selection = m_view->selection();
  Annotations* const annotations = m_view->annotations();
  timeline(WindowCommand::zoomIn, &TimelineView::zoomIn);
  timeline(WindowCommand::zoomOut, &TimelineView::zoomOut);
  timeline(WindowCommand::panLeft, &TimelineView::panLeft);
  timeline(WindowCommand::panRight, &TimelineView::panRight);
  on(WindowCommand::zoomToSelection, selection, &Selection::zoom);
  on(WindowCommand::fitAll, m_view->visible(), &VisibleRange::fitAll);
  on(WindowCommand::mark, annotations, &Annotations::toggleBookmark);
  on(WindowCommand::removeBookmark, annotations,
     [](Annotations* all) { all->removeBookmark(all->bookmarkHere()); });
  on(WindowCommand::nextTask, selection, &Selection::nextTask);
  on(WindowCommand::previousTask, selection, &Selection::previousTask);
  on(WindowCommand::followBack, selection, &Selection::followArrowBack);
  on(WindowCommand::followForward, selection, &Selection::followArrowForward);
  shown(WindowCommand::note, [this] { m_page->note()->open(m_view->annotations()->bookmarkHere()); });

  struct Step {
    WindowCommand what;
    StepKind kind;
    int direction;
  };
  for (const Step& step : {Step{WindowCommand::previousEvent, StepKind::event, -1},
                           Step{WindowCommand::nextEvent, StepKind::event, 1},
                           Step{WindowCommand::previousStatement, StepKind::statement, -1},
                           Step{WindowCommand::nextStatement, StepKind::statement, 1},
                           Step{WindowCommand::previousTaskMoment, StepKind::task, -1},
                           Step{WindowCommand::nextTaskMoment, StepKind::task, 1},
                           Step{WindowCommand::previousWait, StepKind::wait, -1},
                           Step{WindowCommand::nextWait, StepKind::wait, 1}}) {
    on(step.what, cursor, [step](Cursor* moved) { moved->step(step.kind, step.direction); });
  }
  on(WindowCommand::goToStart, cursor, &Cursor::goToStart);
  on(WindowCommand::goToEnd, cursor, &Cursor::goToEnd);
  for (const auto& [what, direction] :
       {std::pair{WindowCommand::previousBreakPoint, -1}, std::pair{WindowCommand::nextBreakPoint, 1}}) {
    shown(what, [cursor, annotations, direction = direction] {
      cursor->stepToLine(annotations->breakPoints(), direction);
    });
  }
  shown(WindowCommand::breakPoint, [this, cursor, annotations] {
    if (const int line = lineAt(m_view->shown()->trace(), cursor->seq())) annotations->toggleBreakPoint(line);
  });
  m_commands->on(WindowCommand::clearBreakPoints, annotations, &Annotations::clearBreakPoints);
  shown(WindowCommand::play, [this] { m_bottom->player()->toggle(); });
  shown(WindowCommand::goToLine, [this] { m_bottom->openGoToLine(); });
}

void ViewCommands::connectPanes(FitResults* results) {
  for (const auto& [what, pane] : {std::pair{WindowCommand::showPending, WorkPage::Pane::depth},
                                   std::pair{WindowCommand::showMemory, WorkPage::Pane::memory},
                                   std::pair{WindowCommand::showModel, WorkPage::Pane::model}}) {
    QAction* action = m_commands->action(what);
    action->setChecked(true);
    connect(action, &QAction::toggled, m_page,
            [page = m_page, pane = pane](bool on) { page->setWanted(pane, on); });
    // What is ticked is there.
    connect(m_page, &WorkPage::absenceChanged, action,
            [page = m_page, pane = pane, action, text = action->text()] {
              const QString why = page->wanted(pane) ? page->absence(pane) : QString();
              const QSignalBlocker blocker(action);
              action->setChecked(page->wanted(pane) && why.isEmpty());
              action->setText(why.isEmpty() ? text : tr("%1 (%2)").arg(text, why));
              action->setEnabled(why.isEmpty() || page->canTakeRoom(pane));
            });
  }
  QAction* prediction = m_commands->action(WindowCommand::prediction);
  QAction* path = m_commands->action(WindowCommand::criticalPath);
  connect(prediction, &QAction::toggled, results, &FitResults::setPredictionShown);
  connect(path, &QAction::toggled, results, &FitResults::setRunPathShown);
  connect(results, &FitResults::shownChanged, this, [results, prediction, path] {
    prediction->setChecked(results->predictionShown());
    path->setChecked(results->runPathShown());
  });
}

}  // namespace runahead::gui
