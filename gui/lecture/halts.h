// SPDX-License-Identifier: GPL-3.0-or-later
// Where the halts of a stop are in a record. Not here: going to them (lecture.h).
#pragma once

#include <vector>

#include "gui/lecture/lecture.h"

namespace runahead::gui {

/// The stop's halts as the record has them.
std::vector<SessionMoment> haltsIn(const Lecture::Stop& stop, const Trace& trace);
/// Where they are in another run: those whose events that run has, too.
std::vector<SessionMoment> sameHalts(const Lecture::Stop& stop, const Trace& from, const Trace& to);

}  // namespace runahead::gui
