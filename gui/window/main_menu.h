// SPDX-License-Identifier: GPL-3.0-or-later
// MainMenu: the menu bar, its shortcuts, and which entries can be used now.
#pragma once

#include <QList>
#include <QObject>
#include <QStringList>

#include "gui/questions/asking.h"

class QAction;
class QMenu;

namespace runahead::gui {

class MainWindow;
enum class ThemeKind;
enum class WindowKey;

class MainMenu : public QObject {
  Q_OBJECT
 public:
  explicit MainMenu(MainWindow* window);

  /// Whether the open workspace is a program that somebody writes, or shows one that can be copied.
  void setProgram(bool writes, bool copies);
  void setRecentFiles(const QStringList& files);
  void setTheme(ThemeKind kind);
  void setComparing(bool offered, bool comparing);
  void setLectureShown(bool shown);
  void setState(bool canRun, bool running, bool hasTrace);
  /// What can be done with the run on show, and which run can be brought back; "": none.
  void setRun(bool there, bool preview, bool several, const QString& closed);

 private:
  template <class Do>
  QAction* add(QMenu* menu, const char* name, const QString& text, Do what);
  /// An entry that does what a key of the window does, and names the key.
  QAction* addKey(QMenu* menu, const char* name, const QString& text, WindowKey key);
  QAction* addSwitch(QMenu* menu, const char* name, const QString& text, bool on);
  void buildFile();
  void buildEdit();
  void buildView();
  void buildGo();
  void buildRun();
  void buildCompare();
  void buildHelp();
  /// With those of the run on show.
  void fillQuestions();
  void showOffer(const Asking::Offer& offer);

  MainWindow* m_window;
  QMenu* m_recent = nullptr;
  QMenu* m_questions = nullptr;
  QAction* m_draw = nullptr;
  QAction* m_save = nullptr;
  QAction* m_saveAs = nullptr;
  QAction* m_saveProgram = nullptr;
  QAction* m_saveProgramAs = nullptr;
  QAction* m_closeProgram = nullptr;
  QAction* m_editCopy = nullptr;
  QAction* m_run = nullptr;
  QAction* m_stop = nullptr;
  QAction* m_compare = nullptr;
  QAction* m_present = nullptr;
  QAction* m_begin = nullptr;
  QAction* m_handOut = nullptr;
  QAction* m_lecture = nullptr;
  QAction* m_undo = nullptr;
  QAction* m_keep = nullptr;
  QList<QAction*> m_needRun, m_needRuns, m_needProgram;
  QAction* m_light = nullptr;
  QAction* m_dark = nullptr;
  QList<QAction*> m_needTrace;
};

}  // namespace runahead::gui
