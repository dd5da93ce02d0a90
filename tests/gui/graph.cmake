# SPDX-License-Identifier: GPL-3.0-or-later
# The dependency graph: model and layout without a window, pixels and gestures on the offscreen platform.
runahead_gui_test(runahead_gui_graph_test
  graph_layout_test.cpp
  graph_main.cpp
  graph_model_test.cpp
  graph_pane_test.cpp
)
