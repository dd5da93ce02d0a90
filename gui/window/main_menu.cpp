// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of the menu bar. Keys of one hand are named behind a tab: window_keys.h handles them.
#include "gui/window/main_menu.h"

#include <QAction>
#include <QActionGroup>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

#include "core/analysis/schedule.h"
#include "gui/cli/shipped_lecture.h"
#include "gui/lecture/lecture.h"
#include "gui/listing/comment.h"
#include "gui/listing/listing_pane.h"
#include "gui/listing/text_find.h"
#include "gui/manual_run/manual_run.h"
#include "gui/model/fit_results.h"
#include "gui/questions/asking.h"
#include "gui/text/format.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/keys.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"
#include "gui/window/keys_overlay.h"
#include "gui/window/main_window.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

MainMenu::MainMenu(MainWindow* window) : QObject(window), m_window(window) {
  buildFile();
  buildEdit();
  buildView();
  buildGo();
  buildRun();
  buildCompare();
  buildHelp();
}

template <class Do>
QAction* MainMenu::add(QMenu* menu, const char* name, const QString& text, Do what) {
  QAction* action = named(menu->addAction(text), name);
  action->setShortcuts(shortcutsOf(name));
  connect(action, &QAction::triggered, m_window, what);
  return action;
}

QAction* MainMenu::addKey(QMenu* menu, const char* name, const QString& text, WindowKey key) {
  const QString keys = keyText(key);
  return add(menu, name, keys.isEmpty() ? text : text + u'\t' + keys,
             [this, key] { m_window->keyPressed(key); });
}

QAction* MainMenu::addSwitch(QMenu* menu, const char* name, const QString& text, bool on) {
  QAction* action = named(menu->addAction(text), name);
  action->setCheckable(true);
  action->setChecked(on);
  return action;
}

void MainMenu::buildFile() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&File"));
  add(menu, "actionNewProgram", tr("New &Program"), &MainWindow::newProgram);
  m_editCopy = add(menu, "actionEditCopy", tr("Edit a &Copy of the Program"), &MainWindow::editCopy);
  menu->addSeparator();
  add(menu, "actionNew", tr("&New Session"), &MainWindow::newSession);
  add(menu, "actionOpen", tr("&Open…"), [this] { m_window->askForFile(false); });
  m_recent = menu->addMenu(tr("Open &Recent"));
  QMenu* lectures = menu->addMenu(tr("Open &Lecture"));
  for (const LectureTitle& one : shippedLectures()) {
    const QString name = QString::fromStdString(one.name);
    add(lectures, ("openLecture-" + one.name).c_str(), QString::fromStdString(one.title),
        [this, name] { m_window->openLecture(name); });
  }
  menu->addSeparator();
  m_saveProgram = add(menu, "actionSaveProgram", tr("Sa&ve Program"), &MainWindow::saveProgram);
  m_saveProgramAs = add(menu, "actionSaveProgramAs", tr("Save Program As…"), &MainWindow::askForProgram);
  m_closeProgram = add(menu, "actionCloseProgram", tr("&Close Program"), &MainWindow::closeProgram);
  menu->addSeparator();
  m_save = add(menu, "actionSave", tr("&Save Session"), &MainWindow::saveSession);
  m_saveAs = add(menu, "actionSaveAs", tr("Save Session &As…"), &MainWindow::askForSession);
  menu->addSeparator();
  m_needTrace << add(menu, "actionExport", tr("&Export…"), &MainWindow::askForExport);
  m_handOut = add(menu, "actionHandOut", tr("&Hand Out the Lecture…"), &MainWindow::askForHandOut);
  menu->addSeparator();
  add(menu, "actionQuit", tr("&Quit"), &QWidget::close);
}

void MainMenu::buildEdit() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Edit"));
  m_undo = add(menu, "actionUndoClose", tr("&Undo Close"), &MainWindow::reopenRun);
  menu->addSeparator();
  add(menu, "actionFind", tr("&Find…"), &MainWindow::openFind);
  add(menu, "actionFindNext", tr("Find Ne&xt"), [this] { m_window->findAgain(false); });
  add(menu, "actionFindPrevious", tr("Find Pre&vious"), [this] { m_window->findAgain(true); });
  m_needProgram << add(menu, "actionReplace", tr("R&eplace…"),
                       [this] { m_window->m_listing->find()->open(true); })
                << add(menu, "actionComment", tr("Co&mment Lines"),
                       [this] { toggleComment(*m_window->m_listing->code()); });
  menu->addSeparator();
  m_needTrace << add(menu, "actionCopyPicture", tr("&Copy Picture"), &MainWindow::copyPicture);
  menu->addSeparator();
  m_needTrace << addKey(menu, "actionNote", tr("&Note Here…"), WindowKey::note)
              << addKey(menu, "actionFlag", tr("Book&mark Here"), WindowKey::mark)
              << addKey(menu, "actionRemoveFlag", tr("&Remove Bookmark or Note"), WindowKey::removeBookmark);
}

