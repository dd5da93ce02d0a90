// SPDX-License-Identifier: GPL-3.0-or-later
// Player: moves the cursor through the recording, so many times slower or faster than the run went.
// Not here: buttons and the list of speeds (transport_bar.h, speed_box.h); single steps (axis/steps.h).
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "gui/view/view_state.h"

namespace runahead::gui {

class Player : public QObject {
  Q_OBJECT
 public:
  Player(const RecordedTrace* record, ViewState* view, QObject* parent = nullptr);

  bool playing() const { return m_timer.isActive(); }
  /// From the cursor; from the start when it is at the end of a finished run. Stops at the end, at a
  /// breakpoint, and when anything else moves the cursor. At the end of a run that goes on it waits for
  /// more.
  void play();
  void pause();
  void toggle() { playing() ? pause() : play(); }

  /// Recorded time per time that passes; one of speeds().
  double speed() const { return m_speed; }
  /// Holds from now on, also while it plays.
  void setSpeed(double speed);
  /// Whether every run gets the speed at which it takes about ten seconds: until one was chosen.
  bool fits() const { return m_fits; }
  void fit();

  /// Plays on by what happens in `wall_ns`; the timer calls it once per frame.
  void advance(std::int64_t wall_ns);

 signals:
  void playingChanged();
  void speedChanged();

 private:
  void fitNow();

  const RecordedTrace* m_record;
  ViewState* m_view;
  QTimer m_timer;
  QElapsedTimer m_frame;
  double m_speed;
  bool m_fits = true;
  bool m_moving = false;  ///< the cursor moves because it plays
  double m_ns = 0;        ///< where it is, between two nanoseconds too
};

}  // namespace runahead::gui
