// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line needs a screen or a painter for, so that it can do without both: pictures and the
// window. Not here: either of them (app/graphics.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/io/session_file.h"
#include "gui/axis/steps.h"
#include "gui/text/figure_options.h"
#include "gui/text/program_file.h"

namespace runahead::gui {

struct OpenedFile {
  std::string path;
  SessionFile session;
  std::optional<ReadProgram> program = {};  ///< none: a session
};

class Graphics {
 public:
  virtual ~Graphics() = default;
  /// One file, or one for each step of a kind, or a worksheet and its solution. Needs no display.
  virtual Status writePictures(const std::string& path, std::span<const Trace> traces,
                               const FigureOptions& options, std::optional<StepKind> steps) = 0;
  /// One HTML file that steps. Needs no display.
  virtual Status writePage(const std::string& path, std::span<const Trace> traces,
                           const FigureOptions& options) = 0;
  /// The slides of a session that was read: slides, hand-out, notes, answers and an interactive page. Needs
  /// no display.
  virtual Status writeLecture(const std::string& directory, const std::string& title,
                              const SessionFile& session) = 0;
  /// Runs the window, with these files in it, until it is closed: its exit status. Nothing without a display.
  /// `presents`: over the whole screen.
  virtual std::optional<int> runWindow(std::vector<OpenedFile> files, bool presents = false) = 0;
  /// What a report of an error needs to know of display, fonts and settings: names and values.
  virtual std::vector<std::pair<std::string, std::string>> describe() = 0;
};

/// Opens what pictures and the window need. Failure: one line that says what is missing.
using OpenGraphics = std::function<Result<std::unique_ptr<Graphics>>()>;

}  // namespace runahead::gui
