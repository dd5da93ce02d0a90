# SPDX-License-Identifier: GPL-3.0-or-later
# Timeline, charts and figures: geometry without a window, pixels, gestures and files on the offscreen platform.
runahead_gui_test(runahead_gui_timeline_test
  figure_driver.h
  page_test.cpp
  palette_test.cpp
  timeline_chart_test.cpp
  timeline_figure_test.cpp
  timeline_geometry_test.cpp
  timeline_gesture_test.cpp
  timeline_kept_test.cpp
  timeline_main.cpp
  timeline_pages_test.cpp
  timeline_painter_test.cpp
  timeline_steps_test.cpp
  timeline_view_state_test.cpp
)
target_link_libraries(runahead_gui_timeline_test PRIVATE Qt6::Svg)
