# SPDX-License-Identifier: GPL-3.0-or-later
# The window with a module of a test's own in the place of CUDA's, on the offscreen platform. A program of its
# own: the module is searched once.
add_executable(runahead_gui_device_test
  ${PROJECT_SOURCE_DIR}/tests/device/stub.cpp
  device_main.cpp
  device_window_test.cpp
  device_window_test.h
)
set_target_properties(runahead_gui_device_test PROPERTIES AUTOMOC ON)
target_link_libraries(runahead_gui_device_test PRIVATE runahead_gui Qt6::Test ${CMAKE_DL_LIBS})
target_precompile_headers(runahead_gui_device_test REUSE_FROM runahead_gui)
target_compile_definitions(runahead_gui_device_test PRIVATE
  RUNAHEAD_STUB_MODULE="$<TARGET_FILE:stub_device>")
add_dependencies(runahead_gui_device_test stub_device)
add_test(NAME runahead_gui_device_test COMMAND runahead_gui_device_test)
set_tests_properties(runahead_gui_device_test PROPERTIES TIMEOUT 300 ENVIRONMENT
  "QT_QPA_PLATFORM=offscreen;TSAN_OPTIONS=ignore_noninstrumented_modules=1")  # Qt itself is not instrumented
