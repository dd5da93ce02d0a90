// SPDX-License-Identifier: GPL-3.0-or-later
// What most tests of the window include, of others' headers alone, for compilers to read once. Not here:
// anything of this project but the window's list.
#pragma once

#include <QSignalSpy>
#include <QTest>

#include "gui/precompiled.h"
