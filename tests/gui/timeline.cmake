# SPDX-License-Identifier: GPL-3.0-or-later
# Timeline, charts and figures: geometry without a window, pixels, gestures and files on the offscreen platform.
find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
add_executable(runahead_gui_timeline_test
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
set_target_properties(runahead_gui_timeline_test PROPERTIES AUTOMOC ON)
target_link_libraries(runahead_gui_timeline_test PRIVATE runahead_gui Qt6::Test)
target_precompile_headers(runahead_gui_timeline_test REUSE_FROM runahead_gui)
add_test(NAME runahead_gui_timeline_test COMMAND runahead_gui_timeline_test)
set_tests_properties(runahead_gui_timeline_test PROPERTIES TIMEOUT 300 ENVIRONMENT
  "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=ignore_noninstrumented_modules=1")  # Qt itself is not instrumented
