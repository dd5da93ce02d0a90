// SPDX-License-Identifier: GPL-3.0-or-later
// Speaker: the speaker view: notes of the slide, what comes next, the time, and what the class sees.
// Not here: the screen of the class (presenter.h).
#pragma once

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "gui/lecture/presenter.h"

namespace runahead::gui {

class TextLabel;

class Speaker : public QWidget {
  Q_OBJECT
 public:
  /// A window of its own, which goes when it is closed. `view` and `lecture` outlive it.
  Speaker(ViewState* view, Lecture* lecture, QWidget* parent);

  /// What the class sees from now on; the time began with the first one.
  void follow(Presenter* presenter);

 signals:
  void presentRequested();

 protected:
  void paintEvent(QPaintEvent*) override;
  /// Of the presentation, whichever window has the focus.
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;

 private:
  void refresh();
  void refreshTime();

  Lecture* m_lecture;
  QPointer<Presenter> m_presenter;
  QElapsedTimer m_began;
  QTimer m_second;
  TextLabel* m_clock;
  TextLabel* m_used;
  TextLabel* m_place;
  TextLabel* m_name;
  TextLabel* m_notes;
  TextLabel* m_said;
  TextLabel* m_next;
};

}  // namespace runahead::gui
