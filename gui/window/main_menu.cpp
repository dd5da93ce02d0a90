// SPDX-License-Identifier: GPL-3.0-or-later
// The menus from the table of commands, and what they have besides.
#include "gui/window/main_menu.h"

#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

#include "core/analysis/schedule.h"
#include "gui/cli/shipped_lecture.h"
#include "gui/text/format.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {

MainMenu::MainMenu(QMenuBar* bar, Commands* commands, Asking* asking)
    : QObject(bar), m_commands(commands), m_asking(asking) {
  add(bar->addMenu(tr("&File")), Menu::file);
  add(bar->addMenu(tr("&Edit")), Menu::edit);
  add(bar->addMenu(tr("&View")), Menu::view);
  add(bar->addMenu(tr("&Go")), Menu::go);
  QMenu* run = add(bar->addMenu(tr("&Run")), Menu::run);
  run->addSeparator();
  add(run->addMenu(tr("Manual &Scheduling")), Menu::scheduling);
  add(bar->addMenu(tr("&Compare")), Menu::compare);
  add(bar->addMenu(tr("&Help")), Menu::help);
  connect(asking, &Asking::offers, this, &MainMenu::showOffer);
}

QMenu* MainMenu::add(QMenu* menu, Menu which) {
  for (const WindowCommandRow& row : kWindowCommands) {
    if (row.menu != which) continue;
    if ((row.flags & kSection) != 0) menu->addSeparator();
    menu->addAction(m_commands->action(row.what));
    if (row.what == WindowCommand::open) addLectures(menu);
    if (row.what == WindowCommand::speaker) addQuestions(menu);
  }
  return menu;
}

void MainMenu::addLectures(QMenu* menu) {
  m_recent = menu->addMenu(tr("Open &Recent"));
  QMenu* lectures = menu->addMenu(tr("Open &Lecture"));
  for (const LectureTitle& one : shippedLectures()) {
    const QString name = QString::fromStdString(one.name);
    QAction* action = lectures->addAction(QString::fromStdString(one.title), this,
                                          [this, name] { emit lectureChosen(name); });
    action->setObjectName(QLatin1String("openLecture-") + name);
  }
}

void MainMenu::addQuestions(QMenu* menu) {
  m_questions = menu->addMenu(tr("&Ask"));
  m_questions->setObjectName(QStringLiteral("menuAsk"));
  connect(m_questions, &QMenu::aboutToShow, this, &MainMenu::fillQuestions);
}

void MainMenu::fillQuestions() {
  m_questions->clear();
  add(m_questions, Menu::ask);
  m_commands->action(WindowCommand::draw)->setText(tr("&Draw What the Workers Do"));
  m_commands->setEnabled(WindowCommand::draw, false);
  m_questions->addSeparator();
  m_questions->addAction(tr("Reading the run …"))->setEnabled(false);
  m_asking->look();
}

void MainMenu::showOffer(const Asking::Offer& offer) {
  // Of a menu that was never opened, too: others may look.
  if (m_questions->isEmpty()) return;
  while (!m_questions->actions().last()->isSeparator()) delete m_questions->actions().last();
  m_commands->setEnabled(WindowCommand::draw, offer.drawing.has_value());
  if (!offer.drawing) {
    const Message why = undrawable(m_asking->trace());
    QAction* draw = m_commands->action(WindowCommand::draw);
    draw->setText(
        tr("%1  ·  %2").arg(draw->text(), why.empty() ? tr("no wait could go another way") : toText(why)));
  }
  for (const Question& one : offer.questions) {
    m_questions->addAction(tr("%1  ·  at %2").arg(toText(one.text), formatTime(m_asking->askedNs(one))), this,
                           [this, one] { emit questionChosen(one); });
  }
  if (offer.questions.empty())
    m_questions
        ->addAction(tr("There is no question for this run: each answer would be uncertain or obvious."))
        ->setEnabled(false);
}

void MainMenu::setRecentFiles(const QStringList& files) {
  m_recent->clear();
  m_recent->setEnabled(!files.isEmpty());
  for (const QString& file : files) {
    QAction* action =
        m_recent->addAction(QFileInfo(file).fileName(), this, [this, file] { emit fileChosen(file); });
    action->setToolTip(asText(file));
  }
}

void MainMenu::setAsks(bool asks) {
  m_questions->setEnabled(asks);
}

}  // namespace runahead::gui
