// SPDX-License-Identifier: GPL-3.0-or-later
// The file that precompiled.h is compiled for; all layers of the window share the result. Nothing else is
// here.
