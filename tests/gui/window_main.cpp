// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of the window in one program.
#include "tests/gui/asking_test.h"
#include "tests/gui/compare_window_test.h"
#include "tests/gui/hidden_future_test.h"
#include "tests/gui/narration_bar_test.h"
#include "tests/gui/presenter_test.h"
#include "tests/gui/window_facts_test.h"
#include "tests/gui/window_fold_test.h"
#include "tests/gui/window_margin_test.h"
#include "tests/gui/window_panes_test.h"
#include "tests/gui/window_room_test.h"
#include "tests/gui/window_run_test.h"
#include "tests/gui/window_test.h"
#include "tests/gui/window_tests.h"
#include "tests/gui/window_transport_test.h"

int main(int count, char** words) {
#ifdef __SANITIZE_THREAD__  // the others are about what the window's thread does alone
  return runWindowTests<TransportTest, PanesTest, MarginTest, CompareTest, AskingTest, RunTest>(count, words);
#else
  return runWindowTests<FoldTest, FactsTest, WindowTest, TransportTest, PanesTest, NarrationBarTest,
                        MarginTest, CompareTest, RoomTest, HiddenFutureTest, PresenterTest, AskingTest,
                        RunTest>(count, words);
#endif
}
