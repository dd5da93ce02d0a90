// SPDX-License-Identifier: GPL-3.0-or-later
// What a program of cases/ or torch/ says of itself: its first line names the modes that it runs in ("# in
// sync async: kind"), its last ones what it prints.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/temporary_directory.h"

namespace runahead::testing_support {

struct Expected {
  std::vector<std::string> modes;
  std::string printed;
};

inline Expected expected_of(const std::string& path) {
  Expected expected;
  std::istringstream text(read_file(path));
  std::string line;
  std::getline(text, line);
  std::istringstream head(line.substr(0, line.find(':')));
  for (std::string word; head >> word;) {
    if (word != "#" && word != "in") expected.modes.push_back(word);
  }
  while (std::getline(text, line) && line != "# prints:") continue;
  while (std::getline(text, line))
    expected.printed += line.substr(std::min<std::size_t>(2, line.size())) + '\n';
  return expected;
}

}  // namespace runahead::testing_support
