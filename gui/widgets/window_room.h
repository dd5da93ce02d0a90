// SPDX-License-Identifier: GPL-3.0-or-later
// What of a screen a window may take.
#pragma once

#include <QScreen>

namespace runahead::gui {

/// All but the title that a window manager puts above it. At twice the size, a usual screen is low.
inline QRect windowRoom(const QScreen& screen) {
  constexpr int kTitlePx = 40;
  return screen.availableGeometry().adjusted(0, kTitlePx, 0, 0);
}

}  // namespace runahead::gui
