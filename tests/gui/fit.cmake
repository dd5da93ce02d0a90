# SPDX-License-Identifier: GPL-3.0-or-later
# The model of a run and the paths through it, in the window on the offscreen platform.
add_executable(runahead_gui_fit_test fit_test.cpp fit_test.h fit_main.cpp)
set_target_properties(runahead_gui_fit_test PROPERTIES AUTOMOC ON)
target_link_libraries(runahead_gui_fit_test PRIVATE runahead_gui Qt6::Test)
target_precompile_headers(runahead_gui_fit_test REUSE_FROM runahead_gui)
add_test(NAME runahead_gui_fit_test COMMAND runahead_gui_fit_test)
set_tests_properties(runahead_gui_fit_test PROPERTIES TIMEOUT 300 ENVIRONMENT
  "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=ignore_noninstrumented_modules=1")