void MainMenu::buildView() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&View"));
  const auto timeline = [&](const char* name, const QString& text, WindowKey key) {
    m_needTrace << addKey(menu, name, text, key);
  };
  timeline("actionZoomIn", tr("Zoom &In"), WindowKey::zoomIn);
  timeline("actionZoomOut", tr("Zoom &Out"), WindowKey::zoomOut);
  timeline("actionMoveLeft", tr("Move Le&ft"), WindowKey::panLeft);
  timeline("actionMoveRight", tr("Move Ri&ght"), WindowKey::panRight);
  timeline("actionFit", tr("&Whole Run"), WindowKey::fitAll);
  timeline("actionZoomSelection", tr("Zoom to &Selection"), WindowKey::zoomToSelection);
  menu->addSeparator();
  WorkPage* page = m_window->m_workPage;
  const auto pane = [&](const char* name, const QString& text, WorkPage::Pane which) {
    QAction* action = addSwitch(menu, name, text, true);
    connect(action, &QAction::toggled, page, [=](bool on) { page->setWanted(which, on); });
    // What is ticked is there.
    connect(page, &WorkPage::absenceChanged, action, [=] {
      const QString why = page->wanted(which) ? page->absence(which) : QString();
      const QSignalBlocker blocker(action);
      action->setChecked(page->wanted(which) && why.isEmpty());
      action->setText(why.isEmpty() ? text : tr("%1 (%2)").arg(text, why));
      action->setEnabled(why.isEmpty() || page->canTakeRoom(which));
    });
  };
  pane("actionDepthChart", tr("&Pending Tasks"), WorkPage::Pane::depth);
  pane("actionMemoryChart", tr("&Memory"), WorkPage::Pane::memory);
  pane("actionModel", tr("Mod&el"), WorkPage::Pane::model);
  menu->addSeparator();
  FitResults* results = m_window->m_results;
  QAction* prediction = addSwitch(menu, "actionPrediction", tr("Show &Prediction"), false);
  connect(prediction, &QAction::toggled, results, &FitResults::setPredictionShown);
  QAction* path = addSwitch(menu, "actionCriticalPath", tr("&Critical Path"), false);
  connect(path, &QAction::toggled, results, &FitResults::setRunPathShown);
  connect(results, &FitResults::shownChanged, this, [=] {
    prediction->setChecked(results->predictionShown());
    path->setChecked(results->runPathShown());
  });
  menu->addSeparator();
  m_present = add(menu, "actionPresent", tr("P&resent"), &MainWindow::present);
  m_begin = add(menu, "actionBegin", tr("Present from the &First Slide"), &MainWindow::presentFromStart);
  add(menu, "actionSpeaker", tr("Spea&ker View"), &MainWindow::showSpeaker);
  m_questions = menu->addMenu(tr("&Ask"));
  m_questions->setObjectName(QStringLiteral("menuAsk"));
  connect(m_questions, &QMenu::aboutToShow, this, &MainMenu::fillQuestions);
  connect(m_window->asking(), &Asking::offers, this, &MainMenu::showOffer);
  m_lecture = addSwitch(menu, "actionLecture", tr("Slides of the Lect&ure"), false);
  m_lecture->setShortcuts(shortcutsOf("actionLecture"));
  connect(m_lecture, &QAction::toggled, m_window, &MainWindow::setLectureShown);
  m_needTrace << add(menu, "actionAddStop", tr("&Add View to the Lecture"), [this] {
    m_window->setLectureShown(true);
    m_window->lecture()->addView();
  });
  menu->addSeparator();
  add(menu, "actionLarger", tr("Lar&ger"), [this] { m_window->scaleBy(1); });
  add(menu, "actionSmaller", tr("S&maller"), [this] { m_window->scaleBy(-1); });
  add(menu, "actionNormalSize", tr("&Original Size"), [this] { m_window->scaleBy(0); });
  menu->addSeparator();
  auto* themes = new QActionGroup(this);
  m_light = themes->addAction(addSwitch(menu, "actionLight", tr("&Light"), false));
  m_dark = themes->addAction(addSwitch(menu, "actionDark", tr("&Dark"), false));
  connect(m_light, &QAction::triggered, m_window, [this] { m_window->setTheme(ThemeKind::light); });
  connect(m_dark, &QAction::triggered, m_window, [this] { m_window->setTheme(ThemeKind::dark); });
}

void MainMenu::fillQuestions() {
  m_questions->clear();
  addKey(m_questions, "actionAsk", tr("&Next Question"), WindowKey::ask);
  m_draw = add(m_questions, "actionDraw", tr("&Draw What the Workers Do"), &MainWindow::askToDraw);
  m_draw->setEnabled(false);
  m_questions->addSeparator();
  m_questions->addAction(tr("Reading the run …"))->setEnabled(false);
  m_window->asking()->look();
}

