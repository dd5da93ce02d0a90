// SPDX-License-Identifier: GPL-3.0-or-later
// What a waiting frontend, or a blocked task, still waits for, in words.
// Not here: sentences about events (narration.h).
#pragma once

#include "core/analysis/visible_trace.h"
#include "core/base/message.h"

namespace runahead {

/// What must still happen before the frontend's wait at the cursor ends, in order: "print(c) at line 4 waits
/// for mul 2 → add 3". Of a long chain the last four, and how many come before. Empty outside a wait.
Message waiting_for(const Trace& trace, Seq cursor);
Message waiting_for(const VisibleTrace& now);
/// Whether all that the frontend's wait is for was there when the wait began.
bool finds_nothing(const VisibleTrace& now);
/// "add 3 ended", "add 3 failed", "add 3 was skipped".
Message over(const VisibleTrace& now, TaskId task);

/// "add 3 waits for mul 2 (read after write of c)". Empty for a task that is not blocked at the cursor.
Message blocked_by(const Trace& trace, TaskId task, Seq cursor);
/// The part after "waits for": "mul 2 (read after write of c)"; empty where no unfinished task is known.
Message obstacles(const VisibleTrace& now, TaskId task);

}  // namespace runahead
