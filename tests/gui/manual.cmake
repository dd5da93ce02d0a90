# SPDX-License-Identifier: GPL-3.0-or-later
# Manual scheduling in the window, on the offscreen platform.
runahead_gui_test(runahead_gui_manual_test
  manual_decisions_test.cpp
  manual_decisions_test.h
  manual_main.cpp
  manual_saved_test.cpp
  manual_window_test.cpp
  manual_window_test.h
)
