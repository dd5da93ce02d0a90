# SPDX-License-Identifier: GPL-3.0-or-later
# Programs in Python, written and run in the window. Beside the module that runs them, which finds in the program what it
# shares with it: all of it, and exported.
runahead_gui_test(runahead_gui_program_test
  program_main.cpp
  program_edit_test.cpp
  program_window_test.cpp
  program_window_test.h
)
target_link_libraries(runahead_gui_program_test PRIVATE runahead_whole)
set_target_properties(runahead_gui_program_test PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} ENABLE_EXPORTS ON)
if(TARGET runahead_python)
  add_dependencies(runahead_gui_program_test runahead_python)
endif()
