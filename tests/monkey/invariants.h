// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold in the window whatever was done.
#pragma once

#include <QStringList>

#include "gui/window/main_window.h"

namespace runahead::monkey {

/// A sentence for each that does not; empty: all hold.
QStringList brokenInvariants(const gui::MainWindow& window);

}  // namespace runahead::monkey
