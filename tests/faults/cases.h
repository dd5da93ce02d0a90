// SPDX-License-Identifier: GPL-3.0-or-later
// Cases: what the program is told to do, from which files to which. Most of it is under the virtual clock, so
// that it comes out the same each time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace runahead::faults {

/// By their paths within a folder.
using Files = std::map<std::string, std::string>;

struct Case {
  std::string name;
  std::vector<std::string> words;  ///< of the command; a word's "@" is the folder
  bool same = true;                ///< each time it writes the same
  bool quick = true;               ///< enough to be run for each place that allocates
  std::uint64_t every = 1;  ///< of its calls on files fails: of one that writes a hundred of them alike
  bool on_stub = false;     ///< with the stub of a device
  bool in_window = false;   ///< at which hands.cpp works; it says whether it could save
};

std::vector<Case> all_cases();
/// What the case reads, made by the program where it is no program's text.
Files input_of(const Case& one);

/// Of everything below the folder.
Files files_in(const std::string& folder);
/// The folder has these files and no others.
void put_files(const std::string& folder, const Files& files);

}  // namespace runahead::faults
