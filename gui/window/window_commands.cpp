// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does for each command, and which can be used now.
// Not here: the table (text/window_commands.h), keys (window_keys.h).
#include <QActionGroup>

#include "gui/lecture/lecture.h"
#include "gui/listing/code_view.h"
#include "gui/listing/comment.h"
#include "gui/listing/listing_pane.h"
#include "gui/listing/text_find.h"
#include "gui/manual_run/manual_run.h"
#include "gui/model/fit_results.h"
#include "gui/presenting/presentation.h"
#include "gui/runs/run_list.h"
#include "gui/session/note_strip.h"
#include "gui/text/run_text.h"
#include "gui/timeline/timeline_view.h"
#include "gui/window/bottom_bar.h"
#include "gui/window/exporter.h"
#include "gui/window/find_strip.h"
#include "gui/window/keys_overlay.h"
#include "gui/window/main_menu.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "gui/window/window_keys.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

void MainWindow::connectCommands() {
  const auto on = [this](WindowCommand what, auto then) { m_commands->on(what, this, then); };
  m_commands->on(WindowCommand::newProgram, m_programs, &ProgramFiles::create);
  on(WindowCommand::editCopy, [this] { m_programs->editCopy(m_listing->framework()); });
  m_commands->on(WindowCommand::newSession, m_sessionFiles.get(), &SessionFiles::beginNew);
  on(WindowCommand::open, [this] { m_sessionFiles->ask(false); });
  m_commands->on(WindowCommand::saveProgram, m_programs, &ProgramFiles::save);
  m_commands->on(WindowCommand::saveProgramAs, m_programs, &ProgramFiles::saveAs);
  m_commands->on(WindowCommand::closeProgram, m_runControl.get(), &RunControl::closeProgram);
  on(WindowCommand::save, [this] { m_sessionFiles->save(); });
  m_commands->on(WindowCommand::saveAs, m_sessionFiles.get(), &SessionFiles::saveAs);
  on(WindowCommand::exportRun, [this] {
    if (!m_bench->runsHere()) m_exporter->ask();
  });
  on(WindowCommand::handOut, &MainWindow::askForHandOut);
  on(WindowCommand::quit, &QWidget::close);

  m_commands->on(WindowCommand::undoClose, m_runControl.get(), &RunControl::reopen);
  on(WindowCommand::find, &MainWindow::openFind);
  on(WindowCommand::findTasks, &MainWindow::findTasks);
  on(WindowCommand::findNext, [this] { findAgain(false); });
  on(WindowCommand::findPrevious, [this] { findAgain(true); });
  on(WindowCommand::replace, [this] { m_listing->find()->open(true); });
  on(WindowCommand::comment, [this] { toggleComment(*m_listing->code()); });
  on(WindowCommand::copyPicture, [this] { m_exporter->copyPicture(m_theme); });
  on(WindowCommand::clear, &MainWindow::clearOne);

  m_commands->on(WindowCommand::present, m_presentation, &Presentation::present);
  m_commands->on(WindowCommand::presentFromStart, m_presentation, &Presentation::presentFromStart);
  m_commands->on(WindowCommand::speaker, m_presentation, &Presentation::showSpeaker);
  connect(m_commands->action(WindowCommand::lecture), &QAction::toggled, this, &MainWindow::setLectureShown);
  on(WindowCommand::addView, [this] {
    setLectureShown(true);
    m_lecture->addView();
  });
  on(WindowCommand::ask, [this] { ask(); });
  on(WindowCommand::draw, &MainWindow::askToDraw);
  on(WindowCommand::larger, [this] { scaleBy(1); });
  on(WindowCommand::smaller, [this] { scaleBy(-1); });
  on(WindowCommand::normalSize, [this] { scaleBy(0); });
  auto* themes = new QActionGroup(this);
  for (const auto& [what, kind] :
       {std::pair{WindowCommand::light, ThemeKind::light}, std::pair{WindowCommand::dark, ThemeKind::dark}}) {
    themes->addAction(m_commands->action(what));
    m_commands->action(what)->setChecked(m_theme == kind);
    on(what, [this, kind = kind] { setTheme(kind); });
  }

  m_commands->on(WindowCommand::run, m_runControl.get(), &RunControl::run);
  m_commands->on(WindowCommand::stop, m_runControl.get(), &RunControl::stop);
  on(WindowCommand::nextRun, [this] { m_runControl->showNext(1); });
  on(WindowCommand::previousRun, [this] { m_runControl->showNext(-1); });
  m_commands->on(WindowCommand::renameRun, m_runControl.get(), &RunControl::renameCurrent);
  m_commands->on(WindowCommand::keepRun, m_runControl.get(), &RunControl::keepCurrent);
  on(WindowCommand::moveRunLeft, [this] { m_runControl->moveCurrent(-1); });
  on(WindowCommand::moveRunRight, [this] { m_runControl->moveCurrent(1); });
  on(WindowCommand::closeRun, [this] { m_runControl->close(m_runControl->current()); });
  on(WindowCommand::driveIssue, [this] { driver()->decide(Choice::Kind::issue); });
  on(WindowCommand::driveStart, [this] { driver()->decide(Choice::Kind::start); });
  on(WindowCommand::driveEnd, [this] { driver()->decide(Choice::Kind::end); });
  on(WindowCommand::driveToWait, [this] { driver()->runTo(RunTo::wait); });
  on(WindowCommand::driveToEnd, [this] { driver()->runTo(RunTo::end); });
  on(WindowCommand::driveToBreakPoint, [this] {
    if (!m_view->breakPoints().empty()) driver()->runTo(RunTo::line, m_view->breakPoints());
  });

  m_commands->on(WindowCommand::compare, m_runControl.get(), &RunControl::setComparing);
  on(WindowCommand::compareFile, [this] { m_sessionFiles->ask(true); });
  on(WindowCommand::welcome, &MainWindow::showWelcome);
  on(WindowCommand::manual, &MainWindow::showManual);
  on(WindowCommand::calls, &MainWindow::showCalls);
  on(WindowCommand::keys, [this] { m_keys->toggle(); });
  on(WindowCommand::about, &MainWindow::showAbout);
  connectViewCommands();

  m_menu = new MainMenu(menuBar(), m_commands, m_asking);
  connect(m_menu, &MainMenu::fileChosen, m_sessionFiles.get(), &SessionFiles::open);
  connect(m_menu, &MainMenu::lectureChosen, m_sessionFiles.get(), &SessionFiles::openLecture);
  connect(m_menu, &MainMenu::questionChosen, this, [this](const Question& question) { ask(question); });
  new WindowKeys(this, m_commands, m_asking);
  connect(m_view, &ViewState::traceChanged, this, [this] {
    if (m_view->hasRun() != m_commands->action(WindowCommand::play)->isEnabled()) updateActions();
  });
}

