# SPDX-License-Identifier: GPL-3.0-or-later
# The dependency graph: model and layout without a window, pixels and gestures on the offscreen platform.
find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
add_executable(runahead_gui_graph_test
  graph_layout_test.cpp
  graph_main.cpp
  graph_model_test.cpp
  graph_pane_test.cpp
)
set_target_properties(runahead_gui_graph_test PROPERTIES AUTOMOC ON)
target_link_libraries(runahead_gui_graph_test PRIVATE runahead_gui Qt6::Test)
target_precompile_headers(runahead_gui_graph_test REUSE_FROM runahead_gui)
add_test(NAME runahead_gui_graph_test COMMAND runahead_gui_graph_test)
set_tests_properties(runahead_gui_graph_test PROPERTIES TIMEOUT 300 ENVIRONMENT
  "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=ignore_noninstrumented_modules=1")  # Qt itself is not instrumented
