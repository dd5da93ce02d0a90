// SPDX-License-Identifier: GPL-3.0-or-later
// The window's layout in its sizes, and the wiring of its parts.
// Not here: runs (run_control.h), sessions (window_session.h).
#include "gui/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMenuBar>
#include <QResizeEvent>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>
#include <map>
#include <utility>

#include "gui/compare/difference_pane.h"
#include "gui/compare/repeater.h"
#include "gui/header/header_bar.h"
#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/lecture_pane.h"
#include "gui/listing/listing_pane.h"
#include "gui/manual_run/manual_run.h"
#include "gui/model/fit_pane.h"
#include "gui/model/fit_results.h"
#include "gui/model/loop_runs.h"
#include "gui/presenting/hand_out.h"
#include "gui/presenting/presentation.h"
#include "gui/questions/asked_pane.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_reader.h"
#include "gui/runs/run_tabs.h"
#include "gui/scenarios/scenario_panel.h"
#include "gui/session/note_strip.h"
#include "gui/session/recovery_card.h"
#include "gui/session/session_keeper.h"
#include "gui/state/state_pane.h"
#include "gui/timeline/timeline_view.h"
#include "gui/welcome/welcome_page.h"
#include "gui/welcome/welcome_side.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/settings.h"
#include "gui/widgets/window_room.h"
#include "gui/window/bottom_bar.h"
#include "gui/window/closing.h"
#include "gui/window/command_states.h"
#include "gui/window/exporter.h"
#include "gui/window/keys_overlay.h"
#include "gui/window/left_sessions.h"
#include "gui/window/main_menu.h"
#include "gui/window/next_run.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"
#include "gui/window/progress_line.h"
#include "gui/window/run_control.h"
#include "gui/window/run_outcomes.h"
#include "gui/window/session_files.h"
#include "gui/window/view_commands.h"
#include "gui/window/window_session.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

constexpr int kLeftPx = 340;
constexpr int kLeftNarrowPx = 292;
constexpr int kWritesNarrowPx = 400;  ///< for the lines of a program
constexpr int kLeftLeastPx = 240;
constexpr int kMiddleLeastPx = 480;
constexpr int kRightPx = 372;
constexpr int kLectureLeastPx = 304;

QString leftKey(bool narrow) {
  return narrow ? QStringLiteral("leftNarrowPx") : QStringLiteral("leftPx");
}

QString nameOf(ThemeKind kind) {
  return kind == ThemeKind::dark ? QStringLiteral("dark") : QStringLiteral("light");
}
ThemeKind themeOf(const QString& name) {
  return name == QLatin1String("dark") ? ThemeKind::dark : ThemeKind::light;
}

}  // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setObjectName(QStringLiteral("mainWindow"));
  setAcceptDrops(true);
  m_view = new ViewState(this);
  m_commands = new Commands(this);
  m_files = new FileJobs(this);
  m_settings = new RunSettings(this);
  m_loop = new LoopRuns(m_settings, this);
  m_bench = new Workbench(m_view, m_settings, this);
  m_runs = m_bench->runs();
  m_lecture = new Lecture(m_bench, this);
  m_asking = new Asking(m_view, this);
  m_presentation = new Presentation(m_view, m_runs, m_lecture, m_asking, this);
  m_handOut = new HandOut(this);
  m_results = new FitResults(m_view, this);
  m_theme = themeOf(settings().value(QStringLiteral("theme")).toString());
  applyTheme(*qApp, m_theme);
  setStyleSheet(gui::styleSheet(QStringLiteral("window"), currentTheme()));
  buildLayout();
  m_welcome->side()->setThemeName(nameOf(m_theme));
  m_exporter = new Exporter(m_view, m_runs, m_settings, m_listing, m_files, this);
  m_programs = new ProgramFiles(m_bench, m_settings, m_files, m_notice, this);
  m_closing = new Closing(m_files, m_handOut, m_notice, this);
  m_leftSessions = std::make_unique<LeftSessions>(m_bench, m_welcome, m_notice, this);
  m_session = std::make_unique<WindowSession>(m_bench, m_settings, m_lecture, m_listing, m_workPage->note(),
                                              m_notice, this);
  m_sessionFiles = std::make_unique<SessionFiles>(SessionFiles::Parts{.bench = m_bench,
                                                                      .lecture = m_lecture,
                                                                      .session = m_session.get(),
                                                                      .left = m_leftSessions.get(),
                                                                      .programs = m_programs,
                                                                      .jobs = m_files,
                                                                      .closing = m_closing,
                                                                      .note = m_workPage->note(),
                                                                      .notice = m_notice},
                                                  this);
  m_runControl = std::make_unique<RunControl>(RunControl::Parts{.bench = m_bench,
                                                                .settings = m_settings,
                                                                .lecture = m_lecture,
                                                                .asking = m_asking,
                                                                .programs = m_programs,
                                                                .keeper = m_session->keeper(),
                                                                .header = m_header,
                                                                .listing = m_listing,
                                                                .tabs = m_workPage->tabs(),
                                                                .repeater = m_differences->repeater(),
                                                                .notice = m_notice},
                                              this);
  m_runOutcomes = std::make_unique<RunOutcomes>(m_bench, m_settings, m_workPage, m_notice, this);
  m_nextRun = std::make_unique<NextRun>(m_bench, m_settings, m_header, m_listing, m_workPage, m_notice, this);
  connectCommands();
  connectPrograms();
  connectParts();
  connectSession();
  connectLecture();
  connectHandOut();
  connectQuestions();
  restore();
  arrange();
  m_commandStates->update();
  centralWidget()->setFocusPolicy(Qt::ClickFocus);  // no control looks chosen before a key was pressed
  centralWidget()->setFocus();
}

