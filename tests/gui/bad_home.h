// SPDX-License-Identifier: GPL-3.0-or-later
// Homes that a process makes for itself alone: a small disk, one that is read-only, another
// user's; its own, of a user who can be refused threads. Not here:
// what the window says there (homes_test.cpp).
#pragma once

#include <string>

namespace runahead::test {

/// What a process ends with that may not make such a home; the reason is on its standard output.
inline constexpr int kNotPermitted = 77;

/// Before there are threads: `folder` becomes that home. Returns why it cannot; empty: it is.
std::string make_bad_home(const std::string& kind, const std::string& folder);

}  // namespace runahead::test
