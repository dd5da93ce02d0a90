# SPDX-License-Identifier: GPL-3.0-or-later
# The window, driven by mouse and keys on the offscreen platform.
runahead_gui_test(runahead_gui_window_test
  compare_rounds_test.cpp
  compare_window_test.cpp
  compare_window_test.h
  hidden_future_test.cpp
  hidden_future_test.h
  narration_bar_test.cpp
  narration_bar_test.h
  window_facts_test.cpp
  window_facts_test.h
  window_fold_test.cpp
  window_fold_test.h
  window_main.cpp
  window_margin_test.cpp
  window_margin_test.h
  window_panes_test.cpp
  window_panes_test.h
  window_room_test.cpp
  window_room_test.h
  window_run_test.cpp
  window_run_test.h
  window_test.cpp
  window_test.h
  window_transport_test.cpp
  window_transport_test.h
)