MainWindow::~MainWindow() {
  // What its parts say while they go would find no window any more: a field that loses the focus, for one.
  for (QObject* part : findChildren<QObject*>()) part->disconnect(this);
}

void MainWindow::buildLayout() {
  auto* root = new Panel(&Theme::panel);
  auto* column = columnIn(root, {}, 0);
  m_header = into(column, new HeaderBar(m_settings));
  m_header->hide();

  m_body = splitter(Qt::Horizontal, "body");
  m_left = splitter(Qt::Vertical, "leftColumn");
  m_scenarios = new ScenarioPanel;
  m_listing = new ListingPane(m_view);
  m_listing->hide();
  auto* fit = new FitPane(m_view, m_results, root);
  fit->hide();
  m_state = new StatePane(m_view, m_results, fit);
  m_differences = new DifferencePane(m_runs);
  m_side = new QStackedWidget;
  m_side->addWidget(m_state);
  m_side->addWidget(m_differences);
  m_left->addWidget(m_scenarios);
  m_left->addWidget(m_listing);
  m_leftHolder = new QWidget;
  columnIn(m_leftHolder)->addWidget(m_left);
  m_leftHolder->setMinimumWidth(kLeftLeastPx);
  m_body->addWidget(m_leftHolder);

  m_pages = new QStackedWidget;
  m_welcome = new WelcomePage;
  m_work = new QWidget;
  auto* work = rowIn(m_work, {}, 0);
  m_workPage = into(work, new WorkPage(m_view, m_runs, driver(), m_loop, m_results, fit), 1);
  work->addWidget(named(new Hairline(Qt::Vertical), "stateLine"));
  work->addWidget(m_side);
  m_pages->addWidget(m_welcome);
  m_pages->addWidget(m_work);
  auto* middle = into(m_body, new QWidget);
  middle->setMinimumWidth(kMiddleLeastPx);
  auto* asked = columnIn(middle, {}, 0);
  asked->addWidget(m_pages, 1);
  asked->addWidget(new AskedPane(m_asking, false));
  m_body->setStretchFactor(0, 0);
  m_body->setStretchFactor(1, 1);
  m_lecturePane = into(m_body, new LecturePane(m_lecture));
  m_lecturePane->setMinimumWidth(kLectureLeastPx);
  m_lecturePane->hide();
  m_body->setStretchFactor(2, 0);
  connect(m_body, &QSplitter::splitterMoved, this, [this](int px) {
    m_leftPx[m_narrow] = px;
    settings().setValue(leftKey(m_narrow), px);
  });
  column->addWidget(m_body, 1);
  m_bottom = into(column, new BottomBar(m_view, m_commands));
  m_bottom->hide();
  setCentralWidget(root);

  // In a small window; it closes when one clicks beside it.
  auto* popup = named(new QFrame(this, Qt::Popup), "scenarioPopup");
  popup->setFrameShape(QFrame::Box);
  columnIn(popup, {1, 1, 1, 1});
  m_scenarioPopup = popup;
  m_notice = new NoticeStrip(root);
  m_progress = new ProgressLine(m_files, driver(), root);
  m_keys = new KeysOverlay(root);
}

