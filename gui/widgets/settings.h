// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window keeps what it remembers: geometry, theme, framework, recent files.
// Not for anything about a run.
#pragma once

#include <QSettings>

namespace runahead::gui {

// Returned in place: QSettings cannot be copied.
inline QSettings settings() {
  return QSettings(QStringLiteral("runahead"), QStringLiteral("runahead"));
}

}  // namespace runahead::gui