void MainWindow::connectViewCommands() {
  const auto shown = [this](WindowCommand what, auto then) {
    m_commands->on(what, this, [this, then] {
      if (m_bench->open() && m_workPage->showsRun()) then();
    });
  };
  const auto timeline = [&](WindowCommand what, auto then) {
    shown(what, [this, then] { (m_workPage->timeline()->*then)(); });
  };
  const auto view = [&](WindowCommand what, auto then) {
    shown(what, [this, then] { std::invoke(then, *m_view); });
  };
  timeline(WindowCommand::zoomIn, &TimelineView::zoomIn);
  timeline(WindowCommand::zoomOut, &TimelineView::zoomOut);
  timeline(WindowCommand::panLeft, &TimelineView::panLeft);
  timeline(WindowCommand::panRight, &TimelineView::panRight);
  view(WindowCommand::zoomToSelection, &ViewState::zoomToSelection);
  view(WindowCommand::fitAll, &ViewState::fitAll);
  view(WindowCommand::mark, &ViewState::toggleBookmark);
  view(WindowCommand::removeBookmark, [](ViewState& state) { state.removeBookmark(state.bookmarkHere()); });
  view(WindowCommand::nextTask, &ViewState::nextTask);
  view(WindowCommand::previousTask, &ViewState::previousTask);
  view(WindowCommand::followBack, &ViewState::followArrowBack);
  view(WindowCommand::followForward, &ViewState::followArrowForward);
  shown(WindowCommand::note, [this] { m_workPage->note()->open(m_view->bookmarkHere()); });

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
    view(step.what, [step](ViewState& state) { state.step(step.kind, step.direction); });
  }
  view(WindowCommand::goToStart, &ViewState::goToStart);
  view(WindowCommand::goToEnd, &ViewState::goToEnd);
  view(WindowCommand::previousBreakPoint,
       [](ViewState& state) { state.stepToLine(state.breakPoints(), -1); });
  view(WindowCommand::nextBreakPoint, [](ViewState& state) { state.stepToLine(state.breakPoints(), 1); });
  view(WindowCommand::breakPoint, [](ViewState& state) {
    if (const int line = lineAt(state.trace(), state.cursor())) state.toggleBreakPoint(line);
  });
  m_commands->on(WindowCommand::clearBreakPoints, m_view, &ViewState::clearBreakPoints);
  shown(WindowCommand::play, [this] { m_bottom->player()->toggle(); });
  shown(WindowCommand::goToLine, [this] { m_bottom->openGoToLine(); });

  for (const auto& [what, pane] : {std::pair{WindowCommand::showPending, WorkPage::Pane::depth},
                                   std::pair{WindowCommand::showMemory, WorkPage::Pane::memory},
                                   std::pair{WindowCommand::showModel, WorkPage::Pane::model}}) {
    QAction* action = m_commands->action(what);
    action->setChecked(true);
    connect(action, &QAction::toggled, m_workPage,
            [page = m_workPage, pane = pane](bool on) { page->setWanted(pane, on); });
    // What is ticked is there.
    connect(m_workPage, &WorkPage::absenceChanged, action,
            [page = m_workPage, pane = pane, action, text = action->text()] {
              const QString why = page->wanted(pane) ? page->absence(pane) : QString();
              const QSignalBlocker blocker(action);
              action->setChecked(page->wanted(pane) && why.isEmpty());
              action->setText(why.isEmpty() ? text : tr("%1 (%2)").arg(text, why));
              action->setEnabled(why.isEmpty() || page->canTakeRoom(pane));
            });
  }
  QAction* prediction = m_commands->action(WindowCommand::prediction);
  QAction* path = m_commands->action(WindowCommand::criticalPath);
  connect(prediction, &QAction::toggled, m_results, &FitResults::setPredictionShown);
  connect(path, &QAction::toggled, m_results, &FitResults::setRunPathShown);
  connect(m_results, &FitResults::shownChanged, this, [this, prediction, path] {
    prediction->setChecked(m_results->predictionShown());
    path->setChecked(m_results->runPathShown());
  });
}

