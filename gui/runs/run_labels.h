// SPDX-License-Identifier: GPL-3.0-or-later
// What to call runs that stand side by side: by what sets them apart.
// Not the whole line of parameters: runLine() of figure/.
#pragma once

#include <QStringList>
#include <vector>

#include "core/trace/trace.h"

namespace runahead::gui {

/// "waits each", "line 5 waits", "lazy · 2 workers", in the order of `runs`; no two are the same.
QStringList runLabels(const std::vector<TraceInfo>& runs);

}  // namespace runahead::gui
