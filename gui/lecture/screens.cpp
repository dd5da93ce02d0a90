// SPDX-License-Identifier: GPL-3.0-or-later
// Screens by what they show, since one may show what another does.
#include "gui/lecture/screens.h"

#include <QGuiApplication>
#include <QRegion>
#include <QScreen>
#include <QWidget>
#include <algorithm>

namespace runahead::gui {
namespace {

bool showSame(const QScreen& a, const QScreen& b) {
  return a.geometry().intersects(b.geometry());
}

}  // namespace

QScreen* screenOf(const QWidget& window) {
  QScreen* found = window.screen();
  // Wayland tells no window where it is.
  if (QGuiApplication::platformName().startsWith(QLatin1String("wayland"))) return found;
  // Qt looks where a window is when the window moves, not when the screens do.
  const QPoint middle = window.frameGeometry().center();
  if (QScreen* there = QGuiApplication::screenAt(middle)) found = there;
  const auto area = [](const QScreen& screen) {
    return screen.geometry().width() * screen.geometry().height();
  };
  for (QScreen* other : QGuiApplication::screens()) {
    if (other->geometry().contains(middle) && area(*other) < area(*found)) found = other;
  }
  return found;
}

QScreen* screenBeside(const QScreen& screen) {
  QScreen* beside = nullptr;
  for (QScreen* other : QGuiApplication::screens()) {
    if (!showSame(*other, screen)) beside = other;
  }
  return beside;
}

QRect within(const QRect& room, QSize size, QPoint place) {
  size = size.boundedTo(room.size());
  return {{std::clamp(place.x(), room.left(), room.right() + 1 - size.width()),
           std::clamp(place.y(), room.top(), room.bottom() + 1 - size.height())},
          size};
}

void bringOff(QWidget& window, const QScreen* taken) {
  QScreen* screen = screenOf(window);
  QScreen* beside = taken && showSame(*screen, *taken) ? screenBeside(*taken) : nullptr;
  const Qt::WindowStates state = window.windowState();
  const Qt::WindowStates fills = state & (Qt::WindowMaximized | Qt::WindowFullScreen);
  QRegion outside(window.frameGeometry());
  for (const QScreen* one : QGuiApplication::screens()) outside -= one->geometry();
  if (!beside && (fills || outside.isEmpty())) return;
  if (beside) screen = beside;
  const QRect frame = window.frameGeometry(), inside = window.geometry();
  const QMargins title(inside.left() - frame.left(), inside.top() - frame.top(),
                       frame.right() - inside.right(), frame.bottom() - inside.bottom());
  // A window that fills one screen is not moved to another.
  if (fills) window.setWindowState(state & ~fills);
  window.setGeometry(within(screen->availableGeometry(), frame.size(), frame.topLeft()) - title);
  if (fills) window.setWindowState(state);
}

}  // namespace runahead::gui
