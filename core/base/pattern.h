// SPDX-License-Identifier: GPL-3.0-or-later
// How a pattern of the catalogue is read, when the program is built and when it runs: a small part of ICU's
// message format. `{name}` is an argument, `{Name}` one that begins a sentence; `{n, plural, =0 {none} one {#
// task} other {# tasks}}` and `{how, select, failed {fails} other {ends}}` are choices. Not here: putting
// arguments in (message.cpp).
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string_view>

namespace runahead {

struct Place {
  std::string_view name;
  std::string_view kind;  ///< "plural", "select"; empty: the argument itself
  std::string_view arms;

  constexpr bool begins_sentence() const { return name.front() >= 'A' && name.front() <= 'Z'; }
  constexpr bool is(std::string_view argument) const {
    return name.size() == argument.size() && name.substr(1) == argument.substr(1) &&
           (name.front() | 0x20) == (argument.front() | 0x20);
  }
};

struct Arm {
  std::string_view selector;
  std::string_view text;
};

/// The brace that closes the one at this place.
constexpr std::size_t closing_brace(std::string_view pattern, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < pattern.size(); ++at) {
    depth += pattern[at] == '{';
    depth -= pattern[at] == '}';
    if (depth == 0) return at;
  }
  throw std::invalid_argument("a brace is not closed");
}

constexpr std::string_view without_spaces_before(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == ',')) text.remove_prefix(1);
  return text;
}

/// Of what stands between its braces.
constexpr Place read_place(std::string_view inside) {
  const std::size_t comma = inside.find(',');
  if (inside.empty() || inside.front() == ' ') throw std::invalid_argument("a place has no name");
  if (comma == std::string_view::npos) return {inside, {}, {}};
  const std::string_view rest = without_spaces_before(inside.substr(comma));
  const std::size_t end = rest.find(',');
  const std::string_view kind = rest.substr(0, end);
  if (end == std::string_view::npos || (kind != "plural" && kind != "select"))
    throw std::invalid_argument("a place is neither plural nor select");
  return {inside.substr(0, comma), kind, without_spaces_before(rest.substr(end))};
}

/// Takes the first of the arms; false without one.
constexpr bool next_arm(std::string_view& arms, Arm& arm) {
  arms = without_spaces_before(arms);
  if (arms.empty()) return false;
  const std::size_t open = arms.find(" {");
  if (open == std::string_view::npos) throw std::invalid_argument("an arm has no text");
  const std::size_t close = closing_brace(arms, open + 1);
  arm = {arms.substr(0, open), arms.substr(open + 2, close - open - 2)};
  arms.remove_prefix(close + 1);
  return true;
}

/// Calls `visit` for every place, also for those within arms.
template <class Visit>
constexpr void each_place(std::string_view pattern, Visit& visit) {
  for (std::size_t at = pattern.find('{'); at != std::string_view::npos; at = pattern.find('{', at)) {
    const std::size_t close = closing_brace(pattern, at);
    const Place place = read_place(pattern.substr(at + 1, close - at - 1));
    visit(place);
    std::string_view arms = place.arms;
    for (Arm arm; next_arm(arms, arm);) each_place(arm.text, visit);
    at = close + 1;
  }
}

}  // namespace runahead
