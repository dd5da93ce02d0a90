// SPDX-License-Identifier: GPL-3.0-or-later
// The file that precompiled.h is compiled for; all tests of the window share the result. Nothing else is
// here.
#include "tests/gui/precompiled.h"
