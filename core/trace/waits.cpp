// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing the waits axis, and deciding single waits.
#include "core/trace/waits.h"

#include <charconv>
#include <utility>

namespace runahead {

namespace {

std::optional<std::int64_t> positive_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1) return std::nullopt;
  return value;
}

}  // namespace

Waits Waits::none() {
  return {Kind::none, "none"};
}

Waits Waits::each() {
  return {Kind::every, "each"};
}

Waits Waits::every(std::int64_t k) {
  Waits waits(Kind::every, "every:" + std::to_string(k));
  waits.every_ = k;
  return waits;
}

Waits Waits::at_lines(std::vector<std::int64_t> lines) {
  Waits waits(Kind::lines, "");
  for (const std::int64_t line : lines) {
    if (!waits.text_.empty()) waits.text_ += ',';
    waits.text_ += std::to_string(line);
  }
  waits.lines_ = std::move(lines);
  return waits;
}

std::optional<Waits> Waits::parse(std::string_view text) {
  if (text == "program") return Waits();
  if (text == "none") return none();
  if (text == "each") return each();
  if (text.starts_with("every:")) {
    const auto k = positive_number(text.substr(6));
    if (k) return every(*k);
    Waits waits(Kind::every, std::string(text));
    waits.every_ = 0;
    return waits;
  }
  Waits waits(Kind::lines, std::string(text));
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto line = positive_number(text.substr(0, comma));
    if (!line) return std::nullopt;
    waits.lines_.push_back(*line);
    if (comma == text.size()) return waits;
    text.remove_prefix(comma + 1);
  }
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

}  // namespace runahead
