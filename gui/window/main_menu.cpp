// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of the menu bar. Keys without Ctrl are named behind a tab: window_keys.h handles them.
#include "gui/window/main_menu.h"

#include <QAction>
#include <QActionGroup>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

#include "gui/driving/hand_driver.h"
#include "gui/model/fit_results.h"
#include "gui/timeline/timeline_view.h"
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

QAction* MainMenu::add(QMenu* menu, const QString& name, const QString& text,
                       const QList<QKeySequence>& keys) {
  auto* action = menu->addAction(text);
  action->setObjectName(name);
  action->setShortcuts(keys);
  return action;
}

QAction* MainMenu::addKey(QMenu* menu, const char* name, const QString& text, WindowKey key) {
  const QString keys = keyText(key);
  auto* action = add(menu, QLatin1String(name), keys.isEmpty() ? text : text + u'\t' + keys, {});
  connect(action, &QAction::triggered, m_window, [this, key] { m_window->keyPressed(key); });
  return action;
}

void MainMenu::buildFile() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&File"));
  connect(add(menu, QStringLiteral("actionNew"), tr("&New Session"), {QKeySequence::New}),
          &QAction::triggered, m_window, &MainWindow::newSession);
  connect(add(menu, QStringLiteral("actionOpen"), tr("&Open…"), {QKeySequence::Open}), &QAction::triggered,
          m_window, [this] { m_window->askForFile(false); });
  m_recent = menu->addMenu(tr("Open &Recent"));
  menu->addSeparator();
  m_save = add(menu, QStringLiteral("actionSave"), tr("&Save Session"), {QKeySequence::Save});
  connect(m_save, &QAction::triggered, m_window, &MainWindow::saveSession);
  m_saveAs =
      add(menu, QStringLiteral("actionSaveAs"), tr("Save Session &As…"), {QKeySequence(tr("Ctrl+Shift+S"))});
  connect(m_saveAs, &QAction::triggered, m_window, &MainWindow::askForSession);
  menu->addSeparator();
  QAction* save = add(menu, QStringLiteral("actionExport"), tr("&Export…"), {QKeySequence(tr("Ctrl+E"))});
  connect(save, &QAction::triggered, m_window, &MainWindow::askForExport);
  m_needTrace << save;
  menu->addSeparator();
  connect(add(menu, QStringLiteral("actionQuit"), tr("&Quit"), {QKeySequence(tr("Ctrl+Q"))}),
          &QAction::triggered, m_window, &QWidget::close);
}

void MainMenu::buildEdit() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Edit"));
  m_undo = add(menu, QStringLiteral("actionUndoClose"), tr("&Undo Close"), {QKeySequence::Undo});
  connect(m_undo, &QAction::triggered, m_window, &MainWindow::reopenRun);
  menu->addSeparator();
  connect(add(menu, QStringLiteral("actionFind"), tr("&Find…"), {QKeySequence::Find}), &QAction::triggered,
          m_window, &MainWindow::openFind);
  QAction* copy =
      add(menu, QStringLiteral("actionCopyPicture"), tr("&Copy Picture"), {QKeySequence(tr("Ctrl+Shift+C"))});
  connect(copy, &QAction::triggered, m_window, &MainWindow::copyPicture);
  m_needTrace << copy;
  menu->addSeparator();
  m_needTrace << addKey(menu, "actionNote", tr("&Note Here…"), WindowKey::note)
              << addKey(menu, "actionFlag", tr("F&lag Here"), WindowKey::mark)
              << addKey(menu, "actionRemoveFlag", tr("&Remove Flag or Note"), WindowKey::removeFlag);
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
    QAction* action = add(menu, QLatin1String(name), text, {});
    action->setCheckable(true);
    action->setChecked(true);
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
  const auto checkable = [&](const char* name, const QString& text, bool on) {
    QAction* action = add(menu, QLatin1String(name), text, {});
    action->setCheckable(true);
    action->setChecked(on);
    return action;
  };
  menu->addSeparator();
  FitResults* results = m_window->m_results;
  QAction* prediction = checkable("actionPrediction", tr("Show &Prediction"), false);
  connect(prediction, &QAction::toggled, results, &FitResults::setPredictionShown);
  QAction* path = checkable("actionCriticalPath", tr("&Critical Path"), false);
  connect(path, &QAction::toggled, results, &FitResults::setRunPathShown);
  connect(results, &FitResults::shownChanged, this, [=] {
    prediction->setChecked(results->predictionShown());
    path->setChecked(results->runPathShown());
  });
  menu->addSeparator();
  auto* themes = new QActionGroup(this);
  m_light = themes->addAction(menu->addAction(tr("&Light")));
  m_dark = themes->addAction(menu->addAction(tr("&Dark")));
  m_light->setObjectName(QStringLiteral("actionLight"));
  m_dark->setObjectName(QStringLiteral("actionDark"));
  m_light->setCheckable(true);
  m_dark->setCheckable(true);
  connect(m_light, &QAction::triggered, m_window, [this] { m_window->setTheme(ThemeKind::light); });
  connect(m_dark, &QAction::triggered, m_window, [this] { m_window->setTheme(ThemeKind::dark); });
}

