// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and the window, each with its QApplication: with a display for the window, without one for
// pictures; and what Qt would say about either. Not here: painting.
#pragma once

#include <QApplication>
#include <memory>

#include "gui/cli/graphics.h"

namespace runahead::gui {

/// Owns the application; its end is Qt's end, which must come before that of the process.
class QtGraphics : public Graphics {
 public:
  /// Says on standard error when there are no fonts.
  Status writePictures(const std::string& path, std::span<const Trace> traces, const FigureOptions& options,
                       std::optional<StepKind> steps) override;
  Status writePage(const std::string& path, std::span<const Trace> traces,
                   const FigureOptions& options) override;
  Status writeLecture(const std::string& directory, const std::string& title,
                      const SessionFile& session) override;
  std::optional<int> runWindow(std::vector<OpenedFile> files, bool presents) override;
  std::vector<std::pair<std::string, std::string>> describe() override;

 private:
  void create();
  /// Without a display.
  void createAnywhere();
  /// False: there is no display.
  bool createOnDisplay();
  /// At the size that the window is to have, or the largest that the screen of this name has room for. False:
  /// no display.
  bool createAtScale(const QString& screen);

  std::unique_ptr<QApplication> m_application;
};

}  // namespace runahead::gui
