// SPDX-License-Identifier: GPL-3.0-or-later
// The gallery: every scenario run under the virtual clock, its picture as SVG and PNG, and a page that shows
// them all and works offline. Not here: how a picture looks (gui/export).
#pragma once

#include <functional>
#include <string>

#include "core/base/error.h"
#include "gui/cli/graphics.h"
#include "gui/cli/interrupts.h"

namespace runahead::gui {

/// Makes the directory where it does not exist, and tries to write there.
Status prepareGallery(const std::string& directory);

/// The path of the page. `progress` gets a line per scenario; false stops.
Result<std::string> writeGallery(const std::string& directory, Graphics& graphics, Interrupts& interrupts,
                                 const std::function<bool(const std::string&)>& progress);

}  // namespace runahead::gui
