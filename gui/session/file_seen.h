// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a file is still the one that was read or written here. Not here: what is done when it is not
// (session_keeper.h).
#pragma once

#include <QByteArray>
#include <QString>

namespace runahead::gui {

/// Another one as soon as a program has written the file, as SessionKeeper does or in place; empty: there is
/// none. Means the same after the program has ended.
QByteArray seenOf(const QString& file);

}  // namespace runahead::gui
