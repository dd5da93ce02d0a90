# SPDX-License-Identifier: GPL-3.0-or-later
# The window, driven by mouse and keys on the offscreen platform.
find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
add_executable(runahead_gui_window_test
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
set_target_properties(runahead_gui_window_test PROPERTIES AUTOMOC ON)
target_link_libraries(runahead_gui_window_test PRIVATE runahead_gui Qt6::Test)
target_precompile_headers(runahead_gui_window_test REUSE_FROM runahead_gui)
add_test(NAME runahead_gui_window_test COMMAND runahead_gui_window_test)
set_tests_properties(runahead_gui_window_test PROPERTIES TIMEOUT 300 ENVIRONMENT
  "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=ignore_noninstrumented_modules=1")  # Qt itself is not instrumented
