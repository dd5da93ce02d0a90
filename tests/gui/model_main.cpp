// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of the loop's model in one program.
#include "tests/gui/model_picture_test.h"
#include "tests/gui/model_window_test.h"
#include "tests/gui/window_tests.h"

int main(int count, char** words) {
  return runWindowTests<ModelPictureTest, ModelWindowTest>(count, words);
}
