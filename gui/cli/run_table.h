// SPDX-License-Identifier: GPL-3.0-or-later
// What list and run print for people: aligned text.
// Not for programs: they read --json.
#pragma once

#include <span>
#include <string>

#include "gui/cli/outcome.h"

namespace runahead::gui {

std::string scenariosAsText();
std::string outcomesAsText(std::span<const Outcome> outcomes);

}  // namespace runahead::gui
