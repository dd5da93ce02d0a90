// SPDX-License-Identifier: GPL-3.0-or-later
// headline(): what a comparison comes to, in a sentence or two made of its numbers.
// Not here: the numbers (core/analysis/comparison.h), and no opinion about them.
#pragma once

#include <QString>

#include "core/analysis/comparison.h"

namespace runahead::gui {

/// "Both run for about 8.16 s. B, no synchronization, saves 115.0 ms and costs 208.0 MB." Empty where nothing
/// can be said.
QString headline(const Comparison& comparison);

}  // namespace runahead::gui
