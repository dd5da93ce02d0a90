// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing the waits axis, and deciding single waits.
#include <algorithm>
#include <charconv>
#include <optional>

#include "core/scenario/scenario.h"

namespace runahead {

namespace {

std::optional<std::int64_t> positive_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1) return std::nullopt;
  return value;
}

std::string joined(const std::vector<int>& lines, const char* between) {
  std::string text;
  for (const int line : lines) text += (text.empty() ? "" : between) + std::to_string(line);
  return text;
}

std::vector<int> lines_with_a_choice(const Scenario& scenario) {
  std::vector<int> lines;
  for (const WaitLine& wait : scenario.wait_lines) {
    if (wait.place != WaitPlace::final) lines.push_back(wait.line);
  }
  return lines;
}

}  // namespace

Waits Waits::none() {
  Waits waits;
  waits.kind_ = Kind::none;
  waits.text_ = "none";
  return waits;
}

Waits Waits::each() {
  Waits waits = every(1);
  waits.text_ = "each";
  return waits;
}

Waits Waits::every(std::int64_t k) {
  Waits waits;
  waits.kind_ = Kind::every;
  waits.every_ = k;
  waits.text_ = "every:" + std::to_string(k);
  return waits;
}

Result<Waits> Waits::parse(std::string_view text, const Scenario& scenario) {
  if (text == "program") return Waits();
  if (text == "none") return none();
  if (text == "each") return each();
  Waits waits;
  waits.text_ = std::string(text);
  if (text.starts_with("every:")) {
    waits.kind_ = Kind::every;
    waits.every_ = positive_number(text.substr(6)).value_or(0);
    if (Status status = waits.check(); !status) return Failure{status.error()};
    return every(waits.every_);
  }
  waits.kind_ = Kind::lines;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto line = positive_number(text.substr(0, comma));
    if (!line) {
      return Failure{"waits '" + waits.text_ + "': use program, none, each, every:K or lines such as 3,5"};
    }
    const auto wait = std::find_if(scenario.wait_lines.begin(), scenario.wait_lines.end(),
                                   [&](const WaitLine& one) { return one.line == *line; });
    if (wait == scenario.wait_lines.end()) {
      return Failure{"waits '" + waits.text_ + "': line " + std::to_string(*line) + " of " + scenario.id +
                     " cannot carry a wait; lines that can: " + joined(lines_with_a_choice(scenario), ", ")};
    }
    if (wait->place != WaitPlace::final) waits.lines_.push_back(wait->line);
    if (comma == text.size()) return waits;
    text.remove_prefix(comma + 1);
  }
}

Status Waits::check() const {
  if (every_ > 0) return success();
  return Failure{"waits '" + text_ + "': after 'every:' comes a whole number from 1, as in every:8"};
}

bool Waits::lists(int line) const {
  return kind_ == Kind::lines && std::find(lines_.begin(), lines_.end(), line) != lines_.end();
}

std::vector<int> Waits::lines(const Scenario& scenario) const {
  std::vector<int> lines;
  for (const WaitLine& wait : scenario.wait_lines) {
    if (wait.place != WaitPlace::final && at(wait.line, every_, wait.place)) lines.push_back(wait.line);
  }
  return lines;
}

bool Waits::same_as(const Waits& other, const Scenario& scenario) const {
  const std::vector<int> own = lines(scenario);
  if (own != other.lines(scenario)) return false;
  // How often matters where a line that waits stands in a loop.
  return std::none_of(scenario.wait_lines.begin(), scenario.wait_lines.end(), [&](const WaitLine& wait) {
    return wait.place == WaitPlace::in_loop && std::find(own.begin(), own.end(), wait.line) != own.end() &&
           every_ != other.every_;
  });
}

bool Waits::at(int line, std::int64_t iteration, WaitPlace place) const {
  if (place == WaitPlace::final) return true;
  switch (kind_) {
    case Kind::program:
      return place != WaitPlace::possible;
    case Kind::none:
      return place == WaitPlace::printed;
    case Kind::every:
      return place == WaitPlace::printed ||
             (place == WaitPlace::in_loop && every_ > 0 && iteration % every_ == 0);
    case Kind::lines:
      return lists(line);
  }
  return false;
}

Waits Waits::at_lines(const Scenario& scenario, std::vector<int> lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  for (const std::string& value : scenario.waits) {
    const Result<Waits> waits = parse(value, scenario);
    if (waits && waits->every() == 1 && waits->lines(scenario) == lines) return *waits;
  }
  Waits waits;
  waits.kind_ = Kind::lines;
  waits.text_ = joined(lines, ",");
  waits.lines_ = std::move(lines);
  if (!waits.lines_.empty()) return waits;
  for (const WaitLine& wait : scenario.wait_lines) {
    if (wait.place != WaitPlace::final) continue;
    waits.text_ = std::to_string(wait.line);
    return waits;
  }
  return none();
}

}  // namespace runahead
