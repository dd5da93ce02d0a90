# SPDX-License-Identifier: GPL-3.0-or-later
# The model of a run and the paths through it, in the window on the offscreen platform.
runahead_gui_test(runahead_gui_fit_test fit_test.cpp fit_test.h fit_main.cpp)