void MainWindow::connectParts() {
  connect(m_scenarios, &ScenarioPanel::scenarioChosen, this, [this](const QString& id) {
    if (!m_bench->open() || m_runs->workspace().scenario != id.toStdString()) return chooseScenario(id);
    m_scenarioPopup->hide();  // it is there already
    centralWidget()->setFocus();
  });
  connect(m_header, &HeaderBar::elsewhereRequested, this,
          [this] { chooseScenario(QString::fromStdString(m_bench->runningWorkspace())); });
  connect(m_workPage->tabs(), &RunTabs::closeRequested, m_runControl.get(), &RunControl::close);
  connect(m_workPage->tabs(), &RunTabs::keepRequested, this,
          [this](int id) { m_runs->setPreview(id, false); });
  connect(m_runs, &RunList::readingChanged, this, [this](int id) {
    if (!m_runs->shown() && m_runs->wanted() && m_runs->wanted()->id == id) showNoRun();
  });
  connect(m_header, &HeaderBar::scenariosRequested, this, &MainWindow::openScenarioPopup);
  connect(m_header, &HeaderBar::runRequested, m_commands->action(WindowCommand::run), &QAction::trigger);
  connect(m_header, &HeaderBar::stopRequested, m_commands->action(WindowCommand::stop), &QAction::trigger);
  connect(m_header, &HeaderBar::compareToggled, m_runControl.get(), &RunControl::setComparing);
  connect(m_header, &HeaderBar::exportRequested, m_commands->action(WindowCommand::exportRun),
          &QAction::trigger);
  connect(m_workPage, &WorkPage::runRequested, m_runControl.get(), &RunControl::run);
  connect(m_runControl.get(), &RunControl::starting, this, [this] { centralWidget()->setFocus(); });
  connect(m_runControl.get(), &RunControl::workspaceWanted, this, &MainWindow::chooseScenario);
  connect(m_runControl.get(), &RunControl::comparingSet, this, &MainWindow::followRuns);
  connect(m_runOutcomes.get(), &RunOutcomes::workspaceWanted, this, &MainWindow::chooseScenario);
  connect(m_workPage, &WorkPage::rulerMoved, m_bottom, &BottomBar::setRulerAhead);
  connect(m_listing, &ListingPane::copyRequested, m_commands->action(WindowCommand::editCopy),
          &QAction::trigger);
  connect(m_bench, &Workbench::programsChanged, this, &MainWindow::followPrograms);
  connect(m_scenarios, &ScenarioPanel::newRequested, m_programs, &ProgramFiles::create);
  connect(m_runs, &RunList::changed, this, &MainWindow::followRuns);
  connect(m_differences->repeater(), &Repeater::recordChanged, m_bench, &Workbench::showRepeated);
  connect(m_bench, &Workbench::leaving, this, &MainWindow::leaveRun);
  connect(m_bench, &Workbench::viewChanged, this, &MainWindow::followView);
  connect(m_bench, &Workbench::scenarioChanged, this, &MainWindow::followScenario);
  connect(m_bench, &Workbench::changed, this, &MainWindow::followBench);
  connect(m_listing, &ListingPane::chosenFrameworkChanged, this,
          [](const QString& framework) { settings().setValue(QStringLiteral("framework"), framework); });

  connect(m_welcome, &WelcomePage::scenarioChosen, this, &MainWindow::chooseScenario);
  connect(m_welcome, &WelcomePage::runRequested, this, [this](const QString& id) {
    chooseScenario(id);
    m_runControl->run();
  });
  connect(m_welcome, &WelcomePage::programRequested, m_programs, &ProgramFiles::create);
  connect(m_welcome->side(), &WelcomeSide::openRequested, this, [this] { m_sessionFiles->ask(false); });
  connect(m_welcome->side(), &WelcomeSide::fileChosen, m_sessionFiles.get(), &SessionFiles::open);
  connect(m_welcome->side(), &WelcomeSide::themeChosen, this,
          [this](const QString& name) { setTheme(themeOf(name)); });

  connect(bridge(), &RunBridge::lingers, this, [this] {
    m_notice->showNotice(
        NoticeStrip::Kind::remark, tr("The program is inside one long call."),
        tr("It stops when that returns. If you close the window, everything is saved, and the "
           "program ends at once."));
  });
  connect(bridge(), &RunBridge::goesOn, m_header, &HeaderBar::setElapsed);
  connect(bridge(), &RunBridge::snapshot, this, &MainWindow::showOutput);
  connect(m_loop, &LoopRuns::simulated, m_bench, &Workbench::showSimulated);
  m_numbersTimer.setSingleShot(true);
  m_numbersTimer.setInterval(150);
  m_numbersTimer.callOnTimeout(m_state, &StatePane::refreshNumbers);
  connect(driver(), &ManualRun::failed, m_notice,
          [this](const QString& reason) { m_notice->showError(reason, {}); });
  connect(m_progress, &ProgressLine::cancelled, this, [this] {
    m_leftSessions->letGo();
    if (m_header->manual() && !driver()->manual()) m_bench->stopManualRun();
  });
  connect(m_exporter, &Exporter::failed, m_notice, &NoticeStrip::showError);
  connect(m_exporter, &Exporter::copied, this,
          [this] { m_notice->showNotice(NoticeStrip::Kind::done, tr("The picture was copied."), {}); });
}

