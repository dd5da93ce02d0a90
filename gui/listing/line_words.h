// SPDX-License-Identifier: GPL-3.0-or-later
// What became of a line in a sentence, for tool tips and for those who hear the listing, and as a glyph.
// Not here: finding it out (line_fold.h), drawing it (code_view.h).
#pragma once

#include <QString>

#include "gui/listing/line_fold.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

/// "normal 1 failed. Tasks that read its result will not run."; empty for a line that was not reached.
QString lineWords(const Trace& trace, const LineStatus& status);
/// Whether the state is one of an error, and red.
bool isError(LineState state);
/// Of a line that was reached.
TaskState glyphOf(LineState state);

}  // namespace runahead::gui
