// SPDX-License-Identifier: GPL-3.0-or-later
// What a good end of a disturbed run is.
#pragma once

#include <string>

#include "tests/cli/program.h"
#include "tests/faults/cases.h"

namespace runahead::faults {

struct Ends {
  Files before;   ///< what was there: input, and old files in the place of what is written
  Files written;  ///< what is there after an undisturbed run
  std::string out;
  bool same = true;
  bool in_window = false;
};

/// "" where it is a good one.
std::string complaint(const testing_support::Finished& finished, const Files& after, const Ends& ends);

}  // namespace runahead::faults
