// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with a lecture: its list, its hand-out, its theme in front of a class.
#include <QApplication>
#include <QDesktopServices>
#include <QStackedWidget>
#include <QUrl>

#include "gui/lecture/lecture.h"
#include "gui/lecture/lecture_pane.h"
#include "gui/presenting/hand_out.h"
#include "gui/presenting/presentation.h"
#include "gui/session/session_keeper.h"
#include "gui/window/closing.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"

namespace runahead::gui {

void MainWindow::connectLecture() {
  connect(m_lecture, &Lecture::moved, this, [this] {
    if (m_lecture->current() && m_bench->open() && m_pages->currentWidget() != m_work) showWork();
  });
  for (const auto signal : {&Lecture::changed, &Lecture::moved})
    connect(m_lecture, signal, this, &MainWindow::followTheme);
  connect(m_lecturePane, &LecturePane::closeRequested, this, [this] { setLectureShown(false); });
  connect(m_lecturePane, &LecturePane::presentRequested, m_presentation, &Presentation::present);
  for (const auto signal : {&Presentation::began, &Presentation::ended})
    connect(m_presentation, signal, this, &MainWindow::followTheme);
  connect(m_lecturePane, &LecturePane::doneWriting, this, [this] { centralWidget()->setFocus(); });
}

void MainWindow::followTheme() {
  const ThemeKind kind = m_presentation->goesOn() ? m_lecture->theme(m_theme) : m_theme;
  if (kind == currentTheme().kind) return;
  applyTheme(*qApp, kind);
  setStyleSheet(gui::styleSheet(QStringLiteral("window"), currentTheme()));
}

void MainWindow::setLectureShown(bool shown) {
  m_lecturePane->setVisible(shown);
  m_commands->action(WindowCommand::lecture)->setChecked(shown);
  if (!shown) centralWidget()->setFocus();
}

void MainWindow::askForHandOut() {
  if (m_handOut->goesOn()) return;  // the notice says so
  const SessionKeeper& keeper = *m_session->keeper();
  if (!keeper.file().isEmpty() && !keeper.modified()) return m_handOut->askForFolder(keeper.file());
  m_notice->showNotice(NoticeStrip::Kind::remark, tr("The hand-out is made from the saved lecture."),
                       tr("Save it, then hand it out."),
                       {tr("Save"), [this] { m_sessionFiles->save([this] { askForHandOut(); }); }});
}

void MainWindow::connectHandOut() {
  connect(m_handOut, &HandOut::began, this, [this](const QString& folder) {
    m_notice->showNotice(NoticeStrip::Kind::hint, tr("The lecture is being written to %1.").arg(folder), {},
                         {tr("Cancel"), [this] { m_handOut->cancel(); }});
  });
  connect(m_handOut, &HandOut::made, this, [this](const QString& folder) {
    m_notice->showNotice(NoticeStrip::Kind::done,
                         tr("Slides, hand-out, notes, answers and page are in %1.").arg(folder), {},
                         {tr("Open"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); }});
    m_closing->closeWhenWritten();
  });
  connect(m_handOut, &HandOut::cancelled, this, [this](const QString& folder) {
    m_closing->stay();
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("The lecture was not handed out."),
                         tr("The files written until then are in %1.").arg(folder));
  });
  connect(m_handOut, &HandOut::failed, this, [this](const QString& reason) {
    m_closing->stay();
    m_notice->showError(reason, {});
  });
}

}  // namespace runahead::gui