void MainWindow::connectSession() {
  auto* reader = new RunReader(m_runs, this);
  connect(reader, &RunReader::failed, this, [this](int id, const QString& reason) {
    const RunList::Run* run = m_runs->find(id);
    if (!run) return;
    if (!m_runs->shown() && m_runs->workspaceOf(id).scenario == m_runs->workspace().scenario) showNoRun();
    m_notice->showError(tr("“%1” cannot be read: %2").arg(run->label, reason), tr("It stays in the list."));
  });
  const auto updateTitle = [this] {
    setWindowTitle(m_session->title());
    setWindowModified(m_session->keeper()->modified());
  };
  connect(m_session.get(), &WindowSession::titleChanged, this, updateTitle);
  updateTitle();
  connect(m_session.get(), &WindowSession::restored, this, [this](const QString& name) {
    if (!m_lecture->slides().empty()) setLectureShown(true);
    const QString& scenario = m_session->name();
    if (!m_settings->scenario()) m_header->setTitle(scenario.isEmpty() ? name : scenario, name);
    showWork();
  });
  connect(m_sessionFiles.get(), &SessionFiles::emptied, this, &MainWindow::showWelcome);
  connect(m_sessionFiles.get(), &SessionFiles::joined, this, [this] {
    m_runControl->setComparing(true);
    m_commandStates->update();
  });
  const auto showRecent = [this](const QStringList& files) {
    m_menu->setRecentFiles(files);
    m_welcome->side()->setRecentFiles(files);
  };
  connect(m_sessionFiles.get(), &SessionFiles::recentChanged, this, showRecent);
  showRecent(m_sessionFiles->recent());
}

void MainWindow::showWelcome() {
  m_bench->closeWorkspace();
  m_header->hide();
  m_bottom->hide();
  m_listing->hide();
  m_notice->hide();
  m_scenarios->setChosen({});
  m_pages->setCurrentWidget(m_welcome);
  m_leftSessions->offer();
  arrange();
}

void MainWindow::showWork() {
  m_welcome->left()->setSessions({});  // it is looked for anew when they are shown again
  m_header->show();
  m_bottom->show();
  m_listing->show();
  m_pages->setCurrentWidget(m_work);
  arrange();
}