void MainMenu::buildGo() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Go"));
  const auto go = [&](const char* name, const QString& text, WindowKey key,
                      const QList<QKeySequence>& keys = {}) {
    m_needTrace << addKey(menu, name, text, key);
    m_needTrace.back()->setShortcuts(keys);
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
  go("actionGoToLine", tr("Go to &Line…"), WindowKey::goToLine, {QKeySequence(tr("Ctrl+G"))});
  go("actionBreakPoint", tr("&Break-point on the Line"), WindowKey::breakPoint);
  go("actionNextBreakPoint", tr("&Next Break-point"), WindowKey::nextBreakPoint, {QKeySequence(Qt::Key_F8)});
  go("actionPreviousBreakPoint", tr("Previous Break-point"), WindowKey::previousBreakPoint,
     {QKeySequence(Qt::SHIFT | Qt::Key_F8)});
  QAction* clear = add(menu, QStringLiteral("actionClearBreakPoints"), tr("&Clear Break-points"), {});
  connect(clear, &QAction::triggered, m_window, [this] { m_window->viewState()->clearBreakPoints(); });
}

void MainMenu::buildRun() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Run"));
  m_run = add(menu, QStringLiteral("actionRun"), tr("&Run"),
              {QKeySequence(tr("Ctrl+R")), QKeySequence(Qt::Key_F5)});
  connect(m_run, &QAction::triggered, m_window, &MainWindow::run);
  m_stop = add(menu, QStringLiteral("actionStop"), tr("&Stop"), {QKeySequence(Qt::SHIFT | Qt::Key_F5)});
  connect(m_stop, &QAction::triggered, m_window, &MainWindow::stop);
  menu->addSeparator();
  const auto run = [&](const char* name, const QString& text, const QList<QKeySequence>& keys, auto&& what) {
    QAction* action = add(menu, QLatin1String(name), text, keys);
    connect(action, &QAction::triggered, m_window, std::forward<decltype(what)>(what));
    return action;
  };
  MainWindow* window = m_window;
  m_needRuns << run("actionNextRun", tr("Ne&xt Run"), {QKeySequence(Qt::CTRL | Qt::Key_PageDown)},
                    [window] { window->showNextRun(1); });
  m_needRuns << run("actionPreviousRun", tr("&Previous Run"), {QKeySequence(Qt::CTRL | Qt::Key_PageUp)},
                    [window] { window->showNextRun(-1); });
  m_needRun << run("actionRenameRun", tr("Re&name Run…"), {QKeySequence(Qt::Key_F2)},
                   [window] { window->renameRun(); });
  m_keep = run("actionKeepRun", tr("&Keep Run") + u'\t' + keyText(WindowKey::keepRun), {},
               [window] { window->keepRun(window->currentRun()); });
  m_needRuns << run("actionMoveRunLeft", tr("Move Run &Left"),
                    {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_PageUp)}, [window] { window->moveRun(-1); });
  m_needRuns << run("actionMoveRunRight", tr("Move Run Ri&ght"),
                    {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_PageDown)},
                    [window] { window->moveRun(1); });
  m_needRun << run("actionCloseRun", tr("&Close Run"), {QKeySequence(tr("Ctrl+W"))},
                   [window] { window->closeRun(window->currentRun()); });
  menu->addSeparator();
  QMenu* hand = menu->addMenu(tr("By &Hand"));
  const auto drive = [&](const char* name, const QString& text, WindowKey key) {
    addKey(hand, name, text, key);
  };
  drive("actionDriveIssue", tr("&Issue the Next Statement"), WindowKey::driveIssue);
  drive("actionDriveStart", tr("&Start a Task"), WindowKey::driveStart);
  drive("actionDriveEnd", tr("&End a Task"), WindowKey::driveEnd);
  drive("actionDriveToWait", tr("Run to the Next &Wait"), WindowKey::driveToWait);
  drive("actionDriveToBreakPoint", tr("Run to the Next &Break-point"), WindowKey::driveToBreakPoint);
  drive("actionDriveToEnd", tr("&Run to the End"), WindowKey::driveToEnd);
  connect(hand, &QMenu::aboutToShow, this, [this, hand] {
    for (QAction* action : hand->actions()) action->setEnabled(m_window->driver()->driving());
  });
}

