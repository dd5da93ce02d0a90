// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of programs in one program.
#include "tests/gui/program_window_test.h"
#include "tests/gui/window_tests.h"

int main(int count, char** words) {
  return runWindowTests<ProgramTest>(count, words);
}
