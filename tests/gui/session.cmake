# SPDX-License-Identifier: GPL-3.0-or-later
# Sessions and notes in the window, on the offscreen platform; and a window that is killed.
add_executable(runahead_gui_session_test
  session_main.cpp
  session_runs_test.cpp
  session_runs_test.h
  session_test.cpp
  session_test.h
)
set_target_properties(runahead_gui_session_test PROPERTIES AUTOMOC ON)
target_link_libraries(runahead_gui_session_test PRIVATE runahead_gui Qt6::Test)
target_precompile_headers(runahead_gui_session_test REUSE_FROM runahead_gui)
add_test(NAME runahead_gui_session_test COMMAND runahead_gui_session_test)
set_tests_properties(runahead_gui_session_test PROPERTIES TIMEOUT 300 ENVIRONMENT
  "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=ignore_noninstrumented_modules=1:die_after_fork=0")  # Qt itself is not instrumented