void MainWindow::clearOne() {
  if (m_listing->typing()) {
    if (m_listing->cancelCompletion()) return;
    if (m_listing->find()->isVisible()) return m_listing->find()->close();
    m_notice->isVisible() ? m_notice->hide() : centralWidget()->setFocus();
  } else if (m_keys->isVisible()) {
    m_keys->hide();
  } else if (m_notice->isVisible()) {
    m_notice->hide();
  } else if (m_listing->find()->isVisible()) {
    m_listing->find()->close();
  } else if (!m_view->clearOne() && m_workPage->find()->isVisible()) {
    m_workPage->find()->close();
  }
}

void MainWindow::updateActions() {
  const bool hasTrace = m_view->hasRun();
  const bool canRun = m_settings->scenario() || m_bench->program();
  const bool running = m_bench->runsHere() || m_bench->drivesOn();
  const bool writes = m_bench->open() && m_bench->program();
  const bool lecture = !m_lecture->slides().empty();
  m_commands->setAvailable(Needs::trace, hasTrace);
  m_commands->setAvailable(Needs::program, writes);
  m_commands->setAvailable(Needs::lecture, lecture);
  m_commands->setAvailable(Needs::stepping, m_workPage->drives());
  m_commands->setEnabled(WindowCommand::run, canRun);  // during a run it says why not
  m_commands->setEnabled(WindowCommand::stop, running);
  m_commands->setEnabled(WindowCommand::save, canRun || hasTrace);
  m_commands->setEnabled(WindowCommand::saveAs, canRun || hasTrace);
  m_commands->setEnabled(WindowCommand::present, hasTrace || lecture);
  m_commands->setEnabled(WindowCommand::editCopy, !writes && m_bench->open() && m_settings->scenario());
  m_menu->setAsks(hasTrace);
  // With a lecture, the key that begins it on a clicker does.
  QList<QKeySequence> keys = shortcutsOf(WindowCommand::run);
  if (lecture) keys.removeAll(shortcutsOf(WindowCommand::presentFromStart).constFirst());
  m_commands->action(WindowCommand::run)->setShortcuts(keys);
  // It saves what one works on.
  const QList<QKeySequence> saves = shortcutsOf(WindowCommand::save), none;
  m_commands->action(WindowCommand::saveProgram)->setShortcuts(writes ? saves : none);
  m_commands->action(WindowCommand::save)->setShortcuts(writes ? none : saves);
  m_header->setManual(m_bench->drivesOn());
  m_header->setExportEnabled(hasTrace && !m_bench->runsHere());
  updateRunActions();
}

void MainWindow::updateRunActions() {
  const RunList::Run* run = m_bench->open() ? m_runs->current() : nullptr;
  m_commands->setAvailable(Needs::run, run != nullptr);
  m_commands->setAvailable(Needs::runs, m_runs->runs().size() > 1);
  m_commands->setAvailable(Needs::preview, run && run->preview);
  m_commands->action(WindowCommand::compare)->setChecked(m_runs->comparing());
  // Without a run, Ctrl+W has nothing else to close.
  m_commands->action(WindowCommand::closeProgram)
      ->setShortcuts(shortcutsOf(WindowCommand::closeProgram) +
                     (run ? QList<QKeySequence>() : shortcutsOf(WindowCommand::closeRun)));
  const QString closed = !m_bench->closedProgram().isEmpty() ? m_bench->closedProgram()
                         : m_runs->closedFrom()              ? m_runs->closedLabel()
                                                             : QString();
  QAction* undo = m_commands->action(WindowCommand::undoClose);
  undo->setEnabled(!closed.isEmpty());
  undo->setText(closed.isEmpty()
                    ? tr("&Undo Close")
                    : tr("&Undo Close of “%1”").arg(QString(closed).replace(u'&', QLatin1String("&&"))));
}

}  // namespace runahead::gui
