# SPDX-License-Identifier: GPL-3.0-or-later
# Driving by hand in the window, on the offscreen platform.
runahead_gui_test(runahead_gui_driving_test
  driving_decisions_test.cpp
  driving_decisions_test.h
  driving_main.cpp
  driving_saved_test.cpp
  driving_window_test.cpp
  driving_window_test.h
)
