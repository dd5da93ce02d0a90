// SPDX-License-Identifier: GPL-3.0-or-later
// ProgramText: a program of the user's, in Python, as it was when its run was asked for.
// Not here: what runs it (scenario/python.h).
#pragma once

#include <string>

namespace runahead {

struct ProgramText {
  std::string name;    ///< of its file, without folders: "mine.py"
  std::string folder;  ///< where modules of its own are; empty: it has none
  std::string text;
  std::string preamble = {};  ///< runs before it, and is no line of it; of listings alone
  bool operator==(const ProgramText&) const = default;
};

}  // namespace runahead