void MainMenu::buildCompare() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Compare"));
  m_compare = add(menu, QStringLiteral("actionCompare"),
                  tr("&Compare Runs") + u'\t' + keyText(WindowKey::compare), {});
  m_compare->setCheckable(true);
  m_compare->setEnabled(false);
  connect(m_compare, &QAction::triggered, m_window, &MainWindow::setComparing);
  QAction* file = add(menu, QStringLiteral("actionCompareFile"), tr("Compare with &File…"), {});
  connect(file, &QAction::triggered, m_window, [this] { m_window->askForFile(true); });
  m_needTrace << file;
}

void MainMenu::setComparing(bool offered, bool comparing) {
  m_compare->setEnabled(offered);
  m_compare->setChecked(comparing);
}

void MainMenu::buildHelp() {
  QMenu* menu = m_window->menuBar()->addMenu(tr("&Help"));
  connect(add(menu, QStringLiteral("actionWelcome"), tr("&First Page"), {}), &QAction::triggered, m_window,
          &MainWindow::showWelcome);
  connect(add(menu, QStringLiteral("actionKeys"), tr("&Keys\t?"), {QKeySequence(Qt::Key_F1)}),
          &QAction::triggered, m_window, [this] { m_window->m_keys->toggle(); });
  menu->addSeparator();
  connect(add(menu, QStringLiteral("actionAbout"), tr("&About Runahead"), {}), &QAction::triggered, m_window,
          &MainWindow::showAbout);
}

void MainMenu::setRecentFiles(const QStringList& files) {
  m_recent->clear();
  m_recent->setEnabled(!files.isEmpty());
  for (const QString& file : files) {
    QAction* action = m_recent->addAction(QFileInfo(file).fileName());
    action->setToolTip(file);
    connect(action, &QAction::triggered, m_window, [this, file] { m_window->openTrace(file); });
  }
}

void MainMenu::setTheme(ThemeKind kind) {
  (kind == ThemeKind::dark ? m_dark : m_light)->setChecked(true);
}

void MainMenu::setRun(bool there, bool passing, bool several, const QString& closed) {
  for (QAction* action : m_needRun) action->setEnabled(there);
  for (QAction* action : m_needRuns) action->setEnabled(several);
  m_keep->setEnabled(passing);
  m_undo->setEnabled(!closed.isEmpty());
  m_undo->setText(closed.isEmpty()
                      ? tr("&Undo Close")
                      : tr("&Undo Close of “%1”").arg(QString(closed).replace(u'&', QLatin1String("&&"))));
}

void MainMenu::setState(bool canRun, bool running, bool hasTrace) {
  m_run->setEnabled(canRun);  // during a run it says why not
  m_stop->setEnabled(running);
  m_save->setEnabled(canRun || hasTrace);
  m_saveAs->setEnabled(canRun || hasTrace);
  for (QAction* action : m_needTrace) action->setEnabled(hasTrace);
}

}  // namespace runahead::gui
