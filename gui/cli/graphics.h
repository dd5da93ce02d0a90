// SPDX-License-Identifier: GPL-3.0-or-later
// The QApplication: with a display for the window, without one for pictures; and what Qt would say about
// either. Not here: painting.
#pragma once

#include <QApplication>
#include <memory>

namespace runahead::gui {

/// Owns the application; its end is Qt's end, which must come before that of the process.
class Graphics {
 public:
  /// An application for pictures, made on the first call; needs no display. Says on standard error when there
  /// are no fonts.
  QApplication& forPictures();
  /// The application of the window, made here; null where there is no display.
  QApplication* forWindow();

 private:
  QApplication& create();

  std::unique_ptr<QApplication> m_application;
};

}  // namespace runahead::gui