void MainWindow::arrange() {
  const bool narrow = width() < kNarrowBelowPx;
  const bool low = height() < kLowBelowPx;
  if (const int menuPx = low ? 28 : 32; menuBar()->height() != menuPx || !m_menuStyled) {
    m_menuStyled = true;
    menuBar()->setFixedHeight(menuPx);
    menuBar()->setStyleSheet(QStringLiteral("QMenuBar { padding: %1px 14px 0 14px; }").arg(low ? 0 : 3));
  }
  m_narrow = narrow;
  m_welcome->setNarrow(narrow);
  m_header->setNarrow(narrow);
  m_listing->setDense(narrow || low);
  m_workPage->setNarrow(narrow);
  m_state->setNarrow(narrow);
  m_workPage->setLow(low);
  m_bottom->arrange(narrow, low);
  const int left = m_leftPx[narrow].value_or(defaultLeftPx());
  const int lecture = m_lecturePane->isHidden() ? 0 : std::max(m_lecturePane->width(), kLectureLeastPx);
  if (m_leftHolder->width() != left)
    m_body->setSizes({left, width() - left - lecture - 2 * m_body->handleWidth(), lecture});

  const bool listInPopup = narrow && m_bench->open();
  if (listInPopup && m_scenarios->parentWidget() != m_scenarioPopup) {
    m_scenarioPopup->layout()->addWidget(m_scenarios);
    m_scenarios->show();
  } else if (!listInPopup && m_scenarios->parentWidget() != m_left) {
    m_scenarioPopup->hide();
    m_left->insertWidget(0, m_scenarios);
    m_scenarios->show();
  }
  const bool stateLeft = narrow && m_bench->open();
  const bool moved = stateLeft != (m_side->parentWidget() == m_left);
  const bool writes = m_bench->open() && m_bench->program();
  const bool turned = m_bench->open() && std::exchange(m_wroteBefore, writes) != writes;
  if (stateLeft && (moved || turned)) {
    m_side->setMinimumWidth(0);
    m_side->setMaximumWidth(QWIDGETSIZE_MAX);
    if (moved) m_left->addWidget(m_side);
    m_side->show();
    writes ? m_left->setSizes({430, 250}) : m_left->setSizes({280, 400});
  } else if (moved) {
    m_work->layout()->addWidget(m_side);
    m_side->show();
  }
  if (!stateLeft) m_side->setFixedWidth(kRightPx);
  m_work->findChild<QWidget*>(QStringLiteral("stateLine"))->setVisible(!stateLeft);
  if (!narrow && m_bench->open() && (turned || !m_arranged)) {
    m_arranged = true;
    writes ? m_left->setSizes({220, 650}) : m_left->setSizes({490, 380});
  }
  const int below = m_header->isVisibleTo(centralWidget()) ? m_header->height() : 0;
  m_progress->place(below, centralWidget()->width());
  m_notice->place(below, centralWidget()->width());
}

int MainWindow::defaultLeftPx() const {
  // As the longest line of the program, where the middle has room to spare.
  const bool writes = m_bench->open() && m_bench->program();
  if (m_narrow) return writes ? kWritesNarrowPx : kLeftNarrowPx;
  const int most = kLeftPx + (width() - kNarrowBelowPx) * 3 / 5;
  return std::clamp(m_bench->open() ? m_listing->wantedWidth() : 0, kLeftPx, std::max(kLeftPx, most));
}

void MainWindow::openScenarioPopup() {
  const QPoint corner =
      m_header->scenarioButton()->mapToGlobal(QPoint(0, m_header->scenarioButton()->height() + 4));
  const int room = mapToGlobal(QPoint(0, height())).y() - corner.y() - 12;
  m_scenarioPopup->setGeometry(corner.x(), corner.y(), kLeftPx, qMin(560, room));
  m_scenarioPopup->show();
}

void MainWindow::setTheme(ThemeKind kind) {
  m_theme = kind;
  m_commands->action(kind == ThemeKind::dark ? WindowCommand::dark : WindowCommand::light)->setChecked(true);
  followTheme();
  m_welcome->side()->setThemeName(nameOf(kind));
  settings().setValue(QStringLiteral("theme"), nameOf(kind));
}

void MainWindow::followRuns() {
  m_header->setComparing(m_runs->runs().size() > 1, m_runs->comparing());
  m_side->setCurrentWidget(m_runs->comparing() ? static_cast<QWidget*>(m_differences) : m_state);
  std::map<QString, int> counts;
  for (const RunList::Workspace* workspace : m_runs->workspaces()) {
    counts[QString::fromStdString(workspace->scenario)] = static_cast<int>(workspace->runs.size());
  }
  m_scenarios->setRuns(counts);
  m_commandStates->updateRuns();
}

void MainWindow::restore() {
  QSettings stored = settings();
  const QSize room = windowRoom(*screen()).size();
  setMinimumSize(QSize(1024, 640).boundedTo(room));
  resize(QSize(1440, 900).boundedTo(room));
  restoreGeometry(stored.value(QStringLiteral("geometry")).toByteArray());
  m_listing->setChosenFramework(stored.value(QStringLiteral("framework")).toString());
  for (const bool narrow : {false, true}) {
    if (const int px = stored.value(leftKey(narrow)).toInt(); px > 0) m_leftPx[narrow] = px;
  }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  arrange();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (m_closing->mustWait()) return event->ignore();
  m_handOut->stop();
  settings().setValue(QStringLiteral("geometry"), saveGeometry());
  m_leftSessions->reallyForget();
  m_workPage->note()->finish();
  m_session->keeper()->leave();
  m_files->cancel();
  driver()->stop();
  bridge()->abandon();
  QMainWindow::closeEvent(event);
}

}  // namespace runahead::gui
