// SPDX-License-Identifier: GPL-3.0-or-later
// MainMenu: the menu bar. Its entries are the commands, in the order of their table; what a menu has besides
// (recent files, lectures, questions) is made here.
#pragma once

#include <QObject>
#include <QStringList>

#include "gui/lecture/asking.h"
#include "gui/widgets/commands.h"

class QMenu;
class QMenuBar;

namespace runahead::gui {

class MainMenu : public QObject {
  Q_OBJECT
 public:
  MainMenu(QMenuBar* bar, Commands* commands, Asking* asking);

  void setRecentFiles(const QStringList& files);
  /// Whether there is a run to ask about.
  void setAsks(bool asks);

 signals:
  void fileChosen(const QString& path);
  void lectureChosen(const QString& name);
  void questionChosen(const runahead::Question& question);

 private:
  QMenu* add(QMenu* menu, Menu which);
  void addLectures(QMenu* menu);
  void addQuestions(QMenu* menu);
  /// With those of the run on show.
  void fillQuestions();
  void showOffer(const Asking::Offer& offer);

  Commands* m_commands;
  Asking* m_asking;
  QMenu* m_recent = nullptr;
  QMenu* m_questions = nullptr;
};

}  // namespace runahead::gui
