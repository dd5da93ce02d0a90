// SPDX-License-Identifier: GPL-3.0-or-later
// Where the steps of a slide are in a record. Not here: going to them (lecture.h).
#pragma once

#include <vector>

#include "gui/lecture/lecture.h"

namespace runahead::gui {

/// The slide's steps as the record has them.
std::vector<TraceMoment> stepsIn(const Slide& slide, const Trace& trace);
/// Where they are in another run: those whose events that run has, too.
std::vector<TraceMoment> sameSteps(const Slide& slide, const Trace& from, const Trace& to);

}  // namespace runahead::gui
