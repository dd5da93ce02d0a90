# SPDX-License-Identifier: GPL-3.0-or-later
# The loop's model: words and geometry without a window, then the window by mouse and keys.
find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
add_executable(runahead_gui_model_test
  model_main.cpp
  model_picture_test.cpp
  model_picture_test.h
  model_window_test.cpp
  model_window_test.h
)
set_target_properties(runahead_gui_model_test PROPERTIES AUTOMOC ON)
target_link_libraries(runahead_gui_model_test PRIVATE runahead_gui Qt6::Test)
target_precompile_headers(runahead_gui_model_test REUSE_FROM runahead_gui)
add_test(NAME runahead_gui_model_test COMMAND runahead_gui_model_test)
set_tests_properties(runahead_gui_model_test PROPERTIES TIMEOUT 300 ENVIRONMENT
  "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=ignore_noninstrumented_modules=1")  # Qt itself is not instrumented
