// SPDX-License-Identifier: GPL-3.0-or-later
// Why a run cannot be made, in one line.
// Not here: finding out (core/scenario/run_execution.h).
#pragma once

#include <cstdint>
#include <string>

#include "core/scenario/refusal.h"

namespace runahead::gui {

/// Only the command line speaks of its options.
enum class FrontEnd : std::uint8_t { window, commandLine };

/// It names what is wrong and what would be right.
std::string refusalText(const Refusal& refusal, FrontEnd where);

}  // namespace runahead::gui
