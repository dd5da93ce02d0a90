// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario's listing as a program in Python: what listings leave out stands before it
// (resources/preambles). Not here: listings as they are shown (framework.h).
#pragma once

#include <QString>

#include "core/scenario/request.h"

namespace runahead::gui {

/// The listing, with what comes before it beside it, so that its lines keep their numbers. The scenario's
/// parameters have the values that the request gives them.
ProgramText listingProgram(const Scenario& scenario, const QString& framework, const RunRequest& request);
/// Both as one text, that the user can save, change and run: "increment-loop.py".
ProgramText editableCopy(const Scenario& scenario, const QString& framework, const RunRequest& request);

}  // namespace runahead::gui
