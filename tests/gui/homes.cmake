# SPDX-License-Identifier: GPL-3.0-or-later
# The window in homes that are full, read-only, without locks, another user's, or damaged.
runahead_gui_test(runahead_gui_homes_test bad_home.cpp bad_home.h homes_main.cpp homes_test.cpp homes_test.h)
