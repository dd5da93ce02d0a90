// SPDX-License-Identifier: GPL-3.0-or-later
// The facts about a thing on the timeline, as the tool tip tells them.
#pragma once

#include <QString>

#include "gui/timeline/hit_test.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

/// Rich text; empty for a hit that there is nothing to tell about. `nowNs`: for what has not ended.
QString toolTipText(const Trace& trace, const QStringList& listing, const TimelineHit& hit,
                    std::int64_t nowNs);
/// A bookmark or a note, with its whole text.
QString bookmarkTip(const Trace& trace, const Bookmark& bookmark);

}  // namespace runahead::gui
