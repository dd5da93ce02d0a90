// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with a lecture and its presentation.
#include <QApplication>
#include <QScreen>
#include <QStackedWidget>
#include <algorithm>

#include "gui/cli/shipped_lecture.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/lecture_pane.h"
#include "gui/presenting/presenter.h"
#include "gui/presenting/screens.h"
#include "gui/presenting/speaker.h"
#include "gui/window/main_menu.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"

namespace runahead::gui {

void MainWindow::connectLecture() {
  connect(m_lecture, &Lecture::moved, this, [this] {
    if (m_lecture->current() && m_bench->open() && m_pages->currentWidget() != m_work) showWork();
  });
  connect(m_lecture, &Lecture::changed, this, &MainWindow::updateActions);
  for (const auto signal : {&Lecture::changed, &Lecture::moved})
    connect(m_lecture, signal, this, &MainWindow::followTheme);
  connect(m_lecturePane, &LecturePane::closeRequested, this, [this] { setLectureShown(false); });
  connect(m_lecturePane, &LecturePane::presentRequested, this, &MainWindow::present);
}

void MainWindow::followTheme() {
  const auto* presenter = findChild<Presenter*>();
  const ThemeKind kind = presenter && presenter->isVisible() ? m_lecture->theme(m_theme) : m_theme;
  if (kind == currentTheme().kind) return;
  applyTheme(*qApp, kind);
  setStyleSheet(gui::styleSheet(QStringLiteral("window"), currentTheme()));
}

void MainWindow::openLecture(const QString& name) {
  if (asksBeforeLeaving(tr("Stop It and Open"), [this, name] { openLecture(name); })) return;
  m_notice->hide();
  m_makingLecture.start([name = name.toStdString()](const std::atomic<bool>&) { return makeLecture(name); });
}

bool MainWindow::staysForLecture(const QString& what, const std::vector<int>& runs) {
  const auto stops = std::ranges::count_if(m_lecture->stops(), [&](const Lecture::Stop& stop) {
    return std::ranges::any_of(runs, [&](int run) { return stop.shows(run); });
  });
  if (stops == 0) return false;
  m_notice->showNotice(NoticeStrip::Kind::remark,
                       stops == 1
                           ? tr("“%1” was not closed: a stop of the lecture shows it.").arg(what)
                           : tr("“%1” was not closed: %2 stops of the lecture show it.").arg(what).arg(stops),
                       stops == 1 ? tr("Remove that stop first, or give it another run (Replace).")
                                  : tr("Remove these stops first, or give them another run (Replace)."));
  return true;
}

void MainWindow::setLectureShown(bool shown) {
  m_lecturePane->setVisible(shown);
  m_menu->setLectureShown(shown);
  if (!shown) centralWidget()->setFocus();
}

void MainWindow::present() {
  if (!m_view->hasRun() && m_lecture->stops().empty()) return;
  if (auto* open = findChild<Presenter*>(); open && open->isVisible()) return open->activateWindow();
  if (!m_lecture->stops().empty()) m_lecture->goTo({std::max(m_lecture->at().stop, 0), 0});
  auto* presenter = new Presenter(m_view, m_runs, m_lecture, m_asking, this);
  // On one screen it would lie over the presentation, or under it. Whoever has the keys keeps them.
  const auto speak = [this] {
    if (m_lecture->stops().empty() || !screenBeside(*screenOf(*this))) return;
    QWidget* active = QApplication::activeWindow();
    showSpeaker();
    if (active) active->activateWindow();
  };
  presenter->showBeside(*this);
  if (auto* speaker = findChild<Speaker*>()) speaker->follow(presenter);
  speak();
  followScreens();
  connect(qGuiApp, &QGuiApplication::screenAdded, presenter, speak, Qt::QueuedConnection);
  connect(presenter, &Presenter::hidden, this, &MainWindow::followTheme);
  followTheme();
}

void MainWindow::watchScreens() {
  // Once all who are told of it have done theirs: Qt moves the windows of a screen that goes.
  const auto watch = [this](QScreen* screen) {
    connect(screen, &QScreen::geometryChanged, this, &MainWindow::followScreens, Qt::QueuedConnection);
  };
  for (QScreen* screen : QGuiApplication::screens()) watch(screen);
  connect(qGuiApp, &QGuiApplication::screenAdded, this, watch);
  for (const auto signal : {&QGuiApplication::screenAdded, &QGuiApplication::screenRemoved})
    connect(qGuiApp, signal, this, &MainWindow::followScreens, Qt::QueuedConnection);
}

void MainWindow::followScreens() {
  auto* presenter = findChild<Presenter*>();
  const bool presents = presenter && presenter->isVisible();
  if (presents) presenter->fillScreen(*this);
  for (QWidget* window : {static_cast<QWidget*>(this), static_cast<QWidget*>(findChild<Speaker*>())}) {
    if (window) bringOff(*window, presents ? presenter->screen() : nullptr);
  }
}

void MainWindow::presentFromStart() {
  m_lecture->goTo({0, 0});
  present();
}

void MainWindow::showSpeaker() {
  auto* speaker = findChild<Speaker*>();
  if (!speaker) {
    speaker = new Speaker(m_view, m_lecture, this);
    const QRect room = screenOf(*this)->availableGeometry();
    const QRect place = within(room, speaker->size(), room.center() - speaker->rect().center());
    speaker->resize(place.size());
    speaker->move(place.topLeft());
    connect(speaker, &Speaker::presentRequested, this, &MainWindow::present);
  }
  if (auto* presenter = findChild<Presenter*>()) speaker->follow(presenter);
  speaker->show();
  speaker->raise();
}

}  // namespace runahead::gui
