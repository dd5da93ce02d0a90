// SPDX-License-Identifier: GPL-3.0-or-later
// What the user reads, where no class of Qt's says it.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace runahead::gui {

/// In the user's language; with `n` for %n.
inline QString tr(const char* text, int n = -1) {
  return QCoreApplication::translate("Runahead", text, nullptr, n);
}

}  // namespace runahead::gui
