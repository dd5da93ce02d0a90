// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a program that become comments, and comments that become lines.
#pragma once

namespace runahead::gui {

class CodeView;

/// The lines that are selected, or the one where one types, in one step of undo.
void toggleComment(CodeView& code);

}  // namespace runahead::gui
