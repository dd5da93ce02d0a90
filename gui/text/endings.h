// SPDX-License-Identifier: GPL-3.0-or-later
// What a file's ending asks for, and the writers of data. Not here: the writer of pictures (export/figure.h).
#pragma once

#include <span>
#include <string>

#include "core/base/error.h"
#include "core/trace/trace.h"

namespace runahead::gui {

/// .png, .svg or .pdf.
bool isFigurePath(const std::string& path);
/// .html: an interactive page.
bool isPagePath(const std::string& path);
/// .json or .csv.
bool isDataPath(const std::string& path);
/// By the ending, which is one of data.
Status writeData(std::span<const Trace> traces, const std::string& path);

}  // namespace runahead::gui
