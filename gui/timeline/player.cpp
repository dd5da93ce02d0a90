// SPDX-License-Identifier: GPL-3.0-or-later
// Playing, frame by frame. A frame plays what passed since the one before: late frames lose no time.
#include "gui/timeline/player.h"

#include <QGuiApplication>
#include <QScopedValueRollback>
#include <QScreen>
#include <algorithm>
#include <cmath>

#include "gui/timeline/speed.h"

namespace runahead::gui {

Player::Player(const RecordedTrace* record, ViewState* view, QObject* parent)
    : QObject(parent), m_record(record), m_view(view), m_speed(fittingSpeed(0)) {
  m_timer.setTimerType(Qt::PreciseTimer);
  const QScreen* screen = QGuiApplication::primaryScreen();
  m_timer.setInterval(screen ? std::max(4, qRound(1000 / screen->refreshRate())) : 16);
  connect(&m_timer, &QTimer::timeout, this, [this] {
    const std::int64_t passed = m_frame.nsecsElapsed();
    m_frame.start();
    advance(passed);
  });
  connect(view->cursor(), &Cursor::changed, this, [this] {
    if (!m_moving) pause();
  });
  connect(view->shown(), &ShownTrace::changed, this, [this] {
    if (!m_view->shown()->hasRun()) pause();
    if (!playing()) fitNow();
  });
  fitNow();
}

void Player::play() {
  const Trace& trace = m_record->trace();
  if (playing() || trace.size() == 0) return;
  if (m_view->cursor()->seq() == trace.size() && trace.finished()) m_view->cursor()->goToStart();
  m_ns = static_cast<double>(m_view->cursor()->ns());
  m_view->visible()->reveal(m_ns);
  m_frame.start();
  m_timer.start();
  emit playingChanged();
}

void Player::pause() {
  if (!playing()) return;
  m_timer.stop();
  fitNow();
  emit playingChanged();
}

void Player::advance(std::int64_t wall_ns) {
  if (!playing()) return;
  const Trace& trace = m_record->trace();
  const auto end = static_cast<double>(trace.end_ns());
  const bool seen = m_view->visible()->inSight(static_cast<double>(m_view->cursor()->ns()));
  m_ns = std::min(m_ns + static_cast<double>(wall_ns) * m_speed, end);
  const auto ns = static_cast<std::int64_t>(m_ns);
  const auto stop = firstLineBetween(trace, m_view->cursor()->seq(), trace.first_after(ns),
                                     m_view->annotations()->breakPoints());
  {
    const QScopedValueRollback moving(m_moving, true);
    stop ? m_view->cursor()->set(*stop) : m_view->cursor()->setTime(ns);
    // Where one looks at another part of the run, it plays out of sight.
    if (seen) m_view->visible()->reveal(static_cast<double>(m_view->cursor()->ns()));
  }
  if (!m_view->shown()->tellsEnd()) fitNow();  // it grows with what is known
  if (stop || (m_ns >= end && trace.finished())) pause();
}

void Player::setSpeed(double speed) {
  m_fits = false;
  if (speed == m_speed) return;
  m_speed = speed;
  emit speedChanged();
}

void Player::fit() {
  m_fits = true;
  fitNow();
}

void Player::fitNow() {
  if (!m_fits || !m_view->shown()->hasRun()) return;
  // Where the end is hidden, no speed may tell how far it is.
  const double speed =
      fittingSpeed(m_view->shown()->tellsEnd() ? m_record->trace().end_ns()
                                               : std::llround(m_view->visible()->ownLimitNs()));
  if (speed == m_speed) return;
  m_speed = speed;
  emit speedChanged();
}

}  // namespace runahead::gui
