// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of the window on a device in a program of their own.
#include "tests/gui/device_window_test.h"
#include "tests/gui/window_tests.h"

int main(int count, char** words) {
  return runWindowTests<DeviceWindowTest>(count, words);
}
