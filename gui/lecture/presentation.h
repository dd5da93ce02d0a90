// SPDX-License-Identifier: GPL-3.0-or-later
// Presentation: opens the window for the class and the speaker view, and keeps each on its screen.
// Not here: what they show (presenter.h, speaker.h), where a window goes (screens.h).
#pragma once

#include <QObject>
#include <QPointer>

#include "gui/lecture/presenter.h"
#include "gui/lecture/speaker.h"

namespace runahead::gui {

class Presentation : public QObject {
  Q_OBJECT
 public:
  /// Beside `window`, if there are two screens. All of them outlive it.
  Presentation(ViewState* view, RunList* runs, Lecture* lecture, Asking* asking, QWidget* window);

  bool goesOn() const { return m_presenter && m_presenter->isVisible(); }
  /// The run on show, or the lecture, over a whole screen: the other one, if there are two.
  void present();
  /// The lecture.
  void presentFromStart();
  /// Notes, time, and what the class sees, in a window of its own.
  void showSpeaker();
  /// Another run comes into view.
  void beginRun();

 signals:
  void began();
  void ended();

 private:
  void watchScreens();
  /// The presentation has a screen, and each other window is whole on one, beside it if there are two.
  void followScreens();

  ViewState* m_view;
  RunList* m_runs;
  Lecture* m_lecture;
  Asking* m_asking;
  QWidget* m_window;
  QPointer<Presenter> m_presenter;
  QPointer<Speaker> m_speaker;
};

}  // namespace runahead::gui
