// SPDX-License-Identifier: GPL-3.0-or-later
// Cases: what the program is told to do, from which files to which. Everything but `calibrate` and what is
// named live is under the virtual clock, so that it comes out the same each time.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace runahead::faults {

/// By their paths within a folder.
using Files = std::map<std::string, std::string>;

struct Case {
  std::string name;
  std::vector<std::string> words;  ///< of the command; a word's "@" is the folder
  Files input = {};
  bool same = true;    ///< each time it writes the same
  bool pauses = true;  ///< it is quick enough to be run for each of its allocations
  bool on_stub = false;
};

/// Runs the program for the files that some of them read.
std::vector<Case> all_cases();

/// Of everything below the folder.
Files files_in(const std::string& folder);
/// The folder has these files and no others.
void put_files(const std::string& folder, const Files& files);

}  // namespace runahead::faults
