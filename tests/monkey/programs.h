// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in Python of a small grammar: mostly such as run, some that never end, some that cannot run.
#pragma once

#include <QString>

#include "tests/monkey/draws.h"

namespace runahead::monkey {

QString drawProgram(Draws& draws);

}  // namespace runahead::monkey
