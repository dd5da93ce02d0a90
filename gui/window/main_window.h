// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: puts the panes together, arranges them for its size, and connects them with those who do
// something. Not here: what a pane shows, and what is done (README.md lists who does what).
#pragma once

#include <QMainWindow>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>

#include "gui/session/workbench.h"
#include "gui/widgets/commands.h"

class QSplitter;
class QStackedWidget;

namespace runahead::gui {

class Asking;
class BottomBar;
class ClassQuestions;
class Closing;
class CommandStates;
class DifferencePane;
class Exporter;
class FileJobs;
class FitResults;
class HeaderBar;
class KeysOverlay;
class HandOut;
class HandingOut;
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
class Rescaling;
class RunControl;
class RunOutcomes;
class RunSettings;
class ScenarioPanel;
class SessionFiles;
class StatePane;
class ViewCommands;
class WelcomePage;
class WindowSession;
class WindowTheme;
class WorkPage;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  static constexpr int kNarrowBelowPx = 1500;
  static constexpr int kLowBelowPx = 800;

  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  const RecordedTrace* record() const { return m_record; }
  ViewState* viewState() const { return m_view; }
  RunSettings* runSettings() const { return m_settings; }
  Workbench* workbench() const { return m_bench; }
  Lecture* lecture() const { return m_lecture; }
  Asking* asking() const { return m_asking; }
  Presentation* presentation() const { return m_presentation; }
  ProgramFiles* programs() const { return m_programs; }
  Exporter* exporter() const { return m_exporter; }
  Closing* closing() const { return m_closing; }
  WindowSession* session() const { return m_session.get(); }
  SessionFiles* sessionFiles() const { return m_sessionFiles.get(); }
  RunControl* runControl() const { return m_runControl.get(); }
  ClassQuestions* questions() const { return m_questions.get(); }
  Rescaling* rescaling() const { return m_rescaling.get(); }

  void showWelcome();
  /// Shows listing, question and the runs that it has, as they were left; runs nothing.
  void chooseScenario(const QString& id);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void buildLayout();
  /// For the window's size, and what is open.
  void arrange();
  void showWork();
  void connectCommands();
  void connectPanes();
  void connectBench();
  void connectSession();
  /// The scenario of the open workspace, in the panes.
  void followScenario();
  /// What the workbench says of runs and manual scheduling.
  void followBench();
  /// Which runs there are, and whether they are compared.
  void followRuns();

  RecordedTrace* m_record;
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
  QWidget* m_stateLine;
  QWidget* m_work;  ///< middle and, in a wide window, the state beside it
  WorkPage* m_workPage;
  QStackedWidget* m_side;  ///< the state, or the differences of compared runs
  StatePane* m_state;
  DifferencePane* m_differences;
  BottomBar* m_bottom;
  LecturePane* m_lecturePane;
  KeysOverlay* m_keys;
  MainMenu* m_menu;

  bool m_arranged = false;
  bool m_wroteBefore = false;  ///< the open workspace was a program's, whose listing needs more room
  bool m_menuStyled = false;
  bool m_narrow = false;

  // They go before the parts that they work with.
  std::unique_ptr<WindowTheme> m_theme;
  std::unique_ptr<LeftSessions> m_leftSessions;
  std::unique_ptr<WindowSession> m_session;
  std::unique_ptr<SessionFiles> m_sessionFiles;
  std::unique_ptr<RunControl> m_runControl;
  std::unique_ptr<ClassQuestions> m_questions;
  std::unique_ptr<HandingOut> m_handingOut;
  std::unique_ptr<Rescaling> m_rescaling;
  std::unique_ptr<RunOutcomes> m_runOutcomes;
  std::unique_ptr<NextRun> m_nextRun;
  std::unique_ptr<CommandStates> m_commandStates;
  std::unique_ptr<ViewCommands> m_viewCommands;

  /// Of all that the window does when one of its parts signals. It goes first: what parts signal while they
  /// are destroyed (a field that loses the focus, for one) would find no window any more.
  QObject m_context;
};

}  // namespace runahead::gui
