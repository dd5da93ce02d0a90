# SPDX-License-Identifier: GPL-3.0-or-later
# Sessions and notes in the window, on the offscreen platform; and a window that is killed.
runahead_gui_test(runahead_gui_session_test
  contact_sheet.h
  doors_test.cpp
  doors_test.h
  recovery_test.cpp
  recovery_test.h
  lecture_hand_out_test.cpp
  lecture_look_test.cpp
  lecture_screens_test.cpp
  lecture_test.cpp
  lecture_test.h
  lecture_way_test.cpp
  scale_test.cpp
  scale_test.h
  session_driver.h
  session_main.cpp
  session_runs_test.cpp
  session_runs_test.h
  session_test.cpp
  session_test.h
)
# Beside the program, which hands out lectures.
set_target_properties(runahead_gui_session_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
add_dependencies(runahead_gui_session_test runahead)
runahead_gui_test(runahead_gui_workbench_test workbench_test.cpp)
