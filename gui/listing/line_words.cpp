// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence for each state of a line.
// Not here: sentences about events (core/analysis/narration.h).
#include "gui/listing/line_words.h"

#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
QString lineWords(const Trace& trace, const LineStatus& status) {
  const QString task = status.about == kNone ? tr("a task") : taskLabel(trace, status.about);
  switch (status.state) {
    case LineState::untouched:
      return {};
    case LineState::issued:
      return status.current ? tr("The frontend is in this line.")
                            : tr("It has returned; some of its tasks have not ended.");
    case LineState::deferred:
      return tr("It has returned; its recorded tasks have not run.");
    case LineState::waiting:
      return tr("The frontend waits in this line.");
    case LineState::done:
      return tr("It has returned, and all its tasks have ended.");
    case LineState::eliminated:
      return tr("Some of its recorded tasks were never needed: they were eliminated.");
    case LineState::failed:
      return tr("%1 failed.").arg(task);
    case LineState::surfaced:
      return status.about == kNone ? tr("It raised the error that ended the program.")
                                   : tr("The error of %1 surfaced here.").arg(task);
    case LineState::skipped:
      return tr("%1 was skipped: its input was not computed.").arg(task);
  }
  return {};
}

bool isError(LineState state) {
  return state == LineState::failed || state == LineState::surfaced;
}

TaskState glyphOf(LineState state) {
  if (state == LineState::waiting) return TaskState::waiting;
  if (state == LineState::done) return TaskState::done;
  if (state == LineState::deferred) return TaskState::deferred;
  if (state == LineState::eliminated) return TaskState::eliminated;
  if (isError(state)) return TaskState::failed;
  if (state == LineState::skipped) return TaskState::skipped;
  return TaskState::issued;
}

}  // namespace runahead::gui
