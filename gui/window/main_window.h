// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: puts the panes together, and says what happens when something is chosen, run, opened or
// exported. Not here: what a pane shows, how runs and files are kept off this thread (bridge/), the menus
// (main_menu.h).
#pragma once

#include <QImage>
#include <QMainWindow>
#include <QStringList>
#include <QTimer>
#include <map>
#include <memory>
#include <vector>

#include "core/io/session_file.h"
#include "gui/bridge/latest_job.h"
#include "gui/theme/theme.h"
#include "gui/view/view_state.h"
#include "gui/window/window_keys.h"

class QSplitter;
class QStackedWidget;

namespace runahead::gui {

struct FigureOptions;
class BottomBar;
class DifferencePane;
class FileJobs;
class FitResults;
class HandDriver;
class HeaderBar;
class KeysOverlay;
class ListingPane;
class LoopRuns;
class MainMenu;
class NoticeStrip;
class ProgressLine;
class RunBridge;
class RunList;
class RunSettings;
class ScenarioPanel;
class SessionKeeper;
class KeptSession;
class StatePane;
class WelcomePage;
class WorkPage;
struct HandState;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  static constexpr int kNarrowBelowPx = 1500;
  static constexpr int kLowBelowPx = 800;

  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  ViewState* viewState() const { return m_view; }
  RunBridge* bridge() const { return m_bridge; }
  RunSettings* runSettings() const { return m_settings; }
  RunList* runs() const { return m_runs; }
  SessionKeeper* keeper() const { return m_keeper; }
  HandDriver* driver() const { return m_driver; }

 public slots:
  void showWelcome();
  /// Shows listing and question; runs nothing.
  void chooseScenario(const QString& id);
  void run();
  void stop();
  /// Reads the file beside the window; what is wrong with it is said in the strip under the header.
  void openTrace(const QString& path);
  /// A file that was read already: the first as openTrace(), the others as compareWith().
  void takeFile(const QString& path, const SessionFile& file);
  /// Reads the file beside the window and compares its runs with those that are there.
  void compareWith(const QString& path);
  void setComparing(bool comparing);
  /// Into the session's file, or asks for one.
  void saveSession();
  /// What is wrong with a session that was kept here is said in the strip under the header.
  void continueSession(const QString& place);
  /// By the ending of the path: .png .svg .pdf .csv .json .runahead
  void exportTo(const QString& path);
  void setTheme(runahead::gui::ThemeKind kind);
  void showError(const QString& what, const QString& hint);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  friend class MainMenu;
  void buildLayout();
  void connectParts();
  void arrange();
  void showWork();
  void showTrace(const Trace& trace);
  /// A run of the loop's model with the present settings.
  void showSimulated(const Trace& trace);
  /// The run that the list has on show, with the settings it was made with.
  void showRun();
  /// Puts the run's trace into every pane, as it would be for a new run.
  void putIntoView();
  /// Ends and forgets all runs, before `next` or a recording of it comes on show.
  void leaveRuns(const Scenario* next);
  void tellOutcome();
  void runFinished(const RunResult& result);
  void fileOpened(const QString& path, const SessionFile& file, const LaneIndexes& indexes);
  /// What the window says about a recording's scenario: listing, question, settings.
  void showScenarioOf(const TraceInfo& info, const QString& fileName);
  void followRuns();
  void connectSession();
  /// Everything that the window shows, as it is now.
  SessionFile session() const;
  /// Changes with what one would want to save.
  QByteArray sessionMark() const;
  /// Of a file whose runs are in the list under these ids (0: it is not).
  void restoreState(const SessionState& state, const std::vector<int>& ids);
  /// The panes show the file: which name and which place it goes on with.
  void sessionOpened(const QString& path, const SessionFile& file);
  /// The session has got this name for the title, and belongs to that file, if any.
  void beginSession(const QString& name, const QString& file);
  void updateTitle();
  void saveTo(const QString& path);
  void askForSession();
  void offerLeft();
  void forgetSession(const QString& place);
  /// The listing's margin: waits of the next run beside those of the run on show.
  void updateWaits();
  /// What is wrong with the next run is said before it is started.
  void checkSettings();
  void keyPressed(WindowKey key);
  void startDriving(const RunConfig& config);
  void endDriving();
  void showDriven(const HandState& state);
  /// The driver's number of the run on show; -1 for one that is not driven.
  int branchOnShow() const;
  /// Whether driving keeps the window from other runs: not while something else is on show, or the program
  /// over.
  bool drivesOn() const;
  void lookWhereDriven();
  void driveKey(WindowKey key);
  void openScenarioPopup();
  void openFind();
  void askForFile(bool compare);
  void askForExport();
  void copyPicture();
  void exportRuns(const QString& path, const std::vector<Trace>& traces);
  void exportPicture(const QString& path, const std::vector<Trace>& traces, const FigureOptions& options);
  /// The run on show, or those that it is compared with and itself.
  std::vector<Trace> tracesOnShow() const;
  /// What a figure of them says.
  FigureOptions figureOptions() const;
  void showAbout();
  void setRecent(const QStringList& files);
  void addRecent(const QString& path);
  void updateActions();
  void restore();
  void save() const;

  ViewState* m_view;
  RunBridge* m_bridge;
  FileJobs* m_files;
  LatestJob<QImage> m_copying;  ///< a picture for the clipboard
  RunSettings* m_settings;
  LoopRuns* m_loop;
  int m_simulated = 0;    ///< id of the loop's model's run
  QTimer m_numbersTimer;  ///< until a slider of that model rests
  RunList* m_runs;
  SessionKeeper* m_keeper;
  QString m_sessionName;                     ///< in the title while it has no file
  std::shared_ptr<KeptSession> m_continued;  ///< until it is read
  HandDriver* m_driver;
  FitResults* m_results;
  std::vector<int> m_driven;  ///< ids of the runs that are driven, by the driver's numbers
  bool m_placing = false;  ///< the cursor moves because something was decided, not because somebody moved it
  std::map<int, std::vector<Flag>> m_flags;  ///< of the runs that are not on show
  int m_inView = 0;                          ///< id of the run that the panes show

  HeaderBar* m_header;
  NoticeStrip* m_notice;
  ProgressLine* m_progress;
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
  KeysOverlay* m_keys;
  MainMenu* m_menu;

  ThemeKind m_theme = ThemeKind::light;
  QStringList m_recent;
  bool m_firstSnapshot = false;
  bool m_adds = false;     ///< the file that is being read joins the runs that are there
  bool m_refused = false;  ///< the notice says why the next run will not start
  bool m_arranged = false;
  bool m_menuStyled = false;
  bool m_narrow = false;
  bool m_working = false;  ///< a scenario or a recording is on show, not the first page
};

}  // namespace runahead::gui