void MainMenu::showOffer(const Asking::Offer& offer) {
  // Of a menu that was never opened, too: others may look.
  if (m_questions->isEmpty()) return;
  Asking* asking = m_window->asking();
  while (!m_questions->actions().last()->isSeparator()) delete m_questions->actions().last();
  m_draw->setEnabled(offer.drawing.has_value());
  if (!offer.drawing) {
    const Message why = undrawable(asking->trace());
    m_draw->setText(
        tr("%1  ·  %2").arg(m_draw->text(), why.empty() ? tr("no wait leaves a choice") : toText(why)));
  }
  for (const Question& one : offer.questions) {
    m_questions->addAction(tr("%1  ·  at %2").arg(toText(one.text), formatTime(asking->askedNs(one))),
                           m_window, [this, one] { m_window->ask(one); });
  }
  if (offer.questions.empty())
    m_questions->addAction(tr("This run has no questions: their answers would be uncertain or obvious."))
        ->setEnabled(false);
}

void MainMenu::buildGo() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Go"));
  const auto go = [&](const char* name, const QString& text, WindowKey key) {
    m_needTrace << addKey(menu, name, text, key);
  };
  go("actionPlay", tr("&Play or Pause"), WindowKey::play);
  menu->addSeparator();
  go("actionNextEvent", tr("Next &Event"), WindowKey::nextEvent);
  go("actionPreviousEvent", tr("Previous Event"), WindowKey::previousEvent);
  go("actionNextStatement", tr("Next &Statement"), WindowKey::nextStatement);
  go("actionPreviousStatement", tr("Previous Statement"), WindowKey::previousStatement);
  go("actionNextTaskMoment", tr("Next &Task Start or End"), WindowKey::nextTaskMoment);
  go("actionPreviousTaskMoment", tr("Previous Task Start or End"), WindowKey::previousTaskMoment);
  go("actionNextWait", tr("Next &Wait"), WindowKey::nextWait);
  go("actionPreviousWait", tr("Previous Wait"), WindowKey::previousWait);
  go("actionGoToStart", tr("Sta&rt of the Run"), WindowKey::goToStart);
  go("actionGoToEnd", tr("En&d of the Run"), WindowKey::goToEnd);
  menu->addSeparator();
  go("actionNextTask", tr("Select Ne&xt Task"), WindowKey::nextTask);
  go("actionPreviousTask", tr("Select Previous Task"), WindowKey::previousTask);
  go("actionFollowForward", tr("&Follow Its Arrow"), WindowKey::followForward);
  go("actionFollowBack", tr("Follow Its Arrow Back"), WindowKey::followBack);
  menu->addSeparator();
  go("actionGoToLine", tr("Go to &Line…"), WindowKey::goToLine);
  go("actionBreakPoint", tr("&Breakpoint on the Line"), WindowKey::breakPoint);
  go("actionNextBreakPoint", tr("&Next Breakpoint"), WindowKey::nextBreakPoint);
  go("actionPreviousBreakPoint", tr("Previous Breakpoint"), WindowKey::previousBreakPoint);
  add(menu, "actionClearBreakPoints", tr("&Clear Breakpoints"),
      [this] { m_window->viewState()->clearBreakPoints(); });
}

void MainMenu::buildRun() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Run"));
  m_run = add(menu, "actionRun", tr("&Run"), &MainWindow::run);
  m_stop = add(menu, "actionStop", tr("&Stop"), &MainWindow::stop);
  menu->addSeparator();
  m_needRuns << add(menu, "actionNextRun", tr("Ne&xt Run"), [this] { m_window->showNextRun(1); })
             << add(menu, "actionPreviousRun", tr("&Previous Run"), [this] { m_window->showNextRun(-1); });
  m_needRun << add(menu, "actionRenameRun", tr("Re&name Run…"), &MainWindow::renameRun);
  m_keep = addKey(menu, "actionKeepRun", tr("&Keep Run"), WindowKey::keepRun);
  m_needRuns << add(menu, "actionMoveRunLeft", tr("Move Run &Left"), [this] { m_window->moveRun(-1); })
             << add(menu, "actionMoveRunRight", tr("Move Run Ri&ght"), [this] { m_window->moveRun(1); });
  m_needRun << add(menu, "actionCloseRun", tr("&Close Run"),
                   [this] { m_window->closeRun(m_window->currentRun()); });
  menu->addSeparator();
  QMenu* hand = menu->addMenu(tr("Manual &Scheduling"));
  addKey(hand, "actionDriveIssue", tr("&Issue the Next Statement"), WindowKey::driveIssue);
  addKey(hand, "actionDriveStart", tr("&Start a Task"), WindowKey::driveStart);
  addKey(hand, "actionDriveEnd", tr("&End a Task"), WindowKey::driveEnd);
  addKey(hand, "actionDriveToWait", tr("Run to the Next &Wait"), WindowKey::driveToWait);
  addKey(hand, "actionDriveToBreakPoint", tr("Run to the Next &Breakpoint"), WindowKey::driveToBreakPoint);
  addKey(hand, "actionDriveToEnd", tr("&Run to the End"), WindowKey::driveToEnd);
  connect(hand, &QMenu::aboutToShow, this, [this, hand] {
    for (QAction* action : hand->actions()) action->setEnabled(m_window->driver()->manual());
  });
}

