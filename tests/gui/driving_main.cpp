// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of driving by hand in one program.
// Not here: the window's other tests (window_main.cpp).
#include "tests/gui/driving_decisions_test.h"
#include "tests/gui/driving_window_test.h"
#include "tests/gui/window_tests.h"

int main(int count, char** words) {
  return runWindowTests<DecisionsTest, DrivingTest>(count, words);
}
