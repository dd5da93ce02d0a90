# SPDX-License-Identifier: GPL-3.0-or-later
# The loop's model: words and geometry without a window, then the window by mouse and keys.
runahead_gui_test(runahead_gui_model_test
  model_main.cpp
  model_picture_test.cpp
  model_picture_test.h
  model_window_test.cpp
  model_window_test.h
)
