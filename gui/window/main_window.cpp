// SPDX-License-Identifier: GPL-3.0-or-later
// The window's layout in its sizes, and who works with which of its parts.
// Not here: what follows on what (window_connections.cpp, window_commands.cpp).
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

#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/lecture/asked_pane.h"
#include "gui/lecture/hand_out.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/lecture_pane.h"
#include "gui/lecture/presentation.h"
#include "gui/listing/listing_pane.h"
#include "gui/panes/fit_pane.h"
#include "gui/panes/fit_results.h"
#include "gui/panes/loop_runs.h"
#include "gui/panes/state_pane.h"
#include "gui/runs/difference_pane.h"
#include "gui/runs/header_bar.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_list.h"
#include "gui/runs/scenario_panel.h"
#include "gui/session/note_strip.h"
#include "gui/session/recovery_card.h"
#include "gui/session/session_keeper.h"
#include "gui/timeline/player.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/settings.h"
#include "gui/widgets/window_room.h"
#include "gui/window/bottom_bar.h"
#include "gui/window/class_questions.h"
#include "gui/window/closing.h"
#include "gui/window/command_states.h"
#include "gui/window/exporter.h"
#include "gui/window/file_drop.h"
#include "gui/window/handing_out.h"
#include "gui/window/keys_overlay.h"
#include "gui/window/left_sessions.h"
#include "gui/window/next_run.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"
#include "gui/window/progress_line.h"
#include "gui/window/rescaling.h"
#include "gui/window/run_control.h"
#include "gui/window/run_outcomes.h"
#include "gui/window/session_files.h"
#include "gui/window/view_commands.h"
#include "gui/window/welcome_page.h"
#include "gui/window/window_session.h"
#include "gui/window/window_theme.h"
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

}  // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setObjectName(QStringLiteral("mainWindow"));
  m_record = new RecordedTrace(this);
  m_view = new ViewState(m_record, this);
  m_commands = new Commands(this);
  m_files = new FileJobs(this);
  m_settings = new RunSettings(this);
  m_loop = new LoopRuns(m_settings, this);
  m_bench = new Workbench(m_record, m_view, m_settings, this);
  m_runs = m_bench->runs();
  m_lecture = new Lecture(m_record, m_bench, this);
  m_asking = new Asking(m_record, m_view, this);
  m_presentation = new Presentation(m_view, m_runs, m_lecture, m_asking, this);
  m_handOut = new HandOut(this);
  m_results = new FitResults(m_record, m_view, this);
  m_theme = std::make_unique<WindowTheme>(m_commands, m_lecture, m_presentation, this);
  buildLayout();
  m_exporter = new Exporter(m_record, m_view, m_runs, m_settings, m_listing, m_files, this);
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
  m_questions = std::make_unique<ClassQuestions>(ClassQuestions::Parts{.asking = m_asking,
                                                                       .bench = m_bench,
                                                                       .runs = m_runControl.get(),
                                                                       .lecture = m_lecture,
                                                                       .page = m_workPage,
                                                                       .listing = m_listing,
                                                                       .notice = m_notice},
                                                 this);
  m_handingOut = std::make_unique<HandingOut>(m_handOut, m_sessionFiles.get(), m_session->keeper(), m_closing,
                                              m_notice, this);
  m_rescaling = std::make_unique<Rescaling>(Rescaling::Parts{.bench = m_bench,
                                                             .lecture = m_lecture,
                                                             .presentation = m_presentation,
                                                             .handOut = m_handOut,
                                                             .session = m_session.get(),
                                                             .files = m_sessionFiles.get(),
                                                             .left = m_leftSessions.get(),
                                                             .note = m_workPage->note(),
                                                             .notice = m_notice},
                                            this);
  new FileDrop(m_runs, m_sessionFiles.get(), this);
  connectCommands();
  connectPanes();
  connectBench();
  connectSession();

  QSettings stored = settings();
  const QSize room = windowRoom(*screen()).size();
  setMinimumSize(QSize(1024, 640).boundedTo(room));
  resize(QSize(1440, 900).boundedTo(room));
  restoreGeometry(stored.value(QStringLiteral("geometry")).toByteArray());
  m_listing->setChosenFramework(stored.value(QStringLiteral("framework")).toString());
  for (const bool narrow : {false, true}) {
    if (const int px = stored.value(leftKey(narrow)).toInt(); px > 0) m_leftPx[narrow] = px;
  }
  arrange();
  m_commandStates->update();
  centralWidget()->setFocusPolicy(Qt::ClickFocus);  // no control looks chosen before a key was pressed
  centralWidget()->setFocus();
}

MainWindow::~MainWindow() = default;

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
  m_workPage = into(work, new WorkPage(m_view, m_runs, m_bench->driver(), m_loop, m_results, fit), 1);
  m_stateLine = into(work, named(new Hairline(Qt::Vertical), "stateLine"));
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
  connect(m_body, &QSplitter::splitterMoved, &m_context, [this](int px) {
    m_leftPx[m_narrow] = px;
    settings().setValue(leftKey(m_narrow), px);
  });
  column->addWidget(m_body, 1);
  m_bottom = into(column, new BottomBar(m_view, new Player(m_record, m_view, this), m_commands));
  m_bottom->hide();
  setCentralWidget(root);

  // In a small window; it closes when one clicks beside it.
  auto* popup = named(new QFrame(this, Qt::Popup), "scenarioPopup");
  popup->setFrameShape(QFrame::Box);
  columnIn(popup, {1, 1, 1, 1});
  m_scenarioPopup = popup;
  m_notice = new NoticeStrip(root);
  m_progress = new ProgressLine(m_files, m_bench->driver(), root);
  m_keys = new KeysOverlay(root);
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

void MainWindow::chooseScenario(const QString& id) {
  if (!find_scenario(id.toStdString()) && !m_runs->findWorkspace(id.toStdString())) {
    m_notice->showError(tr("There is no scenario “%1”.").arg(id), tr("Choose one from the list."));
    return;
  }
  m_scenarioPopup->hide();
  m_notice->hide();
  m_bench->openWorkspace(id.toStdString());
  showWork();
  m_session->setName(id);
  centralWidget()->setFocus();  // the arrow keys step, whatever it was chosen with
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
  const bool writes = m_bench->open() && m_bench->program();
  // As the longest line of the program, where the middle has room to spare.
  const int most = std::max(kLeftPx, kLeftPx + (width() - kNarrowBelowPx) * 3 / 5);
  const int usual = !narrow  ? std::clamp(m_bench->open() ? m_listing->wantedWidth() : 0, kLeftPx, most)
                    : writes ? kWritesNarrowPx
                             : kLeftNarrowPx;
  const int left = m_leftPx[narrow].value_or(usual);
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
  m_stateLine->setVisible(!stateLeft);
  if (!narrow && m_bench->open() && (turned || !m_arranged)) {
    m_arranged = true;
    writes ? m_left->setSizes({220, 650}) : m_left->setSizes({490, 380});
  }
  const int below = m_header->isVisibleTo(centralWidget()) ? m_header->height() : 0;
  m_progress->place(below, centralWidget()->width());
  m_notice->place(below, centralWidget()->width());
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
  m_bench->driver()->stop();
  m_bench->bridge()->abandon();
  QMainWindow::closeEvent(event);
}

}  // namespace runahead::gui
