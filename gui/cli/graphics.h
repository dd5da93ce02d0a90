// SPDX-License-Identifier: GPL-3.0-or-later
// The QApplication: with a display for the window, without one for pictures; and what Qt would say about
// either. Not here: painting.
#pragma once

class QApplication;

namespace runahead::gui {

/// An application for pictures, created on the first call; needs no display. Says on standard error when
/// there are no fonts.
QApplication& pictureApplication();

/// The application of the window, created on the first call; null where there is no display.
QApplication* windowApplication();

}  // namespace runahead::gui
