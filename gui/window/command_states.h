// SPDX-License-Identifier: GPL-3.0-or-later
// CommandStates: which commands can be used now, and by which keys where two share one.
// Not here: what each needs (text/window_commands.h), what it does (window_commands.cpp).
#pragma once

#include <QObject>

namespace runahead::gui {

class Commands;
class HeaderBar;
class Lecture;
class MainMenu;
class RunSettings;
class WorkPage;
class Workbench;

class CommandStates : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  CommandStates(Commands* commands, Workbench* bench, RunSettings* settings, Lecture* lecture, WorkPage* page,
                HeaderBar* header, MainMenu* menu, QObject* parent);

  void update();
  /// Those of the open workspace's runs.
  void updateRuns();

 private:
  Commands* m_commands;
  Workbench* m_bench;
  RunSettings* m_settings;
  Lecture* m_lecture;
  WorkPage* m_page;
  HeaderBar* m_header;
  MainMenu* m_menu;
};

}  // namespace runahead::gui
