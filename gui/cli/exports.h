// SPDX-License-Identifier: GPL-3.0-or-later
// --export: which writer a file's ending asks for.
// Not here: the writers (gui/figure, core/io).
#pragma once

#include <span>
#include <string>

#include "core/base/error.h"
#include "core/trace/trace.h"
#include "gui/cli/graphics.h"

namespace runahead::gui {

/// Whether `path` has a known ending and can be written; leaves no trace of having tried.
Status checkExport(const std::string& path);

Status exportTraces(std::span<const Trace> traces, const std::string& path, Graphics& graphics);

}  // namespace runahead::gui
