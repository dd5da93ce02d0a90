// SPDX-License-Identifier: GPL-3.0-or-later
// --export: which writer a file's ending asks for.
// Not here: the writers (gui/export, core/io).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/io/session_file.h"
#include "gui/axis/steps.h"
#include "gui/cli/graphics.h"
#include "gui/text/figure_options.h"

namespace runahead::gui {

/// Whether `path` has a known ending and can be written; leaves no trace of having tried.
Status checkExport(const std::string& path);

/// What is asked of pictures, where what is left open comes from the scenario; and what a session holds
/// beside its runs. `runs`: what is known of the traces' runs, in their order, for pictures.
struct ExportRequest {
  FigureOptions figure{};
  std::optional<StepKind> steps{};
  std::optional<Session> session{};
  std::vector<RunEntry> runs{};
};

/// One file; pictures: with --steps one for each step, with --worksheet also its solution.
/// `graphics`: there if the path is a picture's.
Status exportTraces(std::span<const Trace> traces, const std::string& path, Graphics* graphics,
                    const ExportRequest& request = {});

}  // namespace runahead::gui
