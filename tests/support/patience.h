// SPDX-License-Identifier: GPL-3.0-or-later
// How long tests of the window wait for what has to come: long, so that a slow machine fails none.
#pragma once

#include <QTest>

inline constexpr int kPatienceMs = 60000;

#undef QTRY_VERIFY
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT((condition), kPatienceMs)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT((actual), (expected), kPatienceMs)