void MainMenu::buildCompare() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Compare"));
  m_compare =
      addSwitch(menu, "actionCompare", tr("&Compare Runs") + u'\t' + keyText(WindowKey::compare), false);
  m_compare->setEnabled(false);
  connect(m_compare, &QAction::triggered, m_window, &MainWindow::setComparing);
  m_needTrace << add(menu, "actionCompareFile", tr("Compare with &File…"),
                     [this] { m_window->askForFile(true); });
}

void MainMenu::setComparing(bool offered, bool comparing) {
  m_compare->setEnabled(offered);
  m_compare->setChecked(comparing);
}

void MainMenu::buildHelp() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Help"));
  add(menu, "actionWelcome", tr("&First Page"), &MainWindow::showWelcome);
  add(menu, "actionManual", tr("&Manual"), &MainWindow::showManual);
  add(menu, "actionCalls", tr("&Calls of Programs"), &MainWindow::showCalls);
  add(menu, "actionKeys", tr("&Keys") + u'\t' + keyText(WindowKey::keys),
      [this] { m_window->m_keys->toggle(); });
  menu->addSeparator();
  add(menu, "actionAbout", tr("&About Runahead"), &MainWindow::showAbout);
}

void MainMenu::setRecentFiles(const QStringList& files) {
  m_recent->clear();
  m_recent->setEnabled(!files.isEmpty());
  for (const QString& file : files) {
    QAction* action = m_recent->addAction(QFileInfo(file).fileName());
    action->setToolTip(asText(file));
    connect(action, &QAction::triggered, m_window, [this, file] { m_window->openTrace(file); });
  }
}

void MainMenu::setTheme(ThemeKind kind) {
  (kind == ThemeKind::dark ? m_dark : m_light)->setChecked(true);
}

void MainMenu::setRun(bool there, bool preview, bool several, const QString& closed) {
  for (QAction* action : m_needRun) action->setEnabled(there);
  // Without a run, Ctrl+W has nothing else to close.
  QList<QKeySequence> closes = shortcutsOf("actionCloseProgram");
  if (!there) closes << shortcutsOf("actionCloseRun");
  m_closeProgram->setShortcuts(closes);
  for (QAction* action : m_needRuns) action->setEnabled(several);
  m_keep->setEnabled(preview);
  m_undo->setEnabled(!closed.isEmpty());
  m_undo->setText(closed.isEmpty()
                      ? tr("&Undo Close")
                      : tr("&Undo Close of “%1”").arg(QString(closed).replace(u'&', QLatin1String("&&"))));
}

void MainMenu::setProgram(bool writes, bool copies) {
  for (QAction* action : m_needProgram) action->setEnabled(writes);
  m_closeProgram->setEnabled(writes);
  m_saveProgram->setEnabled(writes);
  m_saveProgramAs->setEnabled(writes);
  m_editCopy->setEnabled(copies);
  // It saves what one works on.
  const QList<QKeySequence> saves = shortcutsOf("actionSave"), none;
  m_saveProgram->setShortcuts(writes ? saves : none);
  m_save->setShortcuts(writes ? none : saves);
}

void MainMenu::setLectureShown(bool shown) {
  m_lecture->setChecked(shown);
}

void MainMenu::setState(bool canRun, bool running, bool hasTrace) {
  m_run->setEnabled(canRun);  // during a run it says why not
  m_stop->setEnabled(running);
  m_save->setEnabled(canRun || hasTrace);
  m_saveAs->setEnabled(canRun || hasTrace);
  const bool lecture = !m_window->lecture()->slides().empty();
  m_present->setEnabled(hasTrace || lecture);
  m_begin->setEnabled(lecture);
  m_handOut->setEnabled(lecture);
  // With a lecture, the key that begins it on a clicker does.
  QList<QKeySequence> keys = shortcutsOf("actionRun");
  if (lecture) keys.removeAll(shortcutsOf("actionBegin").constFirst());
  m_run->setShortcuts(keys);
  m_questions->setEnabled(hasTrace);
  for (QAction* action : m_needTrace) action->setEnabled(hasTrace);
}

}  // namespace runahead::gui
