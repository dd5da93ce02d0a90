// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with a lecture and its presentation.
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QProcess>
#include <QScreen>
#include <QStackedWidget>
#include <QUrl>
#include <algorithm>

#include "gui/cli/shipped_lecture.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/lecture_pane.h"
#include "gui/presenting/presenter.h"
#include "gui/presenting/screens.h"
#include "gui/presenting/speaker.h"
#include "gui/session/session_keeper.h"
#include "gui/widgets/layout.h"
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
  connect(m_lecturePane, &LecturePane::doneWriting, this, [this] { centralWidget()->setFocus(); });
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
  const auto slides = std::ranges::count_if(m_lecture->slides(), [&](const Lecture::Slide& slide) {
    return std::ranges::any_of(runs, [&](int run) { return slide.shows(run); });
  });
  if (slides == 0) return false;
  m_notice->showNotice(
      NoticeStrip::Kind::remark,
      slides == 1 ? tr("“%1” was not closed: a slide of the lecture shows it.").arg(what)
                  : tr("“%1” was not closed: %2 slides of the lecture show it.").arg(what).arg(slides),
      slides == 1 ? tr("Remove that slide first, or give it another run (Replace).")
                  : tr("Remove these slides first, or give them another run (Replace)."));
  return true;
}

void MainWindow::setLectureShown(bool shown) {
  m_lecturePane->setVisible(shown);
  m_menu->setLectureShown(shown);
  if (!shown) centralWidget()->setFocus();
}

void MainWindow::present() {
  if (!m_view->hasRun() && m_lecture->slides().empty()) return;
  if (auto* open = findChild<Presenter*>(); open && open->isVisible()) return open->activateWindow();
  if (!m_lecture->slides().empty()) m_lecture->goTo({std::max(m_lecture->at().slide, 0), 0});
  auto* presenter = new Presenter(m_view, m_runs, m_lecture, m_asking, this);
  // On one screen it would lie over the presentation, or under it. Whoever has the keys keeps them.
  const auto speak = [this] {
    if (m_lecture->slides().empty() || !screenBeside(*screenOf(*this))) return;
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

QProcess* MainWindow::handingOut() const {
  auto* making = findChild<QProcess*>(QStringLiteral("handOut"));
  return making && making->state() != QProcess::NotRunning ? making : nullptr;
}

void MainWindow::stopHandOut(QProcess* making) {
  making->disconnect(this);
  making->kill();
  making->waitForFinished();
}

void MainWindow::askForHandOut() {
  if (handingOut()) return;  // the notice says that it goes on
  if (m_keeper->file().isEmpty() || m_keeper->modified()) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("The hand-out is made from the saved lecture."),
                         tr("Save it, then hand it out."), {tr("Save"), [this] {
                                                              saveSession();
                                                              m_handsOut = true;
                                                            }});
    return;
  }
  const QFileInfo file(m_keeper->file());
  auto* dialog =
      named(new QFileDialog(this, tr("A folder for slides, hand-out, notes, answers and page"), file.path()),
            "handOutFolder");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  // A name that is not there yet: the folder is made.
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setFileMode(QFileDialog::AnyFile);
  dialog->setFilter(QDir::AllDirs | QDir::NoDotAndDotDot);
  dialog->setLabelText(QFileDialog::FileName, tr("Folder:"));
  dialog->setLabelText(QFileDialog::Accept, tr("Hand Out"));
  const QDir beside(file.path());
  QString name = file.completeBaseName();
  for (int i = 2; beside.exists(name); ++i) name = file.completeBaseName() + QStringLiteral("-%1").arg(i);
  dialog->selectFile(name);
  connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::handOut);
  dialog->open();
}

void MainWindow::handOut(const QString& place) {
  // Its pictures are those of a presentation, which only the thread of a window can make: of another
  // process's.
  auto* making = new QProcess(this);
  making->setObjectName(QStringLiteral("handOut"));
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
  making->setProcessEnvironment(environment);
  connect(making, &QProcess::errorOccurred, this, [this, making](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) return;
    making->deleteLater();
    m_closing = false;
    showError(tr("The lecture was not handed out: %1").arg(making->errorString()), {});
  });
  connect(making, &QProcess::finished, this, [this, making, place](int status, QProcess::ExitStatus how) {
    making->deleteLater();
    if (how != QProcess::NormalExit || status != 0) m_closing = false;
    if (how != QProcess::NormalExit) {
      m_notice->showNotice(NoticeStrip::Kind::remark, tr("The lecture was not handed out."),
                           tr("The files written until then are in %1.").arg(place));
    } else if (status != 0) {
      const QString why = QString::fromUtf8(making->readAllStandardError()).section(QLatin1Char('\n'), 0, 0);
      showError(tr("The lecture was not handed out: %1").arg(why.mid(why.indexOf(QLatin1String(": ")) + 2)),
                {});
    } else {
      m_notice->showNotice(NoticeStrip::Kind::done,
                           tr("Slides, hand-out, notes, answers and page are in %1.").arg(place), {},
                           {tr("Open"), [place] { QDesktopServices::openUrl(QUrl::fromLocalFile(place)); }});
      closeWhenWritten();
    }
  });
  making->start(QCoreApplication::applicationDirPath() + QStringLiteral("/runahead"),
                {QStringLiteral("lecture"), m_keeper->file(), QStringLiteral("--export"), place});
  m_notice->showNotice(NoticeStrip::Kind::hint, tr("The lecture is being written to %1.").arg(place), {},
                       {tr("Cancel"), [making = QPointer(making)] {
                          if (making) making->kill();
                        }});
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
