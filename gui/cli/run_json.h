// SPDX-License-Identifier: GPL-3.0-or-later
// The documents that --json prints; their keys are described in core/io/FORMAT.md.
// Not here: trace files (core/io).
#pragma once

#include <span>
#include <string>

#include "gui/cli/outcome.h"

namespace runahead::gui {

std::string scenariosAsJson();
std::string outcomesAsJson(std::span<const Outcome> outcomes);

}  // namespace runahead::gui
