// SPDX-License-Identifier: GPL-3.0-or-later
// A question for a class as the user types it: the question, an answer on each line, a star before the right
// one, and behind "=" why.
#pragma once

#include <QString>

#include "core/io/session_file.h"

namespace runahead::gui {

/// Lines beyond the last option are left out.
SlideQuestion ownQuestion(const QString& typed);
/// What of it is not taken, in a sentence; empty where all of it is.
QString ownRefusal(const QString& typed);
QString ownText(const SlideQuestion& question);

}  // namespace runahead::gui
