# SPDX-License-Identifier: GPL-3.0-or-later
# Driving by hand in the window, on the offscreen platform.
add_executable(runahead_gui_driving_test
  driving_decisions_test.cpp
  driving_decisions_test.h
  driving_main.cpp
  driving_saved_test.cpp
  driving_window_test.cpp
  driving_window_test.h
)
set_target_properties(runahead_gui_driving_test PROPERTIES AUTOMOC ON)
target_link_libraries(runahead_gui_driving_test PRIVATE runahead_gui Qt6::Test)
target_precompile_headers(runahead_gui_driving_test REUSE_FROM runahead_gui)
add_test(NAME runahead_gui_driving_test COMMAND runahead_gui_driving_test)
set_tests_properties(runahead_gui_driving_test PROPERTIES TIMEOUT 300 ENVIRONMENT
  "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=ignore_noninstrumented_modules=1")
