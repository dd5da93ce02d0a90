// SPDX-License-Identifier: GPL-3.0-or-later
// Values of the waits axis as the lines of one scenario, and back.
#include <algorithm>
#include <utility>

#include "core/scenario/scenario.h"

namespace runahead {

std::vector<int> lines_of(const Waits& waits, const Scenario& scenario) {
  std::vector<int> lines;
  for (const WaitLine& wait : scenario.wait_lines) {
    if (wait.place != WaitPlace::final && waits.at(wait.line, waits.every(), wait.place))
      lines.push_back(wait.line);
  }
  return lines;
}

std::vector<LinePart> left_out(const Waits& waits, const Scenario& scenario) {
  const std::vector<int> taken = lines_of(waits, scenario);
  std::vector<LinePart> parts;
  for (const WaitLine& wait : scenario.wait_lines) {
    const bool printed = wait.place == WaitPlace::in_loop || wait.place == WaitPlace::printed;
    if (!printed || std::ranges::find(taken, wait.line) != taken.end()) continue;
    if (wait.parts.empty()) parts.push_back({wait.line});
    parts.insert(parts.end(), wait.parts.begin(), wait.parts.end());
  }
  return parts;
}

bool same_waits(const Waits& one, const Waits& other, const Scenario& scenario) {
  const std::vector<int> lines = lines_of(one, scenario);
  if (lines != lines_of(other, scenario)) return false;
  // How often matters where a line that waits stands in a loop.
  return std::none_of(scenario.wait_lines.begin(), scenario.wait_lines.end(), [&](const WaitLine& wait) {
    return wait.place == WaitPlace::in_loop && std::ranges::count(lines, wait.line) > 0 &&
           one.every() != other.every();
  });
}

Waits waits_of_lines(const Scenario& scenario, std::vector<int> lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  for (const std::string& value : scenario.waits) {
    const std::optional<Waits> waits = Waits::parse(value);
    if (waits && waits->every() == 1 && lines_of(*waits, scenario) == lines) return *waits;
  }
  if (!lines.empty()) return Waits::at_lines({lines.begin(), lines.end()});
  for (const WaitLine& wait : scenario.wait_lines) {
    if (wait.place == WaitPlace::final) return Waits::at_lines({wait.line});
  }
  return Waits::none();
}

}  // namespace runahead
