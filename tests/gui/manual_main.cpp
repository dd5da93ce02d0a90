// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of manual scheduling in one program.
// Not here: the window's other tests (window_main.cpp).
#include "tests/gui/manual_decisions_test.h"
#include "tests/gui/manual_window_test.h"
#include "tests/gui/window_tests.h"

int main(int count, char** words) {
  return runWindowTests<DecisionsTest, ManualTest>(count, words);
}
