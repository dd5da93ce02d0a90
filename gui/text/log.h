// SPDX-License-Identifier: GPL-3.0-or-later
// What a user can be asked for when something is wrong, on standard error:
// QT_LOGGING_RULES="runahead.*=true". Nothing is told unasked, and nothing by what runs often.
#pragma once

#include <QLoggingCategory>

#include "core/scenario/run_execution.h"

namespace runahead::gui {

Q_DECLARE_LOGGING_CATEGORY(logFiles)    ///< runahead.files: read, written
Q_DECLARE_LOGGING_CATEGORY(logRuns)     ///< runahead.runs: started and ended, with their settings
Q_DECLARE_LOGGING_CATEGORY(logDevice)   ///< runahead.device: the GPU, or why there is none
Q_DECLARE_LOGGING_CATEGORY(logSession)  ///< runahead.session: kept, taken up again

/// Also what the report of a crash says is on.
void logStart(const RunExecution& session);
/// Of one that has finished.
void logEnd(const RunExecution& session);

}  // namespace runahead::gui
