// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: puts the panes together, and says what happens when something is chosen, run, opened or
// exported. Not here: what a pane shows, how runs and files are kept off this thread (jobs/), the menus
// (main_menu.h).
#pragma once

#include <QMainWindow>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/question.h"
#include "gui/theme/theme.h"
#include "gui/widgets/commands.h"
#include "gui/window/window_scale.h"
#include "gui/workbench/workbench.h"

class QSplitter;
class QStackedWidget;

namespace runahead::gui {

class Asking;
class BottomBar;
class Closing;
class CommandStates;
class DifferencePane;
class Exporter;
class FileJobs;
class FitResults;
class ManualRun;
class HeaderBar;
class KeysOverlay;
class HandOut;
class Lecture;
class LecturePane;
class LeftSessions;
class ListingPane;
class LoopRuns;
class MainMenu;
class NextRun;
class NoticeStrip;
class Presentation;
class ProgramFiles;
class ProgressLine;
class RunBridge;
class RunControl;
class RunOutcomes;
class RunSettings;
class ScenarioPanel;
class SessionFiles;
class StatePane;
class ViewCommands;
class WelcomePage;
class WindowSession;
class WorkPage;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  static constexpr int kNarrowBelowPx = 1500;
  static constexpr int kLowBelowPx = 800;

  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  ViewState* viewState() const { return m_view; }
  Workbench* workbench() const { return m_bench; }
  RunBridge* bridge() const { return m_bench->bridge(); }
  RunSettings* runSettings() const { return m_settings; }
  RunList* runs() const { return m_bench->runs(); }
  WindowSession* session() const { return m_session.get(); }
  SessionFiles* sessionFiles() const { return m_sessionFiles.get(); }
  ManualRun* driver() const { return m_bench->driver(); }
  Lecture* lecture() const { return m_lecture; }
  Asking* asking() const { return m_asking; }
  Presentation* presentation() const { return m_presentation; }
  RunControl* runControl() const { return m_runControl.get(); }
  ProgramFiles* programs() const { return m_programs; }
  /// Once it was closed in order to be opened at another size: what the next window takes over.
  std::optional<HandedSession> takeHanded() { return std::exchange(m_handed, std::nullopt); }
  /// Nothing was opened before.
  void takeOver(HandedSession handed);
  Closing* closing() const { return m_closing; }

 public slots:
  void showWelcome();
  /// Shows listing, question and the runs that it has, as they were left; runs nothing.
  void chooseScenario(const QString& id);
  /// By the ending of the path: .png .svg .pdf .csv .json .runahead
  void exportTo(const QString& path);
  void setTheme(runahead::gui::ThemeKind kind);
  /// Everything in the window: one step larger, or smaller, and 0 is the size that it came with.
  void scaleBy(int steps);
  /// The list of its stops.
  void setLectureShown(bool shown);
  /// The lecture as it was saved, on paper and as a page, in a new folder of one that is asked for.
  void askForHandOut();
  /// Another question about the run on show, or this one.
  void ask(const std::optional<Question>& question = std::nullopt);
  /// What the workers do while the frontend waits.
  void askToDraw();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void buildLayout();
  void connectParts();
  void arrange();
  void showWork();
  /// What the panes do with another run in view.
  void leaveRun();
  void followView();
  /// The scenario of the open workspace in the panes.
  void followScenario();
  /// What the workbench says of runs and manual scheduling.
  void followBench();
  /// That nothing has run, or is being read.
  void showNoRun();
  /// Header and list say what goes on where.
  void followRunning();
  void followRuns();
  int defaultLeftPx() const;
  void connectLecture();
  void connectHandOut();
  void connectQuestions();
  /// The user's, or, in front of a class, that of the stop.
  void followTheme();
  /// Ends in another window; `agreed`: what cannot be brought back then has been said.
  void setScale(int percent, bool agreed = false);
  void connectSession();
  void connectPrograms();
  void showProgram();
  /// Header, list, menu and title say which program is open and whether it is saved.
  void followPrograms();
  /// The run on show's, to the listing.
  void showOutput();
  void connectCommands();
  void openScenarioPopup();
  void restore();

  ViewState* m_view;
  Commands* m_commands;
  FileJobs* m_files;
  RunSettings* m_settings;
  LoopRuns* m_loop;
  QTimer m_numbersTimer;  ///< until a slider of that model rests
  Workbench* m_bench;
  RunList* m_runs;  ///< its
  Lecture* m_lecture;
  Asking* m_asking;
  Presentation* m_presentation;
  HandOut* m_handOut;
  Exporter* m_exporter;
  ProgramFiles* m_programs;
  Closing* m_closing;
  std::optional<HandedSession> m_handed;
  FitResults* m_results;

  HeaderBar* m_header;
  NoticeStrip* m_notice;
  ProgressLine* m_progress;
  QSplitter* m_body;                            ///< scenarios and listing, and beside them everything else
  std::map<bool, std::optional<int>> m_leftPx;  ///< as the user wants it, in a wide and in a narrow window
  QWidget* m_leftHolder;
  QSplitter* m_left;
  ScenarioPanel* m_scenarios;
  QWidget* m_scenarioPopup;
  ListingPane* m_listing;
  QStackedWidget* m_pages;
  WelcomePage* m_welcome;
  QWidget* m_work;  ///< middle and, in a wide window, the state beside it
  WorkPage* m_workPage;
  QStackedWidget* m_side;  ///< the state, or the differences of compared runs
  StatePane* m_state;
  DifferencePane* m_differences;
  BottomBar* m_bottom;
  LecturePane* m_lecturePane;
  KeysOverlay* m_keys;
  MainMenu* m_menu;

  ThemeKind m_theme = ThemeKind::light;
  bool m_arranged = false;
  bool m_wroteBefore = false;  ///< the open workspace was a program's, whose listing needs more room
  bool m_menuStyled = false;
  bool m_narrow = false;

  // They go before the parts that they work with.
  std::unique_ptr<LeftSessions> m_leftSessions;
  std::unique_ptr<WindowSession> m_session;
  std::unique_ptr<SessionFiles> m_sessionFiles;
  std::unique_ptr<RunControl> m_runControl;
  std::unique_ptr<RunOutcomes> m_runOutcomes;
  std::unique_ptr<NextRun> m_nextRun;
  std::unique_ptr<CommandStates> m_commandStates;
  std::unique_ptr<ViewCommands> m_viewCommands;
};

}  // namespace runahead::gui
