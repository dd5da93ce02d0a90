// SPDX-License-Identifier: GPL-3.0-or-later
// When the windows of a presentation open, and where they go when screens change.
#include "gui/lecture/presentation.h"

#include <QApplication>
#include <QScreen>
#include <algorithm>

#include "gui/lecture/lecture.h"
#include "gui/lecture/screens.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {

Presentation::Presentation(ViewState* view, RunList* runs, Lecture* lecture, Asking* asking, QWidget* window)
    : QObject(window), m_view(view), m_runs(runs), m_lecture(lecture), m_asking(asking), m_window(window) {
  watchScreens();
}

void Presentation::present() {
  if (!m_view->shown()->hasRun() && m_lecture->slides().empty()) return;
  if (goesOn()) return m_presenter->activateWindow();
  if (!m_lecture->slides().empty()) m_lecture->goTo({std::max(m_lecture->at().slide, 0), 0});
  m_presenter = new Presenter(m_view, m_runs, m_lecture, m_asking, m_window);
  // On one screen it would lie over the presentation, or under it. The window that has the keys keeps them.
  const auto speak = [this] {
    if (m_lecture->slides().empty() || !screenBeside(*screenOf(*m_window))) return;
    QWidget* active = QApplication::activeWindow();
    showSpeaker();
    if (active) active->activateWindow();
  };
  m_presenter->showBeside(*m_window);
  if (m_speaker) m_speaker->follow(m_presenter);
  speak();
  followScreens();
  connect(qGuiApp, &QGuiApplication::screenAdded, m_presenter, speak, Qt::QueuedConnection);
  connect(m_presenter, &Presenter::hidden, this, &Presentation::ended);
  emit began();
}

void Presentation::presentFromStart() {
  m_lecture->goTo({0, 0});
  present();
}

void Presentation::showSpeaker() {
  if (!m_speaker) {
    m_speaker = new Speaker(m_view, m_lecture, m_window);
    const QRect room = screenOf(*m_window)->availableGeometry();
    const QRect place = within(room, m_speaker->size(), room.center() - m_speaker->rect().center());
    m_speaker->resize(place.size());
    m_speaker->move(place.topLeft());
    connect(m_speaker, &Speaker::presentRequested, this, &Presentation::present);
  }
  if (m_presenter) m_speaker->follow(m_presenter);
  m_speaker->show();
  m_speaker->raise();
}

void Presentation::beginRun() {
  if (m_presenter) m_presenter->beginRun();
}

void Presentation::watchScreens() {
  // Once all who are told of it have done theirs: Qt moves the windows of a screen that goes.
  const auto watch = [this](QScreen* screen) {
    connect(screen, &QScreen::geometryChanged, this, &Presentation::followScreens, Qt::QueuedConnection);
  };
  for (QScreen* screen : QGuiApplication::screens()) watch(screen);
  connect(qGuiApp, &QGuiApplication::screenAdded, this, watch);
  for (const auto signal : {&QGuiApplication::screenAdded, &QGuiApplication::screenRemoved})
    connect(qGuiApp, signal, this, &Presentation::followScreens, Qt::QueuedConnection);
}

void Presentation::followScreens() {
  if (goesOn()) m_presenter->fillScreen(*m_window);
  for (QWidget* window : {m_window, static_cast<QWidget*>(m_speaker)}) {
    if (window) bringOff(*window, goesOn() ? m_presenter->screen() : nullptr);
  }
}

}  // namespace runahead::gui
