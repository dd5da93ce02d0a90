# SPDX-License-Identifier: GPL-3.0-or-later
# The window with a module of a test's own in the place of CUDA's, on the offscreen platform. A program of its
# own: the module is searched once.
runahead_gui_test(runahead_gui_device_test
  ${PROJECT_SOURCE_DIR}/tests/device/stub.cpp
  device_main.cpp
  device_window_test.cpp
  device_window_test.h
)
target_link_libraries(runahead_gui_device_test PRIVATE ${CMAKE_DL_LIBS})
target_compile_definitions(runahead_gui_device_test PRIVATE
  RUNAHEAD_STUB_MODULE="$<TARGET_FILE:stub_device>")
add_dependencies(runahead_gui_device_test stub_device)
