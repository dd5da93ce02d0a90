// SPDX-License-Identifier: GPL-3.0-or-later
// On which screen a window is, which other one there is, and how a window gets there.
#pragma once

#include <QRect>

class QScreen;
class QWidget;

namespace runahead::gui {

/// Of several that show the same, the least: what fills it is whole on the others, too.
QScreen* screenOf(const QWidget& window);
/// One that shows something else; null: there is none.
QScreen* screenBeside(const QScreen& screen);
/// In that room, as large as it was, or as the room is.
QRect within(const QRect& room, QSize size, QPoint place);
/// Whole on a screen, and not on the one that is `taken` if there is another. What is so already stays as it
/// is.
void bringOff(QWidget& window, const QScreen* taken);

}  // namespace runahead::gui
