// SPDX-License-Identifier: GPL-3.0-or-later
// say(): a message by its key, its arguments by name. The compiler refuses a key that the catalogue does not
// have, and arguments that are not those of its pattern.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/catalogue.h"
#include "core/base/message.h"
#include "core/base/pattern.h"

namespace runahead {

/// A text as a template's parameter.
template <std::size_t kSize>
struct FixedText {
  consteval FixedText(const char (&from)[kSize]) {
    for (std::size_t i = 0; i < kSize; ++i) text[i] = from[i];
  }
  constexpr std::string_view view() const { return {text, kSize - 1}; }
  char text[kSize] = {};
};

/// What a pattern may do with an argument.
struct ArgumentUse {
  std::string_view name;
  bool shown, counts, selects;
};

template <FixedText kText, class Type>
struct NamedArgument {
  static constexpr bool kCounts = std::is_same_v<Type, Count>;
  static constexpr ArgumentUse kUse = {kText.view(), !std::is_same_v<Type, Which>, kCounts,
                                       !kCounts && !std::is_same_v<Type, Digits>};
  Type value;
};

/// A condition decides between the arms "yes" and "no"; what is empty, or takes no time, is the arm "none".
template <FixedText kText, class Type>
auto arg(Type value) {
  if constexpr (std::is_same_v<Type, bool>) {
    return NamedArgument<kText, Which>{Which{value ? "yes" : "no"}};
  } else if constexpr (std::is_same_v<Type, std::string>) {
    return NamedArgument<kText, Name>{Name{std::move(value)}};
  } else {
    return NamedArgument<kText, Type>{std::move(value)};
  }
}

constexpr std::size_t pattern_of(std::string_view key) {
  std::size_t at = 0;
  while (at < kPatternCount && kPatterns[at].key != key) ++at;
  return at;
}

/// Whether each place has its argument, of a kind that it can show, and each argument its place.
constexpr bool fits(std::string_view pattern, std::initializer_list<ArgumentUse> arguments) {
  bool known = true;
  const auto check = [&known, arguments](const Place& place) {
    bool found = false;
    for (const ArgumentUse& one : arguments) {
      const bool can = place.kind.empty() ? one.shown : place.kind == "plural" ? one.counts : one.selects;
      found = found || (can && place.is(one.name));
    }
    known = known && found;
  };
  each_place(pattern, check);
  for (const ArgumentUse& one : arguments) {
    bool found = false;
    const auto look = [&found, &one](const Place& place) { found = found || place.is(one.name); };
    each_place(pattern, look);
    known = known && found;
  }
  return known;
}

template <FixedText kKey, class... Arguments>
Message say(Arguments... arguments) {
  constexpr std::size_t kIndex = pattern_of(kKey.view());
  static_assert(kIndex < kPatternCount, "the catalogue has no such key");
  static_assert(fits(kPatterns[kIndex].english, {Arguments::kUse...}), "the pattern has other arguments");
  std::vector<Argument> all;
  all.reserve(sizeof...(Arguments));
  (all.push_back({Arguments::kUse.name, std::move(arguments.value)}), ...);
  return {static_cast<std::uint16_t>(kIndex), std::move(all)};
}

}  // namespace runahead
